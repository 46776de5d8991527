"""`railbird map limit`, `map limit-log` and `map bias` as their users meet them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from railbird.bots import make_bot
from railbird.play import play_match

if TYPE_CHECKING:
    from cli.conftest import Command

PROBLEM_HAND = "MATCHSTATE:2:0:rcc/rr:||AhKd/7s8s9s"
FOLDING = """from railbird.bots import Bot
from railbird.games import FOLD


class Folding(Bot):
    def act(self, view):
        return FOLD

    def probabilities(self, view):
        return {FOLD: 1.0}
"""
WRONG_BOTS = Path(__file__).parent.parent / "responses" / "leduc_bots.py"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "match.log"
    bots = [make_bot("map-limit:mapping=2"), make_bot("all-in-equity"), make_bot("call")]
    play_match(bots, "holdem.limit.3p", hands=120, seed=4, names=["mapped", "fair", "caller"], log=path)
    return path


def test_the_states_of_a_match_state(command: Command) -> None:
    done = command("map", "limit", "--mapping", 4, "--nearest", 5, PROBLEM_HAND)
    assert done.status == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "pot 90; button to act, 20 to call" in lines[0]
    assert lines[2].split()[:3] == ["(real)", "rcc/rr", "button"]
    assert [line.split()[2] for line in lines[3:8]] == ["rc/r", "cc/crr", "crc/r", "cc/rr", "crc/cr"]
    assert lines[-1].startswith("fold ")


def test_the_same_as_json(command: Command) -> None:
    done = command("map", "limit", "--mapping", 3, "--nearest", 2, "--weights", "distance", "--json", PROBLEM_HAND)
    answer = json.loads(done.stdout)
    assert (answer["pot"], answer["to_call"], answer["pot_odds"], answer["can_raise"]) == (90, 20, 4.5, True)
    assert [opponent["position"] for opponent in answer["opponents"]] == ["small blind", "big blind"]
    first = answer["opponents"][0]["states"][0]
    assert (first["betting"], first["pot"], first["losses"]) == ("rc/rrr", 90, ["to_call"])
    assert sum(state["weight"] for state in answer["opponents"][0]["states"]) == pytest.approx(1)
    assert sum(answer["probabilities"].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["MATCHSTATE:2:0:rcc/rr:"], "1 hand for 3 players"),
        (["rcc/rr"], "is not MATCHSTATE"),
        (["MATCHSTATE:0:0:rcc/rr:AhKd||/7s8s9s"], "the button is to act, not the small blind"),
        (["MATCHSTATE:0:0:ff:AhKd||"], "the hand is over"),
        (["--mapping", "5", PROBLEM_HAND], "less than or equal to 4"),
        (["--mapping", "1", "--nearest", "5", PROBLEM_HAND], "mapping 1 gives a single state"),
        (["--weights", "none", PROBLEM_HAND], "weights=none: give plain or distance"),
        (["--bot", "cfr-nolimit", PROBLEM_HAND], "cannot play holdem.limit.2p.reverse_blinds"),
        (["--bot", "cfr-limt", PROBLEM_HAND], "cfr-limt"),
        (["--bias", "nowhere.toml", PROBLEM_HAND], "nowhere.toml"),
    ],
)
def test_bad_input_is_one_line(command: Command, arguments: list[str], complaint: str) -> None:
    done = command("map", "limit", *arguments)
    assert done.status == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_another_strategy_is_refused_without_places_in_the_source(command: Command) -> None:
    assert command("map", "limit", "--bot", "cfr-nolimit", PROBLEM_HAND).stderr == (
        "railbird: map-limit: CFRNoLimitBot cannot play holdem.limit.2p.reverse_blinds: cfr-nolimit.strategy: the "
        "strategy is for another game, holdem.nolimit.2p.reverse_blinds: betting nolimit there, limit here\n"
    )


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        ("Confused", "Confused: its method probabilities(view) returns [0.5, 0.5] in <View of holdem.limit.2p"),
        ("Unsure", " are call: 0.5: they are below 0 or do not sum to 1"),
        ("Broken", "map-limit: Broken cannot play holdem.limit.2p.reverse_blinds: KeyError: 'no idea'"),
    ],
)
def test_wrong_probabilities_give_one_line(command: Command, log: Path, bot: str, complaint: str) -> None:
    for arguments in (("limit", PROBLEM_HAND), ("limit-log", log, "--player", "mapped")):
        done = command("map", *arguments, "--bot", f"{WRONG_BOTS}:{bot}")
        assert (done.status, done.stdout) == (2, "")
        assert complaint in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_every_decision_of_a_log(command: Command, log: Path, tmp_path: Path) -> None:
    lines = tmp_path / "decisions.jsonl"
    options = ("--player", "mapped", "--mapping", 4, "--nearest", 2)
    done = command("map", "limit-log", log, *options, "--decisions", lines, "--json")
    assert done.status == 0, done.stderr
    summary = json.loads(done.stdout)
    decisions = [json.loads(line) for line in lines.read_text().splitlines()]
    assert summary["decisions"] == len(decisions) > 120
    states = [state for one in decisions for opponent in one["opponents"] for state in opponent["states"]]
    assert summary["states"] == len(states)
    assert summary["losses"]["pot"] == sum("pot" in state["losses"] for state in states)
    assert "deviation" in command("map", "limit-log", log, *options).stdout
    assert "nobody makes no decision" in command("map", "limit-log", log, "--player", "nobody").stderr


def test_illegal_answers_are_one_warning_with_their_number(command: Command, log: Path, tmp_path: Path) -> None:
    bot = tmp_path / "folding.py"
    bot.write_text(FOLDING)
    done = command("map", "limit-log", log, "--player", "mapped", "--bot", f"{bot}:Folding")
    assert done.status == 0, done.stderr
    last = done.stderr.splitlines()[-1]
    assert re.fullmatch(rf"railbird: [\d,]+ answers of {bot}:Folding not legal, and corrected", last), done.stderr
    assert command("map", "limit-log", tmp_path / "none.log", "--player", "mapped").status == 2


def test_a_bias_learned_from_a_log_is_played(command: Command, log: Path, tmp_path: Path) -> None:
    bias = tmp_path / "bias.toml"
    done = command("map", "bias", log, "--model", "fair", "--mapped", "mapped", "--fewest", 5, "--out", bias)
    assert done.status == 0, done.stderr
    assert "of 169 starting hands have a bias of their own" in done.stdout
    shown = command("map", "limit", "--bias", bias, "MATCHSTATE:1:0:rr:|Qh2d|")
    assert "The bias adds" in shown.stdout
    missing = command("map", "bias", log, "--mapped", "mapped", "--out", tmp_path / "other.toml")
    assert missing.status == 2
    assert "no hand was played by akuma" in missing.stderr
    assert not (tmp_path / "other.toml").exists()
