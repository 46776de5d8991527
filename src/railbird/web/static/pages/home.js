/** The first page. */

import { get } from "../api.js";
import { element } from "../dom.js";

export async function show(place) {
  const home = await get("/api/home");
  place.append(
    element("h1", {}, "A laboratory for computer poker"),
    element("p", { class: "quiet" }, `Railbird ${home.version} shows ${home.folder}`),
  );
}
