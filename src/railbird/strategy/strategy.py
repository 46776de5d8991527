"""A strategy of all players of a game: what it says of a decision, where it comes from, its file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird import __version__
from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.menu import BetMenu, parse_menu
from railbird.array_files import open_arrays, write_arrays
from railbird.errors import StrategyError
from railbird.games import GameDefinition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.cards import Card
    from railbird.games import Action, View

LAYOUT = 1
"""Of the file; another one is not read."""
_KIND = "strategy"
_KEPT = 65_536
_ROUNDING = 1e-4


@dataclass(frozen=True)
class Point:
    """How good a strategy was at some time of its making."""

    iteration: int
    seconds: float
    gains: tuple[float, ...]
    """By player: what it could gain by deviating, in chips."""

    @property
    def exploitability(self) -> float:
        """All gains together."""
        return sum(self.gains)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Point:
        """As `asdict` has written it."""
        return cls(int(values["iteration"]), float(values["seconds"]), tuple(map(float, values["gains"])))


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a strategy comes from."""

    algorithm: str
    iterations: int
    seconds: float
    options: Mapping[str, int] = field(default_factory=dict)
    """The algorithm's, such as its seed."""
    values: tuple[float, ...] | None = None
    """By player: what the strategy wins against itself, in chips; None if it was not evaluated."""
    points: tuple[Point, ...] = ()
    """On the way; the last is the strategy itself, if it was evaluated."""


@dataclass(frozen=True)
class Strategy:
    """Probabilities by cell, for all players."""

    definition: GameDefinition
    menu: BetMenu
    probabilities: NDArray[np.float64] | NDArray[np.float32]
    origin: Origin

    @cached_property
    def game(self) -> PokerGame:
        """The game that it was made for, compiled anew; a StrategyError if the probabilities are not of that game."""
        game = exact_game(self.definition, self.menu)
        if self.probabilities.shape != (game.cells.count,):
            raise StrategyError(
                f"a strategy of {self.probabilities.size:,} probabilities for {game.name}: it has {game.cells.count:,}"
            )
        shares = game.probabilities(self.probabilities)
        if not np.allclose(shares, self.probabilities, atol=_ROUNDING) or self.probabilities.min() < 0:
            raise StrategyError(f"a strategy for {game.name} whose probabilities do not add up to 1: it is damaged")
        return game

    def at(self, view: View) -> dict[Action, float]:
        """The probability of each action for the player whose turn it is; the view must be that player's."""
        return dict(self._found(view.actions, view.hole_cards, view.board))

    @cached_property
    def _found(self) -> Callable[..., Mapping[Action, float]]:
        """Looking up, for which what was asked for lately is kept: hands begin alike."""
        return lru_cache(maxsize=_KEPT)(self._look_up)

    def _look_up(
        self, actions: tuple[Action, ...], hole_cards: tuple[Card, ...], board: tuple[Card, ...]
    ) -> Mapping[Action, float]:
        tree, cells = self.game.tree, self.game.cells
        decision = tree.decision_after(actions)
        player, street = int(tree.player[decision]), int(tree.street[decision])
        known = self.game.cards.find(hole_cards, board)
        first = int(cells.base[player, street] + known * cells.width[player, street] + tree.slot[decision])
        choices = tree.actions(decision)
        return dict(zip(choices, self.probabilities[first : first + len(choices)].tolist(), strict=True))


def save_strategy(path: Path, strategy: Strategy) -> None:
    """Write a strategy to a file, whole or not at all."""
    description = {
        "kind": _KIND,
        "layout": LAYOUT,
        "railbird": __version__,
        "game": asdict(strategy.definition),
        "menu": str(strategy.menu),
        "origin": asdict(strategy.origin),
    }
    write_arrays(path, description, {"probabilities": strategy.probabilities})


def open_strategy(path: Path) -> Strategy:
    """Open a file; its probabilities are read as they are used."""
    description, arrays = open_arrays(path)
    check_kind(path, description, kind=_KIND, layout=LAYOUT)
    try:
        probabilities: NDArray[Any] = arrays["probabilities"]
        return Strategy(
            definition=_definition(description["game"]),
            menu=parse_menu(description["menu"]),
            probabilities=probabilities,
            origin=_origin(description["origin"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise StrategyError(f"{path} is damaged: its description is not that of a strategy ({error})") from None


def check_kind(path: Path, description: Mapping[str, object], *, kind: str, layout: int) -> None:
    """Refuse a file of another kind, or one that another version has written."""
    if description.get("kind") != kind:
        raise StrategyError(f"{path} is a {description.get('kind')}, not a {kind}")
    if description.get("layout") != layout:
        raise StrategyError(
            f"{path} has layout {description.get('layout')}, written by Railbird {description.get('railbird')}: "
            f"this one reads layout {layout}"
        )


def _origin(values: Mapping[str, Any]) -> Origin:
    known = None if values["values"] is None else tuple(map(float, values["values"]))
    return Origin(**{**values, "values": known, "points": tuple(map(Point.from_json, values["points"]))})


def _definition(values: Mapping[str, Any]) -> GameDefinition:
    """Every rule is needed: without it, it would be another game."""
    rules: dict[str, Any] = {key: tuple(rule) if isinstance(rule, list) else rule for key, rule in values.items()}
    return GameDefinition(**rules)
