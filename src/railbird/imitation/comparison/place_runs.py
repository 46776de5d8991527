"""Plays the original and the model in the same place: the same cards, seats and opponents (Kischka 2014, 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from railbird.arena import RunFolder, RunPlan, check_games, play_run, read_entrants, with_shadows
from railbird.arena.store import PLAN_FILE
from railbird.errors import GameError, StoreError
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.games import GameDefinition
    from railbird.progress import Progress

ORIGINAL, MODEL = "original", "model"
HERO = "hero"
"""The name of both at the table: random draws of the opponents depend on the names of the players."""


def plan_with_shadow(
    original: str,
    shadow: str,
    opponents: Sequence[str],
    *,
    game: GameDefinition,
    hands: int,
    seed: int,
    matches: int = 1,
) -> RunPlan:
    """The plan of a run of the original in every seat, in which another bot is its shadow."""
    if len(opponents) + 1 != game.players:
        given, wanted = number_of(len(opponents), "opponent"), game.players - 1
        raise GameError(f"{given} for {game.name}, which has {game.players} players: give {wanted}")
    entrants = with_shadows(read_entrants([f"{HERO}={original}", *opponents]), [f"{HERO}={shadow}"])
    check_games(entrants, game)
    return RunPlan(game, entrants, hands, seed, "rotations", matches=matches)


@dataclass(frozen=True)
class PlacePlans:
    """The plans of the two runs. The model is also the shadow of the original, so that their decisions are compared."""

    original: RunPlan
    model: RunPlan

    @classmethod
    def of(
        cls,
        original: str,
        model: Path,
        opponents: Sequence[str],
        *,
        game: GameDefinition,
        hands: int,
        seed: int,
        matches: int = 1,
    ) -> PlacePlans:
        """The hero plays the hands of each match in every seat: once for each rotation of the table."""
        bot = f"imitation:model={model}"
        plan = plan_with_shadow(original, bot, opponents, game=game, hands=hands, seed=seed, matches=matches)
        with_model = read_entrants([f"{HERO}={bot}", *opponents])
        check_games(with_model, game)
        return cls(plan, replace(plan, entrants=with_model))


@dataclass(frozen=True)
class PlaceRuns:
    """The two runs, both played."""

    original: RunFolder
    model: RunFolder

    @property
    def named(self) -> list[tuple[str, RunFolder]]:
        """Who plays in each run, and the run."""
        return [(ORIGINAL, self.original), (MODEL, self.model)]


def play_in_place(
    plans: PlacePlans, folder: Path, *, workers: int | None = None, progress: Progress | None = None
) -> PlaceRuns:
    """Play both runs in a folder, or what is missing of them."""
    runs = [open_or_create(folder / name, plan) for name, plan in ((ORIGINAL, plans.original), (MODEL, plans.model))]
    return PlaceRuns(*[play_run(run, workers=workers, progress=progress) for run in runs])


def open_or_create(path: Path, plan: RunPlan) -> RunFolder:
    """The run in a folder, which may be partly played. Raise StoreError if it has another plan."""
    if not (path / PLAN_FILE).exists():
        return RunFolder.create(path, plan)
    folder = RunFolder.open(path)
    if folder.plan != plan:
        raise StoreError(f"{path} has a run with other bots, hands or cards: remove it, or name another folder")
    return folder
