"""A tiny study from the games to the comparison in play, and what study files must not say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from railbird.cli import app
from railbird.errors import ExperimentError
from railbird.imitation.studies.study_file import read_study

STUDIES = sorted(Path("experiments/imitation").glob("*.toml"))
TINY = """
title = "A tiny study"
source = "nobody"
game = "holdem.limit.3p"
hero = "richie-rich"

[games]
seed = 1
hands = 20
matches = 7

[games.opponents]
callers = ["call", "call"]

[evaluations.tree]
learners = ["tree"]

[evaluations.some]
learners = ["tree"]
data = [0.5, 1, 1, 1]

[copies]
another = "richie-rich"

[model]

[play]
opponents = ["call", "raise"]
hands = 20
seed = 2

[rule.preflop]
ALL_IN_EQUITY = [0.333]

[theirs.accuracy]
preflop = 0.99
"""


@pytest.mark.deep
def test_a_tiny_study_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(TINY)
    command = ["imitate", "study", str(file), "--workers", "1"]
    first = CliRunner().invoke(app, command)
    assert first.exit_code == 0, first.output
    stored = json.loads((tmp_path / "tiny" / "results.json").read_text())
    preflop, *_ = stored["source"]
    assert preflop["decisions"] >= 20 * 7 * 3
    assert preflop["their_accuracy"] == 0.99
    assert preflop["accuracy"]["mean"] > 0.9
    assert abs(stored["rule"][0]["tree"] - 0.333) < 0.05
    tree, some = (stored["evaluations"][name][0] for name in ("tree", "some"))
    assert preflop["accuracy"]["mean"] == tree["accuracy"]["mean"]
    assert some["rows"] == round(tree["rows"] / 2)
    assert [row["agreement"]["mean"] for row in stored["copies"]] == [1.0] * 4  # a bot without chance
    assert [row["bound"] for row in stored["copies"]] == [1.0] * 4
    assert (tmp_path / "tiny" / "results.txt").read_text() in first.output
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    again = CliRunner().invoke(app, command)
    assert again.exit_code == 0, again.output
    assert json.loads((tmp_path / "tiny" / "results.json").read_text())["source"] == stored["source"]
    assert "\x1b" not in (tmp_path / "tiny" / "results.txt").read_text()
    file.write_text(TINY.replace("seed = 1", "seed = 3"))
    assert CliRunner().invoke(app, command).exit_code != 0  # other games in the same folder


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hands = 20\nmatches", "handz = 20\nmatches", "did you mean hands"),
        ('callers = ["call", "call"]', 'callers = ["call"]', "name 2 opponents"),
        ('learners = ["tree"]\n\n', 'learners = ["treee"]\n\n', "tree"),
        ('["call", "call"]\n', '{ bots = ["call", "call"], mathces = 2 }\n', "did you mean matches"),
        ("data = [0.5, 1, 1, 1]", "data = [0.5, 1]", "1 or 4 numbers"),
        ('another = "richie-rich"', 'another = "richie-ritch"', "richie-rich"),
        ("[model]", "[model]\nshares = [0.5, 2]", "1 or 4 numbers"),
        ("[rule.preflop]", "[rule.prefloop]", "did you mean preflop"),
    ],
)
def test_wrong_files_are_refused_before_anything_is_played(old: str, new: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(TINY.replace(old, new))
    with pytest.raises(ExperimentError, match=message):
        read_study(file)
    assert [*tmp_path.iterdir()] == [file]


def test_a_line_up_may_play_fewer_matches(tmp_path: Path) -> None:
    file = tmp_path / "fewer.toml"
    file.write_text(
        TINY.replace('["call", "call"]\n', '{ bots = ["call", "call"], matches = 2 }\nraisers = ["raise", "raise"]\n')
    )
    assert {name: plan.matches for name, plan in read_study(file).games.items()} == {"callers": 2, "raisers": 7}


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_the_studies_of_the_project_can_be_read(file: Path) -> None:
    assert len(read_study(file).games) >= 1
