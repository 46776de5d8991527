/** Keys that act on a page, unless somebody is typing. */

/**
 * @param {Object<string, function(KeyboardEvent)>} keys by `event.key`, letters in lower case
 * @param {{repeat?: boolean}} options whether a key that is held down acts again and again
 * @returns {function()} ends listening
 */
export function listenToKeys(keys, { repeat = true } = {}) {
  function pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat && !repeat) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = keys[key];
    if (!action || isTyping(event.target, key)) return;
    event.preventDefault();
    action(event);
  }
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** Whether an element itself needs the key: a field, or a button that space and enter press. */
function isTyping(target, key) {
  if (target.closest("input, textarea, select, [contenteditable]")) return true;
  return (key === " " || key === "Enter") && target.closest("button, a, summary") !== null;
}
