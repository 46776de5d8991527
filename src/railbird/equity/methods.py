"""The methods of computing an equity, each with its estimated cost.

Compiled code is imported only where it is used, so that a look-up in a shipped table does not wait for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import HAND_CARDS, hand_cards
from railbird.equity.alike_suits import combinations_up_to_suits, fixing_permutations
from railbird.equity.hand_combinations import combinations_of
from railbird.equity.method_costs import (
    comparing_seconds,
    enumerating_seconds,
    expected_leads,
    known_hands_seconds,
    random_opponents_seconds,
    sweeping_seconds,
)
from railbird.equity.preflop_answers import answer_against_random, answer_heads_up
from railbird.equity.result import EquityResult, player_equity
from railbird.rng import new_seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from railbird.equity.precision import Precision
    from railbird.equity.questions import Question
    from railbird.progress import Progress

_MOST_COMPARED = 8
"""Players whose combinations are compared on a board: counters are needed for every set of winners."""


@dataclass(frozen=True)
class ExactMethod:
    """A way to compute the exact answer, not yet run."""

    name: str
    seconds: float
    """The estimated run time."""
    answer: Callable[[Progress], EquityResult]


def cheapest_exact_method(question: Question) -> ExactMethod:
    """The fastest method that gives an exact answer."""
    for stored in (answer_against_random(question), answer_heads_up(question)):
        if stored is not None:
            return _known(stored)
    return min(exact_methods(question), key=lambda method: method.seconds)


def exact_methods(question: Question) -> list[ExactMethod]:
    """The methods for a question that no stored table answers."""
    if max(question.sizes) == 1:
        return [_meet_known_hands(question)]
    methods = []
    if len(question.ranges) == 1 and question.opponents in (1, 2):
        methods.append(_meet_random_opponents(question))
        if question.board and question.sizes[0] == 1:
            return methods
    if question.board and question.players <= _MOST_COMPARED:
        methods.append(_compare_combinations(question))
    else:
        methods.append(_enumerate_hands(question))
    if question.board and question.players in (2, 3):
        methods.append(_sweep_boards(question))
    return methods


def _known(answer: EquityResult) -> ExactMethod:
    return ExactMethod("stored", 0.0, lambda _progress: answer)


def _meet_known_hands(question: Question) -> ExactMethod:
    """A single hand for each player."""

    def answer(_progress: Progress) -> EquityResult:
        from railbird.equity.exact import count_known_hands

        hands = [hand_cards(int(hand_range.weights.argmax())) for hand_range in question.ranges]
        counts = count_known_hands(hands, question.board, dead=question.dead)
        shares = [[deals / player.total for deals in player.shared] for player in counts]
        return _exact(question, shares)

    return ExactMethod("known hands", known_hands_seconds(question), answer)


def _meet_random_opponents(question: Question) -> ExactMethod:
    """A range against one or two random opponents: hand by hand, in closed form."""
    hands = question.ranges[0].hands().tolist()
    weights = question.ranges[0].weights[hands].tolist()

    def answer(progress: Progress) -> EquityResult:
        from railbird.equity.exact import count_against_random

        sums = [0.0] * (question.opponents + 1)
        total = 0.0
        with progress.task("Comparing hands with random opponents", total=len(hands)) as task:
            for hand, weight in zip(hands, weights, strict=True):
                counts = count_against_random(
                    HAND_CARDS[hand].tolist(), question.board, dead=question.dead, opponents=question.opponents
                )
                for winners, deals in enumerate(counts.shared):
                    sums[winners] += weight * deals
                total += weight * counts.total
                task.advance()
        shares = [deals / total for deals in sums]
        return EquityResult((player_equity(question.names[0], shares),), "exact")

    return ExactMethod("meeting random opponents", random_opponents_seconds(question), answer)


def _compare_combinations(question: Question) -> ExactMethod:
    """Ranges on a board: every combination of hands, one for each player, on every run-out."""
    leads = expected_leads(question)

    def answer(progress: Progress) -> EquityResult:
        from railbird.equity.range_meetings import compared_shares

        dead_cards = len(question.dead)
        with progress.task("Comparing combinations of hands", total=leads) as task:
            shares = compared_shares(
                question.all_ranges, question.board, question.run_outs, dead_cards=dead_cards, task=task
            )
        return _exact(question, shares.tolist())

    return ExactMethod("comparing combinations", comparing_seconds(question, leads), answer)


def _sweep_boards(question: Question) -> ExactMethod:
    """Two or three ranges on a board: sort their hands on every run-out, and sweep them from weakest to strongest."""

    def answer(_progress: Progress) -> EquityResult:
        from railbird.equity.range_meetings import swept_shares

        named = len(question.ranges)
        shares = swept_shares(
            question.all_ranges, named, question.board, question.run_outs, dead_cards=len(question.dead)
        )
        return _exact(question, shares.tolist())

    return ExactMethod("sweeping boards", sweeping_seconds(question), answer)


def _enumerate_hands(question: Question) -> ExactMethod:
    """Every combination of hands, one for each player: over all run-outs up to what matters at showdown.

    Combinations that differ only in the names of suits are counted once.
    """

    def answer(progress: Progress) -> EquityResult:
        from railbird.equity.exact import count_known_hands

        sums = np.zeros((question.players, question.players))
        total = 0.0
        known: dict[bytes, NDArray[np.float64]] = {}
        permutations = fixing_permutations([question.board, question.dead])
        with progress.task("Comparing combinations of hands", total=prod(question.sizes)) as task:
            for combinations, weights in combinations_of(question):
                rows, merged = combinations_up_to_suits(combinations, weights, permutations)
                for row, weight in zip(rows, merged.tolist(), strict=True):
                    key = row.tobytes()
                    if key not in known:
                        counts = count_known_hands(HAND_CARDS[row].tolist(), question.board, dead=question.dead)
                        known[key] = np.array([player.shared for player in counts]) / counts[0].total
                    sums += weight * known[key]
                    total += weight
                    task.advance(len(combinations) / len(rows))
        return _exact(question, (sums / total).tolist())

    return ExactMethod("enumerating hands", enumerating_seconds(question), answer)


def _exact(question: Question, shares: list[list[float]]) -> EquityResult:
    """The result from each player's probabilities of being one of 1, 2, ... winners."""
    players = zip(question.names, shares, strict=False)
    return EquityResult(tuple(player_equity(name, of_player) for name, of_player in players), "exact")


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
