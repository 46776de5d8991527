/** The replay of a hand: arrow keys by action and by hand, the view of each seat, equities, what bots say. */

import { announce } from "../announce.js";
import { get } from "../api.js";
import { drawing, element, errorNotice, replace } from "../dom.js";
import { keepingFocus } from "../focus.js";
import { listenToKeys } from "../keyboard.js";
import { chips } from "../numbers.js";
import { botPanel } from "../replay-bots.js";
import { copyPanel } from "../replay-copies.js";
import { equityStrip } from "../replay-equity.js";
import { feltOf } from "../replay-felt.js";
import { seatingTable } from "../replay-seatings.js";
import { handsLink, problemNotice, queryOf, replayLink } from "../sources.js";
import { botField, whyPanel } from "../why-panel.js";

const PACE = 900;
const ICONS = {
  first: "M5 5h2v14H5zM19 5v14L8 12z", back: "M17 5v14L6 12z", forward: "M7 5v14l11-7z", last: "M17 5h2v14h-2zM5 5v14l11-7z",
  up: "M5 16h14L12 6z", down: "M5 8h14l-7 10z",
};

export async function show(place, { name, hand, step = "0", seat = "all", ...search }) {
  const replay = new Replay(place, name, search);
  await replay.open(hand, { step: Number(step) || 0, seat });
  const endKeys = listenToKeys({
    ArrowLeft: () => replay.stepBy(-1),
    ArrowRight: () => replay.stepBy(1),
    ArrowUp: (event) => replay.handBy(-1, event),
    ArrowDown: (event) => replay.handBy(1, event),
    Home: () => replay.stepTo(0),
    End: () => replay.stepTo(Infinity),
    " ": () => replay.togglePlay(),
    s: () => replay.nextSeat(),
    w: () => replay.place.querySelector(".why-form button")?.click(),
  });
  return () => {
    endKeys();
    replay.end();
  };
}

class Replay {
  constructor(place, name, search) {
    Object.assign(this, { place, name, search, hand: null, step: 0, seat: "all", answers: null, playing: null, visit: 0, botField: null });
    /** Hands and neighbours by their addresses, as they are asked for. */
    this.kept = new Map();
    this.foundNeighbours = new Map();
    /** The hand and the view that were asked for last; the answer may be on its way. */
    this.wanted = null;
    /** Steps to other hands that were asked for and not yet made: 1 is on, -1 is back. */
    this.handSteps = [];
    this.walking = null;
    this.isEnded = false;
  }

  /** Show a hand at a step, from the view of a seat. Without a step, a hand that is shown stays at its step. */
  async open(address, { step = null, seat = this.wanted?.seat ?? this.seat } = {}) {
    const visit = ++this.visit;
    this.wanted = { address, seat };
    const isFirst = this.hand === null;
    const finding = this.neighboursOf(address);
    let hand;
    try {
      hand = await this.load(address, seat);
    } catch (error) {
      if (visit === this.visit && !isFirst) this.wanted = { address: this.hand.address, seat: this.seat };
      throw error;
    }
    // The first hand is shown at once; later ones with their neighbours, so that no button is gone for a moment.
    const neighbours = isFirst ? null : await finding;
    if (visit !== this.visit) return;
    const isNew = this.hand?.address !== hand.address;
    Object.assign(this, { hand, seat, step: bounded(step ?? (isNew ? 0 : this.step), hand.steps.length) });
    this.wanted = { address: hand.address, seat };
    if (isNew) this.answers = null;
    keepingFocus(this.place, () => {
      this.build();
      this.showNeighbours(neighbours);
      this.update();
    }, ".replay-controls button");
    if (isNew) this.loadMore();
    const found = await finding;
    if (visit !== this.visit) return;
    if (isFirst) this.showNeighbours(found);
    for (const other of [found?.next, found?.previous]) if (other) this.load(other, seat).catch(() => {});
  }

  load(address, seat) {
    const key = `${seat} ${address}`;
    if (!this.kept.has(key)) {
      const loading = get(`/api/hands/replay${queryOf({ name: this.name, hand: address, seat })}`);
      loading.catch(() => this.kept.delete(key));
      this.kept.set(key, loading);
    }
    return this.kept.get(key);
  }

