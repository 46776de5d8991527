/** The equity of every hand at every step, as columns that can be clicked. */

import { drawing, element } from "./dom.js";
import { percent } from "./numbers.js";
import { SEAT_COLORS } from "./replay-felt.js";

const HEIGHT = 100;

export function equityStrip(hand, step, onChoose) {
  const known = hand.steps.some((each) => each.equity.some((share) => share !== null));
  if (!known) return element("p", { class: "quiet small" }, whyNot(hand));
  const columns = hand.steps.map((each, number) => column(hand, each, number, step, onChoose));
  return element(
    "div",
    {},
    drawing("svg", { class: "equity-strip", viewBox: `0 0 ${hand.steps.length} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": labelOf(hand, step) }, columns),
    element("ul", { class: "equity-legend" }, hand.players.map((player) => legendEntry(hand, player, step))),
    hand.seat === null ? null : element("p", { class: "quiet small" }, "Against random hands of all who are still in."),
  );
}

function column(hand, each, number, step, onChoose) {
  let top = HEIGHT;
  const parts = each.equity.flatMap((share, position) => {
    if (share === null) return [];
    top -= HEIGHT * share;
    return [drawing("rect", { x: number + 0.06, width: 0.88, y: top, height: HEIGHT * share, fill: SEAT_COLORS[position % SEAT_COLORS.length] })];
  });
  const space = drawing("rect", { x: number, width: 1, y: 0, height: HEIGHT, fill: "transparent" });
  return drawing("g", { class: number === step ? "column now" : "column", onclick: () => onChoose(number) }, parts, space);
}

function legendEntry(hand, player, step) {
  const share = hand.steps[step].equity[player.position];
  const text = share === null ? (hand.steps[step].folded[player.position] ? "folded" : "–") : percent(share);
  return element("li", {}, element("span", { class: "swatch", style: `background:${SEAT_COLORS[player.position % SEAT_COLORS.length]}` }),
    element("span", { class: "equity-name" }, player.name), element("span", { class: "equity-share" }, text));
}

function labelOf(hand, step) {
  const parts = hand.players.flatMap((player) => {
    const share = hand.steps[step].equity[player.position];
    return share === null ? [] : [`${player.name} ${percent(share)}`];
  });
  return `Equity at this step: ${parts.join(", ")}`;
}

function whyNot(hand) {
  if (hand.seat !== null) return "The equity of this seat is not known here.";
  return "There is no equity, because a hand that was not folded is not known.";
}
