"""The bot that replays a player of a log: the same hands again, what is legal in others, and bad logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, NOLIMIT, view_after
from railbird.bots import make_bot
from railbird.bots.reference.replaying import ReplayingBot
from railbird.errors import BotError
from railbird.games import CALL, FOLD, Action, raise_to
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Ann", "Bob", "Cy")
# Positions are Ann, Bob, Cy in hand 0; Cy, on the button, acts first before the flop.
HAND = "STATE:0:rrcc/crff:2c3c|4c5c|6c7c/8c9cTc:-30|60|-30:Ann|Bob|Cy\n"
NOLIMIT_HAND = "STATE:7:r300r900fc/r2000f:2c3c|4c5c|6c7c/8c9cTc:1000|-100|-900:Ann|Bob|Cy\n"


@pytest.mark.parametrize("game", [LIMIT, NOLIMIT])
def test_kischka_7_2_players_who_replay_a_match_play_it_again(game: str, tmp_path: Path) -> None:
    first, again = tmp_path / "first.log", tmp_path / "again.log"
    bots = [make_bot("random:fold=0.3", seed=seed) for seed in range(3)]
    play_match(bots, game, hands=60, seed=8, names=NAMES, log=first)
    result = play_match(
        [make_bot(f"replaying:log={first},player={name}") for name in NAMES],
        game,
        hands=60,
        seed=8,
        names=NAMES,
        log=again,
    )
    states = [[line for line in path.read_text().splitlines() if line[0] == "S"] for path in (first, again)]
    assert states[0] == states[1]
    assert result.corrections == (0, 0, 0)


def replayed(tmp_path: Path, hand: str, player: str) -> ReplayingBot:
    path = tmp_path / "one.log"
    path.write_text(hand)
    return ReplayingBot(log=path, player=player)


@pytest.mark.parametrize(
    ("player", "played", "expected"),
    [
        ("Cy", "", raise_to(20)),
        ("Cy", "r20 r30 c", CALL),  # his second action on this street
        ("Cy", "c c r20", CALL),  # the same though others did otherwise
        ("Cy", "c r20 r30", CALL),
        ("Cy", "r20 r30 c c c r40", FOLD),
        ("Cy", "r20 r30 c c c c", CALL),  # he would fold, but owes nothing
        ("Ann", "r20", raise_to(30)),
        ("Ann", "c", raise_to(20)),  # the nearest that is legal
        ("Ann", "r20 r30 c c", CALL),
        ("Ann", "r20 r30 c c c r40 c", FOLD),
        ("Ann", "r20 r30 c c c c c", CALL),  # nothing more is recorded
        ("Ann", "r20 r30 c c r40 r50 c", FOLD),
        ("Bob", "r20 r30", CALL),
        ("Ann", "c r20 r30 c", CALL),  # she has raised once only
        ("Bob", "r20 r30 c c c", raise_to(40)),
    ],
)
def test_actions_are_those_of_the_street_in_order(player: str, played: str, expected: Action, tmp_path: Path) -> None:
    view = view_after(LIMIT, played)
    assert NAMES[view.position] == player
    assert replayed(tmp_path, HAND, player).act(view) == expected


@pytest.mark.parametrize(
    ("played", "expected"),
    [("r300", raise_to(900)), ("r600", raise_to(1100)), ("r20000", CALL), ("c", raise_to(900))],
)
def test_totals_of_raises_are_the_nearest_legal_ones(played: str, expected: Action, tmp_path: Path) -> None:
    assert replayed(tmp_path, NOLIMIT_HAND, "Ann").act(view_after(NOLIMIT, played, hand=7)) == expected


def test_it_calls_in_hands_that_are_not_in_the_log(tmp_path: Path) -> None:
    bot = replayed(tmp_path, HAND, "Cy")
    assert bot.act(view_after(LIMIT, "", hand=1)) == CALL


def test_a_name_that_is_a_number_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "one.log"
    path.write_text(HAND.replace("Ann", "7"))
    bot = make_bot(f"replaying:log={path},player=7")
    assert bot.act(view_after(LIMIT, "r20")) == raise_to(30)


def test_hands_that_cannot_be_read_are_named_and_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bot = replayed(tmp_path, HAND + HAND.replace("STATE:0:rr", "STATE:1:rx"), "Cy")
    assert bot.act(view_after(LIMIT, "")) == raise_to(20)
    assert "one.log:2: " in caplog.text
    assert "the hand is left out" in caplog.text


@pytest.mark.parametrize(
    ("text", "player", "complaint"),
    [
        (HAND, "Dan", "no player is called 'Dan'; there are Ann, Bob, Cy"),
        ("# name/game/hands/seed a holdem.limit.3p.game 0 0\n", "Ann", "there are no hands in this log"),
        ("", "Ann", "the file is empty: a log has at least one hand"),
        ("nothing of the sort\n", "Ann", "not a log of a known kind"),
        (HAND.replace("Bob", "Ann"), "Ann", "hand 0 has several players called 'Ann'"),
        (HAND + HAND, "Ann", "hand 0 stands in line 1 and in line 2: give the log of one match"),
    ],
)
def test_mistakes_in_a_log_are_reported(text: str, player: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(text)
    with pytest.raises(BotError, match=complaint) as caught:
        ReplayingBot(log=path, player=player)
    assert str(path) in str(caught.value)


def test_a_log_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.log", tmp_path):
        with pytest.raises(BotError, match=f"{path} cannot be read: "):
            make_bot(f"replaying:log={path},player=Ann")
