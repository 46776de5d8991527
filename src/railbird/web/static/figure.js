/** Figures, drawn by Plotly from the installed package; loaded when the first one is drawn. */

import { element } from "./dom.js";

let loading = null;

function plotly() {
  loading ??= new Promise((resolve, reject) => {
    const script = element("script", { src: "/static/plotly.js" });
    script.addEventListener("load", () => resolve(window.Plotly));
    script.addEventListener("error", () => reject(new Error("the figures cannot be drawn: Plotly did not load")));
    document.head.append(script);
  });
  return loading;
}

/**
 * Draw a figure, or draw it anew with other data. Letters and lines take the colours of the page.
 * @param {HTMLElement} place
 * @param {{data: Object[], layout: Object}} figure JSON for Plotly, as `railbird.reports` makes it
 * @param {{name?: string, label?: string}} options name of the downloaded file, and what a screen reader says
 */
export async function drawFigure(place, { data, layout }, { name = "figure", label = "" } = {}) {
  const Plotly = await plotly();
  place.classList.add("plot");
  if (label) {
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", label);
  }
  const isTouched = matchMedia("(pointer: coarse)").matches;
  await Plotly.react(place, data, { ...layout, dragmode: isTouched ? false : "zoom" }, configuration(name));
  place.dataset.drawn = "yes";
}

function configuration(name) {
  return {
    responsive: true,
    displaylogo: false,
    displayModeBar: matchMedia("(hover: hover)").matches ? "hover" : false,
    modeBarButtons: [["toImage", "zoom2d", "pan2d", "resetScale2d"]],
    toImageButtonOptions: { format: "svg", filename: name },
  };
}

/** A button that saves a figure as SVG. */
export function svgButton(place, name) {
  const save = async () => (await plotly()).downloadImage(place, { format: "svg", filename: name });
  return element("button", { type: "button", class: "quiet", onclick: save }, "SVG");
}
