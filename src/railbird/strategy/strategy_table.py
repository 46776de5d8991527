"""A strategy as a table with a row for each choice in each information set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.errors import StrategyError
from railbird.strategy.class_names import class_names
from railbird.strategy.decisions import decision_at, decisions_of

if TYPE_CHECKING:
    from railbird.strategy.decisions import Decision
    from railbird.strategy.strategy import Strategy

MOST_ROWS = 5_000_000


def strategy_table(strategy: Strategy, *, street: int | None = None, history: str | None = None) -> pl.DataFrame:
    """The choices in all information sets, or in those of one street or after one betting string.

    `class` is the number of the card class in its street, and `hand` and `board` are its name. `cell` is the place of
    the choice in the strategy's arrays.
    """
    game = strategy.game
    if history is not None:
        decisions = [decision_at(game, history)]
    else:
        _check_rows(strategy, street=street)
        decisions = list(decisions_of(game, street=street))
    names = {now: class_names(game.cards, now) for now in {decision.street for decision in decisions}}
    hands = {now: pl.Series([name.hand for name in named]) for now, named in names.items()}
    boards = {now: pl.Series([name.board for name in named]) for now, named in names.items()}
    return pl.concat(
        [
            _rows(strategy, decision, hands=hands[decision.street], boards=boards[decision.street])
            for decision in decisions
        ]
    )


def _check_rows(strategy: Strategy, *, street: int | None) -> None:
    """Raise StrategyError if there is no such street, or too many rows in it."""
    game = strategy.game
    streets = range(strategy.definition.rounds)
    if street is not None and street not in streets:
        raise StrategyError(f"street {street}: the streets of {game.name} are 0 to {streets[-1]}")
    rows = game.tree.size.choices.sum(axis=0) * game.layout.classes
    count = int(rows.sum() if street is None else rows[street])
    if count > MOST_ROWS:
        by_street = ", ".join(f"{rows[now]:,} on street {now}" for now in streets)
        raise StrategyError(
            f"a table of {count:,} rows ({by_street}): ask for a street or a history with at most {MOST_ROWS:,}"
        )


def _rows(strategy: Strategy, decision: Decision, *, hands: pl.Series, boards: pl.Series) -> pl.DataFrame:
    classes, choices = decision.cells.shape
    by_row = np.repeat(np.arange(classes, dtype=np.int32), choices)
    actions = pl.Series([str(action) for action in decision.choices])
    return pl.DataFrame(
        {
            "street": np.full(len(by_row), decision.street, dtype=np.int8),
            "position": np.full(len(by_row), decision.position, dtype=np.int8),
            "history": pl.Series([decision.history]).gather(np.zeros(len(by_row), dtype=np.int32)),
            "class": by_row,
            "hand": hands.gather(by_row),
            "board": boards.gather(by_row),
            "action": actions.gather(np.tile(np.arange(choices, dtype=np.int32), classes)),
            "probability": strategy.probabilities_of(decision.cells).ravel(),
            "cell": decision.cells.ravel(),
        }
    )
