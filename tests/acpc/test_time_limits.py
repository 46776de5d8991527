"""Time limits: for a response, for a hand, for a match."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from acpc.players import Player
from railbird.acpc.time_limits import Clock
from railbird.errors import MatchError
from railbird.games import game_named
from railbird.play import TimeLimits

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.programs import Program
    from acpc.starting import Start

pytestmark = pytest.mark.alone
GAME = game_named("holdem.limit.2p.reverse_blinds")


def play_slowly(start: Start, *limits: str | int, hands: int, pause: float) -> Program:
    """A client that calls, but takes its time."""
    dealer = start("dealer", "slow", GAME.name, hands, 3, "Slow", "Bot", "-b", "-", "-b", "call", "-q", *limits)
    with Player(dealer.ports[0], GAME) as player:
        try:
            for state, _ in player.asked():
                time.sleep(pause)
                player.answer(state, "c")
        except ConnectionError:
            pass
    return dealer


def assert_stopped(dealer: Program, folder: Path, cause: str, limits: tuple[int, int, int], hands: int) -> None:
    assert len(dealer.ports) == 2
    assert dealer.wait() == 1
    assert dealer.errors.splitlines()[-1].startswith(f"ERROR: {cause}")
    assert (dealer.output, "SCORE" in dealer.errors) == ("", False)
    header, *states = (folder / "slow.log").read_text(encoding="utf-8").split("STATE:")
    assert re.findall(r"#--t_\w+ (\d+)\n", header) == [str(limit) for limit in limits]
    assert len(states) <= hands
    assert all(state.endswith(("|Bot\n", "|Slow\n")) for state in states)


def test_response(start: Start, tmp_path: Path) -> None:
    dealer = play_slowly(start, "--t_response", 100, hands=5, pause=0.5)
    assert_stopped(dealer, tmp_path, "could not get action from seat 1", (100, 600_000, 7000), 0)


def test_hand(start: Start, tmp_path: Path) -> None:
    # Four answers a hand.
    dealer = play_slowly(start, "--t_hand", 300, hands=5, pause=0.1)
    assert_stopped(dealer, tmp_path, "seat 1 ran out of time", (600_000, 300, 7000), 0)


def test_match(start: Start, tmp_path: Path) -> None:
    # A budget of 0.5 seconds, of which a hand takes 0.24.
    dealer = play_slowly(start, "--t_per_hand", 100, hands=5, pause=0.06)
    assert_stopped(dealer, tmp_path, "seat 1 ran out of time", (600_000, 600_000, 100), 2)


@pytest.mark.parametrize("limit", ["--t_hand", "--t_per_hand"])
def test_a_client_that_says_nothing_runs_out_of_time(limit: str, start: Start) -> None:
    dealer = play_slowly(start, limit, 300, hands=1, pause=0.5)
    assert dealer.wait() == 1
    assert dealer.errors.splitlines()[-1] == "ERROR: seat 1 ran out of time"


def test_a_client_that_is_quick_enough(start: Start, tmp_path: Path) -> None:
    limits = ("--t_response", 60_000, "--t_hand", 60_000, "--t_per_hand", 60_000)
    dealer = play_slowly(start, *limits, hands=2, pause=0)
    assert dealer.wait() == 0


def test_times_of_a_match_that_is_taken_up_count(start: Start, tmp_path: Path) -> None:
    words = ("dealer", "slow", GAME.name, 5, 3, "Slow", "Bot", "-b", "call", "-b", "call", "-q", "-T", "-a")
    # In hand 0 the second seat acts first.
    (tmp_path / "slow.tlog").write_text("c 0 1000.0 1001.0\nc 0 2000.0 2001.5\n", encoding="ascii")
    dealer = start(*words, "--t_hand", 1200)
    assert dealer.wait() == 1
    assert dealer.errors.splitlines()[-1] == "ERROR: seat 1 ran out of time"
    assert start(*words, "--t_hand", 1600).wait() == 0


@pytest.mark.parametrize("options", [(), ("-q",)])
def test_bots_in_one_process_have_the_same_limits(options: tuple[str, ...], start: Start, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\nfrom railbird.bots.reference.simple import CallBot\n"
        "class Slow(CallBot):\n    def act(self, view):\n        time.sleep(0.3)\n        return super().act(view)\n",
        encoding="ascii",
    )
    bots = ("-b", "slow.py:Slow", "-b", "call")
    dealer = start("dealer", "slow", GAME.name, 1, 3, "Slow", "Bot", *bots, "--t_response", 200, *options)
    assert_stopped(dealer, tmp_path, "seat 1 ran out of time", (200, 600_000, 7000), 0)


def test_clock_of_a_hand_starts_again_and_that_of_the_match_does_not() -> None:
    clock = Clock(TimeLimits(response=1000, hand=1500, per_hand=1000), hands=3)
    clock.charge(1.0, seat=0, hand=0)
    assert (clock.left(0), clock.left(1)) == (0.5, 1.0)
    clock.charge(1.0, seat=0, hand=1)
    clock.charge(0.9, seat=0, hand=2)
    assert clock.left(3) == pytest.approx(0.1)
    with pytest.raises(MatchError, match="seat 1 ran out of time"):
        clock.charge(0.2, seat=0, hand=3)


def test_clock_of_a_hand() -> None:
    clock = Clock(TimeLimits(response=1000, hand=1500, per_hand=1000), hands=3)
    clock.charge(1.0, seat=1, hand=0)
    with pytest.raises(MatchError, match="seat 2 ran out of time"):
        clock.charge(0.6, seat=1, hand=0)


def test_clock_of_a_response() -> None:
    clock = Clock(TimeLimits(response=1000), hands=3)
    clock.charge(1.0, seat=0, hand=0)
    # The system's clock may be set back.
    clock.charge(-5.0, seat=0, hand=0)
    with pytest.raises(MatchError, match="seat 1 ran out of time"):
        clock.charge(1.01, seat=0, hand=0)
