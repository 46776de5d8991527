"""The methods of computing an equity, each with its estimated cost.

Compiled code is imported only where it is used, so that a look-up in a shipped table does not wait for it.
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

# Seconds on one core of a current machine, by number of board cards.
_KNOWN_HANDS = {0: 1e-3, 3: 4e-5, 4: 2e-5, 5: 2e-5}
_RANDOM_OPPONENTS = {0: 0.15, 3: 5e-4, 4: 4e-5, 5: 2e-5}
_SWEEP = 3e-5


@dataclass(frozen=True)
class ExactMethod:
    """A way to compute the exact answer, not yet run."""

    seconds: float
    """The estimated run time."""
    answer: Callable[[Progress], EquityResult]


def cheapest_exact_method(question: Question) -> ExactMethod:
    """The fastest method that gives an exact answer."""
    for stored in (answer_against_random(question), answer_heads_up(question)):
        if stored is not None:
            return _known(stored)
    methods = [_enumerate_hands(question)]
    if len(question.ranges) == 1 and question.opponents in (1, 2):
        methods.append(_meet_random_opponents(question))
    if question.players == 2 and question.board:
        methods.append(_sweep_boards(question))
    return min(methods, key=lambda method: method.seconds)


def _known(answer: EquityResult) -> ExactMethod:
    return ExactMethod(0.0, lambda _progress: answer)


def _meet_random_opponents(question: Question) -> ExactMethod:
    """A range against one or two random opponents: hand by hand, in closed form."""
    hands = question.ranges[0].hands()

    def answer(progress: Progress) -> EquityResult:
        from railbird.equity.exact import count_against_random

        sums = np.zeros(question.opponents + 1)
        total = 0.0
        with progress.task("Comparing hands with random opponents", total=len(hands)) as task:
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
    """Two ranges on a board: sort all hands on every run-out, and sweep them from weakest to strongest."""
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
        players = [
            player_equity(name, [weight / total for weight in weights])
            for name, weights in zip(question.names, shares, strict=False)
        ]
        return EquityResult(tuple(players), "exact")

    return ExactMethod(run_outs * _SWEEP, answer)


def _enumerate_hands(question: Question) -> ExactMethod:
    """Every combination of hands, one for each player, over all run-outs."""
    combinations = prod(len(hand_range) for hand_range in question.all_ranges)

    def answer(progress: Progress) -> EquityResult:
        from railbird.equity.exact import count_known_hands

        sums = np.zeros((question.players, question.players))
        total = 0.0
        with progress.task("Comparing combinations of hands", total=combinations) as task:
            for hands, weight in _combinations(question):
                if weight > 0:
                    counts = count_known_hands(hands, question.board, dead=question.dead)
                    sums += weight * np.array([player.shared for player in counts])
                    total += weight * counts[0].total
                task.advance()
        players = zip(question.names, (sums / total).tolist(), strict=False)
        return EquityResult(tuple(player_equity(name, shares) for name, shares in players), "exact")

    seconds = combinations * _KNOWN_HANDS[len(question.board)] * question.players / 2
    return ExactMethod(seconds, answer)


def _combinations(question: Question) -> Iterator[tuple[list[list[int]], float]]:
    """All combinations of hands with their weights; the weight is 0 if two hands share a card."""
    ranges = question.all_ranges
    for numbers in product(*(hand_range.hands().tolist() for hand_range in ranges)):
        hands = HAND_CARDS[list(numbers)]
        distinct = len(np.unique(hands)) == hands.size
        weight = prod(hand_range.weights[hand] for hand_range, hand in zip(ranges, numbers, strict=True))
        yield hands.tolist(), weight if distinct else 0.0


def answer_from_samples(
    question: Question, *, precision: Precision, seed: int | None, progress: Progress
) -> EquityResult:
    """Sample deals until the precision is reached."""
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
    used = {*question.board, *question.dead}
    return np.array([card for card in FULL_DECK if card not in used], dtype=np.uint8)
