/**
 * Why a bot played as it did, beside a replay: `whyPanel(decision, field)` asks the server when a button is pressed.
 * The answer of `GET /api/why` is described in `railbird.web.why_data`.
 */

import { get } from "./api.js";
import { cardRow } from "./cards.js";
import { element, errorNotice, replace } from "./dom.js";
import { percent, strategyPath } from "./strategy-parts.js";

const COLORS = { fold: "var(--act-fold)", call: "var(--act-call)", check: "var(--act-check)", bet: "var(--act-raise)", raise: "var(--act-raise)" };
const PARTS = { solver: solverPart, "mapping-limit": limitPart, "mapping-nolimit": nolimitPart, team: teamPart, model: modelPart };
const TITLES = { solver: "A solved strategy", "mapping-limit": "Three players mapped to two", "mapping-nolimit": "Three players mapped to two", team: "A team", model: "A learned model" };

/** The field for a bot that is to be asked. In logs (`isRun` is false) one has to be named. */
export function botField(isRun) {
  const placeholder = isRun ? "another bot, like cfr3-limit" : "a bot, like cfr-limit";
  return element("input", { name: "bot", placeholder, "aria-label": "Bot to ask", autocomplete: "off", spellcheck: "false" });
}

/**
 * A panel about the decision after `step` actions of a hand.
 * @param {{name: string, hand: string, step: number, isRun: boolean, isOver: boolean}} decision
 * @param {HTMLInputElement} field from `botField`; it keeps what is typed from one panel to the next
 */
export function whyPanel({ name, hand, step, isRun, isOver }, field) {
  const body = element("div", { class: "why-body" });
  const ask = async (bot) => {
    replace(body, element("p", { class: "quiet", role: "status" }, "Asking …"));
    body.dataset.state = "asking";
    try {
      const query = new URLSearchParams({ name, hand, step, ...(bot ? { bot } : {}) });
      replace(body, whyParts(await get(`/api/why?${query}`)));
    } catch (error) {
      replace(body, errorNotice(error));
    }
    body.dataset.state = "shown";
  };
  if (isOver) return element("p", { class: "quiet" }, "The hand is over: there is no decision.");
  const form = element("form", { class: "row why-form", onsubmit: (event) => { event.preventDefault(); if (field.value.trim()) ask(field.value.trim()); } },
    isRun && element("button", { type: "button", class: "primary", "data-control": "why", onclick: () => ask("") }, "Why?"),
    field, element("button", { type: "submit", "data-control": "ask" }, "Ask it"));
  return element("div", { class: "why" }, form, body);
}

/**
 * Why the bots of a table acted as they did last: a button for each bot.
 * @param {string} table
 * @param {{name: string}[]} seats
 */
export function tableWhy(table, seats) {
  const body = element("div", { class: "why-body" });
  const ask = async (seat) => {
    replace(body, element("p", { class: "quiet", role: "status" }, "Asking …"));
    try {
      const answer = await get(`/api/why/table?${new URLSearchParams({ table, seat })}`);
      replace(body, element("p", { class: "quiet small" }, `Hand ${answer.hand + 1}`), whyParts(answer));
    } catch (error) {
      replace(body, errorNotice(error));
    }
  };
  const buttons = seats.map(({ name }, seat) => element("button", { type: "button", "data-why": seat, onclick: () => ask(seat) }, name));
  return element("section", { class: "panel why", "aria-label": "Why" }, element("h2", {}, "Why did it act so?"), element("div", { class: "row" }, buttons), body);
}

