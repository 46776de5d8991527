"use strict";

const figures = JSON.parse(document.getElementById("figures").textContent);
const places = [...document.querySelectorAll(".plot")];
const isTouched = matchMedia("(pointer: coarse)").matches;
const config = {
  responsive: true,
  displaylogo: false,
  // Without a pointer that hovers it would stand on the figure all the time.
  displayModeBar: matchMedia("(hover: hover)").matches ? "hover" : false,
  // By name: those that Plotly would add send charts to servers.
  modeBarButtons: [["toImage", "zoom2d", "pan2d", "resetScale2d"]],
  toImageButtonOptions: { format: "svg" },
};

/** The plot that belongs in a place: of a figure with choices, that of the chosen one. */
function plotFor(place) {
  const plots = figures[place.dataset.figure];
  const select = document.querySelector(`select[data-figure="${place.dataset.figure}"]`);
  const choice = place.dataset.choice ?? (select ? select.value || plots[0].choice : plots[0].choice);
  return plots.filter((plot) => plot.choice === choice)[Number(place.dataset.panel)];
}

/** Below the panels of the first choice, those of all others; or none, if only one choice is shown. */
function showOthers(select) {
  const figure = select.dataset.figure;
  const panels = document.querySelector(`.panels[data-figure="${figure}"]`);
  for (const other of document.querySelectorAll(`.others[data-figure="${figure}"]`)) {
    for (const place of other.querySelectorAll(".plot")) places.splice(places.indexOf(place), 1);
    other.remove();
  }
  if (select.value !== "") return;
  const choices = [...select.options].map((option) => option.value).filter((value) => value !== "").slice(1);
  let last = panels;
  for (const choice of choices) {
    const others = document.createElement("div");
    others.className = "others";
    others.dataset.figure = figure;
    const name = document.createElement("p");
    name.className = "other";
    name.textContent = choice;
    const copy = panels.cloneNode(true);
    for (const place of copy.querySelectorAll(".plot")) {
      place.replaceChildren();
      place.className = "plot";
      place.dataset.choice = choice;
      places.push(place);
    }
    others.append(name, copy);
    last.after(others);
    last = others;
  }
}

function draw(place) {
  const { data, layout: planned } = plotFor(place);
  // Labels at the ends of curves would take half of a narrow screen; the legend has the names too.
  const isNarrow = place.clientWidth < 480 && planned.annotations;
  const layout = isNarrow ? { ...planned, annotations: [], margin: { ...planned.margin, r: 20 } } : planned;
  // A finger that moves over a plot scrolls the page.
  const dragmode = isTouched ? false : "zoom";
  return Plotly.react(place, data, { ...layout, dragmode }, config);
}

function placesOf(figure) {
  return places.filter((place) => place.dataset.figure === figure);
}

for (const select of document.querySelectorAll("select[data-figure]")) {
  select.addEventListener("change", () => {
    const chosen = document.querySelector(`[data-chosen="${select.dataset.figure}"]`);
    chosen.textContent = select.value || select.options[0].value;
    chosen.classList.toggle("of-all", select.value === "");
    showOthers(select);
    placesOf(select.dataset.figure).forEach(draw);
  });
}

for (const legend of document.querySelectorAll(".legend")) {
  legend.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const isShown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isShown));
    for (const place of placesOf(legend.dataset.figure)) {
      const traces = place.data.flatMap((trace, number) => (trace.legendgroup === button.dataset.group ? [number] : []));
      Plotly.restyle(place, { visible: isShown }, traces);
      const label = (place.layout.annotations ?? []).findIndex(({ name }) => name === button.dataset.group);
      if (label >= 0) Plotly.relayout(place, { [`annotations[${label}].visible`]: isShown });
    }
  });
}

document.getElementById("open-all").addEventListener("click", (event) => {
  const isOpening = event.target.textContent.startsWith("Open");
  for (const details of document.querySelectorAll("details")) details.open = isOpening;
  event.target.textContent = isOpening ? "Close all tables" : "Open all tables";
});

// Paper is narrower than most windows, and drawings do not shrink on their own.
addEventListener("beforeprint", () => {
  document.body.classList.add("on-paper");
  for (const place of places) Plotly.relayout(place, { width: place.clientWidth, autosize: false });
});
addEventListener("afterprint", () => {
  document.body.classList.remove("on-paper");
  for (const place of places) Plotly.relayout(place, { width: null, autosize: true });
});

Promise.all(places.map(draw)).then(() => document.body.setAttribute("data-drawn", "yes"));
