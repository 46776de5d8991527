"""Reads experiments from TOML files and validates every reference and every figure in them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.arena import Entrant, check_games, parse_seat_orders
from railbird.bots import make_bot
from railbird.ensemble import EnsembleBot
from railbird.errors import ExperimentError, RailbirdError
from railbird.experiments.experiment import Experiment, ExperimentCards, LineupBot, SourceReference
from railbird.experiments.figure_tables import read_figures, read_source_figures
from railbird.experiments.lineup_entrants import checked_entrant, has_references
from railbird.experiments.recipe_tables import (
    QUICK_KEYS,
    STRATEGY_KEYS,
    quick_strategies,
    read_strategy,
)
from railbird.experiments.strategy_references import references_in
from railbird.experiments.variation import Variation
from railbird.games import game_named
from railbird.strict_toml import StrictTable, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from railbird.games import GameDefinition
    from railbird.solvers import Recipe

FOLDER = Path("experiments")
"""The folder in which experiments are looked up by name, relative to the current folder."""
_KEYS = (
    "title",
    "question",
    "game",
    "source",
    "strategies",
    "files",
    "entrants",
    "shadows",
    "cards",
    "quick",
    "varied",
    "lineups",
    "figures",
    "theirs",
)
_EXPERIMENT_KEYS = frozenset({"question", "lineups"})
"""Keys that only experiments have, not recipes, bots, teams, studies, runs or stored results."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_GREATEST_SEED = 2**32 - 1


def list_experiments(folder: Path = FOLDER) -> list[Path]:
    """List the files of the experiments in a folder."""
    if not folder.is_dir():
        raise ExperimentError(f"there is no folder {folder} here: name a folder with experiments")
    return sorted(filter(_looks_like_experiment, folder.glob("*.toml")))


def _looks_like_experiment(path: Path) -> bool:
    """Whether a TOML file is an experiment, though perhaps a faulty one. Unreadable files count, to be reported."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return True
    return not _EXPERIMENT_KEYS.isdisjoint(content)


def find_experiment(name_or_file: str) -> Path:
    """Find the file of an experiment from a path that ends in .toml or from a name in the folder `experiments`."""
    path = Path(name_or_file)
    if path.suffix != ".toml":
        path = FOLDER / f"{name_or_file}.toml"
    if path.is_file():
        return path
    names = [file.stem for file in list_experiments(path.parent)] if path.parent.is_dir() else []
    hint = nearest(path.stem, names) if names else "name the file of an experiment, *.toml"
    raise ExperimentError(f"there is no experiment {path}: {hint}")


def read_experiment(path: Path, *, builds_bots: bool = True) -> Experiment:
    """Read and validate an experiment. An ExperimentError says where the file is wrong.

    Unless it builds the bots, which may run files and takes long, it does not check that they can play, and does not
    know which files they are made of.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path}: this is not TOML: {error}") from None
    except OSError as error:
        raise ExperimentError(f"{path}: {error.strerror}") from None
    root = StrictTable(content, str(path), error=ExperimentError, keys=_KEYS)
    try:
        experiment = _experiment(root, path, builds_bots=builds_bots)
        if builds_bots:
            _check_bots(experiment, path)
        return experiment
    except ExperimentError:
        raise
    except RailbirdError as error:
        raise ExperimentError(f"{path}: {error}") from None


def _experiment(root: StrictTable, path: Path, *, builds_bots: bool) -> Experiment:
    variation = _variation(root)
    cards = _cards(root)
    game = game_named(root.text("game"))
    quick = root.table("quick", keys=("hands", "matches", *QUICK_KEYS))
    strategies = _strategies(root, folder=path.parent, game=game)
    files = _files(root, folder=path.parent, strategies=strategies)
    lineups = _lineups(root, variation)
    check = partial(checked_entrant, strategies=strategies, files=files) if builds_bots else _unchecked_entrant
    figures = read_figures(root, lineups, variation, strategies=strategies)
    experiment = Experiment(
        name=path.stem,
        title=root.text("title"),
        question=root.text("question"),
        source=_source(root),
        game=game,
        cards=cards,
        quick_cards=_quick_cards(quick, cards),
        strategies=strategies,
        quick_strategies=quick_strategies(strategies, quick),
        files=files,
        lineups=_entrants_by_lineup(lineups, variation, root=root, game=game, check=check),
        figures=figures,
        theirs=read_source_figures(root, figures),
    )
    _check_first_hands(experiment, path)
    return experiment


def _check_bots(experiment: Experiment, path: Path) -> None:
    """Raise ExperimentError or BotError if a bot does not play the game, or is not the team that a figure is about."""
    _check_members(experiment, path)
    for plan in experiment.plans().values():
        check_games([entrant for entrant in plan.entrants if not has_references(entrant)], experiment.game)


def _unchecked_entrant(entrant: Entrant, *, place: str) -> Entrant:  # noqa: ARG001 (no complaint names it)
    return entrant


def _check_first_hands(experiment: Experiment, path: Path) -> None:
    """Raise ExperimentError if a figure leaves out all hands of a match, also in the quick version."""
    fewest = min(experiment.cards.hands, experiment.quick_cards.hands)
    for figure in experiment.figures.values():
        if figure.from_hand >= fewest:
            raise ExperimentError(
                f"{path}, figures, {figure.key}: from_hand = {figure.from_hand}: matches, or those of the quick "
                f"version, have {fewest} hands: give at most {fewest - 1}"
            )