  async loadMore() {
    const { address } = this.hand;
    const asking = get(`/api/hands/answers${queryOf({ name: this.name, hand: address })}`);
    const { answers = [], error = null } = await asking.then((answers) => ({ answers }), (error) => ({ error }));
    if (address !== this.hand.address) return;
    this.answers = answers;
    this.updateBots();
    if (error) this.parts.bots.append(errorNotice(error));
  }

  /** The hands before and after a hand, among those of the search if there is one; null if they cannot be found. */
  neighboursOf(address) {
    if (!this.foundNeighbours.has(address)) this.foundNeighbours.set(address, this.findNeighbours(address).catch(() => { this.foundNeighbours.delete(address); return null; }));
    return this.foundNeighbours.get(address);
  }

  async findNeighbours(address) {
    if (Object.keys(this.search).length) return get(`/api/hands/neighbours${queryOf({ name: this.name, hand: address, ...this.search })}`);
    const { previous, next, place, hands } = await this.load(address, this.wanted.seat);
    return { previous, next, number: place + 1, hands };
  }

  build() {
    const { hand } = this;
    document.title = `Hand ${hand.hand} of ${this.name} · Railbird`;
    this.parts = {
      felt: element("div"), where: element("p", { class: "replay-now", "aria-live": "off" }), actions: element("div", { class: "replay-actions" }),
      equity: element("div"), bots: element("div", { tabindex: "-1" }), why: element("div"), neighbours: element("div", { class: "row" }), controls: element("div"),
    };
    replace(
      this.place,
      this.head(),
      problemNotice(hand.problems),
      element("div", { class: "replay" },
        element("div", { class: "replay-main" }, this.parts.felt, this.parts.controls, this.parts.where),
        element("div", { class: "replay-side" },
          element("section", { class: "panel", "aria-label": "Actions" }, element("h2", {}, "Actions"), this.parts.actions),
          element("section", { class: "panel", "aria-label": "Equity" }, element("h2", {}, "Equity"), this.parts.equity),
          hand.is_run ? element("section", { class: "panel", "aria-label": "What the bots say" }, element("h2", {}, "What the bots say"), this.parts.bots) : null),
        element("div", { class: "replay-more" },
          element("section", { class: "panel", "aria-label": "Why" }, element("h2", {}, "Why"), this.parts.why),
          hand.seatings.length ? seatingTable(hand, this.name) : null, copyPanel(this), keyHelp())),
    );
    replace(this.parts.controls, this.controlBar());
    replace(this.parts.actions, this.actionList());
  }

  head() {
    const { hand } = this;
    const unit = hand.game.chips_per_unit > 1 ? "chips are hundredths" : null;
    const where = [hand.match && `match ${hand.match}`, hand.line && `line ${hand.line}`, hand.game.name, unit].filter(Boolean).join(" · ");
    return element(
      "header",
      { class: "source-head" },
      element("p", { class: "crumbs quiet" }, element("a", { href: "/runs" }, "Runs and logs"), " / ",
        element("a", { href: handsLink(this.name, this.search) }, this.name), " / "),
      element("div", { class: "section-head" },
        element("div", {}, element("h1", {}, `Hand ${hand.hand}`), element("p", { class: "quiet" }, where)),
        element("div", { class: "row" }, this.seatField(), this.parts.neighbours)),
    );
  }

  seatField() {
    const choose = (event) => this.chooseSeat(event.target.value);
    return element("label", { class: "field inline" }, element("span", {}, "View of"),
      element("select", { onchange: choose, id: "seat" },
        element("option", { value: "all", selected: this.seat === "all" }, "all seats"),
        this.hand.players.map((player) => element("option", { value: player.position, selected: this.seat === String(player.position) },
          `${player.name} (${player.position_name})`))));
  }

