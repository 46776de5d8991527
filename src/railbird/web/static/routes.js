/** Which page a path shows. Links within the page are followed without loading it anew. */

import { element, errorNotice, replace } from "./dom.js";
import { preferenceControls } from "./preferences.js";

/** Path patterns, in order: `:name` is one part of a path, `*name` is the rest of it. */
const ROUTES = [
  ["/", "home"],
  ["/tables", "tables"],
  ["/table/:name", "table"],
  ["/watch/*name", "watch"],
  ["/runs", "runs"],
  ["/analyse/*name", "analyse"],
  ["/hands/*name", "hands"],
  ["/replay/*name/:hand", "replay"],
  ["/experiments", "experiments"],
  ["/experiments/:name", "experiment"],
  ["/strategy", "strategies"],
  ["/strategy/*name", "strategy"],
  ["/training", "training"],
  ["/training/*name", "training-item"],
];
/** The links in the bar: path and text. */
const NAVIGATION = [
  ["/tables", "Tables"],
  ["/runs", "Runs"],
  ["/strategy", "Strategies"],
  ["/training", "Training"],
  ["/experiments", "Experiments"],
];

const main = document.getElementById("main");
const narrow = matchMedia("(max-width: 36rem)");
let endPage = null;
let visit = 0;

/** The page module and parameters of a path; parameters of the query are added under their names. */
function routeOf(path) {
  for (const [pattern, page] of ROUTES) {
    const match = new RegExp(`^${pattern.replace(/:(\w+)/g, "(?<$1>[^/]+)").replace(/\*(\w+)/g, "(?<$1>.+)")}/?$`).exec(path);
    if (match) return { page, parameters: mapped(match.groups ?? {}, decodeURIComponent) };
  }
  return null;
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

async function show() {
  const number = ++visit;
  endPage?.();
  endPage = null;
  markNavigation();
  const route = routeOf(location.pathname);
  const place = element("div", { class: `page page-${route?.page ?? "none"}` });
  replace(main, place);
  document.title = "Railbird";
  if (!route) {
    place.append(element("h1", {}, "Nothing here"), element("p", {}, "No page has this address. ", element("a", { href: "/" }, "Home")));
    main.dataset.shown = location.pathname;
    return;
  }
  try {
    const module = await import(`./pages/${route.page}.js`);
    const parameters = { ...Object.fromEntries(new URLSearchParams(location.search)), ...route.parameters };
    const end = await module.show(place, parameters);
    if (number === visit) endPage = end ?? null;
    else end?.();
  } catch (error) {
    if (number === visit) place.append(errorNotice(error));
  }
  main.dataset.shown = location.pathname;
}

/** In a narrow window the links are below the preferences: the order of the Tab key is that of the eye. */
function followWidth() {
  const [navigation, preferences] = ["navigation", "preferences"].map((id) => document.getElementById(id));
  if (narrow.matches) preferences.after(navigation);
  else preferences.before(navigation);
}

/** Go to a path of the page. */
export function go(path, { replaces = false } = {}) {
  if (!replaces) history.replaceState({ scroll: window.scrollY }, "");
  history[replaces ? "replaceState" : "pushState"](null, "", path);
  window.scrollTo(0, 0);
  // What had the focus is gone with the page that is left: the keyboard goes on at the start of the next one.
  main.focus({ preventScroll: true });
  return show();
}

function followLink(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const address = new URL(link.href);
  const isPage = address.origin === location.origin && !/^\/(api|live|static|report)\//.test(address.pathname);
  if (!isPage || link.target || link.hasAttribute("download") || (address.hash && address.pathname === location.pathname)) return;
  event.preventDefault();
  go(address.pathname + address.search + address.hash);
}

function markNavigation() {
  for (const link of document.querySelectorAll("#navigation a")) {
    const isHere = location.pathname === link.pathname || location.pathname.startsWith(`${link.pathname}/`);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

replace(document.getElementById("navigation"), NAVIGATION.map(([path, text]) => element("a", { href: path }, text)));
replace(document.querySelector("#preferences .menu-body"), preferenceControls());
followWidth();
narrow.addEventListener("change", followWidth);
document.addEventListener("click", followLink);
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
});
window.addEventListener("popstate", async ({ state }) => {
  await show();
  window.scrollTo(0, state?.scroll ?? 0);
});
show();
