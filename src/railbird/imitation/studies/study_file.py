"""Reads studies from TOML files, and validates them before anything is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.arena import RunPlan, check_games, read_entrants
from railbird.errors import ExperimentError, RailbirdError
from railbird.games import game_named
from railbird.imitation.decisions import STREETS
from railbird.imitation.learners.learner_registry import make_learner
from railbird.strict_toml import StrictTable, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.games import GameDefinition

_KEYS = ("title", "game", "hero", "source", "games", "evaluations", "model", "play", "copies", "rule", "theirs")
_FIGURES = ("decisions", "accuracy", "deviation")


@dataclass(frozen=True)
class StudyEvaluation:
    """A cross-validation: learners on shares of the data, with a set of attributes."""

    name: str
    learners: Sequence[str]
    inputs: str
    shares: Sequence[float]
    """Shares of the training rows: a learning curve."""
    data: Mapping[str, float]
    """The share of the decisions that is trained and tested on, by street (Kischka 2014, table 9)."""
    folds: int


@dataclass(frozen=True)
class Study:
    """What is played, learned and compared."""

    title: str
    game: GameDefinition
    hero: str
    source: str
    games: Mapping[str, RunPlan]
    """The matches to learn from, by a name for the opponents."""
    evaluations: Sequence[StudyEvaluation]
    learner: str
    inputs: str
    shares: Mapping[str, float]
    """The share of the decisions that the model is trained on, by street."""
    opponents: Sequence[str]
    hands: int
    seed: int
    copies: Mapping[str, str]
    """Bots that are asked at the original's decisions too, by a name: the same bot with another seed, for example."""
    rule: Mapping[str, Mapping[str, Sequence[float]]]
    """Thresholds of the original's rule, by street and attribute."""
    theirs: Mapping[str, Mapping[str, float]]
    """The source's figures by street: decisions, accuracy, and largest deviation of the numbers of actions."""


def read_study(path: Path) -> Study:
    """Read a study. An ExperimentError says where the file is wrong."""
    root = StrictTable(read_toml(path, error=ExperimentError), str(path), error=ExperimentError, keys=_KEYS)
    try:
        return _study(root)
    except ExperimentError:
        raise
    except RailbirdError as error:
        raise ExperimentError(f"{path}: {error}") from None


def _study(root: StrictTable) -> Study:
    game, hero = game_named(root.text("game")), root.text("hero")
    model = root.table("model", keys=("learner", "inputs", "shares"))
    play = root.table("play", keys=("opponents", "hands", "seed"))
    learner = model.text("learner", "tree")
    make_learner(learner)
    _entrants(hero, play, game)
    theirs = root.table("theirs", keys=_FIGURES, required=False)
    rule = root.table("rule", keys=STREETS, required=False)
    return Study(
        title=root.text("title"),
        game=game,
        hero=hero,
        source=root.text("source"),
        games=_games(root, game, hero),
        evaluations=_evaluations(root),
        learner=learner,
        inputs=model.text("inputs", "important"),
        shares=_by_streets(model, "shares"),
        opponents=play.texts("opponents"),
        hands=play.integer("hands", least=1),
        seed=play.integer("seed"),
        copies=_copies(root, game),
        rule={street: _thresholds(rule.table(street)) for street in rule},
        theirs={figure: _by_street(theirs.table(figure, keys=STREETS)) for figure in theirs},
    )


def _games(root: StrictTable, game: GameDefinition, hero: str) -> dict[str, RunPlan]:
    table = root.table("games", keys=("seed", "hands", "matches", "opponents"))
    lineups = table.table("opponents")
    plans = {}
    hands, most_matches = table.integer("hands", least=1), table.integer("matches", least=1)
    for name in lineups:
        bots, matches = _lineup(lineups, name, most_matches)
        entrants = read_entrants([hero, *bots])
        check_games(entrants, game)
        if len(entrants) != game.players:
            lineups.refuse(name, f"name {game.players - 1} opponents")
        plans[name] = RunPlan(game, entrants, hands, table.integer("seed"), "rotations", matches=matches)
    if not plans:
        root.refuse("games", "name the opponents, like opponents.themselves = ['call', 'call']")
    return plans


def _lineup(lineups: StrictTable, name: str, matches: int) -> tuple[list[str], int]:
    """The opponents and the number of matches: a list of bots, or a table that has fewer matches than the others."""
    if not isinstance(lineups.without()[name], dict):
        return lineups.texts(name), matches
    lineup = lineups.table(name, keys=("bots", "matches"))
    return lineup.texts("bots"), lineup.integer("matches", matches, least=1)


def _entrants(hero: str, play: StrictTable, game: GameDefinition) -> None:
    entrants = read_entrants([hero, *play.texts("opponents")])
    if len(entrants) != game.players:
        play.refuse("opponents", f"name {game.players - 1} opponents")
    check_games(entrants, game)


def _evaluations(root: StrictTable) -> list[StudyEvaluation]:
    tables = root.table("evaluations")
    evaluations = []
    for name in tables:
        table = tables.table(name, keys=("learners", "inputs", "shares", "data", "folds"))
        learners = table.texts("learners") or ["tree"]
        for spec in learners:
            make_learner(spec)
        shares = table.numbers("shares") or [1.0]
        inputs, folds = table.text("inputs", "important"), table.integer("folds", 7, least=2)
        evaluations.append(StudyEvaluation(name, learners, inputs, shares, _by_streets(table, "data"), folds))
    return evaluations


def _copies(root: StrictTable, game: GameDefinition) -> dict[str, str]:
    table = root.table("copies", required=False)
    copies = {name: table.text(name) for name in table}
    for spec in copies.values():
        check_games(read_entrants([spec]), game)
    return copies


def _by_streets(table: StrictTable, key: str) -> dict[str, float]:
    """Shares by street: one for each street, or one for all streets (default: everything)."""
    shares = table.numbers(key) or [1.0]
    if len(shares) not in (1, len(STREETS)) or not all(0 < share <= 1 for share in shares):
        table.refuse(key, f"write 1 or {len(STREETS)} numbers above 0 and up to 1")
    return dict(zip(STREETS, shares * len(STREETS) if len(shares) == 1 else shares, strict=True))


def _thresholds(table: StrictTable) -> dict[str, list[float]]:
    return {attribute: table.numbers(attribute) for attribute in table}


def _by_street(table: StrictTable) -> dict[str, float]:
    return {street: table.number(street) for street in table}
