/** All runs and logs of the served folder. */

import { get } from "../api.js";
import { element } from "../dom.js";
import { analyseLink, handsLink, watchLink } from "../sources.js";

export async function show(place) {
  document.title = "Runs and logs · Railbird";
  place.append(element("h1", {}, "Runs and logs"));
  const { folder, runs, logs, more_logs: moreLogs } = await get("/api/runs");
  place.append(element("p", { class: "quiet" }, "In ", element("code", {}, folder)));
  if (!runs.length && !logs.length) place.append(nothing());
  if (runs.length) place.append(element("h2", {}, "Runs"), element("div", { class: "run-list" }, runs.map(runPanel)));
  if (logs.length) place.append(logList(logs, moreLogs));
}

function nothing() {
  return element("div", { class: "panel" },
    element("p", {}, "There are no runs and no logs here yet. This plays a tournament and stores every hand:"),
    element("p", {}, element("code", {}, "railbird tournament call random all-in-equity --game holdem.limit.3p --hands 1000 --out my-run")));
}

function runPanel(run) {
  if (run.state === "damaged") {
    return element("article", { class: "panel run" }, element("h3", {}, run.name), element("p", { class: "notice error" }, run.problem));
  }
  const isComplete = run.state === "complete";
  const isPlaying = run.state === "playing";
  const matches = `${run.played.toLocaleString("en")} of ${run.matches.toLocaleString("en")} matches`;
  return element(
    "article",
    { class: "panel run", "aria-label": run.name },
    element("div", { class: "section-head" },
      element("h3", {}, element("a", { href: isComplete ? analyseLink(run.name) : handsLink(run.name) }, run.name)),
      element("span", { class: `state ${run.state}` },
        isComplete ? "complete" : isPlaying ? `being played: ${matches}` : matches)),
    element("dl", { class: "facts" },
      fact("Game", run.game), fact("Hands", run.hands.toLocaleString("en")), fact("Seed", run.seed), fact("Railbird", run.version),
      fact("Last changed", run.changed.slice(0, 16).replace("T", " "))),
    element("p", { class: "bots" }, run.bots.map((bot) => element("span", { class: "bot-chip", title: bot.spec }, bot.name))),
    run.command && element("p", { class: "small" }, element("span", { class: "quiet" }, "Made by "), element("code", {}, run.command)),
    run.resume && element("p", { class: "small" }, element("span", { class: "quiet" }, "To play the rest, type "), element("code", {}, run.resume)),
    element("p", { class: "row" },
      !isComplete && element("a", { class: isPlaying ? "button primary" : "button", href: watchLink(run.name) }, "Watch live"),
      isComplete && element("a", { class: "button", href: analyseLink(run.name) }, "Analysis"),
      run.hands > 0 && element("a", { class: "button", href: handsLink(run.name) }, "Hands")),
  );
}

function fact(title, text) {
  return element("div", {}, element("dt", {}, title), element("dd", {}, String(text)));
}

function logList(logs, more) {
  return element("section", { "aria-label": "Logs" }, element("h2", {}, "Logs"),
    element("div", { class: "scroll panel-table", tabindex: "0", role: "region", "aria-label": "Logs" }, element("table", {},
      element("thead", {}, element("tr", {}, element("th", { class: "word", scope: "col" }, "Log"), element("th", { scope: "col" }, "Size"), element("th", { class: "word", scope: "col" }, "Look at"))),
      element("tbody", {}, logs.map((log) => element("tr", {},
        element("th", { class: "word", scope: "row" }, log.name),
        element("td", {}, sizeText(log.bytes)),
        element("td", { class: "word" }, element("a", { href: analyseLink(log.name), "aria-label": `Analysis of ${log.name}` }, "analysis"), " · ",
          element("a", { href: handsLink(log.name), "aria-label": `Hands of ${log.name}` }, "hands"))))))),
    more > 0 && element("p", { class: "quiet" }, `and ${more.toLocaleString("en")} more`));
}

function sizeText(bytes) {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1000 ** power).toLocaleString("en", { maximumFractionDigits: power ? 1 : 0 })} ${units[power]}`;
}
