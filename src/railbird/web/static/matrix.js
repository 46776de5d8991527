/** The 13 x 13 matrix of starting hands: pairs on the diagonal, suited hands above it, offsuit hands below. */

import { element, replace } from "./dom.js";

const RANKS = "AKQJT98765432";

/** The name of the hand in a row and column: "AKs". */
export function handName(row, column) {
  if (row === column) return RANKS[row] + RANKS[row];
  return row < column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
}

/**
 * A grid with a cell for each of the 169 hands. Arrow keys move between cells; the line below says what a cell holds.
 * @param {function(string): ({parts?: {share: number, color: string}[], color?: string, text?: string, title: string}|null)} cellOf
 *   what to show for a hand: parts are stacked from left to right, shares sum to at most 1
 * @param {{label: string, onChoose?: function(string)}} options
 */
export function handMatrix(cellOf, { label, onChoose = null } = {}) {
  const explanation = element("p", { class: "matrix-explanation", "aria-live": "polite" }, "\u00a0");
  const cells = [];
  for (let row = 0; row < 13; row++) for (let column = 0; column < 13; column++) cells.push(matrixCell(handName(row, column)));

  function matrixCell(hand) {
    const content = cellOf(hand);
    const title = content ? content.title : `${hand}: no hands`;
    const explain = () => replace(explanation, title);
    return element(
      onChoose ? "button" : "span",
      {
        class: `matrix-cell${content ? "" : " empty"}`, type: onChoose ? "button" : null, role: onChoose ? null : "gridcell",
        tabindex: hand === "AA" ? "0" : "-1", "aria-label": title, title,
        style: content ? backgroundOf(content) : null, onmouseenter: explain, onfocus: explain,
        onclick: onChoose ? () => onChoose(hand) : null,
      },
      element("span", { class: "matrix-hand" }, hand),
      content?.text ? element("span", { class: "matrix-text" }, content.text) : null,
    );
  }

  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 };
  const grid = element("div", {
    class: "matrix", role: "grid", "aria-label": label,
    onkeydown: (event) => {
      const from = cells.indexOf(document.activeElement);
      const to = from + (steps[event.key] ?? 0);
      if (from < 0 || to === from || !cells[to]) return;
      event.preventDefault();
      cells[from].tabIndex = -1;
      cells[to].tabIndex = 0;
      cells[to].focus();
    },
  }, cells);
  return element("div", { class: "matrix-frame" }, element("div", { class: "matrix-scroll" }, grid), explanation);
}

function backgroundOf({ parts, color }) {
  if (!parts) return color ? `background:${color}` : null;
  let from = 0;
  const stops = parts.map((part) => {
    const stop = `${part.color} ${100 * from}% ${100 * (from + part.share)}%`;
    from += part.share;
    return stop;
  });
  return `background:linear-gradient(to right, ${stops.join(", ")}, transparent ${100 * from}%)`;
}
