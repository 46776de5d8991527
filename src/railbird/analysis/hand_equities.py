"""Equity of every hand that is still in, at any state of a hand whose cards are known."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.equity.exact import count_known_hands
from railbird.games.showdown_strength import strengths_of

if TYPE_CHECKING:
    from railbird.cards import Card
    from railbird.games import GameDefinition, State

    Hands: TypeAlias = tuple[tuple[Card, ...], ...]

_MOST_BOARDS = 2000
"""Run-outs of a game other than hold'em that are dealt one by one."""


def equities_of(state: State) -> tuple[float | None, ...]:
    """By position: the expected share of the pot if nobody folded from here on, given all known cards.

    Cards of folded hands are known not to come. None for folded and unknown hands, and for all hands if a hand that is
    still in is not known.
    """
    game, hands = state.game, state.deal.hole_cards
    positions = range(game.players)
    contenders = [position for position in positions if not state.has_folded(position)]
    if any(len(hands[position]) != game.hole_cards for position in contenders):
        return (None,) * game.players
    dead = tuple(card for position in positions if position not in contenders for card in hands[position])
    shares = _shares(game, tuple(hands[position] for position in contenders), state.board, dead)
    by_position = dict(zip(contenders, shares, strict=True)) if shares else {}
    return tuple(by_position.get(position) for position in positions)


@lru_cache(maxsize=2**14)
def _shares(
    game: GameDefinition, hands: Hands, board: tuple[Card, ...], dead: tuple[Card, ...]
) -> tuple[float, ...] | None:
    """The equities of hands that meet, cached because steps and seatings share their cards; None if too many."""
    if len(hands) == 1:
        return (1.0,)
    if game.is_holdem:
        return tuple(counts.equity for counts in count_known_hands(hands, board, dead=dead))
    gone = {*dead, *board, *(card for hand in hands for card in hand)}
    left, missing = sorted(game.deck - gone), game.board_sizes[-1] - len(board)
    if comb(len(left), missing) > _MOST_BOARDS:
        return None
    boards = [(*board, *more) for more in combinations(left, missing)]
    return tuple(np.mean([_showdown(game, hands, whole) for whole in boards], axis=0).tolist())


def _showdown(game: GameDefinition, hands: Hands, board: tuple[Card, ...]) -> list[float]:
    """The share of the pot of each hand on a whole board."""
    cards = np.array(hands, dtype=np.uint8)
    strengths = strengths_of(game, cards, np.array(board, dtype=np.uint8)).tolist()
    winners = strengths.count(max(strengths))
    return [float(strength == max(strengths)) / winners for strength in strengths]
