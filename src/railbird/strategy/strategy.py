"""A strategy of all players of a game: its probabilities at every decision, its origin, and its file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.abstraction.abstract_game import abstract_game
from railbird.abstraction.card_registry import card_abstraction, check_kind
from railbird.abstraction.menu import BetMenu, parse_menu
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards import check_distinct, format_cards, parse_cards
from railbird.errors import CardError, RailbirdError, StrategyError
from railbird.games import GameDefinition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.abstraction.card_abstraction import CardIdentity
    from railbird.cards import Card
    from railbird.games import Action, View

    CellProbabilities: TypeAlias = NDArray[np.float64] | NDArray[np.float32]

STRATEGY_FILE = ArrayFileKind("strategy", layout=2, error=StrategyError)
_MOST_REMEMBERED = 65_536
_TOLERANCE = 1e-4
"""Probabilities add up to 1 within this: single precision, and some rounding."""


@dataclass(frozen=True)
class ConvergencePoint:
    """The gains from deviating at some time of a solve."""

    iteration: int
    seconds: float
    gains: tuple[float, ...]
    """By player: what it could gain by deviating, in chips."""

    @property
    def exploitability(self) -> float:
        """The sum of all gains."""
        return sum(self.gains)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ConvergencePoint:
        """The inverse of `asdict`."""
        return cls(int(values["iteration"]), float(values["seconds"]), tuple(map(float, values["gains"])))


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a strategy comes from."""

    algorithm: str
    iterations: int
    seconds: float
    options: Mapping[str, int] = field(default_factory=dict)
    """Of the algorithm, such as its seed."""
    values: tuple[float, ...] | None = None
    """By player: the value of the strategy against itself, in chips; None if it was not evaluated."""
    points: tuple[ConvergencePoint, ...] = ()
    """The last is that of the strategy itself, if it was evaluated."""


