"""Watching how opponents react to raises: what counts, whose it is, and what ends it."""

from __future__ import annotations

import pytest

from bots.situations import LIMIT_HEADS_UP, tell_hand, tell_hands
from railbird.bots import Bot, Follower
from railbird.bots.reactions import Reactions
from railbird.errors import BotError
from railbird.games import CALL, Action, View


class Watcher(Bot):
    """Passes on what it is told."""

    def __init__(self, needed: int) -> None:
        self.reactions = Reactions(needed)

    def hand_starts(self, view: View) -> None:
        self.reactions.hand_starts(view)

    def action_played(self, position: int, action: Action, view: View) -> None:
        self.reactions.action_played(position, action, view)

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


def folders(*hands: tuple[int, str], needed: int = 1, seat: int = 0) -> dict[int, int]:
    """Who is known to fold to a watcher in a seat, after hands with these numbers and actions."""
    bot = Watcher(needed)
    follower = Follower(bot)
    for number, played in hands:
        tell_hand(follower, number, played, seat=seat)
    return bot.reactions.reliable_folders


# In hand 0 of three players the seats are the positions, and seat 2, on the button, acts first.


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ("r20 c f", {1: 0}),
        ("r20 f f", {1: 0}),  # seat 0 is the watcher
        ("r20 c c", {}),
        ("r20 c r30 f f", {2: 0}),  # seat 1 has raised
        ("c r20 c f", {2: 0}),  # after a call of its own
        ("f c c", {}),  # the blinds are no raise
        ("f f", {}),
        ("r20 c c c c c", {}),  # on the flop nobody has raised
        ("r20 c c r30 f c", {1: 0}),
        ("r20 c c c r30 f f", {2: 0}),
        ("r20 c c r30 f f", {1: 0, 2: 0}),
    ],
)
def test_folds_of_those_who_face_a_raise_count(played: str, expected: dict[int, int]) -> None:
    assert folders((0, played)) == expected


def test_positions_are_seats_that_move_on() -> None:
    # Seat 1 is position 1, then 0, then 2, and folds to a raise each time.
    hands = [(0, "r20 c f"), (1, "r20 f c"), (2, "c r20 c f")]
    assert folders(*hands, needed=3) == {1: 2}
    assert folders(*hands, needed=4) == {}


def test_a_watcher_in_another_seat_sees_the_same_of_others() -> None:
    hands = [(0, "r20 c f"), (1, "r20 f c"), (2, "c r20 c f")]
    assert folders(*hands, needed=3, seat=2) == {1: 2}
    assert folders(*hands, needed=3, seat=1) == {}


@pytest.mark.parametrize("other", ["r20 c c", "r20 c r30 c c"])
def test_bots_that_do_anything_else_must_fold_as_often_again(other: str) -> None:
    fold = "r20 c f"
    # Every third hand has the same seats in the same positions.
    assert folders((0, fold), (3, fold), needed=2) == {1: 3}
    assert folders((0, fold), (3, fold), (6, other), needed=2) == {}
    assert folders((0, fold), (3, fold), (6, other), (9, fold), needed=2) == {}
    assert folders((0, fold), (3, fold), (6, other), (9, fold), (12, fold), needed=2) == {1: 12}
    assert folders((0, fold), (3, fold), (6, fold), (9, "f c c"), needed=2) == {1: 3}


def test_heads_up_the_blinds_are_reversed() -> None:
    bot = Watcher(2)
    tell_hands(Follower(bot), [0, 2], "r20 f", seat=1, game=LIMIT_HEADS_UP)
    assert bot.reactions.reliable_folders == {0: 2}


def test_a_reset_forgets() -> None:
    bot = Watcher(2)
    follower = Follower(bot)
    tell_hands(follower, [0, 3, 6], "r20 c f")
    bot.reactions.reset()
    assert bot.reactions.reliable_folders == {}
    tell_hand(follower, 9, "r20 c f")
    assert bot.reactions.reliable_folders == {}


@pytest.mark.parametrize("needed", [0, -3, 2.5, "many"])
def test_a_number_of_reactions_is_needed(needed: object) -> None:
    with pytest.raises(BotError, match=f"reactions={needed}: .* at least 1"):
        Reactions(needed)  # type: ignore[arg-type]
