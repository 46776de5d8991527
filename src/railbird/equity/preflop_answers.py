"""Answers from the shipped preflop tables: nothing is computed, no compiled code is loaded."""

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
    """One hand or range against one or two random opponents, exactly."""
    if not _is_one_against_random(question) or question.opponents not in EXACT_OPPONENTS:
        return None
    spread = question.ranges[0]
    by_class = np.bincount(CLASS_OF_HAND, weights=spread.weights, minlength=CLASS_COUNT)
    counts = np.asarray(by_class @ counts_against_random(question.opponents), dtype=np.float64)
    return EquityResult((_player(question.names[0], counts),), "exact")


def answer_from_shipped_samples(question: Question) -> EquityResult | None:
    """One hand, or hands of one class, against three to nine random opponents."""
    if not _is_one_against_random(question) or question.opponents in EXACT_OPPONENTS:
        return None
    classes = set(CLASS_OF_HAND[question.ranges[0].hands()].tolist())
    if len(classes) > 1:
        return None
    table = counts_against_random(question.opponents)
    place = classes.pop()
    error = float(class_standard_errors(table)[place])
    player = _player(question.names[0], table[place].astype(np.float64), error)
    return EquityResult((player,), "sampled", samples=int(table[place].sum()))


def answer_heads_up(question: Question) -> EquityResult | None:
    """Two hands or ranges against each other, exactly."""
    if question.players != 2 or question.board or question.dead:
        return None
    first, second = question.all_ranges
    wins, ties, total = _meet(first, second)
    counts = (total - wins - ties, wins, ties), (wins, total - wins - ties, ties)
    players = [_player(name, np.array(one)) for name, one in zip(question.names, counts, strict=False)]
    return EquityResult(tuple(players), "exact")


def _meet(first: Range, second: Range) -> tuple[float, float, float]:
    """The weighted boards on which the first wins, on which both tie, and all."""
    mine, theirs = first.hands(), second.hands()
    pairs = first.weights[mine, np.newaxis] * second.weights[theirs]
    clash = (HAND_CARDS[mine][:, np.newaxis, :, np.newaxis] == HAND_CARDS[theirs][:, np.newaxis, :]).any((2, 3))
    counts = matchups()[mine[:, np.newaxis], theirs]
    wins, ties = (float((pairs * counts[:, :, column]).sum()) for column in (0, 1))
    return wins, ties, float(pairs[~clash].sum()) * BOARDS


def _is_one_against_random(question: Question) -> bool:
    return len(question.ranges) == 1 and not question.board and not question.dead


def _player(name: str, counts: NDArray[np.float64], standard_error: float = 0.0) -> PlayerEquity:
    """From the cases lost, won alone, shared by two, by three, and so on."""
    return player_equity(name, (counts / counts.sum())[1:].tolist(), standard_error=standard_error)
