"""Where two strategies of a game differ most, weighted by how often it matters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction import DealtCards
from railbird.abstraction.card_abstraction import identity_text
from railbird.errors import StrategyError
from railbird.rng import kernel_state
from railbird.solvers.exact.play_values import play_values
from railbird.solvers.lines.studied_strategy import DEALS, can_be_enumerated
from railbird.strategy import ClassName, class_names, decisions_of, next_decisions, with_cards, with_real_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.strategy import Decision, Strategy

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
    real cards; otherwise by decision over sampled deals, for which the card abstractions must be the same.
    """
    _check_same_game(first, second)
    if can_be_enumerated(first):
        return _exact_comparison(*_on_same_cards(first, second), most=most)
    if first.cards != second.cards:
        raise StrategyError(
            f"the strategies have different card abstractions, {identity_text(first.cards)} and "
            f"{identity_text(second.cards)}, and the game is too large to compare them with real cards"
        )
    return _sampled_comparison(first, second, most=most, seed=seed)


def _check_same_game(first: Strategy, second: Strategy) -> None:
    first.check_game(second.definition)
    if not first.definition.is_limit and first.menu != second.menu:
        raise StrategyError(f"the strategies have different bet menus, {first.menu} and {second.menu}")


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

    decision: Decision
    reaches: list[NDArray[np.float64]]
    """By strategy and deal: the probability that the betting gets there."""


def _sampled_comparison(first: Strategy, second: Strategy, *, most: int, seed: int) -> StrategyComparison:
    game = first.game
    classes = np.empty((DEALS, game.players, len(game.layout.classes)), dtype=np.int32)
    game.deals().deal(kernel_state(seed), classes=classes, order=np.empty(DEALS, dtype=np.int32))
    (root,) = decisions_of(game, depth=1)
    waiting = [_Followed(root, [np.ones(DEALS), np.ones(DEALS)])]
    differences: list[Difference] = []
    while waiting:
        decision, reaches = waiting.pop()
        cells = decision.cells[classes[:, decision.position, decision.street]]
        shares = first.probabilities_of(cells), second.probabilities_of(cells)
        differences.append(_sampled_difference(decision, reaches, shares))
        for place, below in enumerate(next_decisions(game, decision)):
            after = [reach * share[:, place] for reach, share in zip(reaches, shares, strict=True)]
            if below is not None and (after[0] + after[1]).mean() / 2 >= _RAREST:
                waiting.append(_Followed(below, after))
    total = sum(difference.weight for difference in differences)
    return StrategyComparison(_largest(differences, most), total, DEALS)


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
