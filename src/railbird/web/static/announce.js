/** Says something to screen readers. */

/** @param {string} text */
export function announce(text) {
  const region = document.getElementById("announcer");
  // Read again even if it is the same text.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
