"""A player at a no-limit table for six is learned from PHH files, one hand each, and split by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from railbird.bots import make_bot
from railbird.cli import app
from railbird.formats.logs import open_log
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.imitation.dataset import Dataset
from railbird.play import play_match

HANDS = 60
NAMES = ["Hero", "Ann", "Bob", "Cleo", "Dan", "Eve"]
STORED = Path(__file__).parents[3] / "experiments" / "imitation" / "pluribus" / "results.json"


def run(*arguments: object) -> str:
    done = CliRunner().invoke(app, ["imitate", *map(str, arguments)])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture
def session(tmp_path: Path) -> list[Path]:
    """The hands of a match as files of their own."""
    bots = [make_bot(spec) for spec in ("all-in-equity", "call", "fold", "call", "fold", "fold")]
    log = tmp_path / "match.log"
    play_match(bots, "holdem.nolimit.6p", hands=HANDS, seed=1, names=NAMES, log=log)
    (tmp_path / "session").mkdir()
    paths = [tmp_path / "session" / f"{number}.phh" for number in range(HANDS)]
    for path, record in zip(paths, open_log(log), strict=True):
        path.write_text(format_phh(from_record(record)))
    return paths


@pytest.mark.deep
def test_a_learner_beats_the_most_frequent_action_of_a_player_at_a_table_for_six(
    session: list[Path], tmp_path: Path
) -> None:
    run("convert", *session, "--hero", "Hero", "--out", tmp_path / "decisions")
    preflop = Dataset.open(tmp_path / "decisions").frame("preflop")
    assert set(preflop["card_set"]) == {f"session {number}" for number in preflop["hand"]}
    (score,) = json.loads(run("evaluate", tmp_path / "decisions", "--street", "preflop", "--json"))["scores"]
    assert score["rows"] == preflop.height
    assert score["gain"]["samples"] == preflop["hand"].n_unique() == HANDS
    assert score["gain"]["interval"][0] > 0
    assert score["gain"]["mean"] == pytest.approx(score["accuracy"]["mean"] - score["baseline"])


@pytest.mark.deep
@pytest.mark.sample_data
def test_the_stored_results_of_pluribus(sample_data: Path, tmp_path: Path) -> None:
    """Split by hand: before the flop the tree beats the most frequent action, and the interval of the gain says so."""
    hands = sorted((sample_data / "phh" / "pluribus").glob("*.phh"))
    run("convert", *hands, "--hero", "Pluribus", "--out", tmp_path / "decisions")
    stored = json.loads(STORED.read_text())["scores"]
    learners = [f"--learner={name}" for name in dict.fromkeys(score["learner"] for score in stored)]
    scores = json.loads(run("evaluate", tmp_path / "decisions", *learners, "--json"))["scores"]
    for score, before in zip(scores, stored, strict=True):
        assert (score["street"], score["learner"]) == (before["street"], before["learner"])
        assert score["confusion"] == before["confusion"]
        assert score["gain"]["interval"] == pytest.approx(before["gain"]["interval"])
    assert (scores[0]["street"], scores[0]["learner"]) == ("preflop", "tree")
    assert scores[0]["gain"]["interval"][0] > 0
    assert scores[0]["gain"]["samples"] == len(hands) - 2  # twice everybody folded to Pluribus
