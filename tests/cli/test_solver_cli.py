"""`railbird solve` and `railbird exploit` as their users meet them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from railbird.games import format_game, game_named
from railbird.strategy import open_strategy

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command

SOLVE = ("solve", "leduc.limit.2p", "--iterations", 100)


def test_leduc_by_cfr_plus_as_json(command: Command) -> None:
    done = command("solve", "leduc.limit.2p", "--algorithm", "cfr+", "--iterations", 1000, "--json")
    assert done.status == 0
    answer = json.loads(done.stdout)
    assert answer["exploitability"] == pytest.approx(4.72e-4, rel=0.01)
    assert answer["value"] == pytest.approx(-0.0856, abs=1e-4)
    assert answer["iterations"] == 1000
    assert answer["seconds"] > 0
    assert sum(answer["gains"]) == pytest.approx(answer["exploitability"])
    assert answer["points"][-1]["exploitability"] == answer["exploitability"]


def test_the_size_is_printed_before_and_the_result_after(command: Command) -> None:
    done = command(*SOLVE)
    assert done.status == 0
    lines = done.stdout.splitlines()
    assert lines[0].split("  ")[0] == "round"
    assert "24 folds and 25 showdowns end the betting. About 353.4 kB" in done.stdout
    assert "leduc.limit.2p by cfr+, 100 iterations: position 0, who acts first, wins -0.08" in done.stdout
    assert "Exploitability 0.0268 chips a hand; by deviating, the positions could gain " in done.stdout
    assert "100 iterations took " in done.stderr


def test_a_dry_run_stops_after_the_numbers(command: Command, tmp_path: Path) -> None:
    done = command("solve", "holdem.limit.2p.reverse_blinds", "--dry-run", "--json", "--out", tmp_path / "s")
    assert done.status == 0
    answer = json.loads(done.stdout)
    assert answer["decisions"] == [8, 70, 630, 5670]
    assert (answer["folds"], answer["showdowns"]) == (5103, 5103)
    assert answer["classes"] == [169, 1286792, 55190538, 2428287420]
    assert not list(tmp_path.iterdir())


def test_a_game_too_large_is_one_line(command: Command) -> None:
    done = command("solve", "holdem.limit.2p.reverse_blinds")
    assert done.status == 2
    assert done.stderr.count("\n") == 1
    assert "13,803,249,787,132 information sets" in done.stderr
    assert "it would fit with" in done.stderr


def test_exploit_finds_in_the_file_what_solve_has_said(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "leduc.strategy"
    solved = json.loads(command(*SOLVE, "--out", file, "--json").stdout)
    content = json.loads(command("exploit", file, "--json").stdout)
    for key in ("exploitability", "gains", "value", "values", "algorithm", "iterations"):
        assert content[key] == solved[key]
    assert [path.name for path in tmp_path.iterdir()] == ["leduc.strategy"]
    assert len(open_strategy(file).origin.points) == len(solved["points"])


def test_a_sampled_solve_is_repeated_by_its_seed(command: Command) -> None:
    sampled = ("solve", "kuhn.limit.2p", "-a", "external-sampling", "-i", 5000, "--json")
    first = json.loads(command(*sampled).stdout)
    again = json.loads(command(*sampled, "--seed", first["options"]["seed"]).stdout)
    assert first["exploitability"] == again["exploitability"]


def test_a_kept_checkpoint_is_gone_on_from(command: Command, tmp_path: Path) -> None:
    sampled = ("solve", "kuhn.limit.2p", "-a", "external-sampling", "--json")
    kept = ("--checkpoint", tmp_path / "c")
    assert command(*sampled, "-i", 1000, "--seed", 8, *kept).status == 0
    more = json.loads(command(*sampled, "-i", 3000, "--resume", *kept).stdout)
    whole = json.loads(command(*sampled, "-i", 3000, "--seed", 8).stdout)
    assert more["exploitability"] == whole["exploitability"]


def test_what_was_learned_is_not_overwritten_by_leaving_out_an_option(command: Command, tmp_path: Path) -> None:
    kept = ("--checkpoint", tmp_path / "c")
    assert command(*SOLVE, *kept).status == 0
    refused = command(*SOLVE, *kept)
    assert refused.status == 2
    assert "c already exists: continue from it with --resume" in refused.stderr
    same = command(*SOLVE, "--out", tmp_path / "x", "--checkpoint", tmp_path / "x")
    assert same.status == 2
    assert "give two names" in same.stderr


def test_a_resumed_solve_takes_its_options_from_the_checkpoint(command: Command, tmp_path: Path) -> None:
    kept = ("--checkpoint", tmp_path / "c", "--json")
    command("solve", "kuhn.limit.2p", "-a", "pure-cfr", "-i", 100, "--linear", "--seed", 3, *kept)
    done = command("solve", "kuhn.limit.2p", "-a", "pure-cfr", "-i", 200, "--resume", *kept)
    assert json.loads(done.stdout)["options"] == {"seed": 3, "linear": True, "threads": 1}
    other = command("solve", "kuhn.limit.2p", "-a", "pure-cfr", "-i", 300, "--seed", 4, "--resume", *kept)
    assert "c is a checkpoint of seed 3, not of 4" in other.stderr


def test_an_interrupted_solve_saves_says_so_and_is_resumed(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "s"
    errors = _interrupted(["solve", "leduc.limit.2p", "-i", "1000000000", "--out", str(file)])
    assert "s.checkpoint has them, --resume goes on" in errors
    assert [path.name for path in tmp_path.iterdir()] == ["s.checkpoint"]
    enough = int(errors.split("stopped after ")[1].split(" ")[0].replace(",", "")) + 100
    resumed = command("solve", "leduc.limit.2p", "-i", enough, "--out", file, "--resume", "--json")
    whole = command("solve", "leduc.limit.2p", "-i", enough, "--json")
    assert json.loads(resumed.stdout)["exploitability"] == json.loads(whole.stdout)["exploitability"]
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


def _interrupted(arguments: list[str]) -> str:
    """Start a solve, interrupt it once it is under way, and return what it says."""
    process = subprocess.Popen(
        [sys.executable, "-m", "railbird", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        deadline = time.monotonic() + 120
        while not _is_solving(process.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    return errors


def _is_solving(pid: int) -> bool:
    """Whether a process notices interruptions in its own way: it handles SIGTERM, which Python does not."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:  # noqa: PTH123
        caught = next(line for line in status if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> signal.SIGTERM - 1 & 1)


