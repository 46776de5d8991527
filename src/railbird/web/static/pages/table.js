/** A table: to play at, or to watch. */

import { actionBar } from "../action-bar.js";
import { announce } from "../announce.js";
import { post } from "../api.js";
import { cardName } from "../cards.js";
import { element, errorNotice, replace } from "../dom.js";
import { drawFelt } from "../felt.js";
import { focusFirst, keepingFocus } from "../focus.js";
import { listenToKeys } from "../keyboard.js";
import { connect } from "../live.js";
import { chips, signed, signedBigBlinds, winOrLoss } from "../numbers.js";
import { keepSeatKey, ownName, seatKey, setOwnName } from "../seat-keys.js";
import { tableWhy } from "../why-panel.js";

export async function show(place, { name, sit }) {
  if (sit && !seatKey(name)) {
    await takeSeat(name, null).catch(() => null);
    history.replaceState(null, "", location.pathname);
  }
  return new TablePage(place, name).end;
}

async function takeSeat(name, seat) {
  const taken = await post(`/api/tables/${name}/seat`, { seat, name: ownName() });
  keepSeatKey(name, taken.key);
}

class TablePage {
  constructor(place, name) {
    this.name = name;
    this.table = null;
    this.hand = null;
    this.timer = null;
    this.why = null;
    this.deadline = null;
    /** The hand after which the next was asked for. */
    this.dealtAfter = null;
    place.classList.add("wide");
    this.title = element("h1", { class: "unseen" }, "Table");
    this.felt = element("section", { class: "felt", "aria-label": "Table" });
    this.bar = element("section", { class: "action-bar panel", "aria-label": "Your choices", tabindex: "-1" });
    this.between = element("div", { class: "between" });
    this.choices = element("div");
    this.bar.append(this.choices, this.between);
    this.side = element("aside", { class: "table-side" });
    this.results = element("section", { class: "panel", "aria-label": "Results" });
    this.resultRows = element("tbody");
    this.resultNote = element("p", { class: "quiet small" });
    this.results.append(element("h2", {}, "Results"), resultTable(this.resultRows), this.resultNote);
    this.betting = element("ol", { class: "betting", tabindex: "0", "aria-label": "Betting of this hand" });
    this.log = element("section", { class: "panel", "aria-label": "Betting" }, element("h2", {}, "This hand"), this.betting);
    this.controls = element("section", { class: "panel", "aria-label": "Controls" });
    // The log comes last: it grows, and buttons below it would move under the mouse.
    this.side.append(this.results, this.controls, this.log);
    this.notice = element("p", { class: "notice", role: "status" });
    place.append(this.title, this.notice, element("div", { class: "table-page" }, element("div", { class: "table-main" }, this.felt, this.bar), this.side));
    this.actions = actionBar(this.choices, (action) => this.act(action));
    this.open();
    const keys = { ...this.actions.keys, " ": () => this.space(), s: () => this.watching() && this.send("step"), a: () => this.watching() && this.toggleCards() };
    this.endKeys = listenToKeys(keys, { repeat: false });
    this.followInput(place);
    this.timer = setInterval(() => this.tick(), 200);
    this.end = () => this.close();
  }

  open() {
    this.connection?.close();
    this.connection = connect(`/live/tables/${this.name}?key=${encodeURIComponent(seatKey(this.name))}`, {
      onMessage: (message) => this.receive(message),
      onState: (state, reason) => this.connected(state, reason),
    });
  }

  close() {
    clearInterval(this.timer);
    this.endKeys();
    document.removeEventListener("keydown", this.noticeKey);
    this.connection.close();
  }

  /** @returns {boolean} whether there is a connection */
  send(what, more = {}) {
    return this.connection.send({ do: what, ...more });
  }

