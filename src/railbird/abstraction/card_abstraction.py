"""The protocol of card abstractions, which group the hands and boards of a game into classes.

In each round, a player knows the class of the hand and the board, and nothing else about the cards. Suit classes
(`card_classes`) merge only hands and boards that are the same up to suits. Buckets merge similar hands; if a bucket
does not determine the buckets of the earlier rounds, the abstraction has imperfect recall.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.board_draws import BoardBatch
    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.cards import Card
    from railbird.games import GameDefinition

CardIdentity: TypeAlias = Mapping[str, object]
"""Identity of a card abstraction in files: its `kind`, and its parameters as JSON values."""


class DealSource(Protocol):
    """A source of random deals."""

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        """Fill a batch with classes by deal, player and round, and with the order of strengths by deal.

        The order is that of `_kernels.order_of`. Deals are drawn from the state in sequence, so that the size of a
        batch makes no difference.
        """


class BoardSource(Protocol):
    """A source of random boards with all hands that can be held on them."""

    @property
    def hands(self) -> int:
        """Number of hands on a board of the last round."""

    def draw(self, state: NDArray[np.uint64], boards: BoardBatch) -> None:
        """Fill a batch with boards of the last round.

        Boards are drawn from the state in sequence, so that the size of a batch makes no difference.
        """


class CardAbstraction(Protocol):
    """The classes of hands and boards of a game.

    Sampling solvers need the number of classes and the deals; public chance sampling needs boards. Exact solvers also
    need perfect recall and the enumeration, and reject other abstractions.
    """

    @property
    def game(self) -> GameDefinition:
        """The game of the abstraction."""

    @property
    def identity(self) -> CardIdentity:
        """Identity of the abstraction in files; for a given game, the same identity means the same classes."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of classes in each round."""

    @property
    def has_perfect_recall(self) -> bool:
        """Whether a class determines the classes of the earlier rounds."""

    @property
    def enumeration(self) -> CardEnumeration | None:
        """All boards with the class of every hand on them; None if there are too many to list."""

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand and a board; raise CardError if the game never deals these cards."""

    def deals(self) -> DealSource:
        """A source of random deals."""


class HasBoards(CardAbstraction, Protocol):
    """A card abstraction whose boards can be drawn with all hands on them."""

    def boards(self) -> BoardSource:
        """A source of random boards."""


def has_boards(cards: CardAbstraction | None) -> TypeGuard[HasBoards]:
    """Whether the boards of a card abstraction can be drawn with all hands on them."""
    return hasattr(cards, "boards")


def identity_text(identity: CardIdentity) -> str:
    """An identity as text, such as `buckets(count=10)`."""
    parameters = ", ".join(f"{name}={value}" for name, value in identity.items() if name != "kind")
    return f"{identity.get('kind')}({parameters})" if parameters else str(identity.get("kind"))
