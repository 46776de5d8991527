/** The table at one step of a hand. */

import { cardElement, cardPlace, hiddenCard } from "./cards.js";
import { element } from "./dom.js";
import { chips, percent, signed, winOrLoss } from "./numbers.js";


/** Colours of the seats, told apart with any kind of colour vision. */
export const SEAT_COLORS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8a8a", "#7d6e00", "#5b4bb5", "#a04a4a"];

export function feltOf(hand, step) {
  const now = hand.steps[step];
  const seats = hand.players.map((player) => seatPanel(hand, player, step));
  // Positions go round the table: the first half above the board, the rest below it, from right to left.
  const half = Math.ceil(seats.length / 2);
  return element(
    "section",
    { class: `replay-table${seats.length > 4 ? " many" : ""}`, "aria-label": "Table" },
    element("div", { class: "replay-seats" }, seats.slice(0, half)),
    element("div", { class: "replay-middle" },
      element("div", { class: "replay-board card-row", role: "group", "aria-label": "Board" }, boardCards(hand, now)),
      element("p", { class: "replay-pot" }, element("span", { class: "replay-street-name" }, hand.game.streets[now.street]), ` pot ${chips(now.pot)}`)),
    element("div", { class: "replay-seats" }, seats.slice(half).reverse()),
  );
}

function boardCards(hand, now) {
  const dealt = hand.board.slice(0, now.board).map((card) => cardElement(card, { size: "medium" }));
  const missing = Math.max(0, now.board - dealt.length);
  const empty = Array.from({ length: hand.game.board_cards - now.board }, () => cardPlace({ size: "medium" }));
  return [...dealt, ...Array.from({ length: missing }, () => hiddenCard({ size: "medium" })), ...empty];
}

function seatPanel(hand, player, step) {
  const { position } = player;
  const now = hand.steps[step];
  const isActing = now.acting === position;
  const hasFolded = now.folded[position];
  const equity = now.equity[position];
  const label = [player.name, player.position_name, isActing && "to act", hasFolded && "folded"].filter(Boolean).join(", ");
  return element(
    "div",
    { class: `replay-seat${isActing ? " acting" : ""}${hasFolded ? " folded" : ""}`, role: "group", "aria-label": label, "data-position": position, style: `--seat:${SEAT_COLORS[position % SEAT_COLORS.length]}` },
    element("div", { class: "replay-cards card-row" }, seatCards(hand, player, step)),
    element("div", { class: "replay-seat-text" },
      element("span", { class: "replay-name", title: player.spec ?? player.name }, player.name),
      element("span", { class: "replay-position" }, player.position_name),
      chipsText(now, position)),
    equity === null ? element("div", { class: "replay-equity none" }) : equityBar(equity),
    lastWord(hand, player, now),
  );
}

function seatCards(hand, player, step) {
  const isLast = step === hand.steps.length - 1;
  const isSeen = player.cards.length && (!player.is_hidden || isLast);
  if (isSeen) return player.cards.map((card) => cardElement(card, { size: "medium" }));
  return Array.from({ length: player.hole_cards }, () => hiddenCard({ size: "medium" }));
}

function chipsText(now, position) {
  const stack = now.stacks[position];
  return element("span", { class: "replay-chips" }, stack === null ? `${chips(now.spent[position])} in` : `${chips(stack)} behind`);
}

function equityBar(equity) {
  const text = percent(equity);
  return element("div", { class: "replay-equity", role: "img", "aria-label": `equity ${text}`, title: `equity ${text}` },
    element("span", { class: "replay-equity-bar" }, element("span", { style: `width:${100 * equity}%` })), element("span", {}, text));
}

/** What the player did last on this street, or won in the end. */
function lastWord(hand, player, now) {
  const bet = now.bets[player.position];
  if (now.is_over) {
    const won = player.payoff;
    return element("div", { class: `replay-word result ${winOrLoss(won)}` }, `${signed(won)} chips`);
  }
  if (now.action?.position === player.position) return element("div", { class: "replay-word now" }, now.action.words);
  return element("div", { class: "replay-word" }, bet ? `put in ${chips(bet)}` : "\u00a0");
}
