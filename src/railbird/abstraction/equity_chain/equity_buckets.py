"""Buckets by winning chances: the 169 hands before the flop, then equal parts of all hands by E[HS]."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from railbird.abstraction.bucket_parameters import check_identity, checked_counts, not_built
from railbird.abstraction.card_abstraction import identity_text
from railbird.abstraction.equity_chain import _kernels
from railbird.abstraction.equity_chain.chain_building import buckets_of, chain_cost, open_chain
from railbird.abstraction.equity_chain.chain_counts import CHAIN_FILES, VERSION
from railbird.abstraction.hand_values import BEST_SCORE, hand_value, open_hand_values, values_cost
from railbird.abstraction.street_classes.class_tables import ClassTables
from railbird.abstraction.street_classes.street_deals import StreetBoards, StreetDeals
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND, RIVER, index_tables
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.card_checks import check_hand_and_board
from railbird.errors import GameError
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.card_abstraction import CardArrays, CardIdentity
    from railbird.abstraction.equity_chain.chain_counts import ChainCounts
    from railbird.abstraction.hand_values import HandValues
    from railbird.abstraction.joint import JointTables
    from railbird.cards import Card
    from railbird.games import GameDefinition
    from railbird.progress import Progress

USUAL_PARTS = (256, 256, 256)
"""Number of buckets on flop, turn and river."""
_CACHE_SIZE = 16_384
_MOST_BUCKETS = 5_000


class EquityBuckets:
    """Buckets by winning chances (Dudziak, Using fictitious play to find pseudo-optimal solutions, 2006).

    Before the flop every hand is a bucket of its own, up to suits. On flop, turn and river all hands on all boards are
    split into equal parts by E[HS], the equity against one random hand. A bucket says nothing of the rounds before, so
    the abstraction has imperfect recall. Its joint tables replace the cards: each player's buckets are a Markov chain
    with general transition probabilities, independent of the opponent's, and at the showdown two buckets have an
    expected result.
    """

    kind: ClassVar[str] = "equity"
    """Name of the abstraction."""
    has_perfect_recall = False
    enumeration = None

    def __init__(self, game: GameDefinition, buckets: Sequence[int] = USUAL_PARTS) -> None:
        self.game = game
        self.buckets = tuple(buckets)
        """Number of buckets on flop, turn and river."""
        if not game.is_holdem:
            raise GameError(f"{game.name or 'the game'}: equity buckets are for hold'em with 52 cards and four rounds")
        if len(self.buckets) != len(USUAL_PARTS) or not all(
            type(parts) is int and 1 <= parts <= _MOST_BUCKETS for parts in self.buckets
        ):
            raise GameError(
                f"buckets {', '.join(map(str, self.buckets))}: give a whole number from 1 to {_MOST_BUCKETS:,} for "
                "flop, turn and river each, such as 256,256,256"
            )

    @property
    def title(self) -> str:
        """The kind and the parameters as text."""
        return identity_text(self.identity)

    @property
    def is_ready(self) -> bool:
        """Whether hands can be classified without building anything."""
        return CHAIN_FILES.exist(self.buckets)

    @property
    def identity(self) -> CardIdentity:
        """`{"kind": "equity", "buckets": [256, 256, 256], "version": 1}`."""
        return {"kind": self.kind, "buckets": list(self.buckets), "version": VERSION}

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of buckets in each round."""
        return HAND.size, *self.buckets

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The bucket of a hand on a board."""
        hand, cards = tuple(hole_cards), tuple(board)
        check_hand_and_board(hand, cards)
        if not cards:
            return HAND.index(hand)
        return int(np.searchsorted(self._borders(len(cards)), _score(hand, cards), side="right"))

    def classes_on(self, board: Sequence[Card]) -> NDArray[np.int64]:
        """By number of the hand, 0 to 1,325: its bucket on a flop, turn or river; -1 if it shares a card with it."""
        sums = _board_scores(tuple(board))
        buckets = np.searchsorted(self._borders(len(board)), sums, side="right")
        return np.where(sums < 0, -1, buckets)

    def deals(self) -> StreetDeals:
        """A source of random deals; builds what is missing."""
        return StreetDeals(chain_class_tables(self.chain(), open_hand_values()))

    def boards(self) -> StreetBoards:
        """A source of random boards; builds what is missing."""
        return StreetBoards(chain_class_tables(self.chain(), open_hand_values()))

    def joint_tables(self, progress: Progress | None = None) -> JointTables:
        """The tables of two independent Markov chains of buckets; builds what is missing."""
        return self.chain(progress).joint_tables()

    def chain(self, progress: Progress | None = None) -> ChainCounts:
        """The borders of the buckets and the counts of transitions; builds what is missing."""
        return open_chain(self.buckets, Silence() if progress is None else progress)

    def joint_cost(self) -> BuildCost:
        """What is left to build for `joint_tables`."""
        cost = chain_cost(self.buckets)
        return values_cost() + cost if cost.memory else cost

    def build_cost(self) -> BuildCost:
        """What is left to build."""
        return values_cost() + chain_cost(self.buckets)

    def build(self, progress: Progress | None = None) -> None:
        """Build and store what is missing."""
        open_hand_values(progress)
        self.chain(progress)

    def _borders(self, board_cards: int) -> NDArray[np.int64]:
        return self._borders_by_round[board_cards - 3]

    @cached_property
    def _borders_by_round(self) -> tuple[NDArray[np.int64], ...]:
        chain = self.chain()
        return chain.flop_borders, chain.turn_borders, chain.river_borders


@lru_cache(_CACHE_SIZE)
def _score(hand: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    return hand_value(hand, board).scores


@lru_cache(maxsize=256)
def _board_scores(board: tuple[Card, ...]) -> NDArray[np.int64]:
    """By number of the hand: its scores over all run-outs; -1 if it shares a card with the board."""
    sums = np.full(len(HAND_CARDS), 0, dtype=np.int64)
    _kernels.add_board_scores(np.array(board, dtype=np.uint8), strength_tables(7), sums)
    sums[np.isin(HAND_CARDS, board).any(axis=1)] = -1
    sums.setflags(write=False)
    return sums


def chain_class_tables(chain: ChainCounts, values: HandValues) -> ClassTables:
    """The tables in which the buckets of deals and boards are looked up."""
    return ClassTables(
        hand_classes=HAND.indices(HAND_CARDS).astype(np.uint16),
        flop_classes=buckets_of(values.flop_scores, chain.flop_borders),
        turn_classes=buckets_of(values.turn_scores, chain.turn_borders),
        river_scores=values.river_scores,
        river_boards=np.zeros(RIVER.size, dtype=np.uint16),
        river_classes=buckets_of(np.arange(BEST_SCORE + 1), chain.river_borders)[None],
        boards=index_tables(0, 5),
    )


def equity_buckets(game: GameDefinition, identity: CardIdentity, _: CardArrays) -> EquityBuckets:
    """The buckets of an identity; raise GameError if they are of another version, not of this game, or not built."""
    check_identity(identity, names=("buckets",), version=VERSION)
    buckets = checked_counts(identity["buckets"], name="equity buckets", example=USUAL_PARTS)
    cards = EquityBuckets(game, buckets)
    if not cards.is_ready:
        raise not_built(cards.identity)
    return cards
