/** A run while it is played: progress, the matches being played, standings, profit, and the latest hand. */

import { dataTable, newOrder } from "../data-table.js";
import { element, replace } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { drawFelt } from "../felt.js";
import { drawFigure } from "../figure.js";
import { connect } from "../live.js";
import { chips, signed } from "../numbers.js";

const STEP = 900;

export async function show(place, { name }) {
  document.title = `${name} live · Railbird`;
  place.classList.add("wide");
  const notice = element("p", { class: "notice", role: "status" });
  const progress = element("div", { class: "watch-progress" });
  const felt = element("section", { class: "felt", "aria-label": "The latest hand" });
  const link = element("p", { class: "small" });
  const running = element("section", { class: "panel", "aria-label": "Matches being played", hidden: true });
  const standings = element("section", { class: "panel", "aria-label": "Standings", hidden: true });
  const figure = element("div");
  const profit = element("section", { class: "panel", "aria-label": "Profit", hidden: true }, element("h2", {}, "Profit"), figure);
  place.append(element("h1", {}, name), notice, progress,
    element("div", { class: "watch-page" }, element("div", {}, felt, link, running), element("div", { class: "table-side" }, standings, profit)));
  const order = newOrder();
  const replay = handReplay(felt, (hand) => replace(link, ...linkTo(hand, name)));

  function receive(run) {
    place.dataset.played = run.played;
    replace(progress, progressOf(run));
    running.hidden = !run.running.length;
    replace(running, element("h2", {}, "Being played"), runningMatches(run.running));
    if (run.hand) replay(run.hand);
    if (!run.standings) return;
    standings.hidden = profit.hidden = false;
    keepingFocus(standings, () => replace(standings, dataTable(run.standings, { order })));
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
  const left = run.hands_a_second ? (run.hands_planned - run.hands) / run.hands_a_second : null;
  const facts = [
    ["Game", run.game],
    ["Matches", `${chips(run.played)} of ${chips(run.matches)}`],
    ["Hands", `${chips(run.hands)} of ${chips(run.hands_planned)}`],
    run.hands_a_second && ["Hands a second", chips(Math.round(run.hands_a_second))],
    left && !run.is_complete && ["Left", left < 90 ? `${Math.ceil(left)} seconds` : `${Math.ceil(left / 60)} minutes`],
  ].filter(Boolean);
  return [
    element("dl", { class: "facts" }, facts.map(([term, value]) => element("div", {}, element("dt", {}, term), element("dd", {}, value)))),
    element("progress", { value: share, max: 1, "aria-label": "Matches played" }),
  ];
}

function runningMatches(matches) {
  return element("ul", { class: "plain-list small" }, matches.map((match) => element("li", {},
    element("span", {}, element("strong", {}, match.name), ` · hand ${chips(match.hands)} of ${chips(match.of)}`),
    element("span", { class: "quiet" }, Object.entries(match.chips).map(([player, won]) => `${player} ${signed(won)}`).join(", ")))));
}

function linkTo(hand, name) {
  if (!hand.is_stored) return [element("span", { class: "quiet" }, `${hand.address}, which can be replayed when its match is over`)];
  return [
    element("a", { href: `/replay/${name}/${encodeURIComponent(hand.address)}` }, "Replay this hand"),
    element("span", { class: "quiet" }, " with equities and the bots' probabilities"),
  ];
}

/** Shows hands on the felt step by step; a newer hand waits until the one that is shown is over. */
function handReplay(felt, onHand) {
  let current = null;
  let next = null;
  let step = 0;
  const timer = setInterval(() => {
    if (!current || step >= current.steps.length - 1) {
      if (!next) return;
      [current, next, step] = [next, null, -1];
      onHand(current);
    }
    step += 1;
    const freshFrom = step ? current.steps[step - 1].board.length : 99;
    drawFelt(felt, current.table, current.steps[step], { freshFrom });
  }, STEP);
  return (hand) => {
    if (hand === null) clearInterval(timer);
    else if (!current) {
      current = hand;
      onHand(hand);
      drawFelt(felt, hand.table, hand.steps[0]);
    } else if (hand.address !== current.address) next = hand;
  };
}
