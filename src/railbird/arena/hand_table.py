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

    from railbird.games import GameDefinition
    from railbird.games.betting_node import BettingNode


def hand_columns_of(nodes: Sequence[BettingNode], cards: bytes | bytearray) -> list[pl.Series]:
    """Columns of the action kinds, action totals, hole cards and boards of hands of one game.

    `nodes` are those at which the hands ended, and `cards` has all cards dealt in each hand, hole cards first.
    """
    game = nodes[0].tree.game
    # Hands with the same actions share a node, and so what is read off it.
    distinct = {node: number for number, node in enumerate(dict.fromkeys(nodes))}
    numbers = np.fromiter(map(distinct.__getitem__, nodes), dtype=np.int64, count=len(nodes))
    actions = [node.actions for node in distinct]
    flat = np.fromiter(chain.from_iterable(chain.from_iterable(actions)), dtype=np.int64).reshape(-1, 2)
    lengths = np.fromiter(map(len, actions), dtype=np.int64)
    lists = _lists(lengths, kinds=flat[:, 0].astype(np.uint8), totals=flat[:, 1].astype(np.uint32))[numbers]
    dealt = np.array([game.board_sizes[node.street] for node in distinct])[numbers]
    rows = np.frombuffer(cards, dtype=np.uint8).reshape(len(nodes), game.dealt_cards)
    hole_cards, board = np.split(rows, [game.players * game.hole_cards], axis=1)
    seen = np.where(np.arange(board.shape[1]) < dealt[:, np.newaxis], board, HIDDEN).astype(np.uint8)
    return [lists["kinds"], lists["totals"], _cards("hole_cards", hole_cards), _cards("board", seen)]


def _lists(lengths: NDArray[np.int64], **columns: NDArray[np.integer]) -> pl.DataFrame:
    """Group the concatenated entries of all lists into columns of lists."""
    entries = pl.DataFrame(columns)
    lists = np.repeat(np.arange(len(lengths)), lengths)
    grouped = entries.group_by(pl.Series("list", lists), maintain_order=True).agg(pl.all()).drop("list")
    if lengths.all():
        return grouped
    # A hand that ended with the blinds has no actions, and so no group.
    empty = entries.clear().select(pl.all().implode())
    places = np.where(lengths > 0, np.cumsum(lengths > 0) - 1, grouped.height)
    return pl.concat([grouped, empty])[places]


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
