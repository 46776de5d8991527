"""The all-in equity of what a bot sees: its cards on its board against random hands of all who are still in.

It is exact before the flop and against one or two opponents, but for the shipped preflop tables against three to nine,
which were sampled. After the flop against three or more it is sampled with a seed that the cards fix, so that the
answer is always the same. Answers are kept, because the tables of a tournament share their cards.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from railbird.cards import CARD_COUNT
from railbird.cards.hands import CLASS_OF_HAND, hand_index
from railbird.equity.exact import equities_against_random
from railbird.equity.flop import equities_on_flop
from railbird.equity.precision import Precision
from railbird.equity.preflop import class_equities
from railbird.equity.ranges import Range
from railbird.equity.sampling import sample_equity
from railbird.errors import BotError
from railbird.progress import Silence

if TYPE_CHECKING:
    from railbird.cards import Card
    from railbird.games import GameDefinition, View

_KEPT = 2**17
_DEALS = 10_000
"""For a standard error of at most 0.005."""
_STREETS = (0, 3, 1, 1)


def all_in_equity(view: View, *, opponents: int | None = None) -> float:
    """The player's share of the pot if nobody folded from here on, against those still in or against so many."""
    check_game(view.game)
    if opponents is None:
        opponents = len(view.in_hand) - 1
    if opponents == 0:
        return 1.0
    hand, board = view.hole_cards, view.board
    if not board:
        low, high = sorted(hand)
        return _preflop_equities(opponents)[high * (high - 1) // 2 + low]
    if opponents <= 2:
        return _exact_equities(hand, board)[opponents - 1]
    return _sampled_equity(hand, board, opponents)


def prepare(game: GameDefinition) -> None:
    """Read or compile whatever the first answers in a game would have to wait for."""
    check_game(game)
    for opponents in range(1, game.players):
        _preflop_equities(opponents)
    _exact_equities((0, 1), (2, 3, 4))
    _exact_equities((0, 1), (2, 3, 4, 5))
    if game.players > 3:
        _sampled_equity((0, 1), (2, 3, 4), 3)


@lru_cache(maxsize=64)
def check_game(game: GameDefinition) -> None:
    """Refuse a game whose hands have no equity here."""
    is_holdem = game.hole_cards == 2 and game.board_cards == _STREETS
    if not is_holdem or game.suits * game.ranks != CARD_COUNT:
        raise BotError(
            f"no all-in equity in {game.name or 'this game'}: it is known in hold'em only, with two hole cards, four "
            "streets and 52 cards"
        )


@cache
def _preflop_equities(opponents: int) -> list[float]:
    """By the number of the hand."""
    by_hand: list[float] = class_equities(opponents)[CLASS_OF_HAND].tolist()
    return by_hand


@lru_cache(maxsize=_KEPT)
def _exact_equities(hand: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[float, float]:
    """Against one and against two opponents, who are counted at once; on later streets there often is one fewer."""
    if len(board) == 3:
        return equities_on_flop(hand, board)
    return equities_against_random(hand, board)


@lru_cache(maxsize=_KEPT)
def _sampled_equity(hand: tuple[Card, ...], board: tuple[Card, ...], opponents: int) -> float:
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
