"""The definition of an experiment: the bots and games played, the figures reported, and the figures of the source."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from railbird.arena import RunPlan
from railbird.experiments.lineup_entrants import built_entrant, has_references
from railbird.games import format_game

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.arena import Entrant, SeatOrders
    from railbird.experiments.measurement import Measurement
    from railbird.games import GameDefinition
    from railbird.solvers import Recipe

Measure: TypeAlias = Literal[
    "win rate",
    "difference",
    "matches won",
    "different actions",
    "chosen",
    "imagined earnings",
    "hands to switch",
    "games with a switch",
    "hands to lead",
    "exploitability",
    "seconds",
]
_RARE_PARTS = ("from_hand", "to_hand", "member", "method")
ChipUnit: TypeAlias = Literal["chips", "bb", "mbb"]


@dataclass(frozen=True)
class SourceReference:
    """The source of an experiment in the literature."""

    work: str
    section: str = ""
    table: str = ""
    figure: str = ""
    differences: tuple[str, ...] = ()
    """Deviations of the experiment from the source."""

    @property
    def place(self) -> str:
        """The cited work and the place in it."""
        parts = {"section": self.section, "table": self.table, "figure": self.figure}
        return ", ".join([self.work, *(f"{kind} {number}" for kind, number in parts.items() if number)])


@dataclass(frozen=True)
class ExperimentCards:
    """The deals that every line-up plays."""

    seed: int
    hands: int
    """Number of hands in a match."""
    matches: int = 1
    orders: SeatOrders = "default"
    """The orders of seats (default: all up to three players, rotations beyond)."""


@dataclass(frozen=True)
class Unit:
    """The unit of a figure: chips, big blinds or thousandths of a big blind per number of hands, percent or seconds."""

    text: str
    chips: ChipUnit | None = None
    hands: int = 1

    def factor(self, game: GameDefinition) -> float:
        """The factor from chips per hand to this unit."""
        match self.chips:
            case "bb":
                return self.hands / game.unit
            case "mbb":
                return 1000 * self.hands / game.unit
            case _:
                return float(self.hands)


@dataclass(frozen=True)
class LineupBot:
    """An entrant in a line-up."""

    lineup: str
    bot: str


@dataclass(frozen=True)
class StrategySolve:
    """The solve of a strategy."""

    strategy: str


@dataclass(frozen=True)
class ReportedFigure:
    """A figure that the experiment reports."""

    key: str
    title: str
    measure: Measure
    unit: Unit
    of: LineupBot | StrategySolve
    minus: LineupBot | None = None
    """The entrant whose result is subtracted, if the figure is a difference."""
    all_in_adjusted: bool = False
    from_hand: int = 0
    """The first hand of each match that counts."""
    to_hand: int = 0
    """The hand of each match before which counting ends; 0 for the end of the match."""
    member: str = ""
    """The member of a team that the figure is about."""
    method: str = ""
    """The method by which the member's earnings are imagined."""


@dataclass(frozen=True)
class SourceFigure:
    """The value of a figure in the source."""

    measurement: Measurement
    """The measurement. Its interval has width 0 if the source gives none."""
    tolerance: float = 0.0
    """The distance up to which our value counts as the same."""
    has_interval: bool = False
    is_estimated: bool = False
    """Whether the interval is an estimate of the author of the experiment, because the source gives none."""
    hands: int | None = None
    """The number of hands behind the figure, if the source gives it."""

    @property
    def value(self) -> float:
        """The value in the unit of the figure."""
        return self.measurement.value


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A validated experiment: its bots and its game exist, and every figure refers to a line-up."""

    name: str
    title: str
    question: str
    source: SourceReference
    game: GameDefinition
    cards: ExperimentCards
    quick_cards: ExperimentCards
    lineups: Mapping[str, tuple[Entrant, ...]]
    figures: Mapping[str, ReportedFigure]
    theirs: Mapping[str, SourceFigure]
    """The source's figures by key, as far as the source has them."""
    strategies: Mapping[str, Recipe] = field(default_factory=dict)
    """The recipes of the strategies that are solved first, by name."""
    quick_strategies: Mapping[str, Recipe] = field(default_factory=dict)
    files: Mapping[str, Path] = field(default_factory=dict)
    """The files that specs of entrants refer to, by name."""
    is_quick: bool = False

    def quick(self) -> Experiment:
        """The quick version of the experiment, with fewer hands and shorter solves."""
        return replace(self, cards=self.quick_cards, strategies=self.quick_strategies, is_quick=True)

    def plans(self, files: Mapping[str, Path] | None = None) -> dict[str, RunPlan]:
        """The plans of the runs by line-up, all with the same cards.

        Without the files that specs refer to, plans with such entrants can be counted, but not played.
        """
        return {
            lineup: RunPlan(
                self.game,
                entrants if files is None else _playable(entrants, files),
                self.cards.hands,
                seed=self.cards.seed,
                seat_orders=self.cards.orders,
                matches=self.cards.matches,
            )
            for lineup, entrants in self.lineups.items()
        }

    @property
    def hands(self) -> int:
        """Number of hands of all line-ups together."""
        return sum(plan.hands * len(plan.chunks()) for plan in self.plans().values())

    def fingerprint(self) -> str:
        """A hash of everything that determines our figures. Titles and the source's figures are not part of it."""
        parts: dict[str, object] = {
            "game": [self.game.name, format_game(self.game)],
            "cards": asdict(self.cards),
            "lineups": {
                lineup: [_entrant_parts(entrant) for entrant in entrants] for lineup, entrants in self.lineups.items()
            },
            "figures": {key: _fingerprint_parts(figure) for key, figure in self.figures.items()},
        }
        if self.strategies:
            parts["strategies"] = {name: recipe.fingerprint() for name, recipe in self.strategies.items()}
        if self.files:
            parts["files"] = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in self.files.items()}
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def _fingerprint_parts(figure: ReportedFigure) -> dict[str, object]:
    """What determines a figure; what few figures have, only if they have it, so that older results stay valid."""
    parts = {**asdict(figure), "title": ""}
    return {key: value for key, value in parts.items() if value or key not in _RARE_PARTS}


def _entrant_parts(entrant: Entrant) -> list[str]:
    """What determines an entrant; its shadow, which few have, only if it has one, so that older results stay valid."""
    return [entrant.name, entrant.spec, "".join(entrant.files.values()), *([entrant.shadow] if entrant.shadow else [])]


def _playable(entrants: tuple[Entrant, ...], files: Mapping[str, Path]) -> tuple[Entrant, ...]:
    """The entrants with the files that their specs refer to. Raise BotError if a bot does not accept its file."""
    return tuple(built_entrant(entrant, files) if has_references(entrant) else entrant for entrant in entrants)
