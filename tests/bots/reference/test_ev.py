"""The aggressive no-limit bot: its rule, the size of its raises, and its character."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, NOLIMIT, view_after
from games.hands_at_random import nolimit
from railbird.bots.reference.ev import EVBot
from railbird.games import CALL, FOLD, Action, View, raise_to
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Chips

BOARD = "Kc Qd 9h 8h 5s"


@pytest.mark.parametrize(
    ("hole", "played", "expected"),
    [
        ("AsAh", "", raise_to(350)),  # to 100, and by 250
        ("AsAh", "r350", raise_to(1150)),  # to 350, and by 350 + 50 + 100 + 300
        ("AsAh", "r9000", raise_to(20_000)),  # all it has
        ("AsAh", "r20000", CALL),
        ("3c2d", "c c", raise_to(400)),  # it owes nothing
        ("3c2d", "c c c", raise_to(400)),
        ("7c2d", "", FOLD),  # 0.21 is less than 100 in 300
        ("Kh7d", "", raise_to(350)),  # 0.36 is more
        ("7c2d", "c r200 f", raise_to(700)),  # 0.35 heads-up is more than 100 in 500
        ("7c2d", "f", raise_to(300)),  # 0.35 heads-up is more than 50 in 200
        ("3c2d", "r20000", FOLD),
    ],
)
def test_it_raises_by_the_pot_or_folds(hole: str, played: str, expected: Action) -> None:
    assert EVBot().act(view_after(NOLIMIT, played, hole=hole, board=BOARD)) == expected


@pytest.mark.parametrize(("equity", "expected"), [(1 / 3, FOLD), (0.334, raise_to(350))])
def test_the_pot_is_the_one_after_all_have_called(
    equity: float, expected: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(View, "equity", lambda *_, **__: equity)
    assert EVBot().act(view_after(NOLIMIT, "")) == expected


def test_a_raise_is_clipped_to_what_is_legal() -> None:
    assert EVBot().act(view_after(nolimit(320, 320, 320), "", hole="AsAh")) == raise_to(320)
    assert EVBot().act(view_after(LIMIT, "r20", hole="AsAh")) == raise_to(30)
    assert EVBot().act(view_after(LIMIT, "r20 r30 r40", hole="AsAh")) == CALL


class Counting(EVBot):
    """Counts what it does, and how hands end."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.all_in = 0

    def act(self, view: View) -> Action:
        action = super().act(view)
        forced = action == CALL and not view.legal_actions().can_raise
        self.done["forced" if forced else str(action).split()[0]] += 1
        return action

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:  # noqa: ARG002
        self.all_in += sum(view.spent(position) == 20_000 for position in range(3)) >= 2


def test_lilienthal_6_3_it_nearly_always_raises_and_two_get_each_other_all_in() -> None:
    first, second = Counting(), Counting()
    play_match([first, second, EVBot()], NOLIMIT, hands=300, seed=3)
    done = first.done + second.done
    free = done["raise"] + done["fold"] + done["call"]
    assert done["call"] == 0
    assert done["raise"] > 0.8 * free
    assert 0 < done["fold"] < 0.2 * free
    assert first.all_in > 0.8 * 300
