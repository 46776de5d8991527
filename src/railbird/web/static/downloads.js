/** Files made by the page. */

import { element } from "./dom.js";

export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
