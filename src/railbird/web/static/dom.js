/** Elements of the page. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children. An attribute `on...` is a listener; false, null and undefined are left out.
 * Children are nodes or text; arrays of them are flattened, and null is left out.
 * @param {string} tag
 * @param {Object<string, *>} attributes
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for a drawing. */
export function drawing(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Replace everything in an element. */
export function replace(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

/** A line that says what went wrong. */
export function errorNotice(error) {
  return element("p", { class: "notice error", role: "alert" }, error.message ?? String(error));
}
