/** A dataset, a model, or results of `railbird imitate`. */

import { get, getText } from "../api.js";
import { dataTable } from "../data-table.js";
import { element, errorNotice, replace } from "../dom.js";
import { drawFigure } from "../figure.js";
import { confusionMatrix, facts, trainingPath } from "../training-parts.js";

const SHOWN = { dataset: datasetParts, model: modelParts, study: resultParts, evaluation: resultParts, comparison: resultParts };

export async function show(place, { name }) {
  const item = await get(`/api/training/item?${new URLSearchParams({ name })}`);
  document.title = `${name} · Railbird`;
  place.append(
    element("p", { class: "small" }, element("a", { href: "/training" }, "Training room")),
    element("h1", {}, item.title || name),
    element("p", { class: "quiet" }, item.kind === "comparison" ? "a model in the seat of its original" : item.kind, item.title ? `: ${name}` : ""),
    element("div", {}, SHOWN[item.kind](item)),
  );
}

function datasetParts(item) {
  return element("section", { class: "panel" }, facts(Object.entries(item.about)), item.tables.map((table) => dataTable(table)));
}

function modelParts(item) {
  const about = Object.entries(item.about).map(([key, value]) => [key, typeof value === "object" ? Object.entries(value).map(([street, number]) => `${street} ${number.toLocaleString("en")}`).join(", ") : value]);
  return [
    element("section", { class: "panel" }, facts([["predicts", item.predicts], ...about]),
      item.trained_on && element("p", {}, "Trained on ", element("a", { href: trainingPath(item.trained_on) }, item.trained_on))),
    testPanel(item),
    item.streets.map((street) => streetPanel(item.name, street)),
  ];
}

function testPanel(item) {
  if (!item.datasets.length) return null;
  const result = element("div", {});
  const select = element("select", { id: "dataset" }, item.datasets.map((name) => element("option", { value: name, selected: name === item.trained_on }, name)));
  const test = async () => {
    replace(result, element("p", { class: "quiet", role: "status" }, "Predicting every decision …"));
    try {
      const { tables } = await get(`/api/training/scores?${new URLSearchParams({ name: item.name, dataset: select.value })}`);
      const warning = select.value === item.trained_on ? element("p", { class: "notice" }, "These are the decisions that it was trained on: how well it predicts others, railbird imitate evaluate tells by cross-validation.") : null;
      replace(result, warning, tables.map((table) => (table.key.startsWith("confusion") ? confusionMatrix(table) : dataTable(table))));
    } catch (error) {
      replace(result, errorNotice(error));
    }
  };
  return element("section", { class: "panel spaced" }, element("h2", {}, "Confusion matrices"),
    element("div", { class: "row" }, element("label", { class: "field" }, element("span", {}, "Test it on"), select), element("button", { type: "button", class: "primary", onclick: test }, "Test")), result);
}

function streetPanel(name, street) {
  const size = Object.entries(street.size).map(([word, number]) => `${number.toLocaleString("en")} ${word}`).join(", ");
  return element("section", { class: "panel spaced", "data-street": street.street },
    element("h2", { class: "capital" }, street.street), element("p", { class: "quiet" }, `${street.learner}: ${size}; ${street.attributes.length} attributes`),
    street.is_tree ? treeDrawing(name, street) : null,
    element("details", { open: !street.is_tree }, element("summary", {}, street.is_tree ? "As text" : "What it learned"), element("pre", { class: "model-text", tabindex: "0" }, street.text)),
    street.leaves && element("details", {}, element("summary", {}, "Leaves by their examples"), dataTable(street.leaves)),
    element("details", {}, element("summary", {}, "Attributes"), element("p", { class: "small" }, street.attributes.join(", "))));
}

function treeDrawing(name, street) {
  const address = (depth) => `/api/training/tree?${new URLSearchParams({ name, street: street.street, depth })}`;
  const drawing = element("div", { class: "scroll tree-drawing", tabindex: "0", role: "region", "aria-label": `Tree of the ${street.street}` });
  const link = element("a", { href: address(4), download: `${name.replaceAll("/", "-")}-${street.street}.svg` }, "SVG");
  let wanted = "";
  const draw = async (depth) => {
    link.href = wanted = address(depth);
    const path = wanted;
    try {
      const tree = inlineDrawing(await getText(path), `The decision tree of the ${street.street}; its text is below`);
      if (path === wanted) replace(drawing, tree);
    } catch (error) {
      if (path === wanted) replace(drawing, errorNotice(error));
    }
  };
  draw(4);
  return element("figure", {}, element("figcaption", {}, element("label", { class: "field inline" }, element("span", {}, "Depth "),
    element("select", { onchange: (event) => draw(event.target.value), "aria-label": `Depth of the tree of the ${street.street}` }, [2, 3, 4, 5, 6, 8, 12].map((depth) => element("option", { value: depth, selected: depth === 4 }, depth)))), link),
  drawing);
}

/** A drawing as part of the page, whose colours it takes; an image would keep its own. */
function inlineDrawing(text, label) {
  const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", label);
  return drawing;
}

function resultParts(item) {
  return [
    item.source.rows.length ? element("section", { class: "panel" }, dataTable(item.source)) : null,
    item.evaluations.map(evaluationPanel),
    item.play.length ? element("section", { class: "panel spaced" }, element("h2", {}, "Model and original in play"), item.play.map((table) => dataTable(table))) : null,
    item.text && element("details", { class: "panel spaced" }, element("summary", {}, "All tables as text"), element("pre", { class: "model-text", tabindex: "0" }, item.text)),
  ];
}

function evaluationPanel(evaluation) {
  const curves = evaluation.curves.map((plot) => {
    const place = element("div", {});
    drawFigure(place, plot, { name: `learning-curve-${plot.title}`, label: `Learning curve, ${plot.title}` });
    return element("figure", {}, element("figcaption", { class: "capital" }, plot.title), place);
  });
  return element("section", { class: "panel spaced" }, element("h2", {}, evaluation.name ? `Cross-validation: ${evaluation.name}` : "Cross-validation"),
    curves.length ? [element("h3", {}, "Learning curves"), element("div", { class: "columns" }, curves)] : null,
    dataTable(evaluation.accuracies),
    evaluation.confusions.length ? element("details", { open: evaluation.confusions.length <= 6 }, element("summary", {}, "Confusion matrices"), element("div", { class: "columns" }, evaluation.confusions.map(confusionMatrix))) : null);
}
