/** The first page: what there is to do, one click away. */

import { get } from "../api.js";
import { cardRow } from "../cards.js";
import { element, errorNotice, replace } from "../dom.js";
import { whileBusy } from "../focus.js";
import { openTable } from "./tables.js";

/** Bots that are ready at once; a solved strategy would be read for some seconds. */
const OPPONENTS = ["richie-rich", "exploitable"];
const GAME = "holdem.limit.3p";

export async function show(place) {
  const [home, { tables }] = await Promise.all([get("/api/home"), get("/api/tables")]);
  document.title = "Railbird";
  place.append(
    element("section", { class: "hero" },
      element("div", {},
        element("h1", {}, "A laboratory for computer poker"),
        element("p", { class: "lead" }, "Play against bots, watch them play each other, replay their hands, and look into their strategies.")),
      element("div", { class: "hero-cards", "aria-hidden": "true" }, cardRow(["Ah", "Kh", "Qh", "Jh", "Th"], { size: "large" }))),
    element("div", { class: "columns doors" }, playDoor(), reportDoor(home), strategyDoor(home)),
    element("div", { class: "columns" }, openTables(tables), whereThingsAre(home)),
    element("p", { class: "quiet small" }, `Railbird ${home.version}, showing `, element("code", {}, home.folder)),
  );
}

function door(title, text, ...actions) {
  return element("section", { class: "panel door" }, element("h2", {}, title), element("p", {}, text), actions);
}

function playDoor() {
  const complaint = element("div");
  const opens = (seats) => (event) => {
    replace(complaint, element("p", { class: "quiet" }, "Opening the table"));
    return whileBusy(event.currentTarget, () => openTable({ game: GAME, seats }).catch((error) => replace(complaint, errorNotice(error))));
  };
  return door("Take a seat", `Three-player limit hold'em against ${OPPONENTS.join(" and ")}. F folds, C calls, R raises, space deals.`,
    element("p", { class: "row" },
      element("button", { type: "button", class: "primary", onclick: opens(["", ...OPPONENTS]) }, "Play against two bots"),
      element("button", { type: "button", onclick: opens([...OPPONENTS, "all-in-equity"]) }, "Watch three bots")),
    complaint);
}

function reportDoor(home) {
  const text = "Standings, profit curves, crosstable and how each bot plays, of a tournament of bots.";
  if (home.demo_report) {
    return door("Read a report", text, element("p", {}, element("a", { class: "button", href: `/report/${home.demo_report}`, target: "_blank", rel: "noopener" }, "Open the demo's report")));
  }
  return door("Read a report", text, element("p", { class: "quiet" }, "There is no demo in this folder yet. A tournament and its report take about a minute:"),
    element("pre", { class: "commands" }, "railbird tournament richie-rich exploitable call raise \\\n  --game holdem.limit.3p --hands 200 --out railbird-demo/run\nrailbird report railbird-demo/run railbird-demo/report.html"));
}

function strategyDoor(home) {
  const [first] = home.shipped_strategies.includes("cfr-limit") ? ["cfr-limit"] : home.shipped_strategies;
  return door("Look into a strategy", "What an equilibrium plays with every starting hand at every point of the betting, solved by Railbird and shipped with it.",
    element("p", { class: "row" }, element("a", { class: "button", href: `/strategy/${first}` }, "Browse a solved strategy")));
}

function openTables(tables) {
  const open = tables.filter((table) => !table.is_over).slice(0, 5);
  return element("section", { class: "panel" }, element("h2", {}, "Open tables"),
    open.length
      ? element("ul", { class: "plain-list" }, open.map((table) => element("li", {}, element("a", { href: `/table/${table.table}` }, table.seats.map((seat) => seat.name).join(" · ")), element("span", { class: "quiet small" }, table.game))))
      : element("p", { class: "quiet" }, "Nobody plays yet."),
    element("p", {}, element("a", { href: "/tables" }, "Another game, other bots, or a dealer elsewhere")));
}

function whereThingsAre(home) {
  const entries = [
    ["/runs", "Runs and logs", "of the served folder: analysis, hands, and matches while they are played"],
    ["/experiments", "Experiments", "figures of the literature beside ours"],
  ];
  return element("section", { class: "panel" }, element("h2", {}, "In this folder"),
    element("ul", { class: "plain-list" }, entries.map(([path, title, text]) => element("li", {}, element("a", { href: path }, title), element("span", { class: "quiet small" }, text)))),
    element("p", { class: "quiet small" }, home.programs ? "Bots may be files and programs." : "Bots are those with a name; files and programs need --allow-programs."));
}
