"""What solvers and strategies need to know of the cards of a game: one protocol for all ways to put them into classes.

A class of a round is what a player can tell of the own hand and the board in it. Suit classes (`card_classes`) merge
only what is the same up to suits. Buckets merge hands that are alike; if a bucket of one round does not determine the
buckets of the rounds before, the player forgets something, and the abstraction has imperfect recall.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.cards import Card
    from railbird.games import GameDefinition

CardIdentity: TypeAlias = Mapping[str, object]
"""The name of a card abstraction in files: its `kind`, and parameters as JSON has them."""


class DealSource(Protocol):
    """Draws deals at random."""

    def deal(self, state: NDArray[np.uint64], *, classes: NDArray[np.int32], order: NDArray[np.int32]) -> None:
        """Fill a batch: by deal, player and round the class, and by deal the order of strengths.

        The order is that of `_kernels.order_of`. Deals are drawn from the state one after the other, so that the size
        of a batch makes no difference.
        """


class CardAbstraction(Protocol):
    """The classes of hands and boards of a game.

    Solvers that sample deals need the number of classes and the deals. Solvers that look at every deal need perfect
    recall and the enumeration as well, and refuse other abstractions.
    """

    @property
    def game(self) -> GameDefinition:
        """The game whose cards these are."""

    @property
    def identity(self) -> CardIdentity:
        """The name by which files refer to it; for one game, the same identity means the same classes."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of classes in each round."""

    @property
    def has_perfect_recall(self) -> bool:
        """Whether a class determines the classes of the rounds before it."""

    @property
    def enumeration(self) -> CardEnumeration | None:
        """All boards with the class of every hand on them; None where they are too many to be listed."""

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand and a board, in the round that shows this board; a CardError if it is never dealt."""

    def deals(self) -> DealSource:
        """A source of random deals."""


def identity_text(identity: CardIdentity) -> str:
    """An identity for people: `buckets(count=10)`."""
    parameters = ", ".join(f"{name}={value}" for name, value in identity.items() if name != "kind")
    return f"{identity.get('kind')}({parameters})" if parameters else str(identity.get("kind"))
