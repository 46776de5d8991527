/** Parts of the strategy browser: links, shares as bars, matrices of hands, lists of card classes. */

import { cardElement } from "./cards.js";
import { element } from "./dom.js";
import { handMatrix } from "./matrix.js";

/** The path of a state of the browser. */
export function strategyPath({ name, actions = "", board = "", other = "" }) {
  const query = new URLSearchParams(Object.entries({ actions, board, with: other }).filter(([, value]) => value));
  const path = `/strategy/${name.split("/").map(encodeURIComponent).join("/")}`;
  return query.size ? `${path}?${query}` : path;
}

export function percent(share, digits = 1) {
  if (share === null || share === undefined) return "–";
  const smallest = 10 ** -digits;
  if (share > 0 && 100 * share < smallest / 2) return `< ${smallest} %`;
  return `${(100 * share).toFixed(digits)} %`;
}

export function sharesText(shares, choices) {
  return choices.map((choice, place) => `${choice.word} ${percent(shares[place])}`).join(", ");
}

/** Shares of choices as one bar. */
export function shareBar(shares, choices) {
  return element(
    "span",
    { class: "share-bar", role: "img", "aria-label": sharesText(shares, choices), title: sharesText(shares, choices) },
    shares.map((share, place) =>
      share > 0 && element("span", { style: `flex:${share} 0 0;background:${choices[place].color}` },
        share >= 0.12 ? element("span", { "aria-hidden": "true" }, Math.round(100 * share)) : null)),
  );
}

/** Cards by their text: with suits where they matter ("AhKd"), otherwise ranks ("K"). */
export function cardsOf(text) {
  const cards = /^(?:[2-9TJQKA][shdc])+$/.test(text) ? text.match(/../g).map((card) => cardElement(card, { size: "small" })) : null;
  const ranks = /^[2-9TJQKA]{1,2}$/.test(text) ? [...text].map(rankCard) : null;
  return element("span", { class: "card-row" }, cards ?? ranks ?? text);
}

function rankCard(rank) {
  return element("span", { class: "card small rank-only", role: "img", "aria-label": rank }, element("span", { class: "card-rank", "aria-hidden": "true" }, rank === "T" ? "10" : rank));
}

/**
 * The matrix of starting hands. The filled part of a cell is what is left of the hand in the range of the player.
 * @param {Object[]} cells as the server gives them
 * @param {Object[]} choices with words and colours
 */
export function rangeMatrix(cells, choices, { label, onChoose }) {
  const byHand = new Map(cells.filter(Boolean).map((cell) => [cell.hand, cell]));
  const frame = handMatrix((hand) => {
    const cell = byHand.get(hand);
    if (!cell) return null;
    const title = `${hand}: ${sharesText(cell.shares, choices)}; ${percent(cell.weight)} of the hand is left in the range`;
    return { title, parts: cell.shares.map((share, place) => ({ share, color: choices[place].color })) };
  }, { label, onChoose });
  for (const node of frame.querySelectorAll(".matrix-cell")) fillByWeight(node, byHand.get(node.textContent));
  return frame;
}

function fillByWeight(node, cell) {
  if (!cell) return;
  node.style.backgroundSize = `100% ${Math.max(100 * cell.weight, cell.weight > 0 ? 4 : 0)}%`;
  node.style.backgroundPosition = "bottom";
  node.style.backgroundRepeat = "no-repeat";
  node.dataset.hand = cell.hand;
  if (cell.weight < 0.95) node.classList.add(cell.weight < 0.5 ? "thin" : "part");
}

/** The matrix of differences: how often two strategies choose differently with each hand. */
export function differenceMatrix(cells, differences, { label, onChoose }) {
  const byHand = new Map(cells.map((cell, place) => [cell?.hand, differences[place]]));
  const frame = handMatrix((hand) => {
    const apart = byHand.get(hand);
    if (apart === undefined || apart === null) return null;
    const strength = Math.round(100 * Math.sqrt(apart));
    return {
      title: `${hand}: they choose differently ${percent(apart)} of the time`,
      color: `color-mix(in oklab, var(--difference) ${strength}%, var(--shade))`,
      text: apart >= 0.005 ? Math.round(100 * apart) : null,
    };
  }, { label, onChoose });
  frame.classList.add("difference");
  return frame;
}

/** The card classes of a decision, a row each. */
export function classList(classes, choices, { total, caption, others = null }) {
  const hasBoard = classes.some((each) => each.board);
  const hasValue = classes.some((each) => each.value !== null);
  const headings = ["Hand", hasBoard && "Board", choices.map((choice) => choice.word).join(" / "), others && "Other strategy", "Reach", hasValue && "Value"];
  const byNumber = new Map((others ?? []).map((each) => [each.number, each]));
  const rows = classes.map((each) => element(
    "tr",
    { "data-class": each.number },
    element("th", { scope: "row", class: "word" }, cardsOf(each.hand)),
    hasBoard && element("td", { class: "word" }, cardsOf(each.board)),
    element("td", { class: "bar-cell" }, shareBar(each.shares, choices)),
    others && element("td", { class: "bar-cell" }, byNumber.has(each.number) ? shareBar(byNumber.get(each.number).shares, choices) : "–"),
    element("td", { title: "of all hands" }, percent(each.reach, total < 0.05 ? 3 : 1)),
    hasValue && element("td", {}, each.value === null ? "–" : each.value.toFixed(3)),
  ));
  return element("figure", {}, element("figcaption", {}, caption),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      element("table", { class: "class-list" },
        element("thead", {}, element("tr", {}, headings.filter((heading) => heading !== false && heading !== null)
          .map((heading) => element("th", { scope: "col", class: /reach|value/i.test(heading) ? null : "word" }, heading)))),
        element("tbody", {}, rows))));
}
