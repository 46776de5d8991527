/** The training room: datasets, models and results of `railbird imitate`. */

import { get } from "../api.js";
import { element } from "../dom.js";
import { trainingPath } from "../training-parts.js";

const GROUPS = [
  ["model", "Models", "railbird imitate train decisions --out model"],
  ["dataset", "Datasets", "railbird imitate convert match.log --hero NAME --out decisions"],
  ["study", "Studies", "railbird imitate study study.toml"],
  ["evaluation", "Evaluations", "railbird imitate evaluate decisions --share 0.1,1 --json > scores.json"],
  ["comparison", "Comparisons of a model with its original", "railbird imitate compare model --original BOT --opponent BOT --json > play.json"],
];

export async function show(place) {
  document.title = "Training room · Railbird";
  const { items } = await get("/api/training/list");
  place.append(
    element("h1", {}, "Training room"),
    element("p", { class: "quiet" }, "Models that learned a player's behaviour from its games, what they learned from, and how well they predict."),
    ...GROUPS.map(([kind, title, command]) => group(title, items.filter((item) => item.kind === kind), command)),
  );
}

function group(title, items, command) {
  return element("section", { class: "spaced" }, element("h2", {}, title),
    items.length ? element("div", { class: "columns" }, items.map(card)) : element("p", { class: "quiet small" }, "None in this folder. ", element("code", {}, command)));
}

function card(item) {
  if (item.error) return element("div", { class: "panel" }, element("h3", {}, item.name), element("p", { class: "notice error" }, item.error));
  return element("a", { class: "panel choice-card", href: trainingPath(item.name), "data-item": item.name },
    element("h3", {}, item.name), item.words && element("p", {}, item.words),
    item.rows !== null && element("p", { class: "quiet small" }, `${item.rows.toLocaleString("en")} decisions`));
}
