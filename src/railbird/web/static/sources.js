/** Links to runs, logs and their hands, and the head that their pages share. */

import { element } from "./dom.js";

/** A name with slashes as part of a path. */
export function encoded(name) {
  return name.split("/").map(encodeURIComponent).join("/");
}

/** The query of a link, without what is empty: "?player=Ada". */
export function queryOf(values) {
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return filled.length ? `?${new URLSearchParams(filled)}` : "";
}

export const handsLink = (name, search = {}) => `/hands/${encoded(name)}${queryOf(search)}`;
export const watchLink = (name) => `/watch/${encoded(name)}`;
export const analyseLink = (name) => `/analyse/${encoded(name)}`;

/** The link to a hand; the search whose hands the arrow keys walk through may be added. */
export function replayLink(name, address, search = {}) {
  return `/replay/${encoded(name)}/${encodeURIComponent(address).replaceAll("%3A", ":")}${queryOf(search)}`;
}

/** The head of the pages about a run or a log: its name, and links to what there is about it. */
export function sourceHead(name, { here, title = null }) {
  const tab = (path, text, page) => element("a", { href: path, "aria-current": page === here ? "page" : null }, text);
  return element(
    "header",
    { class: "source-head" },
    element("p", { class: "crumbs quiet" }, element("a", { href: "/runs" }, "Runs and logs"), " / ", name),
    element("h1", {}, title ?? name),
    element("nav", { class: "tabs", "aria-label": "About this run or log" },
      tab(analyseLink(name), "Analysis", "analyse"), tab(handsLink(name), "Hands", "hands")),
  );
}

/** What could not be read of a source, or of a run. */
export function problemNotice(problems, number = problems.length) {
  if (!problems.length) return null;
  const more = number > problems.length ? [element("li", {}, `and ${(number - problems.length).toLocaleString("en")} more`)] : [];
  return element("div", { class: "notice", role: "status" }, element("ul", {}, problems.map((text) => element("li", {}, text)), more));
}
