/** The list of hands of a run or a log, with a search whose every state is a link. */

import { get } from "../api.js";
import { cardElement, hiddenCard } from "../cards.js";
import { element, replace } from "../dom.js";
import { chips, signed, winOrLoss } from "../numbers.js";
import { go } from "../routes.js";
import { handsLink, problemNotice, queryOf, replayLink, sourceHead } from "../sources.js";

/** The fields whose choices come later, and the key of these in the answer. */
const CHOICES = { player: "player", position: "position", opponent: "player", street: "street", category: "category", part: "part" };

export async function show(place, { name, page = "1", ...search }) {
  document.title = `Hands of ${name} · Railbird`;
  const form = element("form", { class: "search", "aria-label": "Search hands" });
  const isOpen = window.innerWidth > 700;
  const results = element("div", { class: "hand-results" }, element("p", { class: "quiet", role: "status" }, "Looking for hands …"));
  place.append(
    sourceHead(name, { here: "hands" }),
    element("details", { class: "panel search-panel", open: isOpen }, element("summary", {}, "Search hands"), form),
    results,
  );
  fillForm(form, name, search);
  const list = await get(`/api/hands/list${queryOf({ name, page, ...search })}`).catch((error) => {
    replace(results);
    throw error;
  });
  replace(results, resultList(list, name, search));
  get(`/api/hands/choices${queryOf({ name })}`).then((choices) => addChoices(form, choices), () => {});
}

/** The fields of the search; before the choices have come, only what is searched for can be chosen from them. */
function fillForm(form, name, search) {
  const field = (key, label, choices = []) => element("label", { class: "field" }, element("span", {}, label),
    element("select", { name: key }, optionsOf(choices, search[key] ?? "")));
  const input = (key, label, attributes) => element("label", { class: "field" }, element("span", {}, label),
    element("input", { name: key, value: search[key] ?? "", autocomplete: "off", spellcheck: "false", ...attributes }));
  const find = (event) => {
    event.preventDefault();
    go(handsLink(name, { ...hiddenParts(search), ...Object.fromEntries(new FormData(form)) }));
  };
  form.onsubmit = find;
  replace(
    form,
    element("div", { class: "search-fields" },
      field("player", "Player"), field("position", "Position"),
      field("opponent", "With"), field("result", "Result", ["won", "lost", "even"]),
      field("action", "Action", ["fold", "check", "call", "raise", ["play", "call or raise"]]),
      field("street", "Street"), field("showdown", "Showdown", ["yes", "no"]),
      input("pot_from", "Pot from (big blinds)", { inputmode: "decimal", size: 6 }), input("pot_to", "Pot to", { inputmode: "decimal", size: 6 }),
      input("hand", "Starting hand", { size: 5, placeholder: "AKs" }),
      input("betting", "Betting", { placeholder: "r*/cc*", size: 12, title: "f, c and r; / between streets; ? any action; * any number of actions" }),
      field("category", "Size of win or loss"), field("part", "And"),
      field("order", "Order", [["pot", "largest pots first"]])),
    element("div", { class: "row" },
      element("button", { type: "submit", class: "primary" }, "Find hands"),
      Object.keys(search).length ? element("a", { class: "button", href: handsLink(name) }, "All hands") : null),
  );
}

/** Put the choices into their fields; what has been chosen and typed meanwhile stays. */
function addChoices(form, choices) {
  for (const [key, kind] of Object.entries(CHOICES)) {
    const field = form.elements.namedItem(key);
    replace(field, optionsOf(choices[kind], field.value));
  }
}

/** The options of a field; a value that is not among the choices is added to them. */
function optionsOf(choices, chosen) {
  const pairs = choices.map((choice) => (typeof choice === "string" ? [choice, choice] : Array.isArray(choice) ? choice : [choice.value, choice.text]));
  if (chosen && !pairs.some(([value]) => value === chosen)) pairs.push([chosen, chosen]);
  return [["", "any"], ...pairs].map(([value, text]) => element("option", { value, selected: value === chosen }, text));
}

/** Parts of a search that have no field: those of links from tables. */
function hiddenParts({ since, ended }) {
  return { since, ended };
}

function resultList(list, name, search) {
  const found = chips(list.hands);
  const isAll = list.hands === list.all_hands;
  return [
    problemNotice(list.problems, list.number_of_problems),
    element("div", { class: "section-head" },
      element("h2", { role: "status" }, isAll ? `${found} hand${list.hands === 1 ? "" : "s"}` : `${found} of ${chips(list.all_hands)} hands`),
      searchText(search),
      element("a", { class: "button quiet", href: `/api/hands/list.csv${queryOf({ name, ...search })}`, download: "hands.csv", "aria-label": "Save these hands as CSV" }, "CSV")),
    list.rows.length ? element("ol", { class: "hand-list" }, list.rows.map((row) => handRow(row, name, search))) : element("p", { class: "panel" }, "No hand is like this."),
    list.pages > 1 ? pager(list, name, search) : null,
  ];
}

/** What is searched for, in words. */
function searchText(search) {
  const parts = Object.entries(search).filter(([key, value]) => value && key !== "order").map(([key, value]) => `${key.replace("_", " ")} ${value}`);
  return parts.length ? element("p", { class: "quiet small" }, parts.join(" · ")) : null;
}

function handRow(row, name, search) {
  const cards = (list) => (list.length ? list.map((card) => cardElement(card, { size: "tiny" })) : [hiddenCard({ size: "tiny" }), hiddenCard({ size: "tiny" })]);
  return element(
    "li",
    { class: "hand-row" },
    element("a", { class: "hand-link", href: replayLink(name, row.address, search) }, row.address),
    element("span", { class: "hand-players" }, row.players.map((player) =>
      element("span", { class: "hand-player", title: player.position_name },
        element("span", { class: "card-row" }, cards(player.cards)),
        element("span", { class: "hand-name" }, player.name),
        element("span", { class: winOrLoss(player.won) }, signed(player.won))))),
    element("span", { class: "hand-board card-row" }, row.board.map((card) => cardElement(card, { size: "tiny" }))),
    element("code", { class: "hand-betting" }, row.betting.replaceAll("/", " / ")),
    element("span", { class: "hand-pot quiet" }, row.pot === null ? "" : `pot ${chips(row.pot)} bb`),
  );
}

function pager({ page, pages }, name, search) {
  const link = (number, text, isOn) => (isOn ? element("a", { class: "button", href: handsLink(name, { ...search, page: number === 1 ? "" : number }) }, text) : null);
  return element("nav", { class: "pager row", "aria-label": "Pages of hands" },
    link(1, "First", page > 2), link(page - 1, "Previous", page > 1),
    element("span", { class: "quiet" }, `page ${page.toLocaleString("en")} of ${pages.toLocaleString("en")}`),
    link(page + 1, "Next", page < pages), link(pages, "Last", page < pages - 1));
}
