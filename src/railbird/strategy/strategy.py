"""Strategies for all players of a game: action probabilities, origin, and the strategy file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.abstraction.abstract_game import abstract_game
from railbird.abstraction.abstract_history import HistoryTranslator
from railbird.abstraction.card_abstraction import card_arrays
from railbird.abstraction.card_registry import card_abstraction, check_kind
from railbird.abstraction.menu_file import menu_as_json, menu_from_json
from railbird.abstraction.translation import Translation
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.cards import as_cards, check_distinct, format_cards
from railbird.errors import CardError, RailbirdError, StrategyError
from railbird.games import CALL, GameDefinition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.abstraction.card_abstraction import CardArrays, CardIdentity
    from railbird.abstraction.menu import BetMenu
    from railbird.cards import Card
    from railbird.games import Action, View

    CellProbabilities: TypeAlias = NDArray[np.float64] | NDArray[np.float32]

STRATEGY_FILE = ArrayFileKind("strategy", layout=2, error=StrategyError)
_CARDS = "cards/"
"""Before the names of the card abstraction's arrays in a file."""
_CACHE_SIZE = 65_536
_TOLERANCE = 1e-4
"""Tolerance for sums of probabilities, which are stored in single precision."""


@dataclass(frozen=True)
class ConvergencePoint:
    """The players' gains from deviating, at some point of a solve."""

    iteration: int
    seconds: float
    gains: tuple[float, ...]
    """Each player's gain from deviating, in chips."""

    @property
    def exploitability(self) -> float:
        """Sum of all gains."""
        return sum(self.gains)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ConvergencePoint:
        """The inverse of `asdict`."""
        return cls(int(values["iteration"]), float(values["seconds"]), tuple(map(float, values["gains"])))


@dataclass(frozen=True, kw_only=True)
class Origin:
    """How a strategy was computed."""

    algorithm: str
    iterations: int
    seconds: float
    options: Mapping[str, int] = field(default_factory=dict)
    """Options of the algorithm, such as its seed."""
    values: tuple[float, ...] | None = None
    """Each player's value when all play the strategy, in chips; None if it was not evaluated."""
    points: tuple[ConvergencePoint, ...] = ()
    """Convergence points; the last belongs to the strategy itself, if it was evaluated."""


