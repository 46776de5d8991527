"""Sampled equity: deal at random, count the winners, and stop when the result is precise enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import FULL_DECK
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.sampling import _kernels
from railbird.equity.sampling.hand_lists import cards_of_known_hands, hand_lists
from railbird.errors import EquityError
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card
    from railbird.equity.precision import Precision
    from railbird.equity.ranges import Range
    from railbird.progress import Progress

_CHUNK = 50_000
_ATTEMPTS_PER_CHUNK = 2_000_000
_MAX_ATTEMPTS_PER_DEAL = 10_000


@dataclass(frozen=True)
class Sample:
    """The counts of the sampled deals."""

    shared: NDArray[np.int64]
    """Deals that each player won, by number of winners; column 0 is empty."""
    deals: int

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each player's probabilities of being the only winner, one of two winners, and so on."""
        return self.shared[:, 1:] / self.deals

    @property
    def standard_errors(self) -> NDArray[np.float64]:
        """The standard error of each player's equity, from the player's shares of the pot."""
        pots = 1 / np.arange(1, self.shared.shape[1])
        means, squares = self.shares @ pots, self.shares @ pots**2
        # Assume one unseen win and one unseen loss, so that winning every deal, or none, does not count as certain.
        likely = (self.deals * means + 1) / (self.deals + 2)
        least = likely * (1 - likely) / (self.deals + 2)
        return np.asarray(np.sqrt(np.maximum(squares - means**2, least) / self.deals))


def sample_equity(
    ranges: Sequence[Range],
    *,
    random_players: int,
    board: Sequence[Card],
    dead: Sequence[Card],
    precision: Precision,
    seed: int,
    progress: Progress,
) -> Sample:
    """Sample deals until the precision is reached; random players come last.

    The ranges must not contain board or dead cards.
    """
    players = len(ranges) + random_players
    shared = np.zeros((players, players + 1), dtype=np.int64)
    lists, state = hand_lists(ranges), kernel_state(seed)
    gone = {*board, *dead, *cards_of_known_hands(lists)}
    live = np.array([card for card in FULL_DECK if card not in gone], dtype=np.uint8)
    board_cards = np.array(board, dtype=np.uint8)
    done = attempts = 0
    with progress.task("Sampling deals", total=precision.deals) as task:
        while done < precision.deals:
            wanted = min(_CHUNK, precision.deals - done)
            dealt = _kernels.sample_showdowns(
                lists, board_cards, live, wanted, _ATTEMPTS_PER_CHUNK, state, strength_tables(7), shared
            )
            done += dealt
            attempts += wanted if dealt == wanted else _ATTEMPTS_PER_CHUNK
            if attempts > _MAX_ATTEMPTS_PER_DEAL * (done + 1_000):
                raise EquityError(
                    f"the ranges share cards in all but {done:,} of {attempts:,} deals: too few are left to sample"
                )
            task.advance(dealt)
            goal = precision.standard_error
            if done and goal and Sample(shared, done).standard_errors.max() <= goal:
                break
    return Sample(shared, done)