/** All that is shown of an answer. */
export function whyParts(answer) {
  const { why } = answer;
  const part = why && PARTS[why.kind];
  return [
    element("p", {}, element("strong", {}, answer.player), `, ${answer.position_name}: `, element("span", { class: `action-word ${answer.played.kind}` }, answer.played.action)),
    answer.spec && element("p", { class: "quiet small" }, "asked: ", element("code", {}, answer.spec)),
    element("div", { class: "row" }, cardRow(answer.cards, { size: "small" }), answer.board.length ? [element("span", { class: "quiet" }, "on"), cardRow(answer.board, { size: "small" })] : null,
      element("span", { class: "quiet small" }, `betting ${answer.betting || "none"}, pot ${answer.pot}, to call ${answer.to_call}`)),
    answer.memory_words && element("p", { class: `small ${answer.memory === "missing" ? "notice" : "quiet"}` }, answer.memory_words),
    answer.probabilities && shareList(answer.probabilities.map(({ action, kind, share }) => [action, share, kind])),
    part ? element("section", { class: "why-part", "data-kind": why.kind }, element("h3", {}, TITLES[why.kind]), part(why)) : null,
    !why && !answer.probabilities && element("p", { class: "quiet" }, "This bot says neither its probabilities nor what its decisions come from."),
  ];
}

function shareList(entries) {
  return element("dl", { class: "share-list" }, entries.map(([word, share, kind]) => element("div", {},
    element("dt", {}, word),
    element("dd", {}, element("span", { class: "share-track", "aria-hidden": "true" }, element("span", { style: `width:${100 * share}%;background:${COLORS[kind] ?? COLORS[word.split(" ")[0]] ?? "var(--accent)"}` })),
      element("span", {}, percent(share))))));
}

function table(headings, rows, label) {
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, element("table", {},
    element("thead", {}, element("tr", {}, headings.map((heading, place) => element("th", { scope: "col", class: place ? null : "word" }, heading)))),
    element("tbody", {}, rows.map(({ cells, chosen }) => element("tr", { class: chosen ? "chosen" : null },
      cells.map((cell, place) => element(place ? "td" : "th", { scope: place ? null : "row", class: place ? null : "word" }, cell)))))));
}

function solverPart(why) {
  const bucket = why.class === null ? "The solved game has no decision here: it calls." : `Card class ${why.class} of ${why.class_count}${why.class_hand && !why.class_hand.startsWith("class") ? `, ${why.class_hand}${why.class_board ? ` on ${why.class_board}` : ""}` : ""}.`;
  return [
    element("p", {}, bucket, " ", why.class === null || !why.strategy ? null : element("a", { href: strategyPath({ name: why.strategy, actions: why.betting }) }, "Open this decision of the strategy")),
    why.is_translated ? element("p", { class: "small" }, `Bets outside its menu are translated (${why.translation}): it was asked about ${why.betting || "the start"} instead of ${why.real_betting}.`) : null,
    why.ignored ? element("p", { class: "small" }, `${why.ignored} actions have no counterpart in the solved game.`) : null,
    table(["Choice, total over the hand", "played as", "probability"], why.choices.map((choice) => ({ cells: [choice.choice, choice.played_as, percent(choice.probability)] })), "Choices of the solved game"),
  ];
}

function odds(value) {
  return value === null ? "–" : value.toFixed(2);
}

function limitPart(why) {
  const rows = [{ cells: ["real, three players", why.betting || "none", why.position, "", "", why.pot, why.to_call, odds(why.pot_odds), "", "", ""], chosen: true }];
  for (const opponent of why.opponents) for (const state of opponent.states) {
    const { fold, call, raise } = state.probabilities;
    rows.push({ cells: [`against the ${opponent.position}`, state.betting || "none", state.position, state.distance, state.weight.toFixed(2), state.pot, state.to_call, odds(state.pot_odds), percent(fold), percent(call), percent(raise)] });
  }
  return [
    element("p", { class: "small" }, `Mapping ${why.mapping}: ${why.asked} was asked about the ${why.nearest === 1 ? "nearest state" : `${why.nearest} nearest states`} for each opponent, weights ${why.weights}; the answers are averaged.`),
    table(["State", "Betting", "Position", "Distance", "Weight", "Pot", "To call", "Pot odds", "Fold", "Call", "Raise"], rows, "States that the two-player bot was asked about"),
    why.fold_shift ? element("p", { class: "small" }, `A learned bias adds ${percent(why.fold_shift)} to the fold.`) : null,
  ];
}

