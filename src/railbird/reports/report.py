"""Makes a report: the figures of one source, or of two sources side by side, section by section."""

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
from railbird.reports.hands_section import hands_figure
from railbird.reports.incidents_section import incidents_figure
from railbird.reports.palette import Colors
from railbird.reports.positions_section import positions_figure
from railbird.reports.shadows_section import shadows_figure
from railbird.reports.standings_section import standings_figure
from railbird.reports.starting_hands_section import starting_hands_figure
from railbird.reports.statistics_section import statistics_figure
from railbird.reports.summary import facts_of, summary_of, title_of
from railbird.reports.team_section import team_figures

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from railbird.reports.figure import Figure
    from railbird.reports.sources import Source


def _figures(colors: Colors) -> dict[str, Callable[[Source], Figure | None]]:
    """The function that makes the figure of each section."""
    return {
        "Standings": partial(standings_figure, colors=colors),
        "Crosstable": crosstable_figure,
        "Results by position": positions_figure,
        "Profit": partial(profit_figure, colors=colors),
        "Running win rate": partial(rate_figure, colors=colors),
        "Actions by street": actions_figure,
        "Wins and losses by size": categories_figure,
        "Starting hands": starting_hands_figure,
        "Statistics": statistics_figure,
        "Hands": hands_figure,
        "Shadows": shadows_figure,
        "Incidents": incidents_figure,
    }


@dataclass(frozen=True)
class Section:
    """A section, with a figure for each source."""

    title: str
    figures: Sequence[Figure | None]
    """The figures by source, or a single figure that compares both. None if a source has no such figure."""


@dataclass(frozen=True)
class Introduction:
    """What a page says about a source before its figures."""

    summary: str
    facts: Mapping[str, str]
    made_by: str = ""
    """The command that made the source, if it is known."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """The content of the page."""

    names: Sequence[str]
    """The names of the sources, which are all different."""
    introductions: Sequence[Introduction]
    """The introductions by source."""
    sections: Sequence[Section]
    title: str = ""
    """What the report is about (default: the names of its sources)."""

    def as_json(self) -> dict[str, object]:
        """All figures as JSON."""
        return {
            "sources": list(self.names),
            "figures": [
                {"title": section.title, "by_source": [figure and figure.as_json() for figure in section.figures]}
                for section in self.sections
            ],
        }


def make_report(source: Source, compared_with: Source | None = None) -> Report:
    """Make a report on one source, or on two sources side by side."""
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
    sections += _team_sections(sources)
    introductions = [Introduction(summary_of(each), facts_of(each), each.made_by) for each in sources]
    title = title_of(source) if compared_with is None else f"{' and '.join(names)}, compared"
    return Report(names=names, introductions=introductions, sections=sections, title=title)


def _team_sections(sources: Sequence[Source]) -> list[Section]:
    figures = [team_figures(each.team_curves, command=each.figures()) for each in sources]
    titles = dict.fromkeys(title for by_title in figures for title in by_title)
    return [Section(title, [by_title.get(title) for by_title in figures]) for title in titles]


def _different(names: list[str], longer: list[str]) -> list[str]:
    """Names that distinguish the sources, even if both are the same source."""
    for candidates in (names, longer):
        if len({*candidates}) == len(candidates):
            return candidates
    return [f"{name} ({number})" for number, name in enumerate(names, start=1)]