class Strategy:
    """The probabilities of a solved game, for all players. It carries its game, bet menu and card abstraction."""

    definition: GameDefinition
    menu: BetMenu
    cards: CardIdentity
    """Identity of the card abstraction."""
    card_arrays: CardArrays
    """The small arrays of the card abstraction, which make the file sufficient to ask the strategy."""
    cell_probabilities: CellProbabilities
    """Probability of each cell of the game's `InformationSetLayout`; read from the file on demand, unchecked."""
    origin: Origin

    def __init__(self, game: PokerGame, cell_probabilities: CellProbabilities, origin: Origin) -> None:
        self.definition, self.menu, self.cards = game.definition, game.menu, game.cards.identity
        self.card_arrays = card_arrays(game.cards)
        self.cell_probabilities = cell_probabilities
        self.origin = origin
        self._check_size(game)
        self.__dict__["game"] = game  # so that it is not compiled again

    @classmethod
    def _from_description(cls, description: Mapping[str, Any], cell_probabilities: CellProbabilities) -> Strategy:
        """The strategy of a file; its game is compiled when it is first needed."""
        strategy = cls.__new__(cls)
        strategy.definition = _definition(description["game"])
        strategy.menu = menu_from_json(description["menu"])
        strategy.cards = dict(description["cards"])
        strategy.cell_probabilities = cell_probabilities
        strategy.origin = _origin(description["origin"])
        return strategy

    @cached_property
    def game(self) -> PokerGame:
        """The solved game, compiled from its rules; raise StrategyError if the probabilities do not fit it."""
        game = abstract_game(card_abstraction(self.definition, self.cards, self.card_arrays), self.menu)
        self._check_size(game)
        return game

    def with_origin(self, origin: Origin) -> Strategy:
        """The same probabilities with another origin."""
        return Strategy(self.game, self.cell_probabilities, origin)

    def at(self, view: View, translation: Translation | None = None) -> dict[Action, float]:
        """Probability of each legal action for the acting player, whose view this must be.

        Bets that are not in the bet menu are translated (see `railbird.abstraction.abstract_history`), by default by
        the randomised pseudo-harmonic mapping with seed 0. Raise StrategyError if the view is of another game.
        """
        self.check_game(view.game)
        history = self._translator.follow(view.actions, translation or Translation(), hand=view.hand)
        if history.decision is None:
            return {CALL: 1.0}
        answer: dict[Action, float] = {}
        probabilities = self._cached_look_up(history.decision, view.hole_cards, view.board)
        for action, probability in zip(history.played_as, probabilities, strict=True):
            answer[action] = answer.get(action, 0.0) + probability
        return answer

    def check_game(self, game: GameDefinition) -> None:
        """Raise StrategyError if the strategy is for a game with other rules."""
        difference = self._cached_difference(game)
        if difference:
            raise StrategyError(f"the strategy is for another game, {self._name}: {difference}")

    def probabilities(
        self, actions: Sequence[Action], hole_cards: str | Sequence[Card], board: str | Sequence[Card] = ()
    ) -> dict[Action, float]:
        """Probability of each action for the acting player after these actions.

        Cards are numbers, or text such as "AhKh". Raise GameError if the actions are not in the solved game, CardError
        if its deck cannot deal the cards, and StrategyError if the stored values are not probabilities.
        """
        decision = self.game.tree.decision_after(actions)
        probabilities = self._cached_look_up(decision, as_cards(hole_cards), as_cards(board))
        return dict(zip(self.game.tree.actions(decision), probabilities, strict=True))

    def checked_probabilities(self) -> NDArray[np.float64]:
        """All probabilities by cell; raise StrategyError if any information set has invalid probabilities."""
        stored = self.cell_probabilities
        normalised = self.game.probabilities(stored)
        if not np.allclose(normalised, stored, atol=_TOLERANCE) or stored.min() < 0:
            raise StrategyError(f"the strategy for {self._name} is damaged: its probabilities do not add up to 1")
        return stored.astype(np.float64)

    @cached_property
    def _translator(self) -> HistoryTranslator:
        return HistoryTranslator(self.game.tree, game=self.definition, menu=self.menu)

    @cached_property
    def _cached_difference(self) -> Callable[[GameDefinition], str]:
        """The difference from another game, which need not be computed at every decision."""
        return lru_cache(maxsize=8)(partial(_difference, self.definition))

    @cached_property
    def _cached_look_up(self) -> Callable[..., Sequence[float]]:
        """Cached look-up, because many hands begin in the same way."""
        return lru_cache(maxsize=_CACHE_SIZE)(self._look_up)

    def _look_up(self, decision: int, hole_cards: tuple[Card, ...], board: tuple[Card, ...]) -> Sequence[float]:
        """The probabilities of the choices at a decision."""
        tree = self.game.tree
        player, street = int(tree.player[decision]), int(tree.street[decision])
        self._check_cards(hole_cards, board, street=street)
        first = self.game.layout.first_cell(
            player=player,
            street=street,
            card_class=self.game.cards.class_of(hole_cards, board),
            slot=int(tree.slot[decision]),
        )
        choices = int(tree.first_edge[decision + 1] - tree.first_edge[decision])
        probabilities: list[float] = self.cell_probabilities[first : first + choices].tolist()
        if not (min(probabilities) >= 0 and abs(sum(probabilities) - 1) <= _TOLERANCE):
            actions = tree.actions_to(decision)
            after = f" after {', '.join(map(str, actions))}" if actions else ""
            raise StrategyError(
                f"{self._name}: the probabilities of {format_cards(hole_cards)} on {format_cards(board) or 'no board'}"
                f"{after} are {probabilities}, which are below 0 or do not add up to 1: the strategy is damaged"
            )
        return probabilities

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
    """Write a strategy to a file atomically."""
    description = {
        "game": asdict(strategy.definition),
        "menu": menu_as_json(strategy.menu),
        "cards": dict(strategy.cards),
        "origin": asdict(strategy.origin),
    }
    carried = {f"{_CARDS}{name}": array for name, array in strategy.card_arrays.items()}
    write_arrays(path, STRATEGY_FILE, description, {"probabilities": strategy.cell_probabilities, **carried})


def open_strategy(path: Path) -> Strategy:
    """Open a strategy file. Only its description is read; probabilities are read and checked on demand."""
    description, arrays = open_arrays(path, STRATEGY_FILE)
    try:
        probabilities: NDArray[Any] = arrays["probabilities"]
        strategy = Strategy._from_description(description, probabilities)
        strategy.card_arrays = {
            name.removeprefix(_CARDS): array for name, array in arrays.items() if name.startswith(_CARDS)
        }
        check_kind(strategy.cards)
    except RailbirdError as error:
        raise StrategyError(f"{path}: {error}") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise StrategyError(f"{path} is damaged: its description is not that of a strategy ({error})") from None
    if probabilities.ndim != 1 or probabilities.dtype not in (np.float32, np.float64):
        raise StrategyError(f"{path} is damaged: its probabilities are {probabilities.dtype} {probabilities.shape}")
    return strategy


def _origin(values: Mapping[str, Any]) -> Origin:
    chips = None if values["values"] is None else tuple(map(float, values["values"]))
    return Origin(**{**values, "values": chips, "points": tuple(map(ConvergencePoint.from_json, values["points"]))})


def _definition(values: Mapping[str, Any]) -> GameDefinition:
    """The definition from JSON. A missing rule is an error, because a default could make it another game."""
    rules: dict[str, Any] = {key: tuple(rule) if isinstance(rule, list) else rule for key, rule in values.items()}
    return GameDefinition(**rules)


def _difference(known: GameDefinition, asked: GameDefinition) -> str:
    """The first rule that differs between two games; empty if they differ at most in their names."""
    for rule in fields(known):
        there, here = getattr(known, rule.name), getattr(asked, rule.name)
        if rule.name != "name" and there != here:
            return f"{rule.name.replace('_', ' ')} {there} there, {here} here"
    return ""