  controlBar() {
    const button = (content, label, action) => element("button", { type: "button", "aria-label": label, title: label, onclick: action }, content);
    this.parts.slider = element("input", {
      type: "range", min: 0, max: this.hand.steps.length - 1, value: this.step, "aria-label": "Action of the hand",
      oninput: (event) => this.stepTo(Number(event.target.value)),
    });
    this.parts.play = button("Play", "Play the hand (space)", () => this.togglePlay());
    return element("div", { class: "replay-controls", role: "group", "aria-label": "Steps" },
      button(icon("first"), "First step (home)", () => this.stepTo(0)), button(icon("back"), "Previous action (left arrow)", () => this.stepBy(-1)),
      this.parts.play,
      button(icon("forward"), "Next action (right arrow)", () => this.stepBy(1)), button(icon("last"), "Last step (end)", () => this.stepTo(Infinity)),
      this.parts.slider);
  }

  actionList() {
    const { steps, game, players } = this.hand;
    const streets = game.streets.map((street, number) => ({ street, number, entries: [] }));
    steps.forEach((step, number) => {
      if (step.action) streets[step.action.street].entries.push({ step, number });
    });
    const entry = ({ step, number }) => element("button", { type: "button", class: "action-entry", "data-step": number, onclick: () => this.stepTo(number) },
      element("span", { class: "action-name" }, players[step.action.position].name), element("span", { class: `action-word ${step.action.kind}` }, step.action.words));
    return streets.filter(({ entries, number }) => entries.length || number === 0).map(({ street, entries }) =>
      element("div", { class: "replay-street" }, element("h3", {}, street), element("div", { class: "replay-street-actions" }, entries.length ? entries.map(entry) : "no action")));
  }

  update() {
    const { hand, step } = this;
    const now = hand.steps[step];
    replace(this.parts.felt, feltOf(hand, step));
    replace(this.parts.where, this.sentence());
    replace(this.parts.equity, equityStrip(hand, step, (number) => this.stepTo(number)));
    this.parts.slider.value = step;
    this.parts.slider.setAttribute("aria-valuetext", this.sentence());
    for (const entry of this.parts.actions.querySelectorAll(".action-entry")) {
      const isNow = Number(entry.dataset.step) === step;
      if (isNow) entry.setAttribute("aria-current", "step");
      else entry.removeAttribute("aria-current");
    }
    this.place.dataset.step = step;
    this.place.dataset.over = now.is_over;
    this.updateBots();
    this.updateWhy(now);
    history.replaceState(null, "", this.link());
  }

  updateBots() {
    this.drawBots(botPanel(this.hand, this.step, this.answers, () => this.askEveryone()));
  }

  /** The button that asks all bots goes when they have answered; then the answers have the focus. */
  drawBots(...content) {
    const hadFocus = this.parts.bots.contains(document.activeElement);
    replace(this.parts.bots, content);
    if (hadFocus) this.parts.bots.focus({ preventScroll: true });
  }

  /** The panel about the decision at hand, unless its cards are hidden from the seat whose view is shown. */
  updateWhy({ acting }) {
    const { hand, name, step } = this;
    const isHidden = acting !== null && this.seat !== "all" && this.seat !== String(acting);
    this.botField ??= botField(hand.is_run);
    keepingFocus(this.place, () => replace(this.parts.why, isHidden
      ? element("p", { class: "quiet" }, `Why ${hand.players[acting].name} acts is shown in the view of all seats, or in its own.`)
      : whyPanel({ name, hand: hand.address, step, isRun: hand.is_run, isOver: acting === null || step + 1 >= hand.steps.length }, this.botField)),
    ".replay-controls button");
  }

  async askEveryone() {
    const visit = this.visit;
    this.drawBots(element("p", { class: "quiet", role: "status" }, "Asking all bots of the run …"));
    const answers = await get(`/api/hands/answers${queryOf({ name: this.name, hand: this.hand.address, everyone: "true" })}`);
    if (visit !== this.visit) return;
    this.answers = answers;
    this.updateBots();
  }

