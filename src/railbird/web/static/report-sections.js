/** Sections of a report: figures, the tables behind them, and where a click on a figure leads. */

import { dataTable } from "./data-table.js";
import { element, replace } from "./dom.js";
import { drawFigure, svgButton } from "./figure.js";

/** Figures in which a click leads to hands. */
const LEADING = new Set(["crosstable", "positions", "starting-hands", "actions"]);

/** A list of links to the sections of a page. */
export function contents(sections) {
  return element("nav", { class: "contents", "aria-label": "Sections" },
    sections.map(({ title }, number) => element("a", { href: `#section-${number}` }, title)));
}

/**
 * A section with its figure and tables. Figures are drawn when they come into sight.
 * @param {{title: string, figure: Object}} section as `railbird.web.analysis_data` makes it
 * @param {{onLink?: function(string)}} options what follows a link of a figure
 */
export function reportSection({ title, figure }, number, { onLink = null } = {}) {
  const panels = element("div", { class: `panels panels-${figure.key}` });
  const choice = figure.choices.length > 1 ? choiceField(figure, () => draw()) : null;
  const tables = figure.tables.map((table) => dataTable(table, { linkOf: (row, column, cell) => cell.link ?? null }));

  function draw() {
    const chosen = choice ? choice.querySelector("select").value : figure.choices[0] ?? "";
    const plots = figure.plots.filter((plot) => plot.choice === chosen || !plot.choice);
    replace(panels, plots.map((plot, place) => plotPanel(plot, figure, `${figure.key}-${place + 1}`, { title, onLink })));
  }

  const whole = element(
    "section",
    { class: "panel report-section", id: `section-${number}`, "aria-label": title },
    element("div", { class: "section-head" }, element("h2", {}, title), choice),
    element("p", { class: "quiet small" }, figure.caption, onLink && LEADING.has(figure.key) ? " A click leads to the hands." : null),
    figure.legend.length ? legend(figure, panels) : null,
    figure.shows_tables ? tables : null,
    panels,
    !figure.shows_tables && tables.length
      ? element("details", { class: "behind" }, element("summary", {}, tables.length > 1 ? "Tables with all numbers" : "Table with all numbers"), tables)
      : null,
    element("p", { class: "quiet small command" }, "The same by command: ", element("code", {}, figure.command)),
  );
  if (figure.plots.length) whenSeen(whole, draw);
  return whole;
}

function choiceField(figure, onChange) {
  return element("label", { class: "field inline" }, element("span", {}, figure.choice_label),
    element("select", { onchange: onChange }, figure.choices.map((choice) => element("option", { value: choice }, choice))));
}

function plotPanel(plot, figure, name, { title, onLink }) {
  const place = element("div", { class: "plot" });
  const label = [title, plot.title, plot.choice].filter(Boolean).join(", ");
  const panel = element("div", { class: "plot-panel" },
    element("div", { class: "plot-head" }, element("h3", {}, plot.title || "\u00a0"), svgButton(place, name)), place);
  const { layout } = plot;
  const isNarrow = layout.annotations && window.innerWidth < 560;
  const shown = isNarrow ? { ...layout, annotations: [], margin: { ...layout.margin, r: 20 } } : layout;
  drawFigure(place, { data: plot.data, layout: shown }, { name, label }).then(() => {
    if (onLink) place.on?.("plotly_click", ({ points }) => {
      const link = linkBehind(figure, plot, points[0]);
      if (link) onLink(link);
    });
  });
  return panel;
}

/** The link of the table cell that a point of a plot shows. */
function linkBehind(figure, plot, point) {
  const rows = figure.tables[0]?.rows ?? [];
  const named = (row, key) => row[figure.tables[0].columns.findIndex((column) => column.key === key)];
  if (figure.key === "crosstable") return rows[point.y]?.[point.x + 1]?.link;
  if (figure.key === "positions") {
    const player = rows.map((row) => row[0].text).filter((text, at, all) => all.indexOf(text) === at)[point.y];
    return rows.filter((row) => row[0].text === player)[point.x]?.at(-1).link;
  }
  if (figure.key === "starting-hands") {
    const row = rows.find((cells) => cells[0].text === plot.choice && named(cells, "hand").text === point.text);
    return row && named(row, plot.title.startsWith("Played") ? "played" : plot.title.startsWith("Raised") ? "raised" : "hands").link;
  }
  if (figure.key === "actions") {
    const row = rows.filter((cells) => named(cells, "street").text === plot.title.toLowerCase())[point.y];
    return row && named(row, `${point.data.name}s`)?.link;
  }
  return null;
}

function legend(figure, panels) {
  return element("div", { class: "figure-legend", role: "group", "aria-label": "Shown in the figure" }, figure.legend.map((entry) =>
    element("button", {
      type: "button", class: "figure-legend-entry", "aria-pressed": "true",
      onclick: (event) => toggle(event.currentTarget, entry.name, panels),
    }, element("span", { class: "swatch", style: `background:${entry.color}` }), entry.name)));
}

function toggle(button, group, panels) {
  const isShown = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isShown));
  for (const place of panels.querySelectorAll(".plot[data-drawn]")) {
    const traces = place.data.flatMap((trace, number) => (trace.legendgroup === group ? [number] : []));
    if (traces.length) window.Plotly.restyle(place, { visible: isShown }, traces);
    const label = (place.layout.annotations ?? []).findIndex(({ name }) => name === group);
    if (label >= 0) window.Plotly.relayout(place, { [`annotations[${label}].visible`]: isShown });
  }
}

function whenSeen(node, action) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    action();
  }, { rootMargin: "300px" });
  observer.observe(node);
}
