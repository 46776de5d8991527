"""The kinds of buckets that can be made by name, each with its usual numbers of buckets."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Protocol

from railbird.abstraction.card_abstraction import CardAbstraction
from railbird.abstraction.equity_chain import EquityBuckets
from railbird.abstraction.equity_chain.chain_counts import SHIPPED_CHAINS
from railbird.abstraction.percentile import PercentileBuckets
from railbird.abstraction.percentile.borders import SHIPPED
from railbird.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.abstraction.build_cost import BuildCost
    from railbird.games import GameDefinition
    from railbird.progress import Progress


class BuildableAbstraction(CardAbstraction, Protocol):
    """A card abstraction with tables that are built once and stored."""

    def build_cost(self) -> BuildCost:
        """What is left to build."""

    def build(self, progress: Progress) -> None:
        """Build and store what is missing."""


@dataclass(frozen=True)
class BucketKind:
    """A kind of buckets."""

    name: str
    summary: str
    make: Callable[[GameDefinition, tuple[int, ...] | None], BuildableAbstraction]
    """The buckets of a game, by number of buckets in each round; None for the usual numbers."""
    shipped: tuple[tuple[int, ...], ...] = ()
    """Numbers of buckets of hold'em that are ready for use."""


def _percentile(game: GameDefinition, buckets: tuple[int, ...] | None) -> PercentileBuckets:
    return PercentileBuckets(game, (10,) * game.rounds if buckets is None else buckets)


def _equity(game: GameDefinition, buckets: tuple[int, ...] | None) -> EquityBuckets:
    return EquityBuckets(game, (256, 256, 256) if buckets is None else buckets)


BUCKET_KINDS = {
    kind.name: kind
    for kind in (
        BucketKind("percentile", "nested equal parts by E[HS^2], perfect recall", _percentile, SHIPPED),
        BucketKind(
            "equity",
            "169 hands, then equal parts by E[HS] on flop, turn and river, imperfect recall",
            _equity,
            SHIPPED_CHAINS,
        ),
    )
}
"""By name."""


def make_buckets(kind: str, game: GameDefinition, buckets: tuple[int, ...] | None = None) -> BuildableAbstraction:
    """The buckets of a kind; raise GameError if there is no such kind."""
    if kind not in BUCKET_KINDS:
        close = get_close_matches(kind, BUCKET_KINDS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(BUCKET_KINDS)}"
        raise GameError(f"no kind of buckets is called {kind!r}: {hint}")
    return BUCKET_KINDS[kind].make(game, buckets)
