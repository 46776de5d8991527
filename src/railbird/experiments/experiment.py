"""An experiment as a record: who plays what, which figures are reported, and what the source reports."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from railbird.arena import RunPlan
from railbird.games import format_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.arena import Entrant
    from railbird.experiments.measurement import Measurement
    from railbird.games import GameDefinition

Measure: TypeAlias = Literal["win rate", "difference", "matches won"]
ChipUnit: TypeAlias = Literal["chips", "bb", "mbb"]


@dataclass(frozen=True)
class SourceReference:
    """Where the experiment comes from."""

    work: str
    section: str = ""
    table: str = ""
    figure: str = ""
    differences: tuple[str, ...] = ()
    """What is done otherwise here."""

    @property
    def place(self) -> str:
        """The work, with the place in it."""
        parts = {"section": self.section, "table": self.table, "figure": self.figure}
        return ", ".join([self.work, *(f"{kind} {number}" for kind, number in parts.items() if number)])


@dataclass(frozen=True)
class Cards:
    """The deals that every line-up plays."""

    seed: int
    hands: int
    """Of a match."""
    matches: int = 1
    duplicate: bool = True


@dataclass(frozen=True)
class Unit:
    """Chips, big blinds or thousandths of a big blind in a number of hands; or percent."""

    text: str
    chips: ChipUnit | None = None
    hands: int = 1

    def factor(self, game: GameDefinition) -> float:
        """By which chips a hand are multiplied."""
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
class ReportedFigure:
    """A figure that the experiment reports."""

    key: str
    title: str
    measure: Measure
    unit: Unit
    of: LineupBot
    minus: LineupBot | None = None
    """The other one of a difference."""
    all_in_adjusted: bool = False


@dataclass(frozen=True)
class SourceFigure:
    """The same figure in the source."""

    measurement: Measurement
    """Its interval is empty if the source gives none."""
    tolerance: float = 0.0
    """The distance up to which ours counts as the same."""
    has_interval: bool = False
    hands: int | None = None
    """The number of hands behind it, if the source gives it."""

    @property
    def value(self) -> float:
        """In the unit of the figure."""
        return self.measurement.value


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """An experiment that can be planned: its bots and its game are known, and every figure has its place."""

    name: str
    title: str
    question: str
    source: SourceReference
    game: GameDefinition
    cards: Cards
    quick_cards: Cards
    lineups: Mapping[str, tuple[Entrant, ...]]
    figures: Mapping[str, ReportedFigure]
    theirs: Mapping[str, SourceFigure]
    """By the key of the figure; none where the source has no such figure."""
    is_quick: bool = False

    def quick(self) -> Experiment:
        """The small version."""
        return replace(self, cards=self.quick_cards, is_quick=True)

    def plans(self) -> dict[str, RunPlan]:
        """By line-up, all with the same cards."""
        return {
            lineup: RunPlan(
                self.game,
                entrants,
                self.cards.hands,
                seed=self.cards.seed,
                duplicate=self.cards.duplicate,
                matches=self.cards.matches,
            )
            for lineup, entrants in self.lineups.items()
        }

    @property
    def hands(self) -> int:
        """Of all line-ups together."""
        return sum(plan.hands * len(plan.chunks()) for plan in self.plans().values())

    def fingerprint(self) -> str:
        """A hash of what determines our figures, and of nothing else: titles and the source's figures may change."""
        parts = {
            "game": [self.game.name, format_game(self.game)],
            "cards": asdict(self.cards),
            "lineups": {
                lineup: [[entrant.name, entrant.spec, entrant.code] for entrant in entrants]
                for lineup, entrants in self.lineups.items()
            },
            "figures": {key: {**asdict(figure), "title": ""} for key, figure in self.figures.items()},
        }
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]
