"""Runs by commands only: what they print, store and accept where older versions answered wrongly."""

from __future__ import annotations

import json
import os
import shutil
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start
    from cli.conftest import Command

KUHN = ("--game", "kuhn.limit.2p")
SEEDS = 3
"""Number of runs, where one run might do well by chance."""
NO_LIMIT = ("--game", "holdem.nolimit.2p.reverse_blinds")
OWN = """
import os
from pathlib import Path

from railbird.bots import Bot
from railbird.games import CALL, FOLD, raise_to

HERE = Path(__file__).parent


class Noting(Bot):
    '''Notes the process in which it plays, and its first draw in a match.'''

    has_noted = False

    def act(self, view):
        if not self.has_noted:
            self.has_noted = True
            with (HERE / "notes").open("a") as file:
                file.write(f"{os.getpid()} {self.generator.integers(10**12)}\\n")
        return CALL


class Settling(Bot):
    '''Folds in all hands of a match, or bets in all of them.'''

    def match_starts(self, game, seat):
        self.is_folding = self.generator.random() < 0.5

    def act(self, view):
        legal = view.legal_actions()
        if self.is_folding:
            return FOLD if legal.fold else CALL
        return raise_to(legal.lowest_raise) if legal.can_raise else CALL


class Shoving(Bot):
    '''Folds everything but aces.'''

    def act(self, view):
        if all(card >= 48 for card in view.hole_cards):
            return raise_to(view.legal_actions().highest_raise)
        return FOLD if view.to_call(view.position) else CALL


class Leaving(Bot):
    '''Ends the process in which it plays.'''

    def act(self, view):
        os._exit(0)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots in own.py, in which commands are run."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def notes(folder: Path) -> list[tuple[int, int]]:
    """The process and the first draw of every bot in every match."""
    lines = (folder / "notes").read_text(encoding="utf-8").splitlines()
    return [(int(process), int(draw)) for process, draw in map(str.split, lines)]


def test_14_1_bots_draw_something_else_at_every_table_and_in_every_order_of_seats(
    folder: Path, command: Command
) -> None:
    """Three tables of two, two orders of seats, two matches."""
    bots = [f"{name}=own.py:Noting" for name in "ABC"]
    options = ("--hands", 2, "--matches", 2, "--seed", 1, "--workers", 1)
    assert command("tournament", *bots, *KUHN, *options).status == 0
    draws = [draw for _, draw in notes(folder)]
    assert len({*draws}) == len(draws) == 3 * 2 * 2 * 2


@pytest.mark.deep
def test_14_2_intervals_hold_for_bots_that_settle_on_a_style(folder: Path, command: Command) -> None:
    """Against themselves, so the true win rate is 0. Ten matches are ten samples."""
    for seed in range(SEEDS):
        options = ("--hands", 12, "--matches", 10, "--seed", seed, "--workers", 1, "--json")
        done = command("match", "A=own.py:Settling", "B=own.py:Settling", *KUHN, *options)
        rate = json.loads(done.stdout)["bots"][0]["bb_per_100"]
        low, high = rate["interval"]
        assert low <= 0 <= high
        assert rate["samples"] == 10


def test_14_3_two_deals_have_neither_an_interval_nor_a_forecast(command: Command) -> None:
    for seed in range(SEEDS):
        done = command("match", "call", "all-in", *NO_LIMIT, "--hands", 2, "--seed", seed)
        assert done.status == 0
        assert " ± 0 " not in done.stdout
        assert "no end" not in done.stdout


def test_14_3_rare_large_pots_are_warned_about(folder: Path, command: Command) -> None:
    done = command("match", "S=own.py:Shoving", "call", *NO_LIMIT, "--hands", 60, "--seed", 1, "--workers", 1)
    assert "A few large pots could change the result" in done.stdout


@pytest.mark.deep
def test_14_4_nobody_is_ahead_of_the_next_by_a_negative_amount(command: Command) -> None:
    options = ("--game", "holdem.nolimit.3p", "--hands", 10, "--workers", 1, "--json")
    for seed in range(SEEDS):
        done = command("tournament", "all-in", "call", "random", "check-norris", *options, "--seed", seed)
        bots = json.loads(done.stdout)["bots"]
        rates = [bot["bb_per_100_all_in_adjusted"]["mean"] for bot in bots]
        assert rates == sorted(rates, reverse=True)
        for bot, following in pairwise(bots):
            assert bot["bb_per_100_ahead_of_all_in_adjusted"][following["name"]]["mean"] >= 0


def test_14_5_a_decided_run_stops_and_is_extended_and_compared(folder: Path, command: Command) -> None:
    options = ("--hands", 10, "--seed", 4, "--workers", 1, "--out", "run")
    done = command(
        "match", "Strong=raise", "Weak=random", *options, "--matches", 30, "--until", "Strong,Weak", "--json"
    )
    assert (done.status, (folder / "run").is_dir()) == (0, True), done.stderr
    matches = json.loads(done.stdout)["matches"]
    assert 10 <= matches < 30
    done = command("match", "--extend", "run", "--matches", matches + 2, "--workers", 1, "--json")
    assert (done.status, json.loads(done.stdout)["matches"]) == (0, matches + 2)
    field = ("Old=call", "New=raise", "random", "--game", "holdem.limit.2p.reverse_blinds")
    assert command("tournament", *field, "--hands", 20, "--workers", 1, "--out", "field").status == 0
    assert command("compare", "field", "New", "Old").status == 0


def test_14_6_six_players_change_seats_by_rotations_and_the_cost_is_printed(command: Command) -> None:
    bots = [f"{name}=call" for name in "ABCDEF"]
    done = command("match", *bots, "--game", "holdem.nolimit.6p", "--hands", 1, "--workers", 1, "--json")
    assert json.loads(done.stdout)["bots"][0]["hands"] == 6
    assert done.stderr.startswith("6 hands, ")


def test_14_7_a_run_is_not_resumed_when_a_helper_module_has_changed(folder: Path, command: Command) -> None:
    """The match of the second order of seats is missing."""
    (folder / "helper.py").write_text("", encoding="utf-8")
    (folder / "helped.py").write_text(f"import helper\n{OWN}", encoding="utf-8")
    arguments = ("match", "It=helped.py:Settling", "call", *KUHN, "--hands", 5, "--seed", 1, "--out", "run")
    assert command(*arguments).status == 0
    sorted((folder / "run" / "hands").glob("*.parquet"))[-1].unlink()
    shutil.copytree(folder / "run", folder / "same")
    assert command("match", "--resume", "same", "--workers", 1).status == 0
    (folder / "helper.py").write_text("# better\n", encoding="utf-8")
    done = command("match", "--resume", "run", "--workers", 1)
    assert (done.status, done.stdout) == (2, "")
    assert "It would be another bot" in done.stderr
    assert "helper.py" in done.stderr


def test_14_8_a_bot_that_leaves_the_process_is_named(tmp_path: Path, start: Start) -> None:
    """It fails or ends the run; that it ends with status 0 and without output is what may not happen."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    command = start("match", "It=own.py:Leaving", "call", *KUHN, "--hands", 4, "--workers", 1)
    assert command.wait() or command.output
    assert "It " in command.output + command.errors


def test_14_9_twenty_hands_of_ones_own_bot_start_no_processes(folder: Path, command: Command) -> None:
    assert command("match", "It=own.py:Noting", "call", *KUHN, "--hands", 20, "--seed", 1).status == 0
    assert {process for process, _ in notes(folder)} == {os.getpid()}
