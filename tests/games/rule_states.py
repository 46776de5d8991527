"""Hands that tests of the rules play."""

from __future__ import annotations

from hands_at_random import nolimit

from railbird.cards import parse_cards
from railbird.games import CALL, FOLD, Deal, GameDefinition, State, raise_to

BOARD = "2c7d9hJs4d"
# The strongest first: with BOARD aces, kings, queens and so on.
PAIRS = ["AsAh", "KsKh", "QsQh", "TsTh", "8s8h", "6s6h", "5s5h", "3s3h", "9s8c", "7s6c"]


def dealt(*hands: str, board: str = BOARD) -> Deal:
    return Deal(tuple(tuple(parse_cards(hand)) for hand in hands), tuple(parse_cards(board)))


def start(game: GameDefinition, *hands: str, board: str = BOARD) -> State:
    """Without hands given, position 0 holds the strongest, and so on downwards."""
    return State.start(game, dealt(*(hands or PAIRS[: game.players]), board=board))


def play(state: State, betting: str) -> State:
    """Play actions such as `c r300 f`."""
    for word in betting.split():
        state = state.apply(raise_to(int(word[1:])) if word[0] == "r" else {"c": CALL, "f": FOLD}[word])
    return state


def raises(state: State) -> tuple[int, int]:
    legal = state.legal_actions()
    return legal.lowest_raise, legal.highest_raise


DEEP = nolimit(20_000, 20_000, 20_000)
