"""Where two strategies of a game differ most, weighted by how often it matters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction import DealtCards
from railbird.errors import StrategyError
from railbird.games import seeded_deals
from railbird.rng import kernel_state
from railbird.solvers.exact.play_values import play_values
from railbird.solvers.lines.studied_strategy import DEALS, can_be_enumerated
from railbird.strategy import ClassName, class_names, decisions_of, next_decisions, with_cards, with_real_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction import PokerGame
    from railbird.games import Deal
    from railbird.strategy import Decision, Strategy

_CLASSIFIED_DEALS = 2_000
"""Number of deals whose cards are classified one by one, which takes up to a millisecond for each hand and street."""
_RAREST = 1e-4
"""Lines that both strategies play less often than this are not followed further in samples."""


@dataclass(frozen=True)
class Difference:
    """How two strategies differ in an information set, or at a decision over all cards."""

    decision: Decision
    name: ClassName | None
    """None over all cards."""
    reach: float
    """The mean of both strategies."""
    difference: float
    """Half the sum of the differences of the probabilities."""
    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def weight(self) -> float:
        """The part of all hands in which the strategies choose differently here."""
        return self.reach * self.difference


@dataclass(frozen=True)
class StrategyComparison:
    """The differences between two strategies."""

    differences: Sequence[Difference]
    """Those with the largest weight, in descending order."""
    per_hand: float
    """Mean number of decisions in a hand that the strategies make differently, over all differences."""
    deals: int | None
    """Number of sampled deals; None if all deals were enumerated."""


def compare_strategies(first: Strategy, second: Strategy, *, most: int = 1000, seed: int = 0) -> StrategyComparison:
    """Compare two strategies of the same game with the same bets; at most `most` differences are kept.

    By information set where all deals can be enumerated, after lifting strategies with different card abstractions to
    real cards; otherwise by decision over sampled deals.
    """
    _check_same_game(first, second)
    if can_be_enumerated(first):
        return _exact_comparison(*_on_same_cards(first, second), most=most)
    return _sampled_comparison((first, second), _sampled_classes(first, second, seed=seed), most=most)


def _check_same_game(first: Strategy, second: Strategy) -> None:
    first.check_game(second.definition)
    if not first.definition.is_limit and first.menu != second.menu:
        raise StrategyError(f"the strategies have different bet menus, {first.menu} and {second.menu}")
    if first.recall != second.recall:
        raise StrategyError(
            f"the players of one strategy remember the betting of the {first.recall}, those of the other that of the "
            f"{second.recall}: compare strategies with the same recall"
        )


def _on_same_cards(first: Strategy, second: Strategy) -> tuple[Strategy, Strategy]:
    """Both strategies on lossless classes; on cards as they are dealt if one of them treats suits differently."""
    real = with_real_cards(first), with_real_cards(second)
    if real[0].cards == real[1].cards:
        return real
    dealt = DealtCards(first.definition)
    return with_cards(real[0], dealt), with_cards(real[1], dealt)


def _exact_comparison(first: Strategy, second: Strategy, *, most: int) -> StrategyComparison:
    both = [play_values(each.game, each.checked_probabilities()).reach for each in (first, second)]
    mean = (both[0] + both[1]) / 2
    names = [class_names(first.game.cards, street) for street in range(first.definition.rounds)]
    differences: list[Difference] = []
    total = 0.0
    for decision in decisions_of(first.game):
        shares = [each.probabilities_of(decision.cells) for each in (first, second)]
        reach = mean[decision.cells].sum(axis=1)
        apart = np.abs(shares[0] - shares[1]).sum(axis=1) / 2
        total += float(reach @ apart)
        largest = np.argsort(-reach * apart, kind="stable")[:most]
        differences += [
            Difference(
                decision,
                names[decision.street][number],
                reach=float(reach[number]),
                difference=float(apart[number]),
                first=tuple(shares[0][number].tolist()),
                second=tuple(shares[1][number].tolist()),
            )
            for number in largest.tolist()
            if reach[number] * apart[number] > 0
        ]
    return StrategyComparison(_largest(differences, most), total, None)


class _Followed(NamedTuple):
    """A decision that is still to be compared."""

    decisions: Sequence[Decision]
    """By strategy: the same decision, with the cells of the strategy's own card classes."""
    reaches: Sequence[NDArray[np.float64]]
    """By strategy and deal: the probability that the betting gets there."""


def _sampled_classes(first: Strategy, second: Strategy, *, seed: int) -> list[NDArray[np.int32]]:
    """By strategy: the classes of the same random deals, by deal, position and round."""
    game = first.game
    if first.cards != second.cards:
        deals = [*islice(seeded_deals(first.definition, seed), _CLASSIFIED_DEALS)]
        return [_classes_of(deals, strategy.game) for strategy in (first, second)]
    classes = np.empty((DEALS, game.players, len(game.layout.classes)), dtype=np.int32)
    game.deals().deal(kernel_state(seed), classes=classes, order=np.empty(DEALS, dtype=np.int32))
    return [classes, classes]


def _classes_of(deals: Sequence[Deal], game: PokerGame) -> NDArray[np.int32]:
    sizes = game.definition.board_sizes
    by_deal = [
        [[game.cards.class_of(hand, deal.board[:size]) for size in sizes] for hand in deal.hole_cards] for deal in deals
    ]
    return np.array(by_deal, dtype=np.int32)


def _sampled_comparison(
    strategies: Sequence[Strategy], classes: Sequence[NDArray[np.int32]], *, most: int
) -> StrategyComparison:
    games, deals = [strategy.game for strategy in strategies], len(classes[0])
    roots = [root for game in games for root in decisions_of(game, depth=1)]
    waiting = [_Followed(roots, [np.ones(deals)] * 2)]
    differences: list[Difference] = []
    while waiting:
        decisions, reaches = waiting.pop()
        shares = [
            strategy.probabilities_of(decision.cells[own[:, decision.position, decision.street]])
            for strategy, decision, own in zip(strategies, decisions, classes, strict=True)
        ]
        differences.append(_sampled_difference(decisions[0], reaches, shares))
        following = (next_decisions(game, decision) for game, decision in zip(games, decisions, strict=True))
        for place, below in enumerate(zip(*following, strict=True)):
            after = [reach * share[:, place] for reach, share in zip(reaches, shares, strict=True)]
            going_on = [decision for decision in below if decision is not None]
            if going_on and (after[0] + after[1]).mean() / 2 >= _RAREST:
                waiting.append(_Followed(going_on, after))
    total = sum(difference.weight for difference in differences)
    return StrategyComparison(_largest(differences, most), total, deals)


def _sampled_difference(
    decision: Decision, reaches: Sequence[NDArray[np.float64]], shares: Sequence[NDArray[np.float64]]
) -> Difference:
    """The difference at a decision over all cards: choices are weighted by how often each strategy gets there."""
    reach = (reaches[0] + reaches[1]) / 2
    apart = np.abs(shares[0] - shares[1]).sum(axis=1) / 2
    first, second = (
        tuple((own @ chosen / max(own.sum(), np.finfo(float).tiny)).tolist())
        for own, chosen in zip(reaches, shares, strict=True)
    )
    return Difference(
        decision,
        None,
        reach=float(reach.mean()),
        difference=float(reach @ apart / reach.sum()),
        first=first,
        second=second,
    )


def _largest(differences: Sequence[Difference], most: int) -> list[Difference]:
    return sorted(differences, key=lambda difference: -difference.weight)[:most]
