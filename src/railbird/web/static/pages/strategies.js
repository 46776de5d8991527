/** The list of strategies: shipped ones, and files of the served folder. */

import { get } from "../api.js";
import { element } from "../dom.js";
import { strategyPath } from "../strategy-parts.js";

export async function show(place) {
  document.title = "Strategies · Railbird";
  const { strategies } = await get("/api/strategy/list");
  const own = strategies.filter((strategy) => !strategy.is_shipped);
  place.append(
    element("h1", {}, "Strategies"),
    element("p", { class: "quiet" }, "Walk through the betting of a solved game, decision by decision."),
    element("h2", {}, "In this folder"),
    own.length ? cards(own) : element("p", { class: "quiet" }, "None yet: ", element("code", {}, "railbird solve leduc.limit.2p --out leduc.strategy"), " writes one."),
    element("h2", { class: "spaced" }, "Shipped with Railbird"),
    cards(strategies.filter((strategy) => strategy.is_shipped)),
  );
}

function cards(strategies) {
  return element("div", { class: "columns" }, strategies.map((strategy) => (strategy.error ? damaged(strategy) : card(strategy))));
}

function card(strategy) {
  return element(
    "a",
    { class: "panel choice-card", href: strategyPath({ name: strategy.name }), "data-strategy": strategy.name },
    element("h3", {}, strategy.name),
    element("p", {}, strategy.game),
    element("p", { class: "quiet small" }, `${strategy.algorithm}, ${strategy.iterations.toLocaleString("en")} iterations`),
    element("p", { class: "quiet small" }, [`cards: ${strategy.cards}`, strategy.bets && `bets: ${strategy.bets}`].filter(Boolean).join("; ")),
    element("p", { class: "quiet small" }, `${exploitability(strategy)}; ${(strategy.bytes / 1e6).toFixed(1)} MB`),
  );
}

function exploitability({ exploitability: chips }) {
  return chips === null ? "exploitability not measured" : `exploitability ${chips.toPrecision(3)} chips a hand`;
}

function damaged(strategy) {
  return element("div", { class: "panel" }, element("h3", {}, strategy.name), element("p", { class: "notice error" }, strategy.error));
}
