"""A model of a bot that always calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.games import game_named
from railbird.imitation.conversion import convert_games, run_sources
from railbird.imitation.decisions import STREETS
from railbird.imitation.models.training import train_model
from railbird.progress import Silence

if TYPE_CHECKING:
    from pathlib import Path

GAME = game_named("holdem.limit.3p")


def calling_model(folder: Path) -> Path:
    """Train it in a folder, beside its decisions."""
    plan = RunPlan(GAME, read_entrants(["call", "call", "raise"]), 14, 3, "rotations", matches=7)
    run = play_run(RunFolder.create(folder / "games", plan))
    dataset, _ = convert_games(run_sources(run, hero="call"), hero="call", folder=folder / "decisions")
    train_model(
        dataset,
        "tree",
        streets=dict.fromkeys(STREETS, 1.0),
        class_attribute="CLASS_HERO_ACTION_TAKEN",
        inputs="POT_ODDS",
        seed=0,
        out=folder / "model",
        progress=Silence(),
    )
    return folder / "model"