  /** Notice whether the keyboard is used, and let a key that is held down press a button once. */
  followInput(place) {
    this.usesKeyboard = false;
    /** Whether a seat was asked for, but the table has not yet been drawn from it. */
    this.isSittingDown = false;
    place.addEventListener("pointerdown", () => { this.usesKeyboard = false; });
    document.addEventListener("keydown", this.noticeKey = (event) => {
      this.usesKeyboard = true;
      if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest?.("button, a, .action-bar")) event.preventDefault();
    });
  }

  /**
   * Change what is drawn. If the person's choices had the focus, the next ones get it: check or call, never a fold; the
   * button that deals; when the match is over, what follows it. Until there are any, the bar around them keeps it. Whoever
   * plays with the mouse is given nothing, because a space bar could then press what was never looked at.
   */
  passingFocus(change) {
    const before = document.activeElement;
    const hasSatDown = this.isSittingDown && this.table.you !== null;
    if (hasSatDown) this.isSittingDown = false;
    const hadFocus = this.usesKeyboard && (hasSatDown || this.bar.contains(before) || this.felt.contains(before));
    change();
    if (!hadFocus) return;
    const isKept = before === document.activeElement && before !== this.bar && !before.disabled && before.checkVisibility();
    if (isKept && !hasSatDown) return;
    if (this.bar.hidden) focusFirst(this.side, ".table-links a", "button");
    else {
      this.bar.focus({ preventScroll: true });
      focusFirst(this.bar, ".action.call", ".deal");
    }
  }

  act(action) {
    this.passingFocus(() => {
      if (!this.send("act", { hand: this.hand.hand, step: this.hand.step, ...action })) this.offerAgain();
    });
  }

  /** Offer the choices of a decision again that was not taken, or of which it is not known whether it was. */
  offerAgain() {
    this.passingFocus(() => {
      this.actions.show(null, this.table);
      this.actions.show(this.hand, this.table);
    });
  }

  watching() {
    return this.table && !this.table.has_people;
  }

  toggleCards() {
    this.send(this.table.sees_all ? "see public" : "see all");
  }

  space() {
    if (!this.table) return;
    if (this.watching()) this.send(this.table.is_paused ? "go" : "pause");
    else if (this.table.you !== null && this.hand?.is_over && this.goesOn() && !this.isReady()) this.deal();
  }

  deal() {
    this.dealtAfter = this.hand.hand;
    this.send("deal");
    this.passingFocus(() => this.drawBetween());
  }

  /** Whether there is a hand after the present one; the end of a match is known before the table says so. */
  goesOn() {
    return !this.table.is_over && this.hand.hand + 1 !== this.table.hands_planned;
  }

  isReady() {
    return this.table.seats[this.table.you].is_ready || this.dealtAfter === this.hand.hand;
  }

  connected(state, reason) {
    this.dealtAfter = null;
    if (this.table) this.offerAgain();
    if (state === "lost") replace(this.notice, "The connection is lost; trying again. Your seat is kept.");
    else if (state === "ended") replace(this.notice, reason || "The table has ended.");
    else replace(this.notice);
  }

  receive(message) {
    if (message.type === "refused") {
      replace(this.notice, message.message);
      this.offerAgain();
      return;
    }
    if (message.type === "table") this.table = message;
    else this.takeHand(message);
    if (this.table) this.draw();
  }

  takeHand(hand) {
    const isNew = !this.hand || this.hand.hand !== hand.hand;
    this.freshFrom = isNew ? 0 : this.hand.board.length;
    const isNews = isNew || this.hand.step !== hand.step || this.hand.is_over !== hand.is_over;
    this.hand = hand;
    this.deadline = hand.seconds_left === null ? null : performance.now() + 1000 * hand.seconds_left;
    replace(this.notice);
    if (isNews && this.table) announce(newsOf(hand, this.table));
  }

  draw() {
    const { table, hand } = this;
    document.title = hand?.choices ? "Your turn · Railbird" : `${table.game} · Railbird`;
    this.felt.dataset.hand = hand ? `${hand.hand}/${hand.step}` : "";
    this.passingFocus(() => {
      const onSit = table.you === null ? (seat) => this.sit(seat) : null;
      keepingFocus(this.felt, () => drawFelt(this.felt, table, hand, { onSit, freshFrom: this.freshFrom }));
      this.freshFrom = 99;
      this.actions.show(hand, table);
      this.drawBetween();
      this.drawControls();
    });
    this.drawResults();
    this.drawLog();
    if (this.watching() && !this.why) this.side.append(this.why = tableWhy(this.name, table.seats));
    if (table.notice) replace(this.notice, table.notice);
    else if (Object.keys(table.failures).length) replace(this.notice, Object.values(table.failures).join(" "));
  }

  drawBetween() {
    const { table, hand } = this;
    this.bar.hidden = table.you === null || table.is_over;
    if (this.bar.hidden || hand?.choices) {
      replace(this.between);
    } else if (hand?.is_over) {
      replace(this.between, element("p", { class: "result-line" }, resultLine(hand, table)), this.goesOn() && this.dealButton());
    } else {
      const acting = hand && hand.acting !== null ? table.seats[hand.acting].name : "";
      replace(this.between, element("p", { class: "quiet" }, acting ? `${acting} to act` : waitingLine(table)));
    }
  }

  dealButton() {
    const isReady = this.isReady();
    return element("button", { type: "button", class: "primary action deal", disabled: isReady, onclick: () => this.deal(), "aria-keyshortcuts": "Space" }, isReady ? "Waiting for the others" : "Deal the next hand", element("kbd", { "aria-hidden": "true" }, "space"));
  }

  drawResults() {
    const { table } = this;
    const rows = table.seats.map((seat, number) =>
      element("tr", { class: number === table.you ? "you" : null },
        element("th", { class: "word", scope: "row", title: seat.name }, seat.name),
        element("td", { class: winOrLoss(seat.chips) }, signed(seat.chips)),
        element("td", { class: winOrLoss(seat.chips) }, signedBigBlinds(seat.chips, table.big_blind)),
        element("td", {}, seat.rate)));
    const hands = table.seats[0].hands;
    replace(this.resultRows, rows);
    replace(this.resultNote, `${chips(hands)} ${hands === 1 ? "hand" : "hands"} of ${table.game}, blinds ${table.blinds.filter((blind) => blind).sort((a, b) => a - b).join("/")}`);
  }

  drawLog() {
    const { table, hand } = this;
    const lines = [];
    let street = null;
    for (const entry of hand?.history ?? []) {
      if (entry.name !== street) lines.push(element("li", { class: "street" }, entry.name));
      street = entry.name;
      lines.push(element("li", {}, element("strong", {}, table.seats[entry.seat].name), ` ${entry.text}`));
    }
    replace(this.betting, lines.length ? lines : element("li", { class: "quiet" }, "No action yet"));
    this.betting.scrollTop = 1e6;
  }

  /** Only if anything has changed: a list that is open would close. */
  drawControls() {
    const { table } = this;
    const { you, has_people, is_remote, is_over, is_paused, sees_all, speed, spectators } = table;
    const shown = JSON.stringify([you, has_people, is_remote, is_over, is_paused, sees_all, speed, spectators, table.seats.map((seat) => seat.is_open)]);
    if (shown === this.shownControls) return;
    this.shownControls = shown;
    const draw = () => replace(this.controls, element("h2", {}, "Table"), table.you === null && this.nameField(), this.speedField(), this.watching() && this.spectatorButtons(), this.linkButtons());
    keepingFocus(this.controls, draw, ".table-links a", "button");
  }

  nameField() {
    if (!this.table.seats.some((seat) => seat.is_open)) return null;
    const field = element("input", { value: ownName(), maxlength: 24, "data-control": "name", onchange: () => setOwnName(field.value) });
    return element("label", { class: "field" }, element("span", {}, "Your name"), field);
  }

  speedField() {
    const { table } = this;
    if (table.is_remote || (table.has_people && table.you === null) || table.is_over) return null;
    const words = ["Fastest", "Fast", "Normal", "Slow"];
    const select = element("select", { "data-control": "speed", onchange: () => this.send("speed", { seconds: Number(select.value) }) },
      table.speeds.map((speed, number) => element("option", { value: speed, selected: speed === table.speed }, words[number])));
    return element("label", { class: "field" }, element("span", {}, "Speed of bots"), select);
  }

  spectatorButtons() {
    const { table } = this;
    if (table.is_over) return null;
    const button = (control, key, text, action, pressed = null) =>
      element("button", { type: "button", "data-control": control, "aria-pressed": pressed, onclick: action, "aria-keyshortcuts": key }, text, element("kbd", { "aria-hidden": "true" }, key));
    return element("div", { class: "row" },
      button("pause", "space", table.is_paused ? "Go on" : "Pause", () => this.space()),
      button("step", "S", "Step", () => this.send("step")),
      button("cards", "A", "All cards", () => this.toggleCards(), String(table.sees_all)));
  }

  linkButtons() {
    const { table } = this;
    const copy = element("button", { type: "button", class: "quiet", "data-control": "link", onclick: () => copyLink(copy) }, "Copy the link");
    return element("div", { class: "row table-links" },
      copy,
      table.you !== null && !table.is_over && element("button", { type: "button", class: "quiet", "data-control": "end", onclick: () => this.send("end") }, "End the match"),
      table.is_over && !table.is_remote && element("a", { href: `/api/tables/${this.name}/log`, download: "" }, "Log of the match"),
      table.is_over && element("a", { href: "/tables" }, "Another table"),
      element("span", { class: "quiet small" }, table.spectators === 1 ? "1 person watches" : table.spectators ? `${table.spectators} people watch` : ""));
  }

  async sit(seat) {
    this.isSittingDown = true;
    try {
      await takeSeat(this.name, seat);
      this.open();
    } catch (error) {
      this.isSittingDown = false;
      replace(this.notice, errorNotice(error).textContent);
    }
  }

  tick() {
    const bar = this.felt.querySelector(".seat-timer");
    if (!bar || !this.table) return;
    const left = this.deadline === null ? null : Math.max(this.deadline - performance.now(), 0) / 1000;
    bar.style.setProperty("--left", left === null ? "1" : String(Math.min(left / this.table.seconds, 1)));
    bar.classList.toggle("late", left !== null && left < 10);
    bar.dataset.seconds = left !== null && left < 10 ? String(Math.ceil(left)) : "";
  }
}

