"""Equities from the shipped preflop tables, without loading compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards.hands import CLASS_COUNT, CLASS_OF_HAND, HAND_CARDS
from railbird.equity.preflop import (
    BOARDS,
    EXACT_OPPONENTS,
    class_standard_errors,
    counts_against_random,
    matchups,
)
from railbird.equity.result import EquityResult, PlayerEquity, player_equity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.equity.questions import Question
    from railbird.equity.ranges import Range


def answer_against_random(question: Question) -> EquityResult | None:
    """The exact equity of a hand or range against one or two random opponents; None if the tables do not have it."""
    if not _is_against_random(question) or question.opponents not in EXACT_OPPONENTS:
        return None
    hand_range = question.ranges[0]
    class_weights = np.bincount(CLASS_OF_HAND, weights=hand_range.weights, minlength=CLASS_COUNT)
    counts = np.asarray(class_weights @ counts_against_random(question.opponents), dtype=np.float64)
    return EquityResult((_player(question.names[0], counts),), "exact")


def answer_from_shipped_samples(question: Question) -> EquityResult | None:
    """The sampled equity of a class against three to nine random opponents; None if the tables do not have it."""
    if not _is_against_random(question) or question.opponents in EXACT_OPPONENTS:
        return None
    classes = set(CLASS_OF_HAND[question.ranges[0].hands()].tolist())
    if len(classes) > 1:
        return None
    table = counts_against_random(question.opponents)
    hand_class = classes.pop()
    error = float(class_standard_errors(table)[hand_class])
    player = _player(question.names[0], table[hand_class].astype(np.float64), error)
    return EquityResult((player,), "sampled", samples=int(table[hand_class].sum()))


def answer_heads_up(question: Question) -> EquityResult | None:
    """The exact equities of two hands or ranges against each other; None if a board or dead cards are given."""
    if question.players != 2 or question.board or question.dead:
        return None
    first, second = question.all_ranges
    wins, ties, total = _matchup(first, second)
    outcomes = (total - wins - ties, wins, ties), (wins, total - wins - ties, ties)
    players = [_player(name, np.array(counts)) for name, counts in zip(question.names, outcomes, strict=False)]
    return EquityResult(tuple(players), "exact")


def _matchup(first: Range, second: Range) -> tuple[float, float, float]:
    """The total weights of the boards on which the first range wins, of those on which both tie, and of all."""
    mine, theirs = first.hands(), second.hands()
    pairs = first.weights[mine, np.newaxis] * second.weights[theirs]
    clash = (HAND_CARDS[mine][:, np.newaxis, :, np.newaxis] == HAND_CARDS[theirs][:, np.newaxis, :]).any((2, 3))
    counts = matchups()[mine[:, np.newaxis], theirs]
    wins, ties = (float((pairs * counts[:, :, column]).sum()) for column in (0, 1))
    return wins, ties, float(pairs[~clash].sum()) * BOARDS


def _is_against_random(question: Question) -> bool:
    """Whether the only player known by a range meets random opponents before the flop."""
    return len(question.ranges) == 1 and not question.board and not question.dead


def _player(name: str, counts: NDArray[np.float64], standard_error: float = 0.0) -> PlayerEquity:
    """The equity from the numbers of deals lost, won alone, shared by two players, by three, and so on."""
    return player_equity(name, (counts / counts.sum())[1:].tolist(), standard_error=standard_error)
