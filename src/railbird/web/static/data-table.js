/** Tables of `railbird.statistics`, as `railbird.web.shown_table` writes them: sorted by a click, saved as CSV. */

import { element, replace } from "./dom.js";
import { download } from "./downloads.js";

/**
 * @param {{key: string, title: string, columns: Object[], rows: Object[][]}} table
 * @param {{linkOf?: function(row, column, cell): (string|null), caption?: boolean, order?: Object}} options
 *   a link behind a cell; the order of the rows, from `newOrder()`, which clicks change, for a table that is drawn again
 */
export function dataTable(table, { linkOf = () => null, caption = true, order = newOrder() } = {}) {
  const body = element("tbody");

  function fill() {
    const sortedPlace = table.columns.findIndex((column) => column.key === order.key);
    const rows = sortedPlace < 0 ? table.rows : sorted(table.rows, sortedPlace, order.isDescending);
    replace(body, rows.map((row) => element("tr", {}, table.columns.map((column, place) => cellElement(row, column, place)))));
  }

  function cellElement(row, column, place) {
    const cell = row[place];
    const link = linkOf(row, column, cell);
    const content = link ? element("a", { href: link }, cell.text) : cell.text;
    return element(place === 0 ? "th" : "td", { class: column.is_text ? "word" : null, scope: place === 0 ? "row" : null }, content);
  }

  function sortBy({ key, is_text: isText }, headings) {
    Object.assign(order, { key, isDescending: order.key === key ? !order.isDescending : !isText });
    headings.forEach((heading, place) => heading.setAttribute("aria-sort", direction(table.columns[place])));
    fill();
  }

  function direction({ key }) {
    if (key !== order.key) return "none";
    return order.isDescending ? "descending" : "ascending";
  }

  const headings = table.columns.map((column) =>
    element(
      "th",
      { class: column.is_text ? "word" : null, scope: "col", title: column.meaning || null, "aria-sort": direction(column) },
      element("button", { type: "button", class: "sort", "data-control": `sort ${column.key}`, "aria-label": column.heading ? null : column.key.replaceAll("_", " "), onclick: () => sortBy(column, headings) }, column.heading),
    ));
  fill();
  return element(
    "figure",
    { class: "data-table" },
    caption && element("figcaption", {}, element("span", {}, table.title), csvButton(table)),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title },
      element("table", {}, element("thead", {}, element("tr", {}, headings)), body)),
  );
}

/** An order for `dataTable`: at first that in which the server sends the rows. */
export function newOrder() {
  return { key: null, isDescending: false };
}

function sorted(rows, place, isDescending) {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((first, second) => {
    const [a, b] = [first[place].value, second[place].value];
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (typeof a === "string" || typeof b === "string" ? String(a).localeCompare(String(b)) : a - b);
  });
}

/** A button that saves a table as CSV. */
export function csvButton(table) {
  const save = () => download(`${table.key}.csv`, csvOf(table), "text/csv");
  return element("button", { type: "button", class: "quiet", onclick: save, "aria-label": `Save ${table.title} as CSV` }, "CSV");
}

export function csvOf(table) {
  const lines = [table.columns.flatMap((column) => column.csv_keys), ...table.rows.map((row) => row.flatMap((cell) => cell.csv))];
  return lines.map((line) => `${line.map(quoted).join(",")}\n`).join("");
}

function quoted(value) {
  const text = value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
