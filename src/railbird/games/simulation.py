"""Simulation of many hands in a compiled loop, for benchmarks and statistics: players call, or act at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import deck
from railbird.errors import GameError
from railbird.games import _kernels
from railbird.games.betting_node import first_node
from railbird.games.payoffs import chips_of
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from railbird.games.definition import GameDefinition
    from railbird.games.payoffs import Chips


def simulate(game: GameDefinition, *, hands: int, seed: int, at_random: bool) -> tuple[Chips, ...]:
    """The total payoff of each position over `hands` hands in which all players call, or act at random.

    Random players fold, call or raise the minimum, so that hands are about as long as in real play.
    """
    if hands < 0:
        raise GameError(f"cannot simulate {hands} hands: give 0 or more")
    cards = np.array(deck(ranks=game.ranks, suits=game.suits), dtype=np.uint8)
    totals = np.zeros(game.players, dtype=np.int64)
    first = np.array(first_node(game).numbers)
    _kernels.simulate(first, cards, hands, at_random, kernel_state(seed), totals)
    return tuple(chips_of(total) for total in totals.tolist())
