/** The strategy browser: one decision of a strategy at a time, with a link to each. */

import { announce } from "../announce.js";
import { get } from "../api.js";
import { cardRow } from "../cards.js";
import { dataTable } from "../data-table.js";
import { element, errorNotice, replace } from "../dom.js";
import { keepingFocus, whileBusy } from "../focus.js";
import { listenToKeys } from "../keyboard.js";
import { cardsOf, classList, differenceMatrix, percent, rangeMatrix, shareBar, sharesText, strategyPath } from "../strategy-parts.js";

export async function show(place, parameters) {
  const { strategies } = await get("/api/strategy/list");
  const browser = new Browser(place, strategies.filter((strategy) => !strategy.error));
  await browser.load({ name: parameters.name, actions: parameters.actions ?? "", board: parameters.board ?? "", other: parameters.with ?? "" });
  return () => browser.end();
}

class Browser {
  constructor(place, strategies) {
    this.strategies = strategies;
    this.body = element("div", { class: "strategy" });
    place.classList.add("wide");
    place.append(this.body);
    const chooses = Object.fromEntries([..."123456789"].map((digit) => [digit, () => this.choose(Number(digit) - 1)]));
    this.endKeys = listenToKeys({ ...chooses, Backspace: () => this.back(), ArrowLeft: () => this.back(), Home: () => this.move({ actions: "" }), b: () => this.body.querySelector("#board")?.focus() });
  }

  end() {
    this.endKeys();
  }

  /** Show another state without leaving the page; what is shown stays until the answer is there. */
  async move(change) {
    const state = { ...this.state, ...change };
    if (strategyPath(state) === strategyPath(this.state)) return;
    try {
      await this.load(state);
      history.pushState(null, "", strategyPath(state));
    } catch (error) {
      replace(this.notice, errorNotice(error));
    }
  }

  async load(state) {
    const query = new URLSearchParams({ name: state.name, actions: state.actions, board: state.board, with: state.other });
    this.body.setAttribute("aria-busy", "true");
    try {
      this.decision = await get(`/api/strategy/decision?${query}`);
    } finally {
      this.body.removeAttribute("aria-busy");
    }
    this.state = state;
    document.title = `${state.name} · Railbird`;
    this.draw();
    this.body.dataset.state = `${state.actions}|${state.board}|${state.other}`;
    announce(`${this.decision.title}: ${sharesText(this.decision.choices.map((choice) => choice.share), this.decision.choices)}`);
  }

  choose(place) {
    const choice = this.decision.choices[place];
    if (choice?.actions) this.walk(choice.actions);
  }

  back() {
    const { line } = this.decision;
    if (line.length) this.walk(line.at(-2)?.actions ?? "");
  }

  /** Go to a decision; the board is cut to the street of that decision by what is dealt there. */
  walk(actions) {
    const streets = actions.split("/").length - 1;
    const size = this.decision.board_sizes[streets];
    const board = this.state.board.slice(0, 2 * size);
    return this.move({ actions, board: board.length === 2 * size ? board : "" });
  }

