"""Tables of the differences between two strategies: for people, and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games.position_names import position_names
from railbird.reports.strategy_words import choice_words
from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import GameDefinition
    from railbird.solvers.lines.strategy_comparison import StrategyComparison
    from railbird.statistics import Cell

_DIFFERENCE = "half the sum of the differences of the probabilities: how often they choose differently"


def comparison_table(comparison: StrategyComparison, game: GameDefinition, *, names: Sequence[str]) -> Table:
    """For people: a row for each difference, with the choices of both strategies in words."""
    by_hand = comparison.deals is None
    has_board = any(difference.name and difference.name.board for difference in comparison.differences)
    columns = [
        Column("history", TEXT, "the betting before, as a betting string"),
        Column("player"),
        *([Column("hand")] if by_hand else []),
        *([Column("board")] if has_board else []),
        *(Column(name) for name in names),
        Column("reach", SHARE, "how often a hand gets there, the mean of both strategies"),
        Column("difference", SHARE, _DIFFERENCE),
    ]
    rows: list[tuple[Cell, ...]] = []
    for difference in comparison.differences:
        decision, name = difference.decision, difference.name
        words = choice_words(game, decision)
        cards = () if name is None else (name.hand, name.board) if has_board else (name.hand,)
        both = [_mixture(words, shares) for shares in (difference.first, difference.second)]
        player = position_names(game)[decision.position]
        rows.append((decision.history or "start", player, *cards, *both, difference.reach, difference.difference))
    return Table("differences", "Largest differences", columns, rows)


def compared_choices_table(comparison: StrategyComparison, game: GameDefinition) -> Table:
    """For programs: a row for each choice of each difference."""
    columns = [
        Column("position", COUNT),
        Column("history", TEXT, "the betting before, as a betting string"),
        Column("hand"),
        Column("board"),
        Column("reach", SHARE),
        Column("difference", SHARE, _DIFFERENCE),
        Column("action"),
        Column("first", SHARE),
        Column("second", SHARE),
    ]
    rows: list[tuple[Cell, ...]] = []
    for each in comparison.differences:
        cards = (None, None) if each.name is None else each.name
        where = (each.decision.position, each.decision.history, *cards, each.reach, each.difference)
        words = choice_words(game, each.decision)
        rows += [(*where, *choice) for choice in zip(words, each.first, each.second, strict=True)]
    return Table("differences", "Largest differences", columns, rows)


def _mixture(words: Sequence[str], shares: Sequence[float]) -> str:
    """Probabilities in words: `check 78 %, bet 22 %`."""
    parts = [f"{word} {100 * share:.0f} %" for word, share in zip(words, shares, strict=True) if share >= 0.005]
    return ", ".join(parts)
