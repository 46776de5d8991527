/** The hand in other notations, to be copied. */

import { announce } from "./announce.js";
import { get } from "./api.js";
import { element, errorNotice, replace } from "./dom.js";
import { queryOf } from "./sources.js";

const WAYS = [["acpc", "ACPC"], ["phh", "PHH"], ["python", "Python"], ["link", "Link"]];

export function copyPanel(replay) {
  const shown = element("div", { class: "copy-shown" });
  const copy = (way, label) => copyAs(replay, way, label, shown);
  return element("section", { class: "panel copies", "aria-label": "Copy as" },
    element("div", { class: "row" }, element("h2", {}, "Copy as"),
      WAYS.map(([way, label]) => element("button", { type: "button", onclick: () => copy(way, label) }, label))),
    shown);
}

async function copyAs(replay, way, label, shown) {
  try {
    const text = way === "link" ? `${location.origin}${replay.link()}` : await textOf(replay, way);
    const area = element("textarea", { readonly: true, rows: Math.min(12, text.split("\n").length + 1), "aria-label": `The hand as ${label}` });
    area.value = text;
    const note = element("p", { class: "quiet small", role: "status" });
    replace(shown, area, note);
    const isCopied = await written(text);
    if (!isCopied) area.select();
    note.textContent = isCopied ? `Copied as ${label}.` : "Copy the text above.";
    announce(note.textContent);
  } catch (error) {
    replace(shown, errorNotice(error));
  }
}

async function textOf(replay, way) {
  const copies = await get(`/api/hands/copies${queryOf({ name: replay.name, hand: replay.hand.address, step: replay.step })}`);
  if (copies[way].text === null) throw new Error(copies[way].why_not);
  return copies[way].text;
}

/** Whether the text is in the clipboard now: browsers allow it only to pages that are safe. */
async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
