"""`railbird compare`: what it prints, and what it refuses in one line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from arena.runs import plan_of
from railbird.arena import RunFolder, play_run

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command


def played(folder: Path, *bots: str) -> Path:
    play_run(RunFolder.create(folder, plan_of(*bots, hands=30)))
    return folder


def test_14_5_the_command_compares_bots_of_two_runs(tmp_path: Path, command: Command) -> None:
    old, new = played(tmp_path / "old", "Old=call", "random"), played(tmp_path / "new", "New=raise", "random")
    done = command("compare", new, old, "New", "Old")
    assert done.status == 0
    row = done.stdout.splitlines()[1]
    assert row.split()[:2] == ["New", "Old"]
    (pair,) = json.loads(command("compare", new, old, "New", "Old", "--json").stdout)
    difference = pair["bb_per_100_difference"]
    assert f" {difference['mean']:+,.1f} ± " in row
    assert difference["is_significant"] is ("*" in row)
    for arguments, says in (
        ((new, "New"), "1 names of bots, and two are compared"),
        ((new, old), "no bot plays against the same others"),
        ((tmp_path / "none", "A", "B"), "is not a run"),
    ):
        done = command("compare", *arguments)
        assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert says in done.stderr
