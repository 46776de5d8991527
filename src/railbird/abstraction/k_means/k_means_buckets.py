"""k-means buckets: clusters of hands with similar distributions of strength on the river."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from railbird.abstraction.bucket_parameters import check_identity, checked_counts, checked_seed
from railbird.abstraction.k_means.cluster_building import build_clusters, clusters_cost
from railbird.abstraction.k_means.cluster_rules import ClusterRules, cluster_rules
from railbird.abstraction.street_classes.street_buckets import USUAL_SEED, StreetBuckets
from railbird.cards.isomorphism import HAND
from railbird.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.abstraction.build_cost import BuildCost
    from railbird.abstraction.card_abstraction import CardArrays, CardIdentity
    from railbird.abstraction.street_classes.bucket_rules import EarlyClasses
    from railbird.games import GameDefinition
    from railbird.progress import Progress

VERSION = 1
"""Version of the histograms and of the algorithm; buckets of other versions are other buckets."""
USUAL_BUCKETS = (169, 100, 100, 100)


class KMeansBuckets(StreetBuckets[ClusterRules]):
    """k-means buckets with the earth mover's distance and imperfect recall (Johanson et al. 2013, section 4).

    On the flop and the turn, hands are clustered by the distribution of their strength on the river: hands of equal
    mean strength are apart if one is a draw. On the river they are equal parts by strength. Before the flop there are
    the 169 hands up to suits, or clusters of them. Every combination of cards counts once. Classes ascend by mean
    strength; a class can be empty.
    """

    kind: ClassVar[str] = "k-means"

    def __init__(self, game: GameDefinition, buckets: Sequence[int] = USUAL_BUCKETS, *, seed: int = USUAL_SEED) -> None:
        self.buckets = checked_counts(list(buckets), name="k-means buckets", example=USUAL_BUCKETS)
        """Number of buckets in each round."""
        self.seed = checked_seed(seed)
        if self.buckets[0] > HAND.size:
            raise GameError(
                f"k-means buckets {self.buckets[0]} before the flop: there are {HAND.size} hands up to suits"
            )
        super().__init__(
            game,
            {"kind": self.kind, "buckets": list(self.buckets), "seed": seed, "version": VERSION},
            name=f"{self.kind}-{'-'.join(map(str, self.buckets))}-seed-{seed}",
            counts=self.buckets,
        )

    def _rules_of(self, arrays: CardArrays) -> ClusterRules:
        return cluster_rules(arrays, self.buckets)

    def build_rules(self, progress: Progress) -> tuple[ClusterRules, EarlyClasses]:
        """Build the rules, and the classes on the flop and the turn, whatever is stored."""
        return build_clusters(self.buckets, self.seed, progress)

    def _building_cost(self, *, with_rules: bool) -> BuildCost:
        return clusters_cost(self.buckets, with_rules=with_rules)


def k_means_buckets(game: GameDefinition, identity: CardIdentity, arrays: CardArrays) -> KMeansBuckets:
    """The buckets of an identity and of the arrays beside it; raise GameError if they are others, or not of this game.

    Without arrays, the rules are those of this machine.
    """
    check_identity(identity, names=("buckets", "seed", "content"), version=VERSION)
    buckets = checked_counts(identity["buckets"], name="k-means buckets", example=USUAL_BUCKETS)
    return KMeansBuckets(game, buckets, seed=checked_seed(identity["seed"])).with_rules(identity["content"], arrays)
