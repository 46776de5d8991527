"""Bots that play the strategies that come with the package, for abstractions of two- and three-player hold'em."""

from __future__ import annotations

from railbird.abstraction.translation import PSEUDO_HARMONIC
from railbird.bots.reference.strategy_bot import StrategyBot
from railbird.strategy import shipped_strategies


class CFRLimitBot(StrategyBot):
    """Plays limit hold'em for two: an equilibrium of the game with five percentile buckets in each round."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(file=shipped_strategies()["cfr-limit"], seed=seed)


class CFR3LimitBot(StrategyBot):
    """Plays limit hold'em for three with 100 buckets on each street; it remembers little of earlier betting rounds.

    It was trained by counterfactual regret minimisation, which guarantees no equilibrium for three players.
    """

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(file=shipped_strategies()["cfr3-limit"], seed=seed)


class CFRNoLimitBot(StrategyBot):
    """Plays no-limit hold'em for two with 200 big blinds: near an equilibrium with 200 buckets and few bet sizes."""

    def __init__(self, *, translation: str = PSEUDO_HARMONIC, seed: int = 0) -> None:
        super().__init__(file=shipped_strategies()["cfr-nolimit"], translation=translation, seed=seed)
