/** The focus of the keyboard: kept when a part of the page is drawn anew, and not lost when a button is out of use. */

/** A selector of the control in a place that has the focus, to find the one that takes its place; null if none has it. */
export function focusedControl(place) {
  const active = document.activeElement;
  if (!place.contains(active)) return null;
  if (active.id) return `#${CSS.escape(active.id)}`;
  if (active.dataset.control) return `[data-control="${CSS.escape(active.dataset.control)}"]`;
  if (active.name) return `${active.localName}[name="${CSS.escape(active.name)}"]`;
  const label = active.getAttribute("aria-label");
  return label && `${active.localName}[aria-label="${CSS.escape(label)}"]`;
}

/**
 * Draw a place anew. If the focus was in it, the same control gets it again, or the first of the others that is there.
 * @param {HTMLElement} place
 * @param {function()} draw
 * @param {string[]} others selectors
 */
export function keepingFocus(place, draw, ...others) {
  const hadFocus = place.contains(document.activeElement);
  const focused = focusedControl(place);
  draw();
  if (hadFocus && !isUsable(document.activeElement, place)) focusFirst(place, focused, ...others);
}

/** Focus the first control that can be used, of several selectors in their order. */
export function focusFirst(place, ...selectors) {
  for (const selector of selectors.filter(Boolean)) {
    const found = [...place.querySelectorAll(selector)].find((control) => isUsable(control, place));
    if (!found) continue;
    found.focus({ preventScroll: true });
    return;
  }
}

function isUsable(control, place) {
  return place.contains(control) && !control.disabled && control.checkVisibility({ visibilityProperty: true });
}

/** Keep a button out of use while something is done; if that fails, the keyboard goes on from the button. */
export async function whileBusy(button, work) {
  const hadFocus = document.activeElement === button;
  button.disabled = true;
  try {
    await work();
  } finally {
    button.disabled = false;
    if (hadFocus && button.isConnected && [document.body, null].includes(document.activeElement)) button.focus({ preventScroll: true });
  }
}