function resultTable(rows) {
  const headings = ["Player", "Chips", "Big blinds", "bb/100 ± 95 %"].map((text, place) => element("th", { scope: "col", class: place ? null : "word" }, text));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results" },
    element("table", { class: "results" }, element("thead", {}, element("tr", {}, headings)), rows));
}

function copyLink(button) {
  navigator.clipboard?.writeText(location.href);
  button.textContent = "Copied";
}

function waitingLine(table) {
  return table.seats.some((seat) => seat.is_open) ? "The match begins when all seats are taken: send the link to the others." : "Dealing";
}

function resultLine(hand, table) {
  const own = hand.players[table.you].payoff;
  const result = own > 0 ? `You win ${chips(own)}` : own < 0 ? `You lose ${chips(-own)}` : "You break even";
  return `${result} (${signedBigBlinds(own, table.big_blind)}).`;
}

/** What a screen reader says of a new state. */
function newsOf(hand, table) {
  const last = hand.history.at(-1);
  const parts = last && hand.step ? [`${table.seats[last.seat].name} ${last.text}.`] : [];
  if (hand.step === 0 && hand.you !== null) parts.push(`New hand. You have ${hand.players[hand.you].cards.map(cardName).join(" and ")}.`);
  if (hand.choices) parts.push(hand.choices.to_call ? `Your turn, ${hand.choices.to_call} to call.` : "Your turn, you may check.");
  if (hand.is_over && hand.you !== null) parts.push(resultLine(hand, { ...table, you: hand.you }));
  return parts.join(" ");
}
