"""The real Weka on the same rows: our learners predict what it predicts, and our tree is its tree."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.errors import LearnerError
from railbird.imitation.learners.learner_registry import make_learner
from railbird.imitation.learners.tree import tree_text
from railbird.imitation.learners.weka import weka_process

if TYPE_CHECKING:
    from pathlib import Path

INPUTS = [attribute.name for attribute in SCHEMA.inputs]


@pytest.mark.weka
def test_our_tree_is_that_of_j48_line_by_line() -> None:
    frame = random_frame(1500, 4, missing=0.15)
    ours = make_learner("tree:minimum=3").fit(frame.select(INPUTS), frame[ACTION])
    theirs = make_learner("weka-j48:minimum=3").fit(frame.select(INPUTS), frame[ACTION])
    printed = theirs.text_.partition("------------------\n")[2].partition("\nNumber of Leaves")[0].strip()
    assert [line.rstrip() for line in printed.splitlines()] == tree_text(ours).splitlines()
    assert theirs.process_bytes_ > 20e6
    assert (theirs.size()["nodes"], theirs.size()["leaves"]) == (ours.size()["nodes"], ours.size()["leaves"])


@pytest.mark.weka
@pytest.mark.deep
@pytest.mark.parametrize(
    ("ours", "theirs", "least"),
    [
        ("tree", "weka-j48", 1.0),
        ("naive-bayes", "weka-naive-bayes", 1.0),
        ("neighbours", "weka-ibk", 0.995),
        ("support-vectors", "weka-smo", 0.99),
    ],
)
def test_ours_predict_what_weka_predicts(ours: str, theirs: str, least: float) -> None:
    """Equal distances and margins next to 0 are left to rounding."""
    frame, test = random_frame(1200, 4), random_frame(1000, 5)
    first = make_learner(ours).fit(frame.select(INPUTS), frame[ACTION]).predict(test)
    second = make_learner(theirs).fit(frame.select(INPUTS), frame[ACTION]).predict(test)
    assert (first == second).mean() >= least


@pytest.mark.weka
@pytest.mark.deep
def test_one_row_and_no_storing() -> None:
    frame = random_frame(100, 4)
    learner = make_learner("weka-j48").fit(frame.select(INPUTS), frame[ACTION])
    assert learner.predict_one(frame.row(3, named=True)) == learner.predict(frame)[3]
    with pytest.raises(LearnerError, match="models of Weka are for evaluation and are not stored"):
        learner.state()


def test_without_java_or_weka(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = random_frame(30, 4)
    monkeypatch.setattr(weka_process, "find_java", lambda: None)
    with pytest.raises(LearnerError, match="Weka needs Java, and there is no java: install a Java runtime"):
        make_learner("weka-j48").fit(frame.select(INPUTS), frame[ACTION])
    monkeypatch.setattr(weka_process, "find_weka", lambda: None)
    with pytest.raises(LearnerError, match=r"Weka is not installed: pip install 'railbird\[weka\]'"):
        make_learner("weka-j48").fit(frame.select(INPUTS), frame[ACTION])


def test_what_weka_complains_about_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "java"
    program.write_text("#!/bin/sh\necho 'java.lang.OutOfMemoryError: Java heap space' >&2\necho more >&2\n")
    program.chmod(0o755)
    monkeypatch.setattr(weka_process, "find_java", lambda: str(program))
    assert subprocess.run([program], capture_output=True, check=False).returncode == 0
    with pytest.raises(LearnerError, match=r"Weka \(weka.Nothing\) failed: java.lang.OutOfMemoryError: Java heap"):
        weka_process.run_weka("weka.Nothing", [])
