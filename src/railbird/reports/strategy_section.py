"""The sections on a strategy: grids of what it plays, and its lines of betting."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import class_name
from railbird.reports.figure import Figure
from railbird.reports.hand_matrix import hand_matrices
from railbird.reports.report import Section
from railbird.reports.share_grid import GridCell, choices_in, legend_of, share_grid
from railbird.reports.strategy_tables import choice_table, tree_table
from railbird.reports.strategy_words import choice_words, decision_words
from railbird.solvers.lines.studied_strategy import StudiedStrategy
from railbird.strategy import class_names, decisions_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.strategy import ClassName, Decision, Strategy

_MOST_DECISIONS = 40
"""Number of decisions in a grid; those that are reached most often."""
_MOST_ROWS = 60
"""Number of rows in a grid, and of lines of betting."""


def strategy_sections(strategy: Strategy, path: Path) -> list[Section]:
    """What a strategy plays, and how often."""
    studied = StudiedStrategy(strategy)
    grids = _matrices(studied, path) if strategy.definition.hole_cards == 2 else _grids(studied, path)
    sections = [] if grids is None else [Section("What it plays", [grids])]
    return [*sections, Section("Lines of betting", [_lines(studied, path)])]


def _matrices(studied: StudiedStrategy, path: Path) -> Figure:
    """A matrix of starting hands for each decision of the first round."""
    strategy = studied.strategy
    decisions = _most_reached(studied, list(decisions_of(strategy.game, street=0)))
    cells = {decision.number: _matrix_cells(strategy, decision) for decision in decisions}
    ranks = strategy.definition.ranks
    words = choices_in([cell for row in cells.values() for cell in row])
    plots = [
        share_grid(
            cells[decision.number],
            words=words,
            rows=[""] * ranks,
            columns=[""] * ranks,
            tallest=ranks,
            choice=decision_words(strategy.definition, decision),
        )
        for decision in decisions
    ]
    return Figure(
        key="strategy-grids",
        caption=(
            "The starting hands before the flop: suited ones above the diagonal, offsuit ones below it. The colours of "
            "a cell show how often each action is chosen."
        ),
        command=shlex.join(["railbird", "strategy", "show", str(path), "--history", ""]),
        tables=[choice_table(studied, decisions)],
        plots=plots,
        legend=legend_of(words),
        choice_label="Betting",
    )


def _matrix_cells(strategy: Strategy, decision: Decision) -> list[GridCell]:
    matrices = hand_matrices(strategy, decision)
    ranks = strategy.definition.ranks
    return [
        GridCell(
            row,
            column,
            class_name(13 * row + column),
            class_name(13 * row + column),
            {word: float(shares[row, column]) for word, shares in matrices.items()},
        )
        for row in range(ranks)
        for column in range(ranks)
        if not np.isnan(next(iter(matrices.values()))[row, column])
    ]


def _grids(studied: StudiedStrategy, path: Path) -> Figure | None:
    """A grid for each round, with a row for each hand and board and a column for each decision; None if too large."""
    strategy = studied.strategy
    counts = strategy.game.cards.counts
    streets = [street for street, count in enumerate(counts) if count <= _MOST_ROWS]
    if not streets:
        return None
    decisions = {street: _most_reached(studied, list(decisions_of(strategy.game, street=street))) for street in streets}
    cells = {street: _grid_cells(strategy, decisions[street]) for street in streets}
    words = choices_in([cell for street in streets for cell in cells[street]])
    plots = [
        share_grid(
            cells[street],
            words=words,
            rows=list(map(_cards_text, class_names(strategy.game.cards, street))),
            columns=[decision.history or "start" for decision in decisions[street]],
            tallest=max(counts[each] for each in streets),
            choice=f"Round {street + 1}" if len(streets) > 1 else "",
        )
        for street in streets
    ]
    return Figure(
        key="strategy-grids",
        caption=(
            "Hands and boards by row, the betting before by column. The colours of a cell show how often each action "
            "is chosen."
        ),
        command=shlex.join(["railbird", "strategy", "show", str(path)]),
        tables=[choice_table(studied, [decision for street in streets for decision in decisions[street]])],
        plots=plots,
        legend=legend_of(words),
        choice_label="Round",
    )


def _grid_cells(strategy: Strategy, decisions: Sequence[Decision]) -> list[GridCell]:
    cells = []
    for column, decision in enumerate(decisions):
        words = choice_words(strategy.definition, decision)
        shares = strategy.probabilities_of(decision.cells).tolist()
        cells += [
            GridCell(row, column, "", _cards_text(name), dict(zip(words, shares[row], strict=True)))
            for row, name in enumerate(class_names(strategy.game.cards, decision.street))
        ]
    return cells


def _cards_text(name: ClassName) -> str:
    return f"{name.hand} on {name.board}" if name.board else name.hand


def _most_reached(studied: StudiedStrategy, decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions that are reached most often, in the order of play."""
    reach = {decision.number: studied.lines.reach[_edges(studied.strategy, decision)].sum() for decision in decisions}
    kept = sorted(decisions, key=lambda decision: -reach[decision.number])[:_MOST_DECISIONS]
    numbers = {decision.number for decision in kept}
    return [decision for decision in decisions if decision.number in numbers]


def _edges(strategy: Strategy, decision: Decision) -> slice:
    first = int(strategy.game.tree.first_edge[decision.number])
    return slice(first, first + len(decision.choices))


def _lines(studied: StudiedStrategy, path: Path) -> Figure:
    depth = 1
    table = tree_table(studied, depth=depth)
    while len(longer := tree_table(studied, depth=depth + 1).rows) <= _MOST_ROWS and len(longer) > len(table.rows):
        depth += 1
        table = tree_table(studied, depth=depth)
    deals = studied.sampled_deals
    source = "exact, over all deals" if deals is None else f"means over {deals:,} random deals, with 95 % margins"
    return Figure(
        key="strategy-lines",
        caption=f"Lines of betting up to {depth} actions, as betting strings, if all play the strategy: {source}.",
        command=shlex.join(["railbird", "strategy", "show", str(path), "--tree", "--depth", str(depth)]),
        tables=[table],
        shows_tables=True,
    )
