"""Converts hands to the columns of the tables in which a run stores them, and back."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.formats.action_codes import TOTAL_SHIFT
from railbird.formats.columns import HIDDEN, HandColumns
from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.games import GameDefinition, State


def hand_columns_of(states: Sequence[State]) -> list[pl.Series]:
    """Columns of the action kinds, action totals, hole cards and boards of hands of one game with known cards."""
    game = states[0].game
    actions = [state.actions for state in states]
    flat = np.fromiter(chain.from_iterable(chain.from_iterable(actions)), dtype=np.int64).reshape(-1, 2)
    lists = _lists(np.array(list(map(len, actions))), kinds=flat[:, 0], totals=flat[:, 1])
    cards = np.concatenate([state.deal.cards for state in states]).reshape(len(states), game.dealt_cards)
    hole_cards, board = np.split(cards, [game.players * game.hole_cards], axis=1)
    dealt = np.array([state.board_size for state in states])
    seen = np.where(np.arange(board.shape[1]) < dealt[:, np.newaxis], board, HIDDEN).astype(np.uint8)
    return [
        lists["kinds"].cast(pl.List(pl.UInt8)),
        lists["totals"].cast(pl.List(pl.UInt32)),
        _cards("hole_cards", hole_cards),
        _cards("board", seen),
    ]


def _lists(lengths: NDArray[np.int64], **columns: NDArray[np.int64]) -> pl.DataFrame:
    """Group the concatenated entries of all lists into columns of lists."""
    hands = np.arange(len(lengths))
    grouped = pl.DataFrame({"hand": np.repeat(hands, lengths), **columns}).group_by("hand").agg(pl.all())
    # Hands that ended with the blinds have no actions, and so no group.
    all_hands = pl.DataFrame({"hand": hands}).join(grouped, on="hand", how="left", maintain_order="left")
    return all_hands.with_columns(pl.col(*columns).fill_null(pl.lit([], dtype=pl.List(pl.Int64))))


def _cards(name: str, rows: NDArray[np.uint8]) -> pl.Series:
    return pl.Series(name, np.ascontiguousarray(rows), pl.Array(pl.UInt8, rows.shape[1]))


def columns_of(table: pl.DataFrame, *, game: GameDefinition, names: Sequence[str]) -> HandColumns:
    """Convert a stored table of hands to columns."""
    hands = table.height
    lengths = table["kinds"].list.len().to_numpy()
    # Exploding an empty list gives a null.
    kinds, totals = (table[name].explode().drop_nulls().to_numpy().astype(np.int64) for name in ("kinds", "totals"))
    rows = {name: row for row, name in enumerate(names)}
    positions = range(game.players)
    players = table.select(
        pl.col(f"player_{position}").replace_strict(rows, return_dtype=pl.Int32) for position in positions
    )
    payoffs = table.select(f"payoff_{position}" for position in positions)
    return HandColumns(
        game,
        names,
        table["hand"].to_numpy().astype(np.int64),
        np.ascontiguousarray(players.to_numpy()),
        # Copies: a read-only array would be another type to the compiler, which would compile every reader twice.
        table["hole_cards"].to_numpy().copy().reshape(hands, game.players, game.hole_cards),
        table["board"].to_numpy().copy().reshape(hands, game.board_sizes[-1]),
        actions=kinds | totals << TOTAL_SHIFT,
        offsets=np.cumsum(np.concatenate([[0], lengths]), dtype=np.int64),
        # A floating-point number is precise enough to identify the part of a chip.
        payoffs=np.rint(np.ascontiguousarray(payoffs.to_numpy()) * SHARES).astype(np.int64),
    )
