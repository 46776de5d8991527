"""Adaptive bots over connections, within the time limits of the ACPC, as in one process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from railbird.acpc import join
from railbird.bots import Follower, make_bot
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start
    from railbird.bots import Bot

GAME = "holdem.limit.3p"
HANDS, SEED = 60, 4
NAMES = ("akuma", "ownbot", "fair")
REFUSED = "holdem.nolimit.3p is not: choose a game like holdem.limit.3p"
COMPETITION = ("--t_response", 10_000, "--t_hand", 7_000, "--t_per_hand", 7_000)
"""Milliseconds for an answer, for a hand, and for a hand on average."""


def bots() -> list[Bot]:
    made = [make_bot(spec, seed=1) for spec in ("akuma:strength=0.2", "ownbot:strength=0.2", "all-in-equity")]
    for bot in made:
        Follower(bot, seed=1)  # which gives it a generator
    return made


def test_another_game_is_one_line_for_a_client_before_it_connects(start: Start) -> None:
    program = start("connect", "127.0.0.1", 1, "--bot", "akuma", "--game", "holdem.nolimit.3p")
    assert (program.wait(), program.errors) == (2, f"railbird: akuma plays limit hold'em, but {REFUSED}\n")


def test_another_game_is_one_line_for_a_dealer_before_the_match(start: Start, tmp_path: Path) -> None:
    dealer = start("dealer", "m", "holdem.nolimit.3p", 4, 0, *NAMES, "-b", "-", "-b", "ownbot", "-b", "call")
    assert (dealer.wait(), dealer.errors) == (2, f"railbird: ownbot plays limit hold'em, but {REFUSED}\n")
    assert not (tmp_path / "m.log").exists()


def test_a_bot_within_a_bot_is_asked_too(start: Start) -> None:
    team = "switching:bots=[call]+[akuma],hands=5"
    dealer = start("dealer", "m", "holdem.nolimit.3p", 4, 0, *NAMES, "-b", team)
    assert (dealer.wait(), dealer.errors) == (2, f"railbird: akuma plays limit hold'em, but {REFUSED}\n")


@pytest.mark.deep
def test_they_play_over_connections_as_in_one_process_and_in_time(start: Start, tmp_path: Path) -> None:
    here = play_match(bots(), GAME, hands=HANDS, seed=SEED, names=NAMES, log=tmp_path / "here.log")
    dealer = start("dealer", "there", GAME, HANDS, SEED, *NAMES, *COMPETITION, "-q")
    with ThreadPoolExecutor(len(NAMES)) as pool:
        joined = [
            pool.submit(join, "127.0.0.1", port, bot, game=GAME) for port, bot in zip(dealer.ports, bots(), strict=True)
        ]
        assert [done.result().hands for done in joined] == [HANDS] * 3
    assert dealer.wait() == 0
    score = (tmp_path / "there.log").read_text(encoding="utf-8").splitlines()[-1]
    assert score == (tmp_path / "here.log").read_text(encoding="utf-8").splitlines()[-1]
    assert here.corrections == (0, 0, 0)
