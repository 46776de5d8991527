"""`railbird map nolimit` and `railbird map nolimit-log` as their users meet them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from railbird.bots import make_bot
from railbird.games import format_game, game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from cli.conftest import Command

EXAMPLE_3 = "MATCHSTATE:2:0:r200r300r600r2000cr8000:||AsKd"
EXAMPLE_4 = "MATCHSTATE:0:7:r300cr500r1500:AsKd||"
WRONG_BOTS = Path(__file__).parent.parent / "responses" / "leduc_bots.py"


@pytest.fixture
def shown(command: Command) -> Command:
    return lambda *arguments: command("map", "nolimit", *arguments)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "match.log"
    bots = [make_bot("ev"), make_bot("random", seed=1), make_bot("min-raise")]
    play_match(bots, "holdem.nolimit.3p", hands=20, seed=1, names=["hero", "random", "min"], log=path)
    return path


def test_lilienthal_example_3_real_against_mapped(shown: Command) -> None:
    done = shown("--variant", "A0", "--bot", "ev", EXAMPLE_3)
    assert done.status == 0, done.stderr
    assert [line.rstrip() for line in done.stdout.splitlines()[:5]] == [
        f"real    {EXAMPLE_3}",
        "mapped  MATCHSTATE:1:0:r200r600r2000r10000:|AsKd",
        "hand    position  acts last  can raise     pot  to call  pot odds",
        "real    button    yes        yes        12,000    6,000      0.50",
        "mapped  button    yes        yes        12,000    8,000      0.67",
    ]
    assert done.stdout.splitlines()[5].startswith("ev: ")


def test_deviations_are_shown(shown: Command) -> None:
    assert "moved raises: 1\n" in shown("--variant", "N1", "--bot", "ev", EXAMPLE_4).stdout


def test_an_answer_that_is_another_action_at_the_table_is_shown_as_both(shown: Command) -> None:
    lines = shown("--variant", "N0", "--bot", "all-in", "--rescale", EXAMPLE_3).stdout.splitlines()
    assert lines[-1] == "all-in: raise to 20000 100.0 %"
    lines = shown("--variant", "N0", "--bot", "min-raise", "--rescale", EXAMPLE_3).stdout.splitlines()
    assert lines[-2:] == ["min-raise: raise to 14000 100.0 %", "at the table: raise to 14750 100.0 %"]


def test_a_bot_without_probabilities_is_shown_too(shown: Command) -> None:
    assert shown("--bot", "random", EXAMPLE_4).stdout.endswith("random does not say its probabilities.\n")
    assert json.loads(shown("--bot", "random", "--json", EXAMPLE_4).stdout)["answers"] is None


@pytest.mark.parametrize(
    ("variant", "mapped"), [("N0", "r1500"), ("N1", "r300r500r1500"), ("N2", "r300r500r1500"), ("A3", "r300r500r1800")]
)
def test_json_has_both_hands(shown: Command, variant: str, mapped: str) -> None:
    answer = json.loads(shown("--variant", variant, "--bot", "ev", "--json", EXAMPLE_4).stdout)
    assert [*answer] == ["variant", "real", "mapped", "lost", "deviations", "answers", "probabilities"]
    assert answer["real"]["match_state"] == EXAMPLE_4
    assert (answer["real"]["pot"], answer["real"]["to_call"]) == (2300, 1200)
    assert answer["mapped"]["match_state"] == f"MATCHSTATE:0:7:{mapped}:AsKd|"
    assert ("pot" in answer["lost"]) == (variant != "A3")


def test_a_game_of_another_stack(shown: Command, tmp_path: Path) -> None:
    path = tmp_path / "short.game"
    path.write_text(format_game(game_named("holdem.nolimit.3p")).replace("20000", "1000"), encoding="ascii")
    done = shown("--bot", "ev", "--game", path, "MATCHSTATE:0:0:r1000:AsKd||")
    assert done.status == 0, done.stderr
    assert "mapped  MATCHSTATE:0:0:r1000:AsKd|" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([EXAMPLE_4, "--variant", "C0"], "variant=C0: the variants are N0, N1, N2, N3, A0, A1, A2, A3"),
        ([EXAMPLE_4, "--bot", "cfr-limit"], "map-nolimit asks a bot for holdem.nolimit.2p.reverse_blinds: cfr-limit"),
        ([EXAMPLE_4, "--bot", "evv"], "no bot is called 'evv' (did you mean ev?)"),
        (
            [EXAMPLE_4, "--game", "holdem.limit.3p"],
            "map-nolimit: only no-limit hands can be mapped, but holdem.limit.3p is",
        ),
        ([EXAMPLE_4, "--game", "holdem.nolimit.6p"], "map-nolimit: only hands of three players can be mapped"),
        (["MATCHSTATE:1:7:r300:|AsKd|"], "only the hand of the player to act can be mapped"),
        (["MATCHSTATE:1:7:ff:|AsKd|"], "the hand is over"),
        (["r300"], "'r300' is not MATCHSTATE:position:hand:betting:cards"),
    ],
)
def test_bad_input_gives_one_line(shown: Command, arguments: list[str], complaint: str) -> None:
    done = shown("--bot", "ev", *arguments)
    assert done.status == 2
    assert done.stderr.startswith("railbird: ")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        ("Confused", "Confused: its method probabilities(view) returns [0.5, 0.5] in <View of holdem.nolimit.2p"),
        ("Unsure", " are call: 0.5: they are below 0 or do not sum to 1"),
        ("Broken", "Broken fails in <View of holdem.nolimit.2p"),
    ],
)
def test_wrong_probabilities_give_one_line(command: Command, log: Path, bot: str, complaint: str) -> None:
    for arguments in (("nolimit", EXAMPLE_4), ("nolimit-log", log, "--player", "hero")):
        done = command("map", *arguments, "--bot", f"{WRONG_BOTS}:{bot}")
        assert (done.status, done.stdout) == (2, "")
        assert complaint in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_every_decision_of_a_log_is_mapped_and_losses_are_counted(command: Command, log: Path, tmp_path: Path) -> None:
    out = tmp_path / "decisions.jsonl"
    options = ("map", "nolimit-log", log, "--player", "hero", "--variant", "N0", "--bot", "ev")
    done = command(*options, "--decisions", out, "--json")
    assert done.status == 0, done.stderr
    counts = json.loads(done.stdout)
    decisions = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert counts["decisions"] == len(decisions) > 20
    for name in ("pot", "to_call", "acts_last", "can_raise"):
        assert counts[f"lost_{name}"] == sum(name in decision["lost"] for decision in decisions)
    assert counts["lost_pot"] > 0
    lines = command(*options).stdout.splitlines()
    assert lines[0].split() == ["counted", "count", "per", "decision"]
    assert lines[1].split() == ["decisions", str(len(decisions)), "-"]


def test_lilienthal_7_agreement_with_the_decisions_of_a_log(command: Command, log: Path) -> None:
    """A player that always raises the minimum acts as a mapped bot that does, and seldom as one that calls."""
    options = ("map", "nolimit-log", log, "--player", "min", "--bot")
    same, other = (json.loads(command(*options, bot, "--json").stdout)["agreement"] for bot in ("min-raise", "call"))
    assert same["decisions"] == other["decisions"] > 20
    assert same["hands"] <= 20
    assert 0.9 < same["share"] <= 1
    assert other["low"] <= other["share"] < 0.5
    done = command(*options, "call")
    assert f"of {other['decisions']:,} decisions the most probable kind of action is what min did" in done.stdout


def test_a_log_without_the_player_gives_one_line(command: Command, log: Path) -> None:
    done = command("map", "nolimit-log", log, "--player", "nobody", "--bot", "ev")
    assert done.status == 2
    assert done.stderr == f"railbird: {log}: no player called nobody makes a decision with known cards there\n"
