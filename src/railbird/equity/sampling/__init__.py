"""Sampled equity: deal at random, count who wins, stop when the result is precise enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import FULL_DECK
from railbird.cards.strength.tables import strength_tables
from railbird.equity.sampling import _kernels
from railbird.equity.sampling.hands import hand_lists
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.equity.ranges import Range
    from railbird.progress import Progress

_CHUNK = 50_000


@dataclass(frozen=True)
class Precision:
    """When to stop: after so many deals, or when every player's standard error is small enough, but not later."""

    samples: int
    standard_error: float = 0.0


def sample_equity(
    ranges: Sequence[Range],
    *,
    random_players: int,
    board: Sequence[Card],
    dead: Sequence[Card],
    precision: Precision,
    seed: int,
    progress: Progress,
) -> NDArray[np.int64]:
    """Counts of deals: `shared[p, k]` is how often player p was one of k winners; random players come last.

    The ranges must be free of board and dead cards, and some deal must be possible.
    """
    players = len(ranges) + random_players
    shared = np.zeros((players, players + 1), dtype=np.int64)
    live = np.array([card for card in FULL_DECK if card not in board and card not in dead], dtype=np.uint8)
    lists, state = hand_lists(ranges), kernel_state(seed)
    board_cards = np.array(board, dtype=np.uint8)
    done = 0
    with progress.task("Sampling deals", total=precision.samples) as task:
        while done < precision.samples:
            deals = min(_CHUNK, precision.samples - done)
            _kernels.sample_showdowns(
                lists, random_players, board_cards, live, deals, state, strength_tables(7), shared
            )
            done += deals
            task.advance(deals)
            if standard_errors(shared).max() <= precision.standard_error:
                break
    return shared


def standard_errors(shared: NDArray[np.int64]) -> NDArray[np.float64]:
    """The standard error of each player's equity, from the shares of the pot in all deals."""
    shares = 1 / np.arange(1, shared.shape[1])
    # Every deal is counted once for each of its winners.
    deals = float(shared[:, 1:].sum(axis=0) @ shares)
    means = shared[:, 1:] @ shares / deals
    squares = shared[:, 1:] @ shares**2 / deals
    # One unseen win or loss is assumed, so that a player who won every deal, or none, is not certain of it.
    spread = np.maximum(squares - means**2, (means + (1 - 2 * means) / (deals + 2)) / (deals + 2))
    return np.asarray(np.sqrt(spread / deals))
