"""All-in expectation: the expected payoffs of a hand at the moment when betting ended before the last street.

The board cards still to come are luck that no bot can influence. Averaging over all of them leaves the expectation of
a match unchanged and reduces the variance of its results. Folded hands count as known cards too: what a player folds
is not random, and ignoring it would bias the mean.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from railbird.equity.exact import count_known_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.cards import Card
    from railbird.games import GameDefinition, State

    Hands = tuple[tuple[Card, ...], ...]


def is_supported(game: GameDefinition) -> bool:
    """Whether exact equities can be computed for the game."""
    return (game.hole_cards, game.suits, game.ranks, game.board_sizes[-1]) == (2, 4, 13, 5) and not game.smallest_chip


def expected_payoffs(state: State, board: tuple[Card, ...]) -> tuple[float, ...]:
    """Expected payoffs by position of a hand that reached a showdown. `board` is the board when betting ended."""
    game = state.game
    players = range(game.players)
    spent = [state.spent(position) for position in players]
    contenders = [position for position in players if not state.has_folded(position)]
    hands = state.deal.hole_cards
    payoffs = [-float(chips + ante) for chips, ante in zip(spent, game.antes_by_position, strict=True)]
    for pot, eligible in _pots(spent, contenders, antes=sum(game.antes_by_position)):
        dead = tuple(card for position in players if position not in eligible for card in hands[position])
        shares = _shares(tuple(hands[position] for position in eligible), board, dead)
        for position, share in zip(eligible, shares, strict=True):
            payoffs[position] += pot * share
    return tuple(payoffs)


def _pots(spent: list[int], contenders: list[int], *, antes: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the chips of the main pot and of each side pot, and the positions that can win them.

    As in the payoffs of a hand, all players who have not folded can win the antes, and chips that folded players paid
    above the last level are in the last pot.
    """
    yield antes, contenders
    levels = sorted({spent[position] for position in contenders})
    below = 0
    for level in levels:
        top = max(spent) if level == levels[-1] else level
        chips = sum(max(min(amount, top) - below, 0) for amount in spent)
        yield chips, [position for position in contenders if spent[position] >= level]
        below = level


@lru_cache(maxsize=2**16)
def _shares(hands: Hands, board: tuple[Card, ...], dead: tuple[Card, ...]) -> tuple[float, ...]:
    """Equities of the hands, cached because the permutations of seats share their cards."""
    if len(hands) == 1:
        return (1.0,)
    return tuple(counts.equity for counts in count_known_hands(hands, board, dead=dead))
