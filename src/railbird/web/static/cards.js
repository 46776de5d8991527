/** Cards that are pleasant to look at, and that a screen reader can name. */

import { drawing, element } from "./dom.js";

const RANKS = {
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** Outlines of the suits in a square of 32. */
const OUTLINES = {
  s: "M16 2c3.4 5.6 11 9 11 15.4 0 3.6-2.7 6-5.7 6-1.9 0-3.3-.8-4.2-2.1.2 3.6 1.3 6.4 3.6 8.7h-9.4c2.3-2.3 3.4-5.1 3.6-8.7-.9 1.3-2.3 2.1-4.2 2.1-3 0-5.7-2.4-5.7-6C5 11 12.600 7.600 16 2z",
  h: "M16 29C12.400 23.600 3 18.600 3 11.200 3 7 6.200 4 9.900 4c2.800 0 4.900 1.500 6.100 3.800C17.200 5.500 19.300 4 22.100 4 25.800 4 29 7 29 11.200 29 18.600 19.600 23.600 16 29z",
  d: "M16 2.500c2.900 5 6.300 9.500 10.200 13.500C22.300 20 18.900 24.500 16 29.500 13.100 24.500 9.700 20 5.800 16 9.700 12 13.100 7.500 16 2.500z",
  c: "M16 2.500c3.600 0 6.300 2.700 6.300 6.100 0 1.700-.7 3.300-2 4.600.8-.3 1.700-.5 2.500-.5 3.500 0 6.200 2.800 6.200 6.100s-2.700 6-6.100 6c-2.400 0-4.500-1.400-5.600-3.300.3 3.400 1.300 6 3.500 8.500h-9.600c2.200-2.500 3.200-5.100 3.500-8.500-1.100 1.900-3.200 3.300-5.600 3.300-3.400 0-6.100-2.700-6.100-6s2.700-6.100 6.200-6.100c.8 0 1.700.2 2.500.5-1.300-1.300-2-2.900-2-4.600 0-3.400 2.700-6.100 6.300-6.100z",
};

/** A card as a screen reader says it: "ace of hearts". */
export function cardName(card) {
  return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** The sign of a suit. */
export function suitSign(suit) {
  return drawing("svg", { viewBox: "0 0 32 32", class: "suit", "aria-hidden": "true" }, drawing("path", { d: OUTLINES[suit] }));
}

/**
 * A card, face up.
 * @param {string} card like "Ah"
 * @param {{size?: "small"|"medium"|"large"}} options
 */
export function cardElement(card, { size = "medium" } = {}) {
  const rank = card[0] === "T" ? "10" : card[0];
  return element(
    "span",
    { class: `card ${size} suit-${card[1]}`, role: "img", "aria-label": cardName(card), "data-card": card },
    element("span", { class: "card-rank", "aria-hidden": "true" }, rank),
    suitSign(card[1]),
  );
}

/** A card, face down. */
export function hiddenCard({ size = "medium" } = {}) {
  return element("span", { class: `card back ${size}`, role: "img", "aria-label": "hidden card" });
}

/** The place of a card that is not dealt yet. */
export function cardPlace({ size = "medium" } = {}) {
  return element("span", { class: `card place ${size}`, "aria-hidden": "true" });
}

/** Cards in a row: a list of cards, with null for hidden ones. */
export function cardRow(cards, options = {}) {
  return element(
    "span",
    { class: "card-row" },
    cards.map((card) => (card ? cardElement(card, options) : hiddenCard(options))),
  );
}
