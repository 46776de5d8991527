"""Matrices of starting hands: how often each choice is made with each of the 169, or those of a smaller deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import RANKS, as_cards, format_cards
from railbird.cards.hands import class_name
from railbird.reports.strategy_words import choice_words
from railbird.statistics import COUNT, SHARE, TEXT, Column, Table
from railbird.strategy import RangeOnBoard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from railbird.cards import Cards
    from railbird.statistics import Cell
    from railbird.strategy import Decision, Strategy

_ALL = len(RANKS)


def hand_matrices(strategy: Strategy, decision: Decision, board: Cards = ()) -> Mapping[str, NDArray[np.float64]]:
    """By choice: a matrix by row and column of ranks from the ace down, with suited hands above the diagonal.

    On a board, a cell is the mean over the hands of its class that the board leaves; NaN if it leaves none.
    """
    hands = RangeOnBoard(strategy, board)
    by_choice = hands.matrix(hands.shares(decision))
    words = choice_words(strategy.definition, decision)
    return {word: by_choice[:, :, place] for place, word in enumerate(words)}


def matrix_table(strategy: Strategy, decision: Decision, board: Cards = ()) -> Table:
    """The matrices for programs: a row for each choice with each class of hands that the board leaves."""
    shown = format_cards(as_cards(board))
    matrices = hand_matrices(strategy, decision, board)
    rows: list[tuple[Cell, ...]] = []
    for row, column in np.ndindex(next(iter(matrices.values())).shape):
        hand = class_name(row * _ALL + column)
        rows += [
            (decision.position, decision.history, hand, shown, word, float(shares[row, column]))
            for word, shares in matrices.items()
            if not np.isnan(shares[row, column])
        ]
    columns = [
        Column("position", COUNT),
        Column("history", TEXT, "the betting before, as a betting string"),
        Column("hand", TEXT, "a class of starting hands"),
        Column("board"),
        Column("action"),
        Column("probability", SHARE, "the mean over the hands of the class that the board leaves"),
    ]
    return Table("matrix", "Starting hands", columns, rows)


def format_matrix(shares: NDArray[np.float64]) -> str:
    """A matrix as text, in percent; a dot for 0."""
    ranks = RANKS[::-1][: len(shares)]
    rows = ["   " + "".join(f"{rank:>5}" for rank in ranks)]
    for rank, row in zip(ranks, shares, strict=True):
        rows.append(f"{rank:>3}" + "".join(f"{_percent(share):>5}" for share in row))
    return "\n".join(rows)


def _percent(share: float) -> str:
    if np.isnan(share):
        return ""
    return f"{100 * share:.0f}" if share >= 0.005 else "."
