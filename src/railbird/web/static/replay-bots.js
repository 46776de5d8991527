/** What the bots say about the decision at hand: their probabilities beside what was done. */

import { element } from "./dom.js";
import { percent } from "./numbers.js";

const COLORS = { fold: "var(--act-fold)", check: "var(--act-check)", call: "var(--act-call)", bet: "var(--act-raise)", raise: "var(--act-raise)" };

export function botPanel(hand, step, answers, askEveryone) {
  if (answers === null) return element("p", { class: "quiet", role: "status" }, "Asking the bots …");
  const now = hand.steps[step];
  if (now.acting === null) return element("p", { class: "quiet" }, "The hand is over: there is no decision.");
  const acting = hand.players[now.acting];
  if (hand.seat !== null && hand.seat !== now.acting) return element("p", { class: "quiet" }, `${acting.name} to act. What it says is in the view of all seats.`);
  const done = hand.steps[step + 1]?.action;
  const own = answers.find((each) => each.player === acting.name);
  const others = answers.filter((each) => each !== own && each.by_step[step]);
  return [
    element("p", {}, element("strong", {}, acting.name), ` to act${done ? "; it did: " : ""}`, done ? element("span", { class: `action-word ${done.kind}` }, done.words) : null),
    own ? botAnswer(own, step, done) : null,
    own && own.memory !== "none" ? element("p", { class: "quiet small" }, memoryText(own)) : null,
    others.length ? element("h3", {}, "The others of the run, in its place") : null,
    others.map((each) => element("div", { class: "bot-other" }, element("span", {}, each.player), botAnswer(each, step, done))),
    others.length ? null : element("button", { type: "button", class: "quiet", onclick: askEveryone }, "Ask all bots of the run"),
  ];
}

/** What a bot that learns knew when it was asked. */
function memoryText({ player, memory, retold }) {
  if (memory === "rebuilt") return `${player} learns from hand to hand; it was told the ${retold} hands before this one.`;
  return `${player} learns from hand to hand; this is what it would say in the first hand of a match.`;
}

function botAnswer(answers, step, done) {
  const shares = answers.by_step[step];
  if (!shares) return element("p", { class: "quiet small" }, answers.why_not || `${answers.player} does not say its probabilities here.`);
  return element("div", { class: "bot-answer", role: "list", "aria-label": `Probabilities of ${answers.player}` }, shares.filter(({ share }) => share > 0).map(({ action, kind, share }) =>
    element("div", { class: `bot-action${done?.words === action ? " done" : ""}`, role: "listitem" },
      element("span", { class: "bot-word" }, action),
      element("span", { class: "bot-bar", "aria-hidden": "true" }, element("span", { style: `width:${100 * share}%;background:${COLORS[kind]}` })),
      element("span", { class: "bot-share" }, percent(share)))));
}
