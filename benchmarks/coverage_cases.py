"""The cases of `benchmarks.coverage`: every kind of bot in every game and setting, with the true win rate."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from railbird.arena import Entrant, RunPlan
from railbird.equity.preflop import class_equities
from railbird.games import game_named
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import GameDefinition

BOTS = Path(__file__).parent / "coverage_bots.py"
Setting = Literal["single", "duplicate", "tournament"]
SETTINGS: tuple[Setting, ...] = ("single", "duplicate", "tournament")
KINDS = ("memoryless", "drawing", "settling", "drifting", "switching", "shoving")
GAMES = {
    "Kuhn": {2: "kuhn.limit.2p", 3: "kuhn.limit.3p"},
    "limit": {2: "holdem.limit.2p.reverse_blinds", 3: "holdem.limit.3p"},
    "no-limit": {2: "holdem.nolimit.2p.reverse_blinds", 3: "holdem.nolimit.3p"},
}
_SEED = 14
_ACES = 6 / 1326
"""Chance of a pair of aces."""


@dataclass(frozen=True)
class Case:
    """A kind of bot in a setting. Hands are those of a match."""

    kind: str
    game: str
    players: int
    setting: Setting
    matches: int
    hands: int

    @property
    def definition(self) -> GameDefinition:
        """The definition of the game."""
        return game_named(GAMES[self.game][self.players])

    @property
    def hands_of_run(self) -> int:
        """Number of hands that the first bot plays in a run: in all orders of seats, at all its tables."""
        orders = 1 if self.setting == "single" else factorial(self.players)
        tables = self.players if self.setting == "tournament" else 1
        return self.matches * self.hands * orders * tables

    def plan(self, run: int) -> RunPlan:
        """The plan of one run. Runs with different numbers have different cards."""
        bots = self.players + (self.setting == "tournament")
        specs = [f"{BOTS}:{self.kind.title()}"] * bots
        if self.kind == "shoving":
            specs[1:] = ["call"] * (bots - 1)
        return RunPlan(
            game=self.definition,
            entrants=tuple(Entrant(f"bot{number}", spec) for number, spec in enumerate(specs)),
            hands=self.hands,
            seed=derived_seed(_SEED, run),
            seat_orders="single" if self.setting == "single" else "all",
            matches=self.matches,
        )

    def truth(self) -> float:
        """The expectation of the first bot in chips per hand, which is 0 if all bots are equal."""
        if self.kind != "shoving":
            return 0.0
        game, players = self.definition, self.players
        equity = float(class_equities(players - 1).max())  # of aces
        shoved = _ACES * game.stacks[0] * (players * equity - 1)
        # Without aces the small blind is folded, and the big blind checks to the showdown with what equity is left.
        small, big = sorted(filter(None, game.blinds))
        checked = big * (players * (1 / players - _ACES * equity) - (1 - _ACES))
        return shoved + (checked - small * (1 - _ACES)) / players


def cases() -> list[Case]:
    """All cases, the quickest first."""
    return sorted(_cases(), key=lambda case: case.hands_of_run)


def _cases() -> Iterator[Case]:
    for kind, game, players, setting in product(KINDS, GAMES, (2, 3), SETTINGS):
        if kind in ("memoryless", "drawing"):
            yield Case(kind, game, players, setting, matches=1, hands=48)
        elif kind in ("settling", "drifting"):
            yield Case(kind, game, players, setting, matches=10, hands=48 if game == "Kuhn" else 12)
        elif kind == "switching":
            yield Case(kind, game, players, setting, matches=1, hands=1200)
        elif game == "no-limit":
            yield Case(kind, game, players, setting, matches=1, hands=500)
