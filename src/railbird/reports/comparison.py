"""The section that compares two sources: the players in both, and whether they did better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.reports.figure import Figure
from railbird.reports.rates import win_rates
from railbird.statistics import BB_PER_100, TEXT, Column, RateUnit, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena import Results
    from railbird.arena.deal_sums import Kind as ResultKind
    from railbird.reports.sources import Source
    from railbird.statistics import Cell, Estimate


def comparison_figure(first: Source, second: Source, *, names: Sequence[str]) -> Figure:
    """The win rates of players in both sources, with a verdict if both sources have the same games."""
    paired = _with_same_cards(first, second)
    adjusted = _is_adjusted(first, second)
    before, after = win_rates(first, adjusted=adjusted), win_rates(second, adjusted=adjusted)
    rows: list[tuple[Cell, ...]] = []
    for player in before:
        if player in after:
            independent = after[player].minus(before[player])
            difference = _paired(paired, player, adjusted=adjusted) if paired else independent
            verdict = "yes" if difference.is_significant else "no"
            shown_verdict = verdict if _has_same_games(first, second) else None
            rows.append((player, before[player], after[player], difference, shown_verdict))
    columns = _columns(names, is_paired=paired is not None, adjusted=adjusted)
    table = Table("comparison", "Comparison", columns, rows).without_empty_columns()
    return Figure(
        key="comparison",
        caption=_caption(first, second, names=names) if rows else "No player is in both.",
        command=f"{first.standings()} && {second.standings()}",
        tables=[table] if rows else [],
        shows_tables=True,
    )


def _is_adjusted(*sources: Source) -> bool:
    """Whether all-in adjusted results are compared: those of runs in which they differ from what was won."""
    results = [source.results for source in sources if source.results is not None]
    return len(results) == len(sources) and any(run.has_expectation for run in results)


def _columns(names: Sequence[str], *, is_paired: bool, adjusted: bool) -> list[Column]:
    """The columns. Their keys are not the names of the sources, because both may have the same name."""
    how = "paired by deal, because both have the same cards" if is_paired else "taking their cards as independent"
    unit = "bb/100, all-in adjusted," if adjusted else "bb/100"
    return [
        Column("player"),
        Column("first", BB_PER_100, f"{unit} in {names[0]}, and half the width of the 95 % interval"),
        Column("second", BB_PER_100, f"{unit} in {names[1]}, and half the width of the 95 % interval"),
        Column("difference", BB_PER_100, f"the second minus the first, {how}"),
        Column("significant", TEXT, "whether the 95 % interval of the difference excludes 0"),
    ]


def _has_same_games(first: Source, second: Source) -> bool:
    return {*first.tally.games} == {*second.tally.games}


def _with_same_cards(first: Source, second: Source) -> tuple[Results, Results] | None:
    """The results of both sources, if they are runs with the same deals."""
    before, after = first.results, second.results
    if before is None or after is None or not before.has_cards_of(after):
        return None
    return before, after


def _paired(results: tuple[Results, Results], player: str, *, adjusted: bool) -> Estimate:
    """The difference paired by deal, which removes the luck of the cards."""
    kind: ResultKind = "expected" if adjusted else "payoff"
    before, after = results
    bots = after.names.index(player), before.names.index(player)
    return after.difference_from(before, bots=bots, kind=kind, factor=after.factor(RateUnit.BB_PER_100))


def _caption(first: Source, second: Source, *, names: Sequence[str]) -> str:
    text = f"Win rates of the players in both: first {names[0]}, second {names[1]}."
    if not _has_same_games(first, second):
        return f"{text} The games are different, {first.game} and {second.game}: no difference shows who is better."
    alone = [
        f"{', '.join(missing)} only in the {where}"
        for where, missing in (("first", _only_in(first, second)), ("second", _only_in(second, first)))
        if missing
    ]
    if alone:
        text += f" The fields differ ({'; '.join(alone)}), which changes what the others win."
    return text


def _only_in(source: Source, other: Source) -> list[str]:
    return [player for player in source.players if player not in other.players]
