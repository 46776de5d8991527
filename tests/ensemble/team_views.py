"""Views and answers for tests of teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games import CALL, FOLD, View, raise_to

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.games import Action

GAME = "holdem.limit.3p"
RAISE = raise_to(0)
ACTIONS = {"f": FOLD, "c": CALL, "r": RAISE, "-": None}


def answers(letters: str) -> list[Action | None]:
    """The answers of members, a letter for each: f, c, r, or - for no answer. Raises are made legal by the team."""
    return [ACTIONS[letter] for letter in letters]


def first_view(*, hand: int = 0, actions: Iterable[Action] = ()) -> View:
    """The view of the player who is to act, before the flop."""
    return View.of(GAME, actions, hole_cards="Kd9h", hand=hand)
