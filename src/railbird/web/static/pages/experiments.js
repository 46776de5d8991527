/** All experiments of the served folder, with the verdicts on their figures. */

import { get } from "../api.js";
import { element } from "../dom.js";

const WORDS = { agrees: "agree", differs: "differ", "cannot be told apart": "cannot be told apart" };

export async function show(place) {
  document.title = "Experiments · Railbird";
  place.append(element("h1", {}, "Experiments"));
  const { folder, experiments } = await get("/api/experiments");
  place.append(element("p", { class: "quiet" }, "Figures of the literature, measured again. In ", element("code", {}, folder)));
  if (!experiments.length) place.append(element("p", { class: "panel" }, "There are no experiments here: they are .toml files in the folder experiments of the served folder."));
  place.append(element("div", { class: "experiment-list" }, experiments.map(entry)));
}

function entry(experiment) {
  const stored = experiment.versions?.full ?? experiment.versions?.quick;
  const link = `/experiments/${encodeURIComponent(experiment.name)}${experiment.versions?.full || !stored ? "" : "?version=quick"}`;
  return element(
    "article",
    { class: "panel experiment", "aria-label": experiment.title },
    element("h3", {}, stored ? element("a", { href: link }, experiment.title) : experiment.title),
    experiment.source && element("p", { class: "quiet small" }, experiment.source),
    experiment.problem && element("p", { class: "notice error" }, experiment.problem),
    stored && verdictBar(stored.counts),
    stored && !experiment.versions.full && element("p", { class: "quiet small" }, "Quick version only: fewer hands than the experiment asks for."),
    !stored && !experiment.problem && element("p", { class: "quiet small" }, "No results are stored. To play it, type ", element("code", {}, experiment.run_command)),
  );
}

/** The verdicts as a bar, and in words. */
export function verdictBar(counts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (!total) return element("p", { class: "quiet small" }, "The source gives no figure to compare with.");
  const text = Object.entries(counts).map(([verdict, count]) => `${count} ${count === 1 ? verdict : WORDS[verdict] ?? verdict}`).join(", ");
  return element("div", { class: "verdicts" },
    element("div", { class: "verdict-bar", role: "img", "aria-label": text }, Object.entries(counts).map(([verdict, count]) =>
      element("span", { class: `verdict ${verdict.split(" ")[0]}`, style: `flex:${count}` }))),
    element("p", { class: "small" }, text));
}
