"""The bots that play by their all-in equity: every branch of their rules."""

from __future__ import annotations

import pytest

from bots.situations import LIMIT, NOLIMIT, view_after
from railbird.bots.reference.all_in_equity import AllInEquityBot
from railbird.bots.reference.exploitable import ExploitableBot
from railbird.bots.reference.richie_rich import TunedFixedRichieRich
from railbird.games import CALL, FOLD, Action, View, raise_to

FAIR = (AllInEquityBot, TunedFixedRichieRich)


@pytest.mark.parametrize("bot", FAIR)
@pytest.mark.parametrize(
    ("hole", "played", "board", "expected"),
    [
        ("AsAh", "", "", raise_to(20)),
        ("AsAh", "r20 r30 r40", "", CALL),  # no more raises
        ("7c2d", "", "", FOLD),  # 0.21 x 15 < 10
        ("7c2d", "r20 c", "", CALL),  # 0.21 x 50 > 10
        ("7c2d", "c c", "", CALL),  # nothing is owed
        ("8c3d", "f", "", CALL),  # 0.38 x 15 > 5, against one
        ("3c2d", "f", "", FOLD),  # 0.32 x 15 < 5
        ("Kc7d", "", "", raise_to(20)),  # 0.36 is more than a third
        ("Kc7d", "f", "", raise_to(20)),  # 0.55 is more than a half
        ("Qc2d", "", "", FOLD),  # 0.29 is less than a third, and 0.29 x 15 < 10
        ("AhKh", "c c c", "Qh Jh 2h", raise_to(20)),
        ("4c3d", "c c c r20", "Ah Kh Qh", FOLD),
    ],
)
def test_thiel_3_2_2_and_kischka_7_1_raise_call_fold(
    bot: type[AllInEquityBot], hole: str, played: str, board: str, expected: Action
) -> None:
    assert bot().act(view_after(LIMIT, played, hole=hole, board=board)) == expected


def test_a_raise_in_no_limit_games_is_the_smallest() -> None:
    assert AllInEquityBot().act(view_after(NOLIMIT, "r300", hole="AsAh")) == raise_to(500)
    assert AllInEquityBot().act(view_after(NOLIMIT, "r20000", hole="AsAh")) == CALL


@pytest.mark.parametrize(
    ("worth", "fair", "rich"), [(4.99, FOLD, FOLD), (5.005, CALL, FOLD), (5.0101, CALL, CALL), (5.5, CALL, CALL)]
)
def test_kischka_7_1_richie_rich_wants_a_hundredth_of_a_chip_more(
    worth: float, fair: Action, rich: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_after(LIMIT, "f")
    assert (view.pot, view.to_call(view.position)) == (15, 5)
    monkeypatch.setattr(View, "equity", lambda *_, **__: worth / 15)
    assert AllInEquityBot().act(view) == fair
    assert TunedFixedRichieRich().act(view) == rich


@pytest.mark.parametrize(("equity", "expected"), [(1 / 3, FOLD), (0.3334, raise_to(20))])
def test_kischka_7_1_three_players_need_more_than_a_third_to_raise(
    equity: float, expected: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(View, "equity", lambda *_, **__: equity)
    assert AllInEquityBot().act(view_after(LIMIT, "")) == expected


@pytest.mark.parametrize(
    ("hole", "played", "board", "expected"),
    [
        ("AsAh", "", "", raise_to(20)),
        ("7c2d", "", "", FOLD),
        ("7c2d", "c c", "", CALL),
        ("AsAh", "r20", "", FOLD),
        ("AsAh", "r20 c", "", FOLD),
        ("AsAh", "c r20 f", "", FOLD),  # after its own call
        ("AsAh", "r20 r30 f", "", FOLD),  # after its own raise
        ("AsAh", "r20 c c", "Ad Kh 2c", raise_to(30)),  # nobody has raised in this round
        ("AsAh", "r20 c c r30", "Ad Kh 2c", FOLD),
        ("AsAh", "r20 c c c c", "Ad Kh 2c", raise_to(30)),
    ],
)
def test_thiel_3_2_3_the_exploitable_bot_folds_to_raises(hole: str, played: str, board: str, expected: Action) -> None:
    assert ExploitableBot().act(view_after(LIMIT, played, hole=hole, board=board)) == expected
