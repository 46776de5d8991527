"""The kinds of buckets, each with its options, its usual numbers of buckets, and those that come with the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from railbird.abstraction.board_hand.board_hand_buckets import (
    USUAL_BOARDS,
    USUAL_HANDS,
    BoardHandBuckets,
    board_hand_buckets,
)
from railbird.abstraction.card_abstraction import CardAbstraction
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.equity_chain.chain_counts import CHAIN_FILES
from railbird.abstraction.equity_chain.equity_buckets import USUAL_PARTS, EquityBuckets, equity_buckets
from railbird.abstraction.k_means.k_means_buckets import USUAL_BUCKETS, KMeansBuckets, k_means_buckets
from railbird.abstraction.percentile.borders import BORDER_FILES
from railbird.abstraction.percentile.percentile_buckets import PercentileBuckets, percentile_buckets
from railbird.abstraction.street_classes.rule_files import shipped_names
from railbird.abstraction.street_classes.street_buckets import USUAL_SEED
from railbird.errors import GameError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.card_abstraction import CardArrays, CardIdentity
    from railbird.games import GameDefinition
    from railbird.progress import Progress

    Counts = tuple[int, ...]

Builder: TypeAlias = "Callable[[GameDefinition, CardIdentity, CardArrays], CardAbstraction]"
"""Builds the abstraction of a game with the parameters of an identity, and with the arrays beside it in a file."""


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


@dataclass(frozen=True, kw_only=True)
class BucketKind:
    """A kind of buckets."""

    name: str
    summary: str
    options: tuple[str, ...]
    """The names of its options."""
    make: Callable[[GameDefinition, BucketOptions], BuildableAbstraction]
    from_identity: Builder
    shipped: tuple[str, ...]
    """Names of buckets of hold'em that come with the package."""


def _percentile(game: GameDefinition, options: BucketOptions) -> PercentileBuckets:
    return PercentileBuckets(game, (10,) * game.rounds if options.buckets is None else options.buckets)


def _equity(game: GameDefinition, options: BucketOptions) -> EquityBuckets:
    return EquityBuckets(game, USUAL_PARTS if options.buckets is None else options.buckets)


def _k_means(game: GameDefinition, options: BucketOptions) -> KMeansBuckets:
    return KMeansBuckets(game, USUAL_BUCKETS if options.buckets is None else options.buckets, seed=_seed(options))


def _board_hand(game: GameDefinition, options: BucketOptions) -> BoardHandBuckets:
    boards = USUAL_BOARDS if options.boards is None else options.boards
    hands = USUAL_HANDS if options.buckets is None else options.buckets
    return BoardHandBuckets(game, boards, hands, seed=_seed(options))


def _seed(options: BucketOptions) -> int:
    return USUAL_SEED if options.seed is None else options.seed


def _listed(counts: tuple[Counts, ...]) -> tuple[str, ...]:
    return tuple(",".join(map(str, buckets)) for buckets in counts)


_KINDS = (
    BucketKind(
        name=PercentileBuckets.kind,
        summary="nested equal parts by E[HS^2], perfect recall",
        options=("buckets",),
        make=_percentile,
        from_identity=percentile_buckets,
        shipped=_listed(BORDER_FILES.shipped),
    ),
    BucketKind(
        name=EquityBuckets.kind,
        summary="169 hands, then equal parts by E[HS] on flop, turn and river, imperfect recall",
        options=("buckets",),
        make=_equity,
        from_identity=equity_buckets,
        shipped=_listed(CHAIN_FILES.shipped),
    ),
    BucketKind(
        name=KMeansBuckets.kind,
        summary="clusters by the distribution of strength on the river, imperfect recall",
        options=("buckets", "seed"),
        make=_k_means,
        from_identity=k_means_buckets,
        shipped=shipped_names(KMeansBuckets.kind),
    ),
    BucketKind(
        name=BoardHandBuckets.kind,
        summary="clusters of boards times equal parts by E[HS^2], imperfect recall",
        options=("buckets", "boards", "seed"),
        make=_board_hand,
        from_identity=board_hand_buckets,
        shipped=shipped_names(BoardHandBuckets.kind),
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
        raise GameError(f"no kind of buckets is called {kind!r}: {nearest(kind, BUCKET_KINDS)}")
    chosen, options = BUCKET_KINDS[kind], BucketOptions(buckets=buckets, boards=boards, seed=seed)
    for name, value in vars(options).items():
        if value is not None and name not in chosen.options:
            raise GameError(f"{kind} buckets have no {name}: their options are {', '.join(chosen.options)}")
    return chosen.make(game, options)


def make_cards(
    kind: str,
    game: GameDefinition,
    buckets: Counts | None = None,
    *,
    boards: Counts | None = None,
    seed: int | None = None,
) -> CardAbstraction:
    """The card abstraction of a kind: `suits`, which loses nothing, or a kind of buckets with its options."""
    kinds = (CardClasses.kind, *BUCKET_KINDS)
    if kind not in kinds:
        raise GameError(f"no card abstraction is called {kind!r}: {nearest(kind, kinds)}")
    if kind != CardClasses.kind:
        return make_buckets(kind, game, buckets, boards=boards, seed=seed)
    if any(option is not None for option in (buckets, boards, seed)):
        raise GameError(f"cards {kind} have no buckets: name a kind of buckets, such as {PercentileBuckets.kind}")
    return CardClasses(game)