class Strategy:
    """The probabilities of a solved game, for all players. It carries its game, bet menu and card abstraction."""

    definition: GameDefinition
    menu: BetMenu
    cards: CardIdentity
    """The identity of the card abstraction."""
    cell_probabilities: CellProbabilities
    """By cell of the game's `InformationSetLayout`. Those of a file are read as they are used, and not checked."""
    origin: Origin

    def __init__(self, game: PokerGame, cell_probabilities: CellProbabilities, origin: Origin) -> None:
        self.definition, self.menu, self.cards = game.definition, game.menu, game.cards.identity
        self.cell_probabilities = cell_probabilities
        self.origin = origin
        self._check_size(game)
        self.__dict__["game"] = game  # which need not be compiled again

    @classmethod
    def _described(cls, description: Mapping[str, Any], cell_probabilities: CellProbabilities) -> Strategy:
        """The strategy of a file, whose game is compiled when it is needed."""
        strategy = cls.__new__(cls)
        strategy.definition = _definition(description["game"])
        strategy.menu = parse_menu(description["menu"])
        strategy.cards = dict(description["cards"])
        strategy.cell_probabilities = cell_probabilities
        strategy.origin = _origin(description["origin"])
        return strategy

    @cached_property
    def game(self) -> PokerGame:
        """The game that was solved, compiled from its rules; a StrategyError if the probabilities are not of it."""
        game = abstract_game(card_abstraction(self.definition, self.cards), self.menu)
        self._check_size(game)
        return game

    def with_origin(self, origin: Origin) -> Strategy:
        """The same probabilities with another origin."""
        return Strategy(self.game, self.cell_probabilities, origin)

    def at(self, view: View) -> dict[Action, float]:
        """The probability of each action for the player whose turn it is; the view must be that player's."""
        return self.probabilities(view.actions, view.hole_cards, view.board)

    def probabilities(
        self, actions: Sequence[Action], hole_cards: str | Sequence[Card], board: str | Sequence[Card] = ()
    ) -> dict[Action, float]:
        """The probability of each action after these actions, for the player whose turn it is.

        Cards are numbers, or text such as "AhKh". A GameError if the actions are not in the solved game, a CardError
        if the cards cannot be dealt there, a StrategyError if what is stored are no probabilities.
        """
        return dict(self._remembered(tuple(actions), _as_cards(hole_cards), _as_cards(board)))

    def checked_probabilities(self) -> NDArray[np.float64]:
        """All probabilities by cell, read and checked; a StrategyError if those of any information set are none."""
        given = self.cell_probabilities
        normalised = self.game.probabilities(given)
        if not np.allclose(normalised, given, atol=_TOLERANCE) or given.min() < 0:
            raise StrategyError(f"a strategy for {self._name} whose probabilities do not add up to 1: it is damaged")
        return given.astype(np.float64)

    @cached_property
    def _remembered(self) -> Callable[..., Mapping[Action, float]]:
        """Look-up that remembers the latest answers: hands begin alike."""
        return lru_cache(maxsize=_MOST_REMEMBERED)(self._look_up)

    def _look_up(
        self, actions: tuple[Action, ...], hole_cards: tuple[Card, ...], board: tuple[Card, ...]
    ) -> Mapping[Action, float]:
        tree = self.game.tree
        decision = tree.decision_after(actions)
        player, street = int(tree.player[decision]), int(tree.street[decision])
        self._check_cards(hole_cards, board, street=street)
        first = self.game.layout.first_cell(
            player=player,
            street=street,
            card_class=self.game.cards.class_of(hole_cards, board),
            slot=int(tree.slot[decision]),
        )
        choices = tree.actions(decision)
        probabilities = self.cell_probabilities[first : first + len(choices)].tolist()
        if not (min(probabilities) >= 0 and abs(sum(probabilities) - 1) <= _TOLERANCE):
            after = f" after {', '.join(map(str, actions))}" if actions else ""
            raise StrategyError(
                f"{self._name}: the probabilities of {format_cards(hole_cards)} on {format_cards(board) or 'no board'}"
                f"{after} are {probabilities}, which are below 0 or do not add up to 1: the strategy is damaged"
            )
        return dict(zip(choices, probabilities, strict=True))

    def _check_cards(self, hole_cards: tuple[Card, ...], board: tuple[Card, ...], *, street: int) -> None:
        check_distinct([*hole_cards, *board])
        wanted = self.definition.hole_cards, self.definition.board_sizes[street]
        if (len(hole_cards), len(board)) != wanted:
            raise CardError(
                f"{format_cards(hole_cards)} on {format_cards(board) or 'no board'}: "
                f"in round {street + 1} of {self._name} a hand has {wanted[0]} cards and the board {wanted[1]}"
            )

    def _check_size(self, game: PokerGame) -> None:
        if self.cell_probabilities.shape != (game.layout.count,):
            raise StrategyError(
                f"a strategy of {self.cell_probabilities.size:,} probabilities for {self._name}: "
                f"its game has {game.layout.count:,}"
            )

    @property
    def _name(self) -> str:
        return self.definition.name or "an unnamed game"


def save_strategy(path: Path, strategy: Strategy) -> None:
    """Write a strategy to a file, whole or not at all."""
    description = {
        "game": asdict(strategy.definition),
        "menu": str(strategy.menu),
        "cards": dict(strategy.cards),
        "origin": asdict(strategy.origin),
    }
    write_arrays(path, STRATEGY_FILE, description, {"probabilities": strategy.cell_probabilities})


def open_strategy(path: Path) -> Strategy:
    """Open a file: only its description is read, and probabilities are read and checked as they are asked for."""
    description, arrays = open_arrays(path, STRATEGY_FILE)
    try:
        probabilities: NDArray[Any] = arrays["probabilities"]
        strategy = Strategy._described(description, probabilities)
        check_kind(strategy.cards)
    except RailbirdError as error:
        raise StrategyError(f"{path}: {error}") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise StrategyError(f"{path} is damaged: its description is not that of a strategy ({error})") from None
    if probabilities.ndim != 1 or probabilities.dtype not in (np.float32, np.float64):
        raise StrategyError(f"{path} is damaged: its probabilities are {probabilities.dtype} {probabilities.shape}")
    return strategy


def _as_cards(cards: str | Sequence[Card]) -> tuple[Card, ...]:
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)


def _origin(values: Mapping[str, Any]) -> Origin:
    known = None if values["values"] is None else tuple(map(float, values["values"]))
    return Origin(**{**values, "values": known, "points": tuple(map(ConvergencePoint.from_json, values["points"]))})


def _definition(values: Mapping[str, Any]) -> GameDefinition:
    """Every rule is needed: without it, it would be another game."""
    rules: dict[str, Any] = {key: tuple(rule) if isinstance(rule, list) else rule for key, rule in values.items()}
    return GameDefinition(**rules)
