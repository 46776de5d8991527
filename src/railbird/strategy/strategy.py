"""Strategies for all players of a game: the probability of each action in each information set."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, overload

import numpy as np

from railbird.abstraction.abstract_game import abstract_game
from railbird.abstraction.abstract_history import HistoryTranslator
from railbird.abstraction.card_abstraction import card_arrays, identity_text
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.card_registry import card_abstraction
from railbird.abstraction.merged_tree import WHOLE_HAND
from railbird.abstraction.translation import Translation
from railbird.cards import as_cards, check_distinct, deck, format_cards
from railbird.errors import CardError, GameError, StrategyError
from railbird.formats.betting import read_betting
from railbird.games import CALL, View
from railbird.strategy.quantised import WHOLE, are_whole, quantise
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    import polars as pl
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.abstraction.abstract_history import AbstractHistory
    from railbird.abstraction.card_abstraction import CardArrays, CardIdentity
    from railbird.abstraction.menu import BetMenu
    from railbird.cards import Card, Cards
    from railbird.games import Action, GameDefinition
    from railbird.strategy.origin import Origin

    StoredProbabilities: TypeAlias = NDArray[np.float64] | NDArray[np.float32] | NDArray[np.uint8]

_CACHE_SIZE = 65_536
_TOLERANCE = 1e-4
"""Tolerance for sums of probabilities, which may be stored in single precision."""


class Strategy:
    """The probabilities of a solved game, for all players. It carries its game, bet menu and card abstraction."""

    definition: GameDefinition
    menu: BetMenu
    recall: str
    """What players remember of the betting; see `railbird.abstraction.merged_tree`."""
    cards: CardIdentity
    """Identity of the card abstraction."""
    card_arrays: CardArrays
    """The small arrays of the card abstraction, which make the file sufficient to ask the strategy."""
    stored: StoredProbabilities
    """By cell of the game's `InformationSetLayout`: the probability, or the byte of a compact strategy, in 255ths.

    Read from the file on demand, unchecked."""
    origin: Origin

    def __init__(self, game: PokerGame, stored: StoredProbabilities, origin: Origin) -> None:
        self.definition, self.menu, self.cards = game.definition, game.menu, game.cards.identity
        self.recall, self.card_arrays = game.recall, card_arrays(game.cards)
        self.stored = _read_only(stored)
        self.origin = origin
        self._check_size(game)
        self.__dict__["game"] = game  # so that it is not compiled again

    @classmethod
    def from_parts(
        cls,
        *,
        definition: GameDefinition,
        menu: BetMenu,
        cards: CardIdentity,
        card_arrays: CardArrays,
        stored: StoredProbabilities,
        origin: Origin,
        recall: str = WHOLE_HAND,
    ) -> Strategy:
        """A strategy whose game is compiled when it is first needed."""
        strategy = cls.__new__(cls)
        strategy.definition, strategy.menu, strategy.cards = definition, menu, cards
        strategy.card_arrays, strategy.stored, strategy.origin = card_arrays, _read_only(stored), origin
        strategy.recall = recall
        return strategy

    def __repr__(self) -> str:
        cards = identity_text(self.cards)
        bets = "" if self.definition.is_limit else f", bets {self.menu}"
        made = f"{self.origin.algorithm}, {number_of(self.origin.iterations, 'iteration')}"
        return f"<Strategy for {self._name}: {made}; cards {cards}{bets}; {self.stored.size:,} probabilities>"

    @cached_property
    def game(self) -> PokerGame:
        """The solved game, compiled from its rules; raise StrategyError if the probabilities do not fit it."""
        cards = card_abstraction(self.definition, self.cards, self.card_arrays)
        game = abstract_game(cards, self.menu, recall=self.recall)
        self._check_size(game)
        return game

    @property
    def is_compact(self) -> bool:
        """Whether probabilities are stored in single bytes."""
        return self.stored.dtype == np.uint8

    @property
    def scale(self) -> float:
        """The factor that turns a stored value into a probability."""
        return 1 / WHOLE if self.is_compact else 1.0

    @property
    def has_buckets(self) -> bool:
        """Whether it was solved for an abstraction of the cards, in which hands that differ share a class."""
        return self.cards["kind"] != CardClasses.kind

    def compact(self, *, parts: int = WHOLE) -> Strategy:
        """The same strategy with probabilities in single bytes: 255ths, an eighth of the memory.

        They are rounded to `parts`, which must divide 255. The values and the exploitability of the new strategy are
        not those of the original, so the new origin has none.
        """
        cells = quantise(self.game, self.checked_probabilities(), parts=parts)
        return Strategy(self.game, cells, replace(self.origin, values=None, points=()))

    def with_origin(self, origin: Origin) -> Strategy:
        """The same probabilities with another origin."""
        return Strategy(self.game, self.stored, origin)

    def prepare(self) -> None:
        """Compile the game and load its cards now, so that the first look-up takes no longer than later ones.

        Raise StrategyError if the probabilities do not fit the game.
        """
        cards = deck(ranks=self.definition.ranks, suits=self.definition.suits)
        hand, rest = cards[: self.definition.hole_cards], cards[self.definition.hole_cards :]
        self.at(hand)
        for board_size in self.definition.board_sizes:
            self.game.cards.class_of(hand, rest[:board_size])

    def check_game(self, game: GameDefinition) -> None:
        """Raise StrategyError if the strategy is for a game with other rules."""
        difference = self._cached_difference(game)
        if difference:
            raise StrategyError(f"the strategy is for another game, {self._name}: {difference}")

    @overload
    def at(self, view: View, /, *, translation: Translation | None = None) -> dict[Action, float]: ...
    @overload
    def at(self, hole_cards: Cards, board: Cards = (), history: str | Sequence[Action] = ()) -> dict[Action, float]: ...
    def at(
        self,
        hole_cards: View | Cards,
        board: Cards = (),
        history: str | Sequence[Action] = (),
        *,
        translation: Translation | None = None,
    ) -> dict[Action, float]:
        """Probability of each action for the player to act: in a view, or with these cards after this betting.

        In a view, bets that are not in the bet menu are translated (see `railbird.abstraction.abstract_history`), by
        default by the randomised pseudo-harmonic mapping with seed 0, and the answer has legal actions of the real
        hand. Without a view, cards are numbers, or text such as "AhKh", and the history is actions of the solved game,
        or a betting string such as "cr/c".

        Raise StrategyError if the view is of another game, or if the stored values are not probabilities; GameError if
        the actions are not in the solved game, FormatError if the betting string is wrong, and CardError if the deck
        cannot deal the cards.
        """
        if isinstance(hole_cards, View):
            return self._at_view(hole_cards, translation or Translation())
        actions = read_betting(self.definition, history) if isinstance(history, str) else history
        decision = self.game.tree.decision_after(actions)
        probabilities = self._cached_look_up(decision, as_cards(hole_cards), as_cards(board))
        return dict(zip(self.game.tree.actions(decision), probabilities, strict=True))

    def _at_view(self, view: View, translation: Translation) -> dict[Action, float]:
        self.check_game(view.game)
        if view.acting != view.position:
            raise GameError(f"there is nothing to decide for position {view.position} in {view!r}")
        history = self.translated_history(view, translation)
        if history.decision is None:
            return {CALL: 1.0}
        answer: dict[Action, float] = {}
        probabilities = self.choice_probabilities(history.decision, view)
        for action, probability in zip(history.played_as, probabilities, strict=True):
            answer[action] = answer.get(action, 0.0) + probability
        return answer

    def translated_history(self, view: View, translation: Translation) -> AbstractHistory:
        """The betting of a view as the solved game sees it."""
        return self._translator.follow(view.actions, translation, hand=view.hand)

    def choice_probabilities(self, decision: int, view: View) -> Sequence[float]:
        """The probabilities of the choices at a decision of the tree, with the cards of a view."""
        return self._cached_look_up(decision, view.hole_cards, view.board)

    def table(self, *, street: int | None = None, history: str | None = None) -> pl.DataFrame:
        """All information sets as a table with a row for each choice; of one street or after one betting string only.

        Raise StrategyError if the table would have more than 5,000,000 rows.
        """
        from railbird.strategy.strategy_table import strategy_table

        return strategy_table(self, street=street, history=history)

    def checked_probabilities(self) -> NDArray[np.float64]:
        """All probabilities by cell; raise StrategyError if any information set has invalid probabilities."""
        stored, game = self.stored, self.game
        if self.is_compact:
            if not are_whole(game, stored):  # type: ignore[arg-type]
                raise self._damaged()
            return stored / WHOLE
        normalised = game.probabilities(stored)  # type: ignore[arg-type]
        if not np.allclose(normalised, stored, atol=_TOLERANCE) or stored.min() < 0:
            raise self._damaged()
        return stored.astype(np.float64)

    def probabilities_of(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probabilities of some cells, as they are stored."""
        values = self.stored[cells].astype(np.float64)
        return values / WHOLE if self.is_compact else values

    def checked_shares(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        """The same, of whole information sets: the last axis has the choices of one.

        Raise StrategyError if those of an information set are no probabilities.
        """
        shares = self.probabilities_of(cells)
        if shares.min() < 0 or not np.allclose(shares.sum(axis=-1), 1, atol=_TOLERANCE):
            raise self._damaged()
        return shares

    def first_cell(self, decision: int, hole_cards: Cards, board: Cards = ()) -> int:
        """The cell of the first choice at a decision of the tree with these cards."""
        tree = self.game.tree
        return self.game.layout.first_cell(
            player=int(tree.player[decision]),
            street=int(tree.street[decision]),
            card_class=self.game.cards.class_of(as_cards(hole_cards), as_cards(board)),
            slot=int(tree.slot[decision]),
        )

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
        self._check_cards(hole_cards, board, street=int(tree.street[decision]))
        first = self.first_cell(decision, hole_cards, board)
        choices = int(tree.first_edge[decision + 1] - tree.first_edge[decision])
        values: list[float] = self.stored[first : first + choices].tolist()
        if self.is_compact:
            is_valid = sum(values) == WHOLE
            values = [value / WHOLE for value in values]
        else:
            is_valid = min(values) >= 0 and abs(sum(values) - 1) <= _TOLERANCE
        if not is_valid:
            actions = tree.actions_to(decision)
            after = f" after {', '.join(map(str, actions))}" if actions else ""
            raise StrategyError(
                f"{self._name}: the probabilities of {format_cards(hole_cards)} on {format_cards(board) or 'no board'}"
                f"{after} are {values}, which are below 0 or do not add up to 1: the strategy is damaged"
            )
        return values

    def _check_cards(self, hole_cards: tuple[Card, ...], board: tuple[Card, ...], *, street: int) -> None:
        check_distinct([*hole_cards, *board])
        wanted = self.definition.hole_cards, self.definition.board_sizes[street]
        if (len(hole_cards), len(board)) != wanted:
            raise CardError(
                f"{format_cards(hole_cards)} on {format_cards(board) or 'no board'}: "
                f"in round {street + 1} of {self._name} a hand has {number_of(wanted[0], 'card')}, "
                f"and the board {wanted[1]}"
            )

    def _check_size(self, game: PokerGame) -> None:
        if self.stored.shape != (game.layout.count,):
            raise StrategyError(
                f"a strategy of {self.stored.size:,} probabilities for {self._name}: its game has {game.layout.count:,}"
            )

    def _damaged(self) -> StrategyError:
        return StrategyError(f"the strategy for {self._name} is damaged: its probabilities do not add up to 1")

    @property
    def _name(self) -> str:
        return self.definition.name or "an unnamed game"


def _difference(known: GameDefinition, asked: GameDefinition) -> str:
    """The first rule that differs between two games; empty if they differ at most in their names."""
    if known.players != asked.players:
        return f"{known.players} players there, {asked.players} here"
    for rule in fields(known):
        there, here = getattr(known, rule.name), getattr(asked, rule.name)
        if rule.name != "name" and there != here:
            return f"{rule.name.replace('_', ' ')} {there} there, {here} here"
    return ""


def _read_only(stored: StoredProbabilities) -> StoredProbabilities:
    """As from a file, so that kernels are not compiled for strategies in memory as well."""
    view = stored.view()
    view.flags.writeable = False
    return view
