"""A dataset, models and scores for the tests of the training room, made by two small matches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from railbird.bots import make_bot
from railbird.formats.logs import open_log
from railbird.imitation.conversion import convert_games, log_source
from railbird.imitation.dataset import ACTION_CLASS
from railbird.imitation.decisions import STREETS
from railbird.imitation.evaluation.comparing import compare_learners
from railbird.imitation.evaluation.score_tables import score_as_json
from railbird.imitation.models.training import train_model
from railbird.play import play_match
from railbird.progress import Silence

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.imitation.dataset import Dataset

HANDS = 40


def make_training(folder: Path) -> Dataset:
    """The folders `decisions`, `tree-model` and `rule-model`, and `scores.json` with a learning curve."""
    folder.mkdir()
    logs = [folder / "match.log", folder / "second.log"]
    for seed, log in enumerate(logs):
        bots = [make_bot(spec, seed=1) for spec in ("richie-rich", "call", "check-norris")]
        play_match(bots, "holdem.limit.3p", hands=HANDS, seed=seed, names=["Hero", "Carl", "Norris"], log=log)
    sources = [log_source(open_log(log)) for log in logs]
    dataset, _ = convert_games(sources, hero="Hero", folder=folder / "decisions")
    for name, spec in (("tree-model", "tree"), ("rule-model", "rules")):
        train_model(
            dataset,
            spec,
            streets=dict.fromkeys(STREETS, 1.0),
            class_attribute=ACTION_CLASS,
            inputs="important",
            seed=0,
            out=folder / name,
            progress=Silence(),
        )
    scores, _ = compare_learners(
        dataset,
        ["tree"],
        streets=["preflop"],
        class_attribute=ACTION_CLASS,
        inputs="important",
        folds=2,
        shares=(0.5, 1.0),
        progress=Silence(),
    )
    (folder / "scores.json").write_text(json.dumps({"scores": [score_as_json(score) for score in scores]}))
    return dataset