def _check_members(experiment: Experiment, path: Path) -> None:
    """Raise ExperimentError if a figure about a member of a team names none, or earnings that are not imagined."""
    for figure in experiment.figures.values():
        if not figure.member or not isinstance(figure.of, LineupBot):
            continue
        bot = figure.of.bot
        spec = next(entrant.spec for entrant in experiment.lineups[figure.of.lineup] if entrant.name == bot)
        team = None if references_in(spec) else make_bot(spec)
        place = f"{path}, figures, {figure.key}"
        if not isinstance(team, EnsembleBot):
            raise ExperimentError(f"{place}: {bot} is not a team of bots, so it has no member {figure.member!r}")
        if figure.member not in team.team.names:
            hint = nearest(figure.member, team.team.names)
            raise ExperimentError(f"{place}: {bot} has no member {figure.member!r}: {hint}")
        if figure.method and figure.method not in team.team.methods:
            hint = nearest(figure.method, team.team.methods)
            raise ExperimentError(f"{place}: {bot} does not imagine earnings by {figure.method!r}: {hint}")


def _source(root: StrictTable) -> SourceReference:
    table = root.table("source", keys=("work", "section", "table", "figure", "differences"))
    return SourceReference(
        work=table.text("work"),
        section=table.text("section", ""),
        table=table.text("table", ""),
        figure=table.text("figure", ""),
        differences=tuple(table.texts("differences")),
    )


def _cards(root: StrictTable) -> ExperimentCards:
    table = root.table("cards", keys=("seed", "hands", "matches", "orders"))
    seed = table.integer("seed")
    if seed > _GREATEST_SEED:
        table.refuse("seed", f"write a whole number of at most {_GREATEST_SEED}")
    return ExperimentCards(
        seed=seed,
        hands=table.integer("hands", least=1),
        matches=table.integer("matches", 1, least=1),
        orders=parse_seat_orders(table.word("orders")) if "orders" in table else "default",
    )


def _quick_cards(quick: StrictTable, cards: ExperimentCards) -> ExperimentCards:
    return replace(
        cards,
        hands=quick.integer("hands", cards.hands, least=1),
        matches=quick.integer("matches", cards.matches, least=1),
    )


def _strategies(root: StrictTable, *, folder: Path, game: GameDefinition) -> dict[str, Recipe]:
    table = root.table("strategies", required=False)
    return {
        name: read_strategy(table.table(_checked_name(name, table), keys=STRATEGY_KEYS), folder=folder, game=game)
        for name in table
    }


def _files(root: StrictTable, *, folder: Path, strategies: Collection[str]) -> dict[str, Path]:
    """The files that specs refer to; their paths are relative to the folder of the experiment's file."""
    table = root.table("files", required=False)
    files = {name: (folder / table.text(_checked_name(name, table))).resolve() for name in table}
    for name, path in files.items():
        if name in strategies:
            table.refuse(name, "a strategy has the same name: choose another one")
        if not path.is_file():
            near = nearest(path.name, sorted(file.name for file in path.parent.glob("*")))
            table.refuse(name, f"there is no such file: {near}")
    return files


def _variation(root: StrictTable) -> Variation:
    specs = root.table("entrants")
    shadows = root.table("shadows", required=False)
    for entrant in shadows:
        if entrant not in specs:
            raise ExperimentError(f"{shadows.place}: no entrant is called {entrant!r}: {nearest(entrant, specs)}")
    varied = root.table("varied", required=False)
    return Variation.of(
        {entrant: specs.text(_checked_name(entrant, specs)) for entrant in specs},
        {name: varied.words(_checked_name(name, varied)) for name in varied},
        place=varied.place,
        shadows={entrant: shadows.text(entrant) for entrant in shadows},
    )


def _lineups(root: StrictTable, variation: Variation) -> dict[str, list[str]]:
    """The names of the entrants of each line-up, before values are substituted."""
    table = root.table("lineups")
    lineups = {lineup: table.texts(_checked_name(lineup, table)) for lineup in table}
    if not lineups:
        raise ExperimentError(f"{table.place}: there is no line-up: write one like main = ['first', 'second']")
    for lineup, bots in lineups.items():
        for bot in bots:
            if bot not in variation.specs:
                table.refuse(lineup, f"no entrant is called {bot!r}: {nearest(bot, variation.specs)}")
    seated = {bot for bots in lineups.values() for bot in bots}
    idle = [entrant for entrant in variation.specs if entrant not in seated]
    if idle:
        raise ExperimentError(f"{root.place}, entrants: {idle[0]} is in no line-up: remove it, or add it to a line-up")
    return lineups


def _entrants_by_lineup(
    lineups: Mapping[str, list[str]],
    variation: Variation,
    *,
    root: StrictTable,
    game: GameDefinition,
    check: Callable[..., Entrant],
) -> dict[str, tuple[Entrant, ...]]:
    entrants: dict[str, tuple[Entrant, ...]] = {}
    for lineup, bots in lineups.items():
        if len(bots) < game.players:
            raise ExperimentError(
                f"{root.place}, lineups: {lineup} has {len(bots)} entrants: {game.name} is for {game.players} players"
            )
        for setting in variation.settings(bots):
            entrants[variation.name(lineup, bots, setting)] = tuple(
                check(
                    Entrant(bot, variation.spec(bot, setting), shadow=variation.shadow(bot, setting)),
                    place=f"{root.place}, entrants, {bot}",
                )
                for bot in bots
            )
    return entrants


def _checked_name(name: str, table: StrictTable) -> str:
    """Check a name, which must be valid as a folder and in logs."""
    if not _NAME.fullmatch(name):
        raise ExperimentError(f"{table.place}: {name!r} is not a valid name: use letters, digits, - and _")
    return name