@pytest.mark.parametrize("bets", ["small", "own.toml", "0.5,1,all-in"])
def test_no_limit_with_a_menu_by_name_from_a_file_or_in_a_line(bets: str, command: Command, tmp_path: Path) -> None:
    game, file, menu = tmp_path / "short.game", tmp_path / "short.strategy", tmp_path / bets
    leduc = replace(game_named("leduc.limit.2p"), betting="nolimit", stacks=(30, 30), raise_sizes=())
    game.write_text(format_game(leduc))
    menu.write_text('first = [0.5, 1, "all-in"]\nlater = ["all-in"]\n')
    given = menu if bets.endswith(".toml") else bets
    assert command("solve", game, "--iterations", 20, "--bets", given, "--out", file).status == 0
    assert str(open_strategy(file).menu) == bets
    command("report", file, tmp_path / "report.html")
    assert f"--bets {bets}" in (tmp_path / "report.html").read_text()
    played = command("match", f"strategy:file={file},translation=nearest", "random", "--game", game, "--hands", 50)
    assert played.status == 0


def test_a_report_on_strategies_is_written(command: Command, tmp_path: Path) -> None:
    file, page = tmp_path / "leduc.strategy", tmp_path / "report.html"
    command(*SOLVE, "--out", file)
    done = command("report", file, page)
    assert (done.status, done.stdout) == (0, f"{page}: 4 sections on 1 strategy\n")
    assert "Convergence by time" in page.read_text()
    refused = command("report", file, page, "--compare", file)
    assert refused.status == 2
    assert "--compare is for runs and logs" in refused.stderr
    mixed = command("report", file, __file__, page)
    assert mixed.status == 2
    assert "no strategy file of Railbird" in mixed.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "leduc"), "no game is called 'leduc': did you mean leduc.limit.2p or leduc.limit.3p?"),
        (
            ("solve", "kuhn.limit.2p", "-a", "cfr++"),
            "no algorithm is called 'cfr++': did you mean cfr, cfr+ or linear-cfr?",
        ),
        (("solve", "kuhn.limit.2p", "--seed", 1), "a seed and linear weights are for sampling algorithms"),
        (("solve", "kuhn.limit.2p", "--bets", "1"), "kuhn.limit.2p is a limit game"),
        (("solve", "holdem.nolimit.2p.reverse_blinds", "--bets", "1,pot"), "bet 'pot' in '1,pot'"),
        (("solve", "holdem.nolimit.2p.reverse_blinds", "--bets", "smal"), "did you mean the menu small?"),
        (("solve", "holdem.nolimit.2p.reverse_blinds", "--bets", "no.toml"), "no.toml: No such file or directory; the"),
        (
            ("solve", "holdem.nolimit.2p.reverse_blinds", "--bets", "100,200"),
            "the menu 100,200: bets of 100, 200 pots are never legal in holdem.nolimit.2p.reverse_blinds",
        ),
        (("solve", "holdem.nolimit.6p"), "6 players"),
        (("solve", "kuhn.limit.2p", "--resume"), "--resume needs --checkpoint or --out"),
        (
            ("solve", "kuhn.limit.2p", "--resume", "--out", "nowhere"),
            "nowhere.checkpoint does not exist: a finished solve keeps",
        ),
        (("solve", "kuhn.limit.2p", "--out", "."), "--out: . is a folder; name a file"),
        (("exploit", "nowhere"), "nowhere: No such file"),
        (("exploit", __file__), "no strategy file of Railbird"),
    ],
)
def test_bad_input_is_one_line(command: Command, arguments: tuple[str, ...], message: str) -> None:
    done = command(*arguments)
    assert done.status in (1, 2)
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_the_size_says_which_sampling_algorithm_was_chosen_and_why(command: Command) -> None:
    ten = ("solve", "holdem.limit.2p.reverse_blinds", "--buckets", "10,10,10,10", "--dry-run")
    chosen = (
        "The algorithm is public-chance-sampling: the game is too large to be solved whole, and this comes closest to "
        "an equilibrium in the same time."
    )
    assert chosen in command(*ten).stdout.splitlines()
    assert json.loads(command(*ten, "--json").stdout)["algorithm"] == "public-chance-sampling"
    named = (*ten, "--algorithm", "public-chance-sampling")
    assert "The algorithm is" not in command(*named).stdout
    assert json.loads(command(*named, "--json").stdout)["algorithm_reason"] is None
    three = ("solve", "holdem.limit.3p", "--cards", "k-means", "--buckets", "169,20,20,20", "--recall", "round")
    assert "The algorithm is external-sampling: players forget" in command(*three, "--dry-run").stdout


def test_buckets_have_the_same_options_as_in_abstract(command: Command) -> None:
    holdem = ("solve", "holdem.nolimit.2p.reverse_blinds", "--bets", "small", "-a", "external-sampling", "--dry-run")
    options = ("--cards", "board-hand", "--boards", "10,10,10", "--buckets", "10,10,10", "--bucket-seed", 1, "--json")
    answer = json.loads(command(*holdem, *options).stdout)
    assert answer["classes"] == [169, 100, 100, 100]
    assert {name: answer["cards"][name] for name in ("kind", "boards", "hands", "seed")} == {
        "kind": "board-hand",
        "boards": [10, 10, 10],
        "hands": [10, 10, 10],
        "seed": 1,
    }
    done = command(*holdem, "--cards", "suit")
    assert (done.status, done.stderr) == (2, "railbird: no card abstraction is called 'suit': did you mean suits?\n")
    done = command(*holdem, "--cards", "percentile", "--bucket-seed", 1)
    assert (done.status, done.stderr) == (
        2,
        "railbird: percentile buckets have no seed: their options are buckets\n",
    )
