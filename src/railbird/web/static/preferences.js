/** How the page looks, kept in the browser: theme, deck, colours. */

import { element } from "./dom.js";

const KEY = "railbird-preferences";
const DEFAULTS = { theme: "system", deck: "two", palette: "usual" };
const listeners = new Set();
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {{theme: "system"|"light"|"dark", deck: "two"|"four", palette: "usual"|"colour-blind"}} */
export function preferences() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export function setPreference(name, value) {
  const chosen = { ...preferences(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // It holds until the page is left.
  }
  document.documentElement.dataset[name] = value;
  followTheme();
  for (const listener of listeners) listener(chosen);
}

/** Call a function whenever a preference changes; returns a function that ends it. */
export function onPreferences(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is dark now: by choice, or because the system is. */
export function isDark() {
  return document.documentElement.dataset.look === "dark";
}

function followTheme() {
  const { theme } = document.documentElement.dataset;
  const dark = theme === "dark" || (theme !== "light" && systemIsDark.matches);
  document.documentElement.dataset.look = dark ? "dark" : "light";
}

/** The controls of all preferences. */
export function preferenceControls() {
  return [
    choice("theme", "Theme", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]]),
    choice("deck", "Deck", [["two", "Two colours"], ["four", "Four colours"]]),
    choice("palette", "Colours", [["usual", "Usual"], ["colour-blind", "Colour-blind safe"]]),
  ];
}

function choice(name, label, options) {
  const select = element(
    "select",
    { name, onchange: () => setPreference(name, select.value) },
    options.map(([value, text]) => element("option", { value, selected: preferences()[name] === value }, text)),
  );
  return element("label", { class: "field" }, element("span", {}, label), select);
}

systemIsDark.addEventListener("change", () => {
  followTheme();
  for (const listener of listeners) listener(preferences());
});
