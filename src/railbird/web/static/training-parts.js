/** Parts of the training room: links, confusion matrices. */

import { dataTable } from "./data-table.js";
import { element } from "./dom.js";

export function trainingPath(name) {
  return `/training/${name.split("/").map(encodeURIComponent).join("/")}`;
}

/** A confusion matrix: the darker a cell, the larger its share of its row; the diagonal is what was right. */
export function confusionMatrix(table) {
  const places = table.columns.map((column, place) => place).filter((place) => place && !["recall", "precision"].includes(table.columns[place].key));
  const figure = dataTable(table);
  figure.classList.add("confusion");
  for (const [number, row] of [...figure.querySelectorAll("tbody tr")].entries()) {
    const total = places.reduce((sum, place) => sum + table.rows[number][place].value, 0);
    for (const place of places) {
      const share = total ? table.rows[number][place].value / total : 0;
      const isRight = table.columns[place].key === table.rows[number][0].value;
      const cell = row.children[place];
      cell.style.background = `color-mix(in oklab, ${isRight ? "var(--accent)" : "var(--difference)"} ${Math.round(70 * share)}%, transparent)`;
      cell.title = `${(100 * share).toFixed(1)} % of the decisions that were ${table.rows[number][0].text}`;
      if (isRight) cell.classList.add("right");
    }
  }
  return figure;
}

/** The facts of something, as a list. */
export function facts(entries) {
  return element("dl", { class: "facts" }, entries.map(([name, value]) => element("div", {}, element("dt", {}, name.replaceAll("_", " ")), element("dd", {}, String(value)))));
}
