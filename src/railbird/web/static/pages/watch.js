/** A run while it is played: progress, standings, profit, and its latest hand. */

import { dataTable } from "../data-table.js";
import { element, replace } from "../dom.js";
import { drawFelt } from "../felt.js";
import { drawFigure } from "../figure.js";
import { connect } from "../live.js";
import { chips } from "../numbers.js";

const STEP = 900;

export async function show(place, { name }) {
  document.title = `${name} live · Railbird`;
  place.classList.add("wide");
  const notice = element("p", { class: "notice", role: "status" });
  const progress = element("div", { class: "watch-progress" });
  const felt = element("section", { class: "felt", "aria-label": "The latest hand" });
  const link = element("p", { class: "small" });
  const standings = element("section", { class: "panel", "aria-label": "Standings" });
  const figure = element("div");
  const profit = element("section", { class: "panel", "aria-label": "Profit" }, element("h2", {}, "Profit"), figure);
  place.append(element("h1", {}, name), notice, progress,
    element("div", { class: "watch-page" }, element("div", {}, felt, link), element("div", { class: "table-side" }, standings, profit)));
  const replay = handReplay(felt);

  function receive(run) {
    place.dataset.played = run.played;
    replace(progress, progressOf(run));
    if (!run.hand) return;
    replace(standings, dataTable(run.standings));
    replay(run.hand);
    replace(link, element("a", { href: `/replay/${name}/${encodeURIComponent(run.hand.address)}` }, "Replay this hand"), element("span", { class: "quiet" }, " with equities and the bots' probabilities"));
    drawFigure(figure, run.profit, { name: "profit", label: "Big blinds won by each player over the hands played" });
  }

  const connection = connect(`/live/watch/${name}`, {
    onMessage: receive,
    onState: (state, reason) => {
      if (state === "lost") replace(notice, "The connection is lost; trying again.");
      else if (state === "ended" && place.dataset.played) replace(notice, reason, " ", element("a", { href: `/analyse/${name}` }, "Analysis"));
      else if (state === "ended") replace(notice, reason);
      else replace(notice);
    },
  });
  return () => {
    connection.close();
    replay(null);
  };
}

function progressOf(run) {
  const share = run.played / run.matches;
  const left = run.hands_a_second ? ((run.matches - run.played) * run.hands) / Math.max(run.played, 1) / run.hands_a_second : null;
  const facts = [
    ["Game", run.game],
    ["Matches", `${chips(run.played)} of ${chips(run.matches)}`],
    ["Hands", chips(run.hands)],
    run.hands_a_second && ["Hands a second", chips(Math.round(run.hands_a_second))],
    left && !run.is_complete && ["Left", left < 90 ? `${Math.ceil(left)} seconds` : `${Math.ceil(left / 60)} minutes`],
  ].filter(Boolean);
  return [
    element("dl", { class: "facts" }, facts.map(([term, value]) => element("div", {}, element("dt", {}, term), element("dd", {}, value)))),
    element("progress", { value: share, max: 1, "aria-label": "Matches played" }),
  ];
}

/** Shows hands on the felt step by step; a newer hand waits until the one that is shown is over. */
function handReplay(felt) {
  let current = null;
  let next = null;
  let step = 0;
  const timer = setInterval(() => {
    if (!current || step >= current.steps.length - 1) {
      if (!next) return;
      [current, next, step] = [next, null, -1];
    }
    step += 1;
    const freshFrom = step ? current.steps[step - 1].board.length : 99;
    drawFelt(felt, current.table, current.steps[step], { freshFrom });
  }, STEP);
  return (hand) => {
    if (hand === null) clearInterval(timer);
    else if (!current) {
      current = hand;
      drawFelt(felt, hand.table, hand.steps[0]);
    } else next = hand;
  };
}
