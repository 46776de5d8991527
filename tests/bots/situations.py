"""Situations made by hand for the tests of bots: views with given cards, and hands that a bot is told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import deck, parse_cards
from railbird.games import CALL, FOLD, Deal, State, game_named, raise_to, random_deal, rotating_seats

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railbird.bots import Follower
    from railbird.games import Action, GameDefinition, View

LIMIT = "holdem.limit.3p"
LIMIT_HEADS_UP = "holdem.limit.2p.reverse_blinds"
NOLIMIT = "holdem.nolimit.3p"
HOLDEM = (
    "holdem.limit.2p.reverse_blinds",
    "holdem.limit.3p",
    "holdem.nolimit.2p.reverse_blinds",
    "holdem.nolimit.3p",
    "holdem.nolimit.6p",
)


def actions_of(text: str) -> list[Action]:
    """`f`, `c` and `r` with a total, between spaces."""
    kinds = {"f": FOLD, "c": CALL}
    return [kinds[word] if word in kinds else raise_to(int(word[1:])) for word in text.split()]


def state_after(game: GameDefinition | str, played: str, *, hole: str = "", board: str = "", hand: int = 0) -> State:
    """The state after actions, in which whoever acts then holds the cards; all other cards are any that are left."""
    definition = game_named(game) if isinstance(game, str) else game
    given = [*parse_cards(hole), *parse_cards(board)]
    cards = deck(ranks=definition.ranks, suits=definition.suits)
    left = iter([card for card in cards if card not in given])
    hands = [tuple(next(left) for _ in range(definition.hole_cards)) for _ in range(definition.players)]
    whole_board = tuple([*parse_cards(board), *left][: sum(definition.board_cards)])
    state = State.start(definition, Deal(tuple(hands), whole_board), hand=hand).play(actions_of(played))
    if hole:
        hands[state.acting] = tuple(parse_cards(hole))
        state = State.start(definition, Deal(tuple(hands), whole_board), hand=hand).play(actions_of(played))
    return state


def view_after(game: GameDefinition | str, played: str, *, hole: str = "", board: str = "", hand: int = 0) -> View:
    """The same as whoever acts then sees it."""
    state = state_after(game, played, hole=hole, board=board, hand=hand)
    return state.view(state.acting)


def views_of_hands(view: View, hands: int) -> Iterator[View]:
    """The same view in many hands, from hand 0 on."""
    start = State.start(view.game, random_deal(view.game, np.random.default_rng(0)))
    for hand in range(hands):
        state = State.start_unchecked(view.game, start.deal, rotating_seats(hand, view.game.players))
        yield state.play(view.actions).view(view.position)


def tell_hand(follower: Follower, number: int, played: str, *, seat: int = 0, game: str = LIMIT) -> None:
    """Let the bot in a seat hear of a hand, action by action."""
    definition = game_named(game)
    state = state_after(definition, "", hand=number)
    position = state.position_of(seat)
    follower.see(state.view(position))
    for action in actions_of(played):
        state = state.apply(action)
        follower.see(state.view(position))


def tell_hands(follower: Follower, numbers: Sequence[int], played: str, *, seat: int = 0, game: str = LIMIT) -> None:
    """The same for several hands that are played alike."""
    for number in numbers:
        tell_hand(follower, number, played, seat=seat, game=game)
