"""Plain twins of the solvers: the formulas of seed 004, section 3, over dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain_games import Chance, End, best_response, pure, sizes, uniform_strategy

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from plain_games import PlainNode, Strategy


def _discounted(t: int, old: float, new: float) -> float:
    """Alpha 3/2, beta 0 (Brown and Sandholm 2019): (t^a / (t^a + 1)) of the regrets stay."""
    regret = old + new
    return regret * (t**1.5 / (t**1.5 + 1) if regret > 0 else 1 / 2)


REGRETS: dict[str, Callable[[int, float, float], float]] = {
    "cfr": lambda _, old, new: old + new,
    "cfr+": lambda _, old, new: max(old + new, 0),
    "linear-cfr": lambda t, old, new: old + t * new,
    "dcfr": _discounted,
}
"""By algorithm: from the iteration, the old regret and what is added to it, the new one."""
WEIGHTS = {"cfr": 0, "cfr+": 1, "linear-cfr": 1, "dcfr": 2}
"""By algorithm: the power of its number that an iteration counts in the average."""


class Averages:
    """Sums of pi_i(I) sigma(I)(a) and of pi_i(I): their quotient is the average strategy (section 3.1.2)."""

    def __init__(self, root: PlainNode) -> None:
        self.sums = {knows: [0.0] * count for knows, count in sizes(root).items()}

    def add(self, root: PlainNode, player: int, strategy: Strategy, *, weight: float) -> None:
        for knows, reach in own_reach(root, player, strategy).items():
            for choice, share in enumerate(strategy[knows]):
                self.sums[knows][choice] += weight * reach * share

    def strategy(self) -> dict[Hashable, list[float]]:
        return {
            knows: [part / sum(parts) if sum(parts) else 1 / len(parts) for part in parts]
            for knows, parts in self.sums.items()
        }


def own_reach(root: PlainNode, player: int, strategy: Strategy) -> dict[Hashable, float]:
    """By information set of a player: how likely its own choices lead there."""
    reaches: dict[Hashable, float] = {}

    def walk(node: PlainNode, reach: float) -> None:
        if isinstance(node, End):
            return
        if isinstance(node, Chance):
            for _, below in node.below:
                walk(below, reach)
            return
        if node.player == player:
            reaches[node.knows] = reach
        for choice, below in enumerate(node.below):
            walk(below, reach * strategy[node.knows][choice] if node.player == player else reach)

    walk(root, 1.0)
    return reaches


class PlainCFR:
    """Each iteration updates the players one after the other."""

    def __init__(self, root: PlainNode, algorithm: str, *, players: int) -> None:
        self._root = root
        self._algorithm = algorithm
        self._players = players
        self._regrets = {knows: [0.0] * count for knows, count in sizes(root).items()}
        self._averages = Averages(root)
        self._iteration = 0
        self.current = uniform_strategy(root)

    def step(self) -> None:
        self._iteration += 1
        for player in range(self._players):
            weight = self._iteration ** WEIGHTS[self._algorithm]
            self._averages.add(self._root, player, self.current, weight=weight)
            added: dict[Hashable, list[float]] = {}
            self._walk(self._root, player, 1.0, added)
            for knows, regrets in added.items():
                self._learn(knows, regrets)

    def average_strategy(self) -> dict[Hashable, list[float]]:
        return self._averages.strategy()

    def _walk(self, node: PlainNode, player: int, others: float, added: dict[Hashable, list[float]]) -> float:
        """The value of a node; `others` is how likely chance and the others lead to it, pi_-i (section 3.2)."""
        if isinstance(node, End):
            return node.payoffs[player]
        if isinstance(node, Chance):
            return sum(share * self._walk(below, player, others * share, added) for share, below in node.below)
        shares = self.current[node.knows]
        if node.player != player:
            return sum(
                share * self._walk(below, player, others * share, added)
                for share, below in zip(shares, node.below, strict=True)
            )
        values = [self._walk(below, player, others, added) for below in node.below]
        mean = sum(share * value for share, value in zip(shares, values, strict=True))
        regrets = added.setdefault(node.knows, [0.0] * len(values))
        for choice, value in enumerate(values):
            regrets[choice] += others * (value - mean)
        return mean

    def _learn(self, knows: Hashable, added: list[float]) -> None:
        update = REGRETS[self._algorithm]
        old = self._regrets[knows]
        self._regrets[knows] = new = [update(self._iteration, *pair) for pair in zip(old, added, strict=True)]
        positive = [max(regret, 0.0) for regret in new]
        total = sum(positive)
        self.current[knows] = [part / total for part in positive] if total > 0 else [1 / len(new)] * len(new)


class PlainFictitiousPlay:
    """Each iteration adds a best response to the others' averages, player after player."""

    def __init__(self, root: PlainNode, *, players: int) -> None:
        self._root = root
        self._players = players
        self._averages = Averages(root)
        for player in range(players):
            self._averages.add(root, player, uniform_strategy(root), weight=1)

    def step(self) -> None:
        for player in range(self._players):
            average = self._averages.strategy()
            response = pure(self._root, player, best_response(self._root, player, average), average)
            self._averages.add(self._root, player, response, weight=1)

    def average_strategy(self) -> dict[Hashable, list[float]]:
        return self._averages.strategy()


def parents(root: PlainNode) -> dict[Hashable, tuple[Hashable, int] | None]:
    """By information set: the player's own choice before it, as its information set and number; None for the first."""
    parents: dict[Hashable, tuple[Hashable, int] | None] = {}

    def walk(node: PlainNode, before: dict[int, tuple[Hashable, int]]) -> None:
        if isinstance(node, Chance):
            for _, below in node.below:
                walk(below, before)
        elif not isinstance(node, End):
            parents[node.knows] = before.get(node.player)
            for choice, below in enumerate(node.below):
                walk(below, {**before, node.player: (node.knows, choice)})

    walk(root, {})
    return parents
