/** The analysis of a run or a log: every figure of a report, and every number leads to its hands. */

import { get } from "../api.js";
import { dataTable } from "../data-table.js";
import { element } from "../dom.js";
import { contents, reportSection } from "../report-sections.js";
import { go } from "../routes.js";
import { problemNotice, queryOf, sourceHead, watchLink } from "../sources.js";

/** The status by which the server says that a run is being played. */
const BEING_PLAYED = 409;

export async function show(place, { name }) {
  document.title = `${name} · Railbird`;
  const waiting = element("p", { class: "quiet", role: "status" }, "Counting all hands …");
  place.append(sourceHead(name, { here: "analyse" }), waiting);
  let analysis;
  try {
    analysis = await get(`/api/analysis${queryOf({ name })}`);
  } catch (error) {
    if (error.status !== BEING_PLAYED) throw error;
    place.append(element("p", { class: "notice", role: "status" }, `${error.message}. `, element("a", { href: watchLink(name) }, "Watch live")));
    return;
  } finally {
    waiting.remove();
  }
  const sections = [...analysis.sections];
  const more = analysis.more_tables.length ? [{ title: "More tables" }] : [];
  place.append(
    element("p", { class: "source-summary" }, analysis.summary),
    factList(analysis.facts),
    problemNotice(analysis.problems, analysis.number_of_problems) ?? "",
    contents([...sections, ...more]),
    ...sections.map((section, number) => reportSection(section, number, { onLink: go })),
  );
  if (more.length) place.append(moreTables(analysis.more_tables, sections.length));
}

export function factList(facts) {
  return element("dl", { class: "facts" }, Object.entries(facts).map(([title, text]) =>
    element("div", {}, element("dt", {}, title), element("dd", {}, text))));
}

function moreTables(tables, number) {
  return element("section", { class: "panel report-section", id: `section-${number}`, "aria-label": "More tables" },
    element("h2", {}, "More tables"),
    tables.map((table) => dataTable(table, { linkOf: (row, column, cell) => cell.link ?? null })));
}
