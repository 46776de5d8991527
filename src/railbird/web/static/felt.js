/** The felt: players with their cards and bets around the board and the pot. */

import { cardElement, cardPlace, hiddenCard } from "./cards.js";
import { element, replace } from "./dom.js";
import { chips, signed, signedBigBlinds, winOrLoss } from "./numbers.js";

/**
 * Draw the hand of a table.
 * @param {HTMLElement} place
 * @param {Object} table the table's status, with its seats
 * @param {Object|null} hand the hand as this browser sees it
 * @param {{onSit?: function(number), freshFrom?: number}} options
 */
export function drawFelt(place, table, hand, { onSit = null, freshFrom = 99 } = {}) {
  const seats = table.seats.map((_, seat) => seat);
  place.classList.toggle("many", seats.length > 4);
  const own = table.you ?? 0;
  // Around the table from the own seat, which is at the bottom.
  const around = [...seats.slice(own), ...seats.slice(0, own)];
  const below = table.you === null ? around.slice(0, Math.floor(around.length / 2)) : [own];
  const above = around.filter((seat) => !below.includes(seat));
  const seatOf = (seat) => seatElement(table, hand, seat, onSit);
  replace(
    place,
    element("div", { class: "felt-seats" }, above.map(seatOf)),
    boardElement(table, hand, freshFrom),
    element("div", { class: "felt-seats own" }, below.map(seatOf)),
  );
}

function boardElement(table, hand, freshFrom) {
  if (!hand) return element("div", { class: "felt-middle" }, element("p", { class: "felt-quiet" }, waitingText(table)));
  const cards = hand.board.map((card, place) => {
    const shown = cardElement(card);
    if (place >= freshFrom) shown.classList.add("fresh");
    return shown;
  });
  const places = Array.from({ length: table.board_cards - cards.length }, () => cardPlace());
  return element(
    "div",
    { class: "felt-middle" },
    element("p", { class: "felt-quiet" }, `Hand ${hand.hand + 1}${table.hands_planned ? ` of ${chips(table.hands_planned)}` : ""} · ${hand.street}`),
    element("div", { class: "board", role: "group", "aria-label": hand.board.length ? "Board" : "Board, no cards yet" }, cards, places),
    element("p", { class: "pot" }, element("span", {}, "Pot "), element("strong", {}, chips(hand.pot)), element("span", { class: "felt-quiet" }, ` ${chips(Math.round((10 * hand.pot) / table.big_blind) / 10)} bb`)),
  );
}

function waitingText(table) {
  const open = table.seats.filter((seat) => seat.is_open).length;
  if (table.is_over) return "";
  return open ? `Waiting for ${open === 1 ? "one more person" : `${open} more people`}` : "Shuffling";
}

function seatElement(table, hand, seat, onSit) {
  const status = table.seats[seat];
  const player = hand?.players[seat];
  const isActing = hand && hand.acting === seat && !table.is_over;
  const isAway = status.is_person && !status.is_open && !status.is_present;
  const classes = ["seat", isActing && "acting", player?.has_folded && "folded", seat === table.you && "you", table.failures[seat] && "failed"];
  return element(
    "div",
    { class: classes.filter(Boolean).join(" "), role: "group", "aria-label": `Seat ${seat + 1}, ${status.name}`, "data-seat": seat },
    element("div", { class: "seat-cards" }, player ? player.cards.map((card) => cardOf(card, seat === table.you)) : null),
    element(
      "div",
      { class: "seat-plate" },
      element("div", { class: "seat-name" }, element("strong", { title: status.name }, status.name), player?.position === "button" && buttonDisc()),
      element("div", { class: "seat-facts" }, [player?.position, player && stackText(player), isAway && "away"].filter(Boolean).join(" · ") || (status.is_open ? "free" : "\u00a0")),
      status.is_open && onSit && element("button", { class: "primary", type: "button", "data-control": `sit ${seat}`, "aria-label": `Sit down on seat ${seat + 1}`, onclick: () => onSit(seat) }, "Sit down"),
      isActing && element("div", { class: "seat-timer", "aria-hidden": "true" }),
    ),
    player && betElement(player, table),
  );
}

function cardOf(card, isOwn) {
  const options = { size: isOwn ? "large" : "medium" };
  return card ? cardElement(card, options) : hiddenCard(options);
}

function stackText(player) {
  if (player.is_all_in) return "all-in";
  return player.stack === null ? "" : chips(player.stack);
}

function buttonDisc() {
  return element("span", { class: "disc", role: "img", "aria-label": "dealer button", title: "Dealer button" }, "D");
}

function betElement(player, table) {
  if (player.payoff !== null) {
    return element("div", { class: `seat-bet result ${winOrLoss(player.payoff)}` },
      element("strong", {}, signed(player.payoff)), element("span", {}, signedBigBlinds(player.payoff, table.big_blind)));
  }
  const text = player.last || (player.bet ? `blind ${chips(player.bet)}` : "");
  return element("div", { class: `seat-bet${text ? "" : " none"}` },
    player.bet && !player.has_folded ? element("span", { class: "stake", "aria-hidden": "true" }) : null, text || "\u00a0");
}
