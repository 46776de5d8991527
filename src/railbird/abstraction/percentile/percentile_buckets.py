"""Percentile buckets: nested equal parts by E[HS^2], with perfect recall."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING, ClassVar

from railbird.abstraction.bucket_parameters import check_identity, checked_counts, not_built
from railbird.abstraction.card_abstraction import identity_text
from railbird.abstraction.card_counts import board_counts, hand_count
from railbird.abstraction.percentile.borders import BORDER_FILES, VERSION
from railbird.abstraction.percentile.enumerated_buckets import EnumeratedBuckets
from railbird.abstraction.percentile.holdem_buckets import HoldemBuckets
from railbird.errors import GameError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.card_abstraction import BoardSource, CardArrays, CardIdentity, DealSource
    from railbird.abstraction.card_enumeration import CardEnumeration
    from railbird.abstraction.joint import JointTables
    from railbird.cards import Card
    from railbird.games import GameDefinition
    from railbird.progress import Progress

_MOST_CLASSES = 2**31 - 1
_MOST_HANDS_ON_BOARDS = 30_000_000


class PercentileBuckets:
    """Nested percentile buckets by E[HS^2] (Zinkevich et al. 2007, section 4.1).

    In each round, the hands of every bucket sequence of the round before are split into equal parts by E[HS^2], the
    expected square of hand strength on the last round against one random hand, ties counting half. Each sequence of
    cards counts once. Hands of equal value share a bucket. A class is a bucket sequence: with ten buckets in every
    round, hand and flop in buckets 3 and 7 (counted from 0) are in class 37.

    In hold'em the usual numbers of buckets come with the package; others are built by `build` and stored. In
    games with few cards the buckets are computed from the enumeration of the cards.
    """

    kind: ClassVar[str] = "percentile"
    """Name of the abstraction."""
    has_perfect_recall = True

    def __init__(self, game: GameDefinition, buckets: Sequence[int] = (10, 10, 10, 10)) -> None:
        self.game = game
        self.buckets = tuple(buckets)
        """Number of buckets in each round, within a bucket sequence of the round before."""
        self._check_buckets()
        self._cards = HoldemBuckets(self.buckets) if game.is_holdem else EnumeratedBuckets(game, self.buckets)

    @property
    def title(self) -> str:
        """The kind and the parameters as text."""
        return identity_text(self.identity)

    @property
    def is_ready(self) -> bool:
        """Whether hands can be classified without building anything."""
        return not self.game.is_holdem or BORDER_FILES.exist(self.buckets)

    @property
    def identity(self) -> CardIdentity:
        """`{"kind": "percentile", "buckets": [10, 10, 10, 10], "version": 1}`."""
        return {"kind": self.kind, "buckets": list(self.buckets), "version": VERSION}

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Number of classes in each round: 10, 100, 1,000 and 10,000 with ten buckets in every round."""
        return tuple(accumulate(self.buckets, mul))

    @property
    def enumeration(self) -> CardEnumeration | None:
        """All boards with the class of every hand on them; None in hold'em with 52 cards."""
        return self._cards.enumeration

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand on a board, in the order in which it was dealt."""
        return self._cards.class_of(hole_cards, board)

    def deals(self) -> DealSource:
        """A source of random deals; builds what is missing."""
        return self._cards.deals()

    def boards(self) -> BoardSource:
        """A source of random boards; builds what is missing."""
        return self._cards.boards()

    def build_cost(self) -> BuildCost:
        """What is left to build."""
        return self._cards.build_cost()

    def build(self, progress: Progress | None = None) -> None:
        """Build and store what is missing."""
        self._cards.build(Silence() if progress is None else progress)

    def joint_cost(self) -> BuildCost:
        """What is left to build for `joint_tables`."""
        return self._cards.joint_cost()

    def joint_tables(self, progress: Progress | None = None) -> JointTables:
        """The joint tables of two players' bucket sequences; builds what is missing."""
        return self._cards.joint_tables(Silence() if progress is None else progress)

    def _check_buckets(self) -> None:
        game, name = self.game, self.game.name or "the game"
        if not all(type(parts) is int and parts >= 1 for parts in self.buckets) or len(self.buckets) != game.rounds:
            raise GameError(
                f"buckets {', '.join(map(str, self.buckets))}: {name} has {game.rounds} rounds; "
                f"give a whole number of at least 1 for each, such as {','.join(['10'] * game.rounds)}"
            )
        if self.counts[-1] > _MOST_CLASSES:
            raise GameError(
                f"{identity_text(self.identity)} has {self.counts[-1]:,} bucket sequences: at most {_MOST_CLASSES:,}"
            )
        listed = board_counts(game)[-1] * hand_count(game)
        if not game.is_holdem and listed > _MOST_HANDS_ON_BOARDS:
            raise GameError(
                f"{name} has {listed:,} hands on boards: percentile buckets are for hold'em with 52 cards and four "
                f"rounds, and for games with at most {_MOST_HANDS_ON_BOARDS:,}"
            )


def percentile_buckets(game: GameDefinition, identity: CardIdentity, _: CardArrays) -> PercentileBuckets:
    """The buckets of an identity; raise GameError if they are of another version, not of this game, or not built."""
    check_identity(identity, names=("buckets",), version=VERSION)
    buckets = checked_counts(identity["buckets"], name="percentile buckets", example=(10,) * game.rounds)
    cards = PercentileBuckets(game, buckets)
    if not cards.is_ready:
        raise not_built(cards.identity)
    return cards
