"""All-in equity: a hand on a board against random hands that stay in to the showdown, for bots that ask all the time.

It is exact before the flop and against one or two opponents, but for the shipped preflop tables against three to nine,
which were sampled. After the flop against three or more it is sampled with a seed that the cards fix, so that the
answer is always the same. Answers are kept, because the tables of a tournament share their cards.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from railbird.cards import CARD_COUNT, as_cards
from railbird.cards.hands import CLASS_OF_HAND, hand_index
from railbird.equity.card_checks import check_hand_and_board
from railbird.equity.exact import equities_against_random
from railbird.equity.flop import equities_on_flop
from railbird.equity.precision import Precision
from railbird.equity.preflop import class_equities
from railbird.equity.ranges import Range
from railbird.equity.sampling import sample_equity
from railbird.equity.shared_answers import SharedAnswers
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from railbird.cards import Card, Cards
    from railbird.equity.shared_answers import Answer, Question

_KEPT = 2**17
_DEALS = 10_000
"""For a standard error of at most 0.005."""
_MOST_EXACT = 2
"""Opponents against whom equities are exact after the flop."""
_shared: SharedAnswers | None = None


def all_in_equity(hand: Cards, board: Cards = (), *, opponents: int) -> float:
    """The share of the pot that a hand wins if nobody folds, against `opponents` random hands."""
    hand, board = as_cards(hand), as_cards(board)
    check_hand_and_board(hand, board)
    return unchecked_equity(hand, board, opponents)


def unchecked_equity(hand: tuple[Card, ...], board: tuple[Card, ...], opponents: int) -> float:
    """The same for cards that are known to be right, such as those of a view."""
    if opponents == 0:
        return 1.0
    if not board:
        low, high = sorted(hand)
        return _preflop_equities(opponents)[high * (high - 1) // 2 + low]
    if opponents <= _MOST_EXACT:
        return _exact_equities(hand, board)[opponents - 1]
    return _sampled_equity(hand, board, opponents)


def share_answers(memory: memoryview | None) -> None:
    """Share answers with other processes from now on, in memory of a size that `table_bytes` gave; with None, stop.

    The memory has room for more answers than are kept otherwise, so a process that is alone may use it too.
    """
    global _shared  # noqa: PLW0603
    _shared = None if memory is None else SharedAnswers(memory)


def look_ahead(hands_and_boards: Callable[[], Iterable[tuple[tuple[Card, ...], tuple[Card, ...], int]]]) -> None:
    """While another process computes an answer that is needed here, compute those for hands that may come next.

    Each comes with its board and the largest number of opponents that are possible. Without shared answers this does
    nothing.
    """
    if _shared is not None:
        _shared.questions_ahead = lambda: (
            (hand, board, opponents if opponents > _MOST_EXACT else 0) for hand, board, opponents in hands_and_boards()
        )


def prepare(*, opponents: int) -> None:
    """Read or compile whatever the first answers against up to `opponents` hands would have to wait for."""
    for fewer in range(1, opponents + 1):
        _preflop_equities(fewer)
    _exact_equities((0, 1), (2, 3, 4))
    _exact_equities((0, 1), (2, 3, 4, 5))
    if opponents >= 3:
        _sampled_equity((0, 1), (2, 3, 4), 3)


@cache
def _preflop_equities(opponents: int) -> list[float]:
    """By the number of the hand."""
    by_hand: list[float] = class_equities(opponents)[CLASS_OF_HAND].tolist()
    return by_hand


@lru_cache(maxsize=_KEPT)
def _exact_equities(hand: tuple[Card, ...], board: tuple[Card, ...]) -> Answer:
    """Against one and against two opponents, who are counted at once; on later streets there often is one fewer."""
    return _answer((hand, board, 0))


@lru_cache(maxsize=_KEPT)
def _sampled_equity(hand: tuple[Card, ...], board: tuple[Card, ...], opponents: int) -> float:
    return _answer((hand, board, opponents))[0]


def _answer(question: Question) -> Answer:
    return _computed(question) if _shared is None else _shared.answer(question, _computed)


def _computed(question: Question) -> Answer:
    hand, board, opponents = question
    if opponents:
        return _sample(hand, board, opponents), 0.0
    return equities_on_flop(hand, board) if len(board) == 3 else equities_against_random(hand, board)


def _sample(hand: tuple[Card, ...], board: tuple[Card, ...], opponents: int) -> float:
    seed = sum(1 << card for card in board) << CARD_COUNT | sum(1 << card for card in hand)
    sample = sample_equity(
        [Range.of_hands([hand_index(*sorted(hand))])],
        random_players=opponents,
        board=sorted(board),
        dead=(),
        precision=Precision.of(samples=_DEALS),
        seed=seed,
        progress=Silence(),
    )
    return float(sum(wins / winners for winners, wins in enumerate(sample.shares[0].tolist(), start=1)))
