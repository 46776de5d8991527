"""The kinds of buckets that can be made by name, each with its usual numbers of buckets."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Protocol

from railbird.abstraction.board_hand import BoardHandBuckets
from railbird.abstraction.board_hand.board_hand_buckets import KIND as BOARD_HAND
from railbird.abstraction.board_hand.board_hand_buckets import USUAL_BOARDS, USUAL_HANDS
from railbird.abstraction.card_abstraction import CardAbstraction
from railbird.abstraction.equity_chain import EquityBuckets
from railbird.abstraction.equity_chain.chain_counts import SHIPPED_CHAINS
from railbird.abstraction.equity_chain.equity_buckets import KIND as EQUITY
from railbird.abstraction.k_means import KMeansBuckets
from railbird.abstraction.k_means.k_means_buckets import KIND as K_MEANS
from railbird.abstraction.k_means.k_means_buckets import USUAL_BUCKETS
from railbird.abstraction.percentile import PercentileBuckets
from railbird.abstraction.percentile.borders import SHIPPED
from railbird.abstraction.percentile.percentile_buckets import KIND as PERCENTILE
from railbird.abstraction.street_classes.rule_files import shipped_names
from railbird.abstraction.street_classes.street_buckets import USUAL_SEED
from railbird.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.abstraction.build_cost import BuildCost
    from railbird.games import GameDefinition
    from railbird.progress import Progress

    Counts = tuple[int, ...]


class BuildableAbstraction(CardAbstraction, Protocol):
    """A card abstraction with tables that are built once and stored."""

    @property
    def title(self) -> str:
        """The kind and the parameters as text."""

    @property
    def is_ready(self) -> bool:
        """Whether hands can be classified without building anything."""

    def build_cost(self) -> BuildCost:
        """What is left to build."""

    def build(self, progress: Progress) -> None:
        """Build and store what is missing."""


@dataclass(frozen=True, kw_only=True)
class BucketOptions:
    """Parameters of buckets; None for the usual ones."""

    buckets: Counts | None = None
    """Number of buckets in each round, or of hand buckets on the flop, the turn and the river."""
    boards: Counts | None = None
    """Number of board buckets on the flop, the turn and the river."""
    seed: int | None = None


@dataclass(frozen=True)
class BucketKind:
    """A kind of buckets."""

    name: str
    summary: str
    options: tuple[str, ...]
    """The names of its options."""
    make: Callable[[GameDefinition, BucketOptions], BuildableAbstraction]
    shipped: tuple[str, ...]
    """Names of buckets of hold'em that are ready for use."""


def _percentile(game: GameDefinition, options: BucketOptions) -> PercentileBuckets:
    return PercentileBuckets(game, (10,) * game.rounds if options.buckets is None else options.buckets)


def _equity(game: GameDefinition, options: BucketOptions) -> EquityBuckets:
    return EquityBuckets(game, (256, 256, 256) if options.buckets is None else options.buckets)


def _k_means(game: GameDefinition, options: BucketOptions) -> KMeansBuckets:
    return KMeansBuckets(game, options.buckets or USUAL_BUCKETS, seed=_seed(options))


def _board_hand(game: GameDefinition, options: BucketOptions) -> BoardHandBuckets:
    boards, hands = options.boards or USUAL_BOARDS, options.buckets or USUAL_HANDS
    return BoardHandBuckets(game, boards, hands, seed=_seed(options))


def _seed(options: BucketOptions) -> int:
    return USUAL_SEED if options.seed is None else options.seed


_KINDS = (
    BucketKind(
        PERCENTILE,
        "nested equal parts by E[HS^2], perfect recall",
        ("buckets",),
        _percentile,
        tuple(",".join(map(str, buckets)) for buckets in SHIPPED),
    ),
    BucketKind(
        EQUITY,
        "169 hands, then equal parts by E[HS] on flop, turn and river, imperfect recall",
        ("buckets",),
        _equity,
        tuple(",".join(map(str, buckets)) for buckets in SHIPPED_CHAINS),
    ),
    BucketKind(
        K_MEANS,
        "clusters by the distribution of strength on the river, imperfect recall",
        ("buckets", "seed"),
        _k_means,
        shipped_names(K_MEANS),
    ),
    BucketKind(
        BOARD_HAND,
        "clusters of boards times equal parts by E[HS^2], imperfect recall",
        ("buckets", "boards", "seed"),
        _board_hand,
        shipped_names(BOARD_HAND),
    ),
)
BUCKET_KINDS = {kind.name: kind for kind in _KINDS}
"""By name."""


def make_buckets(
    kind: str,
    game: GameDefinition,
    buckets: Counts | None = None,
    *,
    boards: Counts | None = None,
    seed: int | None = None,
) -> BuildableAbstraction:
    """The buckets of a kind; raise GameError if there is no such kind, or if it does not have one of the options."""
    if kind not in BUCKET_KINDS:
        close = get_close_matches(kind, BUCKET_KINDS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(BUCKET_KINDS)}"
        raise GameError(f"no kind of buckets is called {kind!r}: {hint}")
    chosen, options = BUCKET_KINDS[kind], BucketOptions(buckets=buckets, boards=boards, seed=seed)
    for name, value in vars(options).items():
        if value is not None and name not in chosen.options:
            raise GameError(f"{kind} buckets have no {name}: their options are {', '.join(chosen.options)}")
    return chosen.make(game, options)