  /** A link within the browser. */
  link(change, attributes, ...children) {
    const follow = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      if (change.actions !== undefined) this.walk(change.actions);
      else this.move(change);
    };
    return element("a", { href: strategyPath({ ...this.state, ...change }), onclick: follow, ...attributes }, ...children);
  }

  draw() {
    this.notice = element("div", {});
    this.details = element("section", { class: "panel hand-details", "aria-live": "polite" }, element("h2", {}, "Hands"),
      element("p", { class: "quiet" }, "Choose a hand of the matrix to see its suits, one by one."));
    const draw = () => replace(this.body, this.heading(), this.notice, this.line(), element("div", { class: "strategy-main" }, this.decisionPanel(), this.play()));
    // Whoever walks along by the keyboard goes on with the next choice, or back where the hand has ended.
    keepingFocus(this.body, draw, "a.choice", ".line button");
  }

  heading() {
    const { decision, state } = this;
    const same = this.strategies.filter((strategy) => strategy.name !== state.name && strategy.game === decision.facts.game);
    const select = element("select", { id: "other", onchange: () => this.move({ other: select.value }) },
      element("option", { value: "" }, "no other strategy"),
      same.map(({ name }) => element("option", { value: name, selected: name === state.other }, name)));
    return element("header", { class: "strategy-head" },
      element("div", {}, element("p", { class: "small" }, element("a", { href: "/strategy" }, "Strategies")), element("h1", {}, state.name),
        element("p", { class: "quiet" }, `${decision.words}; ${decision.decisions.toLocaleString("en")} decisions, ${decision.information_sets.toLocaleString("en")} information sets`)),
      same.length > 0 && element("label", { class: "field" }, element("span", {}, "Compare with"), select));
  }

  line() {
    const { decision } = this;
    const items = [element("li", {}, this.link({ actions: "" }, { "aria-current": decision.line.length ? null : "step" }, "Start"))];
    let street = 0;
    decision.line.forEach((step, place) => {
      if (step.street > street) items.push(this.streetMark(street = step.street));
      const isLast = place + 1 === decision.line.length;
      items.push(element("li", {}, this.link({ actions: step.actions }, { "aria-current": isLast ? "step" : null },
        element("span", { class: "quiet small" }, decision.players[step.player]), ` ${step.word}`)));
    });
    if (decision.street > street) items.push(this.streetMark(decision.street));
    const back = element("button", { type: "button", disabled: decision.line.length === 0, onclick: () => this.back(), title: "Back (Backspace)", "data-control": "back" }, "← Back");
    return element("nav", { class: "line", "aria-label": "Line of betting" }, back, element("ol", {}, items));
  }

  streetMark(street) {
    const cards = (this.state.board.match(/../g) ?? []).slice(0, this.decision.board_sizes[street]);
    return element("li", { class: "street" }, element("b", {}, this.decision.streets[street]), cards.length ? cardRow(cards, { size: "small" }) : null);
  }

  decisionPanel() {
    const { decision } = this;
    const { reach } = decision;
    const sample = reach.deals === null ? "exact" : `± ${percent(reach.margin, 2)}, from ${reach.deals.toLocaleString("en")} random deals`;
    return element("section", { class: "panel decision", "aria-label": "This decision" },
      element("h2", {}, decision.title),
      element("dl", { class: "facts" },
        fact("Pot", decision.pot), fact("To call", decision.to_call), fact("Reached", percent(reach.total, reach.total < 0.01 ? 3 : 1), sample)),
      shareBar(decision.choices.map((choice) => choice.share ?? 0), decision.choices),
      element("ol", { class: "choices" }, decision.choices.map((choice, place) => element("li", {}, this.choice(choice, place)))),
      element("p", { class: "quiet small" }, element("kbd", {}, "1"), "–", element("kbd", {}, String(decision.choices.length)), " choose, ", element("kbd", {}, "Backspace"), " back, ", element("kbd", {}, "Home"), " start", decision.board_size && decision.has_hands ? [", ", element("kbd", {}, "b"), " board"] : null),
      decision.board_size > 0 && decision.has_hands ? this.boardForm() : null);
  }

  choice(choice, place) {
    const other = this.decision.other?.choices[place];
    const content = [
      element("span", { class: "chip", style: `background:${choice.color}`, "aria-hidden": "true" }),
      element("kbd", { "aria-hidden": "true" }, place + 1),
      element("span", { class: "choice-word" }, choice.word),
      element("span", { class: "choice-share" }, percent(choice.share), other ? element("span", { class: "quiet" }, ` / ${percent(other.share)}`) : null),
      element("span", { class: "quiet small" }, choice.actions ? `reach ${percent(choice.reach, choice.reach < 0.01 ? 3 : 1)}` : "ends the hand"),
    ];
    if (!choice.actions) return element("span", { class: "choice ended" }, content);
    return this.link({ actions: choice.actions }, { class: "choice", "data-choice": choice.word }, content);
  }

  boardForm() {
    const { decision, state } = this;
    const field = element("input", { id: "board", name: "board", value: state.board, placeholder: "all boards", size: 12, autocomplete: "off", spellcheck: "false" });
    const deal = async () => {
      const seed = Math.floor(2 ** 31 * Math.random());
      const query = new URLSearchParams({ name: state.name, actions: state.actions, seed });
      this.move({ board: (await get(`/api/strategy/board?${query}`)).board });
    };
    return element("form", { class: "row board-form", onsubmit: (event) => { event.preventDefault(); this.move({ board: field.value.trim() }); } },
      element("label", { class: "field" }, element("span", {}, `Board of ${decision.board_size} cards, like ${"QsJh2d7c3s".slice(0, 2 * decision.board_size)}`), field),
      element("button", { type: "submit", "data-control": "show" }, "Show"),
      element("button", { type: "button", "data-control": "deal", onclick: deal }, "Deal one"),
      state.board && element("button", { type: "button", "data-control": "all boards", onclick: () => this.move({ board: "" }) }, "All boards"));
  }

  play() {
    const { decision } = this;
    const { other } = decision;
    const parts = decision.cells ? [this.matrices(), this.details] : [];
    const hidden = decision.class_count - decision.classes.length;
    const caption = decision.has_hands
      ? `Card classes: ${decision.class_count.toLocaleString("en")}${hidden ? `, the ${decision.classes.length} that are reached most often` : ""}`
      : "By card";
    const list = classList(decision.classes, decision.choices, { caption, total: decision.reach.total, others: other && sameClasses(decision, other) ? other.classes : null });
    parts.push(element("section", { class: "panel" }, list));
    if (other) parts.push(this.differences());
    if (decision.has_hands && !decision.cells) parts.unshift(element("p", { class: "notice" }, "With a board, hands are shown in their matrix; without one, by card class."));
    return element("div", { class: "strategy-play" }, parts);
  }

  matrices() {
    const { decision, state } = this;
    const { other } = decision;
    const onChoose = (hand) => this.showHands(hand);
    const figure = (title, matrix) => element("figure", {}, element("figcaption", {}, title), matrix);
    const player = decision.players[decision.player];
    const matrices = [figure(other ? state.name : `What the ${player} plays`, rangeMatrix(decision.cells, decision.choices, { label: `Starting hands of the ${player}`, onChoose }))];
    if (other) {
      matrices.push(
        figure(other.name, rangeMatrix(other.cells, decision.choices, { label: `Starting hands in ${other.name}`, onChoose })),
        figure("Difference, %", differenceMatrix(decision.cells, other.differences, { label: "Differences by starting hand", onChoose })));
    }
    return element("section", { class: `panel matrices${other ? " three" : ""}` }, matrices, legend(decision.choices));
  }

  async showHands(hand) {
    const { state, decision } = this;
    const ask = (name) => get(`/api/strategy/hands?${new URLSearchParams({ name, actions: state.actions, board: state.board, hand })}`);
    try {
      const [own, other] = await Promise.all([ask(state.name), state.other ? ask(state.other) : null]);
      replace(this.details, element("h2", {}, `${hand}${state.board ? " on " : ""}`, state.board ? cardsOf(state.board) : null),
        handTable(own, decision.choices, state.name), other && handTable(other, decision.choices, other && state.other));
      this.details.dataset.hand = hand;
    } catch (error) {
      replace(this.details, errorNotice(error));
    }
  }

  differences() {
    const place = element("div", {});
    const load = async () => {
      replace(place, element("p", { class: "quiet" }, "Comparing both strategies over all their decisions…"));
      try {
        const query = new URLSearchParams({ name: this.state.name, with: this.state.other });
        const found = await get(`/api/strategy/differences?${query}`);
        const basis = found.deals === null ? "exact over all deals" : `over ${found.deals.toLocaleString("en")} random deals`;
        const linkOf = (row, column) => (column.key === "history" ? strategyPath({ ...this.state, board: "", actions: found.histories[found.table.rows.indexOf(row)] }) : null);
        replace(place, element("p", {}, `In a hand, ${found.per_hand.toPrecision(3)} decisions are made differently on average, ${basis}.`), dataTable(found.table, { linkOf }));
      } catch (error) {
        replace(place, errorNotice(error));
      }
    };
    return element("section", { class: "panel" }, element("h2", {}, "Where they differ most"),
      element("button", { type: "button", onclick: (event) => whileBusy(event.currentTarget, load) }, "Find the largest differences"), place);
  }
}