  showNeighbours(found) {
    const button = (text, label, address, change) => element("button", { type: "button", "aria-label": label, title: label, disabled: !address, onclick: () => this.handBy(change) }, text);
    replace(this.parts.neighbours,
      button(icon("up"), "Previous hand (up arrow)", found?.previous, -1), button(icon("down"), "Next hand (down arrow)", found?.next, 1),
      found && element("span", { class: "quiet small" }, `${chips(found.number)} of ${chips(found.hands)}`));
  }

  /** The step in words. */
  sentence() {
    const { hand, step } = this;
    const now = hand.steps[step];
    const parts = [];
    if (now.action) parts.push(`${hand.players[now.action.position].name}: ${now.action.words}.`);
    else parts.push("The cards are dealt.");
    parts.push(`Pot ${chips(now.pot)}.`);
    if (now.acting !== null) {
      const owes = now.to_call ? `, ${chips(now.to_call)} to call` : "";
      parts.push(`${hand.players[now.acting].name} to act${owes}.`);
    } else parts.push(now.is_over ? (hand.is_showdown ? "Showdown." : "All others have folded.") : "");
    return parts.join(" ");
  }

  link() {
    return replayLink(this.name, this.hand.address, { ...this.search, step: this.step || "", seat: this.seat === "all" ? "" : this.seat });
  }

  stepBy(change) {
    this.stepTo(this.step + change);
  }

  stepTo(step) {
    if (!this.hand) return;
    const next = bounded(step, this.hand.steps.length);
    if (next === this.step) return;
    this.step = next;
    this.update();
    announce(this.sentence());
  }

  /** Go some hands on or back. Each press counts, also while a hand that was asked for before is on its way. */
  handBy(change, { repeat = false } = {}) {
    if (repeat && this.walking) return; // a key that is held down goes no further than what is shown
    this.handSteps.push(change);
    this.walking ??= this.walk().finally(() => { this.walking = null; });
  }

  async walk() {
    while (this.handSteps.length) {
      const from = this.wanted.address;
      let address = from;
      while (this.handSteps.length) {
        const found = await this.neighboursOf(address);
        address = (this.handSteps.shift() > 0 ? found?.next : found?.previous) ?? address;
      }
      if (this.isEnded) return;
      if (address !== from) await this.openHand(address);
    }
  }

  async openHand(address) {
    this.stopPlay();
    history.pushState(null, "", replayLink(this.name, address, this.search));
    try {
      await this.open(address, { step: 0 });
    } catch (error) {
      this.place.prepend(errorNotice(error));
    }
    announce(`Hand ${this.hand.hand}`);
  }

  nextSeat() {
    const seats = ["all", ...this.hand.players.map((player) => String(player.position))];
    const seat = seats[(seats.indexOf(this.wanted.seat) + 1) % seats.length];
    this.chooseSeat(seat);
    announce(seat === "all" ? "View of all seats" : `View of ${this.hand.players[Number(seat)].name}`);
  }

  /** Show the hand that was asked for last from the view of a seat. */
  chooseSeat(seat) {
    return this.open(this.wanted.address, { seat });
  }

  togglePlay() {
    if (this.playing) return this.stopPlay();
    if (this.step === this.hand.steps.length - 1) this.stepTo(0);
    this.parts.play.textContent = "Pause";
    this.playing = setInterval(() => {
      this.stepBy(1);
      if (this.step === this.hand.steps.length - 1) this.stopPlay();
    }, PACE);
    return undefined;
  }

  stopPlay() {
    clearInterval(this.playing);
    this.playing = null;
    if (this.parts) this.parts.play.textContent = "Play";
  }

  end() {
    this.visit++;
    this.isEnded = true;
    clearInterval(this.playing);
  }
}

function icon(name) {
  return drawing("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, drawing("path", { d: ICONS[name] }));
}

function bounded(step, steps) {
  return Math.max(0, Math.min(steps - 1, Math.floor(step)));
}

function keyHelp() {
  const keys = [["\u2190 \u2192", "action"], ["\u2191 \u2193", "hand"], ["Home End", "first and last step"], ["space", "play"], ["S", "next seat"], ["W", "why"]];
  return element("p", { class: "key-help quiet small" }, keys.map(([key, text]) => element("span", {}, element("kbd", {}, key), ` ${text}`)));
}
