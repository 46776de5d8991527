"""Akuma for no-limit games: its raises, the games that it plays, the bot contract, and that it adapts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, NOLIMIT, view_after
from railbird.arena import check_games, read_entrants
from railbird.bots import check_bot, make_bot
from railbird.bots.adaptive.akuma_nolimit import PARAMETERS
from railbird.errors import BotError
from railbird.games import CALL, FOLD, game_named, raise_to
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

HEADS_UP = "holdem.nolimit.2p.reverse_blinds"
QUICK = "akuma-nolimit:strength=0.05"


@pytest.fixture
def eager(tmp_path: Path) -> str:
    """A quick bot that simulates from the first hand on."""
    file = tmp_path / "eager.toml"
    file.write_text(re.sub("known_after = .*", "known_after = 0", PARAMETERS.read_text()))
    return f"{QUICK},parameters={file}"


@pytest.mark.parametrize("game", [HEADS_UP, NOLIMIT, "holdem.nolimit.6p"])
def test_it_passes_every_check(game: str, eager: str) -> None:
    report = check_bot(eager, games=[game], hands=8, seed=1)
    assert report.passed, str(report)


def test_it_passes_every_check_while_it_does_not_know_its_opponents() -> None:
    assert check_bot(QUICK, games=[NOLIMIT], hands=16, seed=1).passed


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            LIMIT,
            "akuma-nolimit plays no-limit hold'em, but holdem.limit.3p is not: choose a game like holdem.nolimit.3p",
        ),
        ("leduc.limit.2p", f"no-limit hold'em, but leduc.limit.2p is not: choose a game like {HEADS_UP}"),
    ],
)
def test_other_games_are_refused_in_a_line(game: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as error:
        check_games(read_entrants([QUICK]), game_named(game))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("menu", ["smal", "0.5,-1", "nothing.toml"])
def test_a_menu_that_cannot_be_read_is_refused_in_a_line(menu: str) -> None:
    with pytest.raises(BotError, match=r"did you mean the menu small|must be a number above 0|No such file") as error:
        make_bot(f'akuma-nolimit:menu="{menu}"')
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("menu", "totals"), [("0.5,1,all-in", [225, 350, 20_000]), ("small", [225, 350, 600, 20_000]), ("min", [200])]
)
def test_it_values_the_raises_of_its_menu(menu: str, totals: list[int]) -> None:
    bot = make_bot(f'akuma-nolimit:menu="{menu}",strength=0.05')
    values = bot.values(view_after(NOLIMIT, "", hole="AsAh"))  # type: ignore[attr-defined]
    assert [action.total for action in values if action.is_raise] == totals
    assert all(value.mean > 0 for action, value in values.items() if action != FOLD)


def test_a_menu_may_be_written_with_plus_signs() -> None:
    view = view_after(NOLIMIT, "", hole="AsAh")
    for text, same in (("0.5+1+all-in", "0.5,1,all-in"), ("0.5+1", "0.5,1"), ("1", "1,1")):
        bots = [make_bot(f"{QUICK},menu={menu}") for menu in (text, f'"{same}"')]
        assert bots[0].values(view) == bots[1].values(view)  # type: ignore[attr-defined]


def test_the_same_seed_plays_the_same_match(eager: str, tmp_path: Path) -> None:
    logs = [tmp_path / folder / "match.log" for folder in ("first", "second")]
    for log in logs:
        log.parent.mkdir()
        bots = [make_bot(spec, seed=5) for spec in (eager, "ev", "random")]
        play_match(bots, NOLIMIT, hands=12, seed=3, names=["Ann", "Bob", "Cy"], log=log)
    assert logs[0].read_text() == logs[1].read_text()


def test_it_folds_weak_hands_and_calls_with_strong_ones_against_all_in_bots(eager: str) -> None:
    bot = make_bot(eager, seed=1)
    play_match([bot, make_bot("all-in"), make_bot("all-in")], NOLIMIT, hands=40, seed=1)
    assert bot.act(view_after(NOLIMIT, "r20000 c", hole="7c2d")) == FOLD
    assert bot.act(view_after(NOLIMIT, "r20000 c", hole="AsAh")) == CALL


def test_it_bets_strong_hands_against_bots_that_always_call(eager: str) -> None:
    bot = make_bot(eager, seed=1)
    play_match([bot, make_bot("call"), make_bot("call")], NOLIMIT, hands=40, seed=1)
    assert bot.act(view_after(NOLIMIT, "", hole="AsAh")) == raise_to(20_000)
