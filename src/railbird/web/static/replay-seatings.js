/** The same cards in all orders of seats of the duplicate set, side by side. */

import { cardElement } from "./cards.js";
import { element } from "./dom.js";
import { signed, winOrLoss } from "./numbers.js";
import { replayLink } from "./sources.js";

export function seatingTable(hand, name) {
  const [first] = hand.seatings;
  return element(
    "section",
    { class: "panel", "aria-label": "The same cards in other seats" },
    element("h2", {}, "The same cards in other seats"),
    element("p", { class: "quiet small" }, "Each row is one order of seats of the duplicate set: who held which cards, what was won in big blinds, and the betting."),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Orders of seats" }, element("table", { class: "seatings" },
      element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "word" }, "Match"), first.players.map(positionHeading), element("th", { scope: "col", class: "word" }, "Betting"))),
      element("tbody", {}, hand.seatings.map((seating) => seatingRow(seating, name)), meanRow(hand)))),
  );
}

function positionHeading(player) {
  return element("th", { scope: "col", class: "word" }, element("span", { class: "card-row" }, player.cards.map((card) => cardElement(card, { size: "tiny" }))),
    element("span", { class: "quiet small" }, player.position_name));
}

function seatingRow(seating, name) {
  const match = seating.address.split(":")[0];
  return element("tr", { class: seating.is_this ? "this" : null, "aria-current": seating.is_this ? "true" : null },
    element("th", { scope: "row", class: "word" }, seating.is_this ? `${match} (this hand)` : element("a", { href: replayLink(name, seating.address) }, match)),
    seating.players.map((player) => element("td", { class: "word" }, element("span", {}, player.name), " ", element("span", { class: winOrLoss(player.won) }, signed(player.won)))),
    element("td", { class: "word" }, element("code", {}, seating.betting.replaceAll("/", " / "))));
}

/** What each player won over all orders, where everybody held all cards once. */
function meanRow(hand) {
  const totals = new Map();
  for (const seating of hand.seatings) for (const { name, won } of seating.players) totals.set(name, (totals.get(name) ?? 0) + won);
  const text = [...totals].map(([name, total]) => [element("span", {}, name), " ", element("span", { class: winOrLoss(total) }, signed(Math.round((100 * total) / hand.seatings.length) / 100)), "  "]);
  return element("tr", { class: "mean" }, element("th", { scope: "row", class: "word" }, "mean over all"), element("td", { class: "word", colspan: hand.players.length + 1 }, text));
}
