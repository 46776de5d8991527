"""The ways to answer a question about equity, each with what it will cost.

What needs compiled code is imported when it is used: reading a shipped table should not wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import FULL_DECK
from railbird.cards.hands import HAND_CARDS
from railbird.equity.preflop_answers import answer_against_random, answer_heads_up
from railbird.equity.result import EquityResult, player_equity
from railbird.rng import new_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from railbird.equity.precision import Precision
    from railbird.equity.questions import Question
    from railbird.progress import Progress

# Seconds on one core of a present-day machine, by number of board cards.
_KNOWN_HANDS = {0: 1e-3, 3: 4e-5, 4: 2e-5, 5: 2e-5}
_RANDOM_OPPONENTS = {0: 0.15, 3: 5e-4, 4: 4e-5, 5: 2e-5}
_ONE_SWEEP = 3e-5


@dataclass(frozen=True)
class ExactMethod:
    """An exact answer, not worked out yet."""

    seconds: float
    """About how long it will take."""
    answer: Callable[[Progress], EquityResult]


def cheapest_exact_method(question: Question) -> ExactMethod:
    """The quickest way to an exact answer."""
    for stored in (answer_against_random(question), answer_heads_up(question)):
        if stored is not None:
            return _known(stored)
    possible = [_enumerate_hands(question)]
    if len(question.ranges) == 1 and question.opponents in (1, 2):
        possible.append(_meet_random_opponents(question))
    if question.players == 2 and question.board:
        possible.append(_sweep_boards(question))
    return min(possible, key=lambda method: method.seconds)


def _known(answer: EquityResult) -> ExactMethod:
    return ExactMethod(0.0, lambda _progress: answer)


def _meet_random_opponents(question: Question) -> ExactMethod:
    """One range against one or two random opponents: hand by hand, in closed form."""
    hands = question.ranges[0].hands()

    def answer(progress: Progress) -> EquityResult:
        from railbird.equity.exact import count_against_random

        sums = np.zeros(question.opponents + 1)
        total = 0.0
        with progress.task("Meeting random opponents: hands", total=len(hands)) as task:
            for hand in hands:
                counts = count_against_random(
                    HAND_CARDS[hand].tolist(), question.board, dead=question.dead, opponents=question.opponents
                )
                weight = question.ranges[0].weights[hand]
                sums += weight * np.array(counts.shared)
                total += weight * counts.total
                task.advance()
        return EquityResult((player_equity(question.names[0], (sums / total).tolist()),), "exact")

    return ExactMethod(len(hands) * _RANDOM_OPPONENTS[len(question.board)], answer)


def _sweep_boards(question: Question) -> ExactMethod:
    """Two ranges after the flop: sort all hands on every board, and sweep."""
    run_outs = comb(len(_live_cards(question)), 5 - len(question.board))

    def answer(_progress: Progress) -> EquityResult:
        from railbird.cards.strength.evaluator_tables import strength_tables
        from railbird.equity.river._kernels import meet_ranges

        first, second = question.all_ranges
        wins, ties, total = meet_ranges(
            np.array(question.board, dtype=np.uint8),
            _live_cards(question),
            first.weights,
            second.weights,
            strength_tables(7),
        )
        shares = (wins, ties), (total - wins - ties, ties)
        players = zip(question.names, shares, strict=False)
        return EquityResult(
            tuple(player_equity(name, [cases / total for cases in one]) for name, one in players), "exact"
        )

    return ExactMethod(run_outs * _ONE_SWEEP, answer)


def _enumerate_hands(question: Question) -> ExactMethod:
    """Every choice of a hand for every player, each over all run-outs."""
    choices = prod(len(spread) for spread in question.all_ranges)

    def answer(progress: Progress) -> EquityResult:
        from railbird.equity.exact import count_known_hands

        sums = np.zeros((question.players, question.players))
        total = 0.0
        with progress.task("Meeting hands: choices", total=choices) as task:
            for hands, weight in _choices(question):
                if weight > 0:
                    counts = count_known_hands(hands, question.board, dead=question.dead)
                    sums += weight * np.array([one.shared for one in counts])
                    total += weight * counts[0].total
                task.advance()
        players = zip(question.names, (sums / total).tolist(), strict=False)
        return EquityResult(tuple(player_equity(name, shares) for name, shares in players), "exact")

    seconds = choices * _KNOWN_HANDS[len(question.board)] * question.players / 2
    return ExactMethod(seconds, answer)


def _choices(question: Question) -> Iterator[tuple[list[list[int]], float]]:
    """All combinations of hands with their weights; 0 if two of them share a card."""
    ranges = question.all_ranges
    for numbers in product(*(spread.hands().tolist() for spread in ranges)):
        hands = HAND_CARDS[list(numbers)]
        distinct = len(np.unique(hands)) == hands.size
        weight = prod(spread.weights[hand] for spread, hand in zip(ranges, numbers, strict=True))
        yield hands.tolist(), weight if distinct else 0.0


def answer_from_samples(
    question: Question, *, precision: Precision, seed: int | None, progress: Progress
) -> EquityResult:
    """Deal until the precision is reached."""
    from railbird.equity.sampling import sample_equity

    seed = new_seed() if seed is None else seed
    sample = sample_equity(
        question.ranges,
        random_players=question.opponents,
        board=question.board,
        dead=question.dead,
        precision=precision,
        seed=seed,
        progress=progress,
    )
    players = [
        player_equity(name, shares, standard_error=error)
        for name, shares, error in zip(
            question.names, sample.shares.tolist(), sample.standard_errors.tolist(), strict=False
        )
    ]
    return EquityResult(tuple(players), "sampled", samples=sample.deals, seed=seed)


def _live_cards(question: Question) -> NDArray[np.uint8]:
    gone = {*question.board, *question.dead}
    return np.array([card for card in FULL_DECK if card not in gone], dtype=np.uint8)
