"""The index of many hands: tables of the facts about each hand, and about each player's part in it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.analysis.categories import bounds_of
from railbird.analysis.hand_facts import _kernels
from railbird.analysis.tally import classes_of
from railbird.formats.payoff_checks import is_doubtful, payoff_verdicts
from railbird.games.betting_node import first_node
from railbird.games.definition import MOST_ROUNDS, SHARES
from railbird.games.position_names import position_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.formats.columns import HandColumns

_HANDS = {"place": pl.Int64, "street": pl.UInt8, "showdown": pl.Boolean, "pot": pl.Float64, "betting": pl.String}
_SEATS = {
    "place": pl.Int64,
    "player": pl.String,
    "position": pl.String,
    "won": pl.Float64,
    "part": pl.Int32,
    "seen": pl.UInt8,
    "category": pl.UInt8,
    "class": pl.Int64,
}


class HandIndex:
    """Facts about hands, which are numbered by their place among all hands, from 0.

    Hands that are not legal or not over, or whose payoffs cannot be right, have a place but no facts.
    """

    def __init__(self, batches: Iterable[HandColumns]) -> None:
        hands, seats, places = [pl.DataFrame(schema=_HANDS)], [pl.DataFrame(schema=_SEATS)], 0
        for columns in batches:
            of_hands, of_seats = _facts_of(columns, first_place=places)
            hands.append(of_hands)
            seats.append(of_seats)
            places += len(columns)
        self.hands = pl.concat(hands)
        """A row for each hand, with the pot in big blinds."""
        self.seats = pl.concat(seats)
        """A row for each player in each hand, with what the player won in big blinds."""

    @property
    def players(self) -> list[str]:
        """The names of all players."""
        return self.seats["player"].unique(maintain_order=True).to_list()

    @property
    def positions(self) -> list[str]:
        """The names of all positions."""
        return self.seats["position"].unique(maintain_order=True).to_list()


def _facts_of(columns: HandColumns, *, first_place: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of the hands and of their players."""
    facts = _written_facts(columns)
    is_kept = facts.is_legal & ~is_doubtful(payoff_verdicts(columns))
    places = first_place + np.arange(len(columns))
    return _hand_rows(columns, facts, places).filter(pl.Series(is_kept)), _seat_rows(columns, facts, places, is_kept)


def _written_facts(columns: HandColumns) -> _kernels.FactArrays:
    game, count = columns.game, len(columns)
    facts = _kernels.FactArrays(
        is_legal=np.zeros(count, dtype=np.bool_),
        streets=np.zeros(count, dtype=np.uint8),
        pots=np.zeros(count, dtype=np.int64),
        parts=np.zeros((count, game.players), dtype=np.int32),
        seen=np.zeros((count, game.players), dtype=np.uint8),
        categories=np.zeros((count, game.players), dtype=np.uint8),
        ends=np.zeros(count, dtype=np.int64),
        letters=np.empty(len(columns.actions) + count * MOST_ROUNDS, dtype=np.uint8),
    )
    arrays = columns.arrays._replace(payoffs=columns.shares)
    _kernels.write_facts(np.array(first_node(game).numbers), arrays, bounds_of(game), facts)
    return facts


def _hand_rows(columns: HandColumns, facts: _kernels.FactArrays, places: NDArray[np.int64]) -> pl.DataFrame:
    ends = [0, *facts.ends.tolist()]
    text = facts.letters[: ends[-1]].tobytes().decode()
    rows = {
        "place": places,
        "street": facts.streets,
        "showdown": (facts.parts >> _kernels.SHOWED_DOWN & 1).any(axis=1),
        "pot": facts.pots / columns.game.unit,
        "betting": [text[start:end] for start, end in pairwise(ends)],
    }
    return pl.DataFrame(rows, schema=_HANDS)


def _seat_rows(
    columns: HandColumns, facts: _kernels.FactArrays, places: NDArray[np.int64], is_kept: NDArray[np.bool_]
) -> pl.DataFrame:
    game = columns.game
    names = np.array(columns.names, dtype=object)
    rows = {
        "place": np.repeat(places[is_kept], game.players),
        "player": names[columns.players[is_kept].ravel()].tolist(),
        "position": [*position_names(game)] * int(is_kept.sum()),
        "won": (columns.shares[is_kept] / (SHARES * game.unit)).ravel(),
        "part": facts.parts[is_kept].ravel(),
        "seen": facts.seen[is_kept].ravel(),
        "category": facts.categories[is_kept].ravel(),
        "class": classes_of(columns.hole_cards)[is_kept].ravel(),
    }
    return pl.DataFrame(rows, schema=_SEATS)
