"""Card abstractions of hold'em with imperfect recall: classes from rules or from tables, files, and deals."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from railbird.abstraction.bucket_parameters import build_command, not_built
from railbird.abstraction.card_abstraction import identity_text
from railbird.abstraction.clustering import MOST_CLUSTERS
from railbird.abstraction.hand_values import hand_value_function, open_hand_values, values_cost
from railbird.abstraction.street_classes.bucket_rules import BucketRules
from railbird.abstraction.street_classes.river_borders import classes_by_score
from railbird.abstraction.street_classes.rule_files import (
    content_of,
    load_arrays,
    load_classes,
    rules_path,
    store_arrays,
    store_classes,
)
from railbird.abstraction.street_classes.street_deals import StreetBoards, StreetDeals, class_tables
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_RIVER, HAND_TURN, RIVER
from railbird.equity.card_checks import check_hand_and_board
from railbird.errors import GameError, TableError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.card_abstraction import CardArrays, CardIdentity
    from railbird.abstraction.hand_values import HandValue
    from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
    from railbird.abstraction.street_classes.class_tables import ClassTables
    from railbird.cards import Card
    from railbird.games import GameDefinition
    from railbird.progress import Progress

Rules = TypeVar("Rules", bound=BucketRules)
USUAL_SEED = 1
_CACHE_SIZE = 16_384
_INDICES = {0: HAND, 3: HAND_FLOP, 4: HAND_TURN, 5: HAND_RIVER}
_log = logging.getLogger(__name__)


class StreetBuckets(ABC, Generic[Rules]):
    """Buckets of hold'em with 52 cards that depend only on the hand and the board of the current round.

    The rules suffice to classify a hand, in less than a millisecond; the tables of `build` make it faster.
    """

    kind: ClassVar[str]
    """Name of the abstraction."""
    has_perfect_recall = False
    enumeration = None

    def __init__(self, game: GameDefinition, parameters: CardIdentity, *, name: str, counts: Sequence[int]) -> None:
        self.game = game
        self.parameters = dict(parameters)
        """The kind, the parameters and the version of the buckets, which determine them."""
        self.name = name
        """The name of their files."""
        self.counts = tuple(counts)
        """Number of classes in each round."""
        if not game.is_holdem:
            raise GameError(f"{self.title} of {game.name or 'a game'}: they are for hold'em with 52 cards")
        if max(self.counts) > MOST_CLUSTERS:
            raise GameError(f"{self.title} has {max(self.counts):,} classes in a round: at most {MOST_CLUSTERS:,}")

    @property
    def title(self) -> str:
        """The kind and the parameters as text."""
        return identity_text(self.parameters)

    @property
    def is_ready(self) -> bool:
        """Whether hands can be classified without building anything; damaged rules have to be built again."""
        try:
            return self.rules is not None
        except GameError:
            return False

    @property
    def identity(self) -> CardIdentity:
        """The parameters, and the content hash of the rules."""
        return {**self.parameters, "content": content_of(self.arrays)}

    @property
    def arrays(self) -> CardArrays:
        """The small arrays that classify every hand; a strategy carries them in its file."""
        return vars(self.rules)

    @cached_property
    def rules(self) -> Rules:
        """The rules: given, shipped, or stored; raise GameError if they have not been built."""
        return self._rules_from(None)

    def with_rules(self, content: object, arrays: CardArrays) -> Self:
        """These buckets with the rules of a file, or those of this machine if the file has none.

        Raise GameError if there are none, or if their content is not the one wanted.
        """
        self.__dict__["rules"] = self._rules_from(arrays)
        found = content_of(self.arrays)
        if found != content:
            raise GameError(f"{self.title} has the content {found} here, but {content} is wanted")
        return self

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand on a board."""
        hand, cards = tuple(hole_cards), tuple(board)
        if len(hand) != 2 or len(cards) not in _INDICES:
            check_hand_and_board(hand, cards)
        index = _INDICES[len(cards)].index((*hand, *cards))
        if not cards:
            return int(self.rules.hand_classes[index])
        if len(cards) == 5:
            boards, classes = self._river_tables
            return int(classes[boards[RIVER.index(cards)], self._value_of(hand, cards).scores])
        if self._stored_classes is None:
            return self._computed_class(hand, cards)
        return int((self._stored_classes.flop if len(cards) == 3 else self._stored_classes.turn)[index])

    def deals(self) -> StreetDeals:
        """A source of random deals; builds the tables of classes and hand values if they are missing."""
        return StreetDeals(self._class_tables())

    def boards(self) -> StreetBoards:
        """A source of random boards; builds the tables of classes and hand values if they are missing."""
        return StreetBoards(self._class_tables())

    def build_cost(self) -> BuildCost:
        """What is left to build."""
        cost = values_cost()
        if not self.is_ready:
            return cost + self._building_cost(with_rules=True)
        return cost if self._stored_classes is not None else cost + self._building_cost(with_rules=False)

    def build(self, progress: Progress | None = None) -> None:
        """Build and store what is missing."""
        progress = Silence() if progress is None else progress
        open_hand_values(progress)
        if "rules" not in self.__dict__:
            self.__dict__["rules"] = self._open_rules(progress)
        self._open_classes(progress)

    @abstractmethod
    def _rules_of(self, arrays: CardArrays) -> Rules:
        """The rules of these arrays; raise TableError if they are not those of the buckets."""

    @abstractmethod
    def build_rules(self, progress: Progress) -> tuple[Rules, EarlyClasses]:
        """Build the rules, and the classes on the flop and the turn, whatever is stored."""

    @abstractmethod
    def _building_cost(self, *, with_rules: bool) -> BuildCost:
        """What building takes: all, or only the classes on the flop and the turn."""

    def _rules_from(self, given: CardArrays | None) -> Rules:
        """The rules of given arrays, or those of this machine."""
        try:
            arrays = given or load_arrays(self.name, self.parameters)
            if arrays is None:
                raise not_built(self.parameters)
            return self._rules_of(arrays)
        except TableError as error:
            again = "" if given else f"; `{build_command(self.parameters)}` builds it again"
            raise GameError(f"{self.title}: {error}{again}") from None

    def _open_rules(self, progress: Progress) -> Rules:
        try:
            arrays = load_arrays(self.name, self.parameters)
            if arrays is not None:
                return self._rules_of(arrays)
        except TableError as error:
            _log.warning("%s; building it again", error)
        self._building_cost(with_rules=True).check_memory(self.title)
        rules, classes = self.build_rules(progress)
        store_arrays(rules_path(self.name), self.parameters, vars(rules))
        store_classes(self.name, content_of(vars(rules)), classes)
        return rules

    def _open_classes(self, progress: Progress) -> EarlyClasses:
        if self._stored_classes is None:
            self._building_cost(with_rules=False).check_memory(self.title)
            store_classes(self.name, content_of(self.arrays), self.rules.early_classes(progress))
            del self.__dict__["_stored_classes"]
        if self._stored_classes is None:
            raise TableError(f"the classes of {self.title} were removed while they were written")
        return self._stored_classes

    def _class_tables(self) -> ClassTables:
        return class_tables(self.rules, self._open_classes(Silence()), open_hand_values())

    @cached_property
    def _stored_classes(self) -> EarlyClasses | None:
        """The classes on the flop and the turn, if they have been built."""
        try:
            return load_classes(self.name, content_of(self.arrays))
        except TableError as error:
            _log.warning("%s; computing instead. `railbird abstract build` builds it again", error)
            return None

    @cached_property
    def _computed_class(self) -> Callable[[tuple[Card, ...], tuple[Card, ...]], int]:
        """The class on the flop or the turn; a player asks for it at every decision of the round."""
        return lru_cache(_CACHE_SIZE)(self.rules.early_class)

    @cached_property
    def _river_tables(self) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """The buckets of river boards, and the classes by bucket and score."""
        return self.rules.board_buckets, classes_by_score(self.rules.borders)

    @cached_property
    def _value_of(self) -> Callable[[tuple[Card, ...], tuple[Card, ...]], HandValue]:
        """The value of a hand, from the tables if they have been built."""
        return hand_value_function()
