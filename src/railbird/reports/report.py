"""A report: the figures of one source, or of two side by side, section by section."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from railbird.reports.actions_section import actions_figure
from railbird.reports.axes import with_same_axes
from railbird.reports.categories_section import categories_figure
from railbird.reports.comparison import comparison_figure
from railbird.reports.crosstable_section import crosstable_figure
from railbird.reports.curves_section import profit_figure, rate_figure
from railbird.reports.incidents_section import incidents_figure
from railbird.reports.palette import Colors
from railbird.reports.shadows_section import shadows_figure
from railbird.reports.standings_section import standings_figure
from railbird.reports.starting_hands_section import starting_hands_figure
from railbird.reports.statistics_section import statistics_figure
from railbird.reports.summary import facts_of, summary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from railbird.reports.figure import Figure
    from railbird.reports.sources import Source


def _figures(colors: Colors) -> dict[str, Callable[[Source], Figure | None]]:
    """What makes the figure of each section."""
    return {
        "Standings": partial(standings_figure, colors=colors),
        "Crosstable": crosstable_figure,
        "Profit": partial(profit_figure, colors=colors),
        "Running win rate": partial(rate_figure, colors=colors),
        "Actions by street": actions_figure,
        "Wins and losses by size": categories_figure,
        "Starting hands": starting_hands_figure,
        "Statistics": statistics_figure,
        "Shadows": shadows_figure,
        "Incidents": incidents_figure,
    }


@dataclass(frozen=True)
class Section:
    """One figure of each source."""

    title: str
    figures: Sequence[Figure | None]
    """By source; one for both in a comparison. None where a source has nothing of the kind."""


@dataclass(frozen=True)
class Introduction:
    """What a page says of a source before its figures."""

    summary: str
    facts: Mapping[str, str]
    made_by: str = ""
    """The command that made the source, if it is known."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """What the page shows."""

    names: Sequence[str]
    """Of the sources; no two are equal."""
    introductions: Sequence[Introduction]
    """By source."""
    sections: Sequence[Section]

    def as_json(self) -> dict[str, object]:
        """All figures, for programs."""
        return {
            "sources": list(self.names),
            "figures": [
                {"title": section.title, "by_source": [figure and figure.as_json() for figure in section.figures]}
                for section in self.sections
            ],
        }


def make_report(source: Source, compared_with: Source | None = None) -> Report:
    """A report on one source, or on two side by side."""
    sources = [source] if compared_with is None else [source, compared_with]
    names = _different([each.name for each in sources], [each.arguments for each in sources])
    colors = Colors.of(*[each.players for each in sources])
    sections = []
    if compared_with is not None:
        sections.append(Section("Comparison", [comparison_figure(source, compared_with, names=names)]))
    for title, make in _figures(colors).items():
        figures = with_same_axes([make(each) for each in sources])
        if any(figure is not None for figure in figures):
            sections.append(Section(title, figures))
    introductions = [Introduction(summary_of(each), facts_of(each), each.made_by) for each in sources]
    return Report(names=names, introductions=introductions, sections=sections)


def _different(names: list[str], longer: list[str]) -> list[str]:
    """Names that distinguish the sources, even if both are the same source."""
    for candidates in (names, longer):
        if len({*candidates}) == len(candidates):
            return candidates
    return [f"{name} ({number})" for number, name in enumerate(names, start=1)]