function fact(name, value, note = "") {
  return element("div", {}, element("dt", {}, name), element("dd", {}, value, note && element("span", { class: "quiet small" }, ` ${note}`)));
}

function legend(choices) {
  return element("ul", { class: "legend", "aria-label": "Colours" }, choices.map((choice) =>
    element("li", {}, element("span", { class: "chip", style: `background:${choice.color}` }), choice.word)),
  element("li", { class: "quiet" }, "The filled height of a cell is the part of the hand that the player still holds."));
}

function sameClasses(decision, other) {
  return decision.classes.length === other.classes.length && decision.classes.every((each, place) => each.number === other.classes[place].number && each.hand === other.classes[place].hand);
}

function handTable({ hands }, choices, name) {
  const rows = hands.map((each) => element("tr", { "data-cards": each.cards },
    element("th", { scope: "row", class: "word" }, cardsOf(each.cards)),
    element("td", {}, each.class),
    element("td", { class: "bar-cell" }, shareBar(each.shares, choices)),
    element("td", {}, percent(each.weight))));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Hands in ${name}` },
    element("table", { class: "class-list" }, element("caption", { class: "unseen" }, name),
      element("thead", {}, element("tr", {}, ["Hand", "Class", "Choices", "In range"].map((text, place) => element("th", { scope: "col", class: place % 2 ? null : "word" }, text)))),
      element("tbody", {}, rows)));
}