function nolimitPart(why) {
  const sides = [["Real, three players", why.real], ["Asked, two players", why.mapped]];
  const rows = sides.map(([title, side]) => ({ cells: [title, side.betting || "none", side.position, side.pot, side.to_call, side.acts_last ? "yes" : "no", side.can_raise ? "yes" : "no"] }));
  const lost = why.lost.length ? `Not preserved: ${why.lost.map((word) => word.replaceAll("_", " ")).join(", ")}.` : "Pot, amount to call, position and the right to raise are preserved.";
  return [
    element("p", { class: "small" }, `Variant ${why.variant}: ${why.asked} was asked about one two-player hand. ${lost}`),
    table(["Hand", "Betting", "Position", "Pot", "To call", "Acts last", "Can raise"], rows, "The real hand and the mapped one"),
    why.answers ? [element("h4", {}, "Its answer there, totals over the hand"), shareList(Object.entries(why.answers))] : element("p", { class: "quiet small" }, `${why.asked} does not say its probabilities.`),
  ];
}

function teamPart(why) {
  const hasRatings = why.members.some((member) => member.rating !== null);
  const rows = why.members.map((member) => ({
    chosen: member.is_chosen,
    cells: [member.name, member.answer ?? "no answer", hasRatings ? (member.rating ?? 0).toFixed(3) : "–", member.is_chosen ? "followed" : ""],
  }));
  const counts = new Map();
  for (const { answer } of why.members) if (answer) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const votes = [...counts].map(([answer, count]) => `${answer}: ${count}`).join(", ");
  return [
    element("p", { class: "small" }, why.is_noted ? "As the team noted it when it played. " : `Decided by ${why.decider}. `, `Votes: ${votes}.`),
    table(["Member", "Answer", "Rating", ""], rows, "Members of the team"),
  ];
}

function modelPart(why) {
  const attributes = Object.entries(why.attributes);
  const used = new Set((why.path ?? []).map((step) => step.condition.split(" ")[0]).concat((why.rule?.conditions ?? []).map((condition) => condition.split(" ")[0])));
  attributes.sort((first, second) => used.has(second[0]) - used.has(first[0]));
  const show = (value) => (value === null ? "missing" : typeof value === "number" ? Number(value.toFixed(4)) : value);
  return [
    element("p", {}, `${why.model}, ${why.street}, ${why.learner}: predicts `, element("strong", {}, String(why.predicted)), why.intended.split(" ")[0] !== why.played_as.split(" ")[0] ? `, which is not legal: played as ${why.played_as.split(" ")[0]}` : ""),
    why.path ? pathList(why.path) : null,
    why.rule ? ruleText(why.rule) : null,
    why.probabilities ? shareList(Object.entries(why.probabilities).map(([label, share]) => [label.toLowerCase(), share])) : null,
    element("details", { open: !why.path && !why.rule }, element("summary", {}, `${attributes.length} attributes of this decision`),
      table(["Attribute", "Value"], attributes.map(([attribute, value]) => ({ cells: [attribute, show(value)], chosen: used.has(attribute) })), "Attributes of this decision")),
  ];
}

function pathList(path) {
  return element("ol", { class: "tree-path", "aria-label": "Path through the tree" }, path.map((step) => {
    const total = Object.values(step.examples).reduce((sum, count) => sum + count, 0);
    const counts = Object.entries(step.examples).map(([label, count]) => `${label.toLowerCase()} ${percent(count / total, 0)}`).join(", ");
    return element("li", {}, element("span", {}, step.condition || "leaf"), step.value !== null && typeof step.value === "number" && element("span", { class: "quiet small" }, ` (${Number(step.value.toFixed(4))})`),
      element("span", { class: "quiet small" }, ` ${Math.round(total).toLocaleString("en")} examples: ${counts || "none"}`));
  }));
}

function ruleText(rule) {
  const conditions = rule.conditions.length ? rule.conditions.map((condition) => element("li", {}, condition)) : element("li", {}, "none of the other rules covers it");
  return element("div", {}, element("p", {}, `Rule ${rule.number + 1} of ${rule.rules} fired: ${rule.answer} (it decided about ${rule.covered.toLocaleString("en")} examples, and was wrong about ${rule.wrong.toLocaleString("en")})`),
    element("ul", { class: "tree-path" }, conditions));
}
