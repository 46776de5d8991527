/** The choices of the person to act: legal actions only, by mouse and by keyboard. */

import { element, replace } from "./dom.js";
import { chips, percent } from "./numbers.js";

/**
 * @param {HTMLElement} place
 * @param {function(Object)} act called with {action, to}; the controls are out of use from then on
 * @returns {{show: function(Object|null, Object), keys: Object<string, function()>}}
 */
export function actionBar(place, act) {
  let shown = "";
  let controls = {};

  function show(hand, table) {
    const decision = hand?.choices && !table.is_over ? `${hand.hand}/${hand.step}` : "";
    if (decision === shown) return;
    shown = decision;
    controls = decision ? build(hand, table) : {};
    if (!decision) replace(place);
  }

  function choose(action, to = null) {
    for (const button of place.querySelectorAll("button, input")) button.disabled = true;
    act({ action, to });
  }

  function build(hand, table) {
    const { choices } = hand;
    const fold = choices.fold && choice("fold", "F", "Fold", () => choose("fold"));
    const call = choice("call", "C", choices.to_call ? `Call ${chips(choices.to_call)}` : "Check", () => choose("call"));
    const raise = choices.raise && raiseForm(choices.raise, (to) => choose("raise", to));
    replace(place, factsLine(hand, table), element("div", { class: "actions" }, fold, call, raise?.form));
    return { f: fold, c: call, r: raise };
  }

  return {
    show,
    keys: {
      f: () => controls.f?.click?.(),
      c: () => controls.c?.click?.(),
      r: () => controls.r?.start(),
    },
  };
}

function choice(name, key, text, onclick, isPrimary = false) {
  return element("button", { type: "button", class: `action ${name}${isPrimary ? " primary" : ""}`, onclick, "aria-keyshortcuts": key }, text, element("kbd", { "aria-hidden": "true" }, key));
}

function factsLine(hand, table) {
  const { choices } = hand;
  const bigBlinds = (amount) => `${chips(Math.round((10 * amount) / table.big_blind) / 10)} bb`;
  const facts = [["Pot", `${chips(hand.pot)} (${bigBlinds(hand.pot)})`]];
  facts.push(["To call", choices.to_call ? `${chips(choices.to_call)} (${bigBlinds(choices.to_call)})` : "nothing"]);
  if (choices.to_call) facts.push(["Pot odds", `${percent(choices.pot_odds)} equity needed`]);
  return element("dl", { class: "facts decision" }, facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}

/** Raising: a button where the rules fix the size, otherwise a field with common sizes. */
function raiseForm(raise, onRaise) {
  const word = raise.is_bet ? "Bet" : "Raise to";
  if (raise.is_fixed) {
    const button = choice("raise", "R", `${word} ${chips(raise.low)}`, () => onRaise(raise.low), true);
    return { form: button, start: () => button.click() };
  }
  const field = element("input", { type: "number", class: "size", min: raise.low, max: raise.high, step: 1, value: raise.low, required: true, onkeydown: (event) => event.key === "Escape" && field.blur(), "aria-label": `${word}, ${chips(raise.low)} to ${chips(raise.high)} chips` });
  const sizes = raise.sizes.map(({ to, word: name }) =>
    element("button", { type: "button", class: "quiet", onclick: () => { field.value = to; field.focus(); } }, `${name} ${chips(to)}`));
  const form = element(
    "form",
    { class: "raise", onsubmit: (event) => { event.preventDefault(); onRaise(Number(field.value)); } },
    element("button", { type: "submit", class: "action raise primary", "aria-keyshortcuts": "R" }, word, element("kbd", { "aria-hidden": "true" }, "R")),
    field,
    element("span", { class: "sizes" }, sizes),
  );
  const start = () => {
    field.focus();
    field.select();
  };
  return { form, start };
}
