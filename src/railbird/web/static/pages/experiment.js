/** One experiment: the source's figures beside ours. */

import { get } from "../api.js";
import { element } from "../dom.js";
import { reportSection } from "../report-sections.js";
import { queryOf } from "../sources.js";
import { factList } from "./analyse.js";

export async function show(place, { name, version = "full" }) {
  place.append(element("p", { class: "crumbs quiet" }, element("a", { href: "/experiments" }, "Experiments"), " / ", name));
  const experiment = await get(`/api/experiments/${encodeURIComponent(name)}${queryOf({ quick: version === "quick" ? "true" : "" })}`);
  document.title = `${experiment.title} · Railbird`;
  place.append(
    element("h1", {}, experiment.title),
    element("p", { class: "quiet" }, experiment.work),
    element("p", { class: "source-summary" }, experiment.question),
    experiment.versions.length > 1 ? versionLinks(name, version) : "",
    experiment.quick ? element("p", { class: "notice" }, "This is the quick version: less than the experiment asks for.") : "",
    experiment.is_changed ? element("p", { class: "notice" }, "The experiment has changed since these figures were measured.") : "",
    factList(experiment.facts),
    ...experiment.sections.map((section, number) => reportSection(section, number)),
    experiment.differences.length ? differences(experiment.differences) : "",
  );
}

function versionLinks(name, version) {
  const tab = (value, text) => element("a", { href: `/experiments/${encodeURIComponent(name)}${queryOf({ version: value === "full" ? "" : value })}`, "aria-current": value === version ? "page" : null }, text);
  return element("nav", { class: "tabs", "aria-label": "Versions" }, tab("full", "Full version"), tab("quick", "Quick version"));
}

function differences(texts) {
  return element("section", { class: "panel report-section", "aria-label": "Unlike the source" },
    element("h2", {}, "Unlike the source"), element("ul", {}, texts.map((text) => element("li", {}, text))));
}
