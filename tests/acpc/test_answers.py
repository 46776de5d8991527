"""Answers over a connection that are not legal, or cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acpc.players import Player
from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NOLIMIT = game_named("holdem.nolimit.2p.reverse_blinds")
BAD_ACTION = "bad action format in response, changed to call"
INVALID = "invalid action, changed to call"


def test_corrections_over_a_connection(start: Start, tmp_path: Path) -> None:
    # Against one who always calls; in hand 0 the client is the big blind, in hand 1 the small blind.
    answers = iter(["r1", "R", "k", "b99999999", "x", "f", "B300 and more", "K"])
    dealer = start("dealer", "odd", NOLIMIT.name, 2, 0, "Odd", "Caller", "-b", "-", "-b", "call")
    with Player(dealer.ports[0], NOLIMIT) as player:
        for state, _ in player.asked():
            player.answer(state.replace("c/", "K"), next(answers))
    assert dealer.wait() == 0
    assert next(answers, None) is None
    lines = (tmp_path / "odd.log").read_text(encoding="utf-8").splitlines()
    assert [line.split(":")[2] for line in lines[4:6]] == ["cr200c/cc/cc/r20000c", "cc/cc/cr300c/cc"]
    warnings = [line for line in dealer.errors.splitlines() if line.startswith("WARNING: ")]
    assert warnings == [
        "WARNING: seat 1, hand 0: raise of 1 increased to 200",
        f"WARNING: seat 1, hand 0: {BAD_ACTION}",
        "WARNING: seat 1, hand 0: raise of 99999999 decreased to 20000",
        f"WARNING: seat 1, hand 1: {BAD_ACTION}",
        f"WARNING: seat 1, hand 1: {INVALID}",
    ]


def test_raises_over_the_cap_over_a_connection(start: Start, tmp_path: Path) -> None:
    dealer = start("dealer", "cap", LIMIT.name, 2, 0, "A", "B", "-b", "-", "-b", "raise")
    with Player(dealer.ports[0], LIMIT) as player:
        for state, _ in player.asked():
            player.answer(state, "b")
    assert dealer.wait() == 0
    lines = (tmp_path / "cap.log").read_text(encoding="utf-8").splitlines()
    assert [line.split(":")[2] for line in lines[4:6]] == ["rrrc/rrrrc/rrrrc/rrrrc"] * 2
    # In hand 0 it is the client who comes to the cap of every street, in hand 1 it is the bot, which knows better.
    assert [dealer.errors.count(f"WARNING: seat 1, hand {hand}: {INVALID}\n") for hand in (0, 1)] == [4, 0]
