"""Bots for small games, written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots import Bot, DeterministicBot
from railbird.games import CALL, FOLD, raise_to

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.games import Action, Chips, View


class Careful(Bot):
    """Raises with a pair or an ace more often than without, and gives up queens that face a raise."""

    def probabilities(self, view: View) -> Mapping[Action, float]:
        legal, rank = view.legal_actions(), view.hole_cards[0] // 4
        has_pair = bool(view.board) and view.board[0] // 4 == rank
        raising = (0.9 if has_pair else 0.15 * (rank - 9)) * legal.can_raise
        folding = (0.7 if rank == 10 and not has_pair else 0.1) * (1 - raising) * legal.fold
        shares = {FOLD: folding, CALL: 1 - raising - folding, raise_to(legal.lowest_raise): raising}
        return {action: share for action, share in shares.items() if share}

    def act(self, view: View) -> Action:
        shares = self.probabilities(view)
        return [*shares][self.generator.choice(len(shares), p=[*shares.values()])]


class HeartsFirst(Careful):
    """Treats suits differently: always raises with hearts."""

    def probabilities(self, view: View) -> Mapping[Action, float]:
        legal = view.legal_actions()
        if view.hole_cards[0] % 4 == 2 and legal.can_raise:
            return {raise_to(legal.lowest_raise): 1.0}
        return super().probabilities(view)


class Listener(DeterministicBot):
    """Decides by what its hooks report about this hand: raises if nobody has raised, and folds to the second raise."""

    memoryless = True

    def __init__(self) -> None:
        self.raises = 0

    def hand_starts(self, view: View) -> None:  # noqa: ARG002
        self.raises = 0

    def action_played(self, position: int, action: Action, view: View) -> None:  # noqa: ARG002
        self.raises += action.is_raise

    def act(self, view: View) -> Action:
        legal = view.legal_actions()
        if not self.raises and legal.can_raise:
            return raise_to(legal.lowest_raise)
        return FOLD if self.raises > 1 else CALL


class Silent(Bot):
    """Does not say its probabilities."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


class Learner(DeterministicBot):
    """Remembers how many hands it has lost."""

    lost = 0

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self.lost += payoffs[view.position] < 0

    def act(self, view: View) -> Action:  # noqa: ARG002
        return FOLD if self.lost > 3 else CALL


class Broken(DeterministicBot):
    def act(self, view: View) -> Action:  # noqa: ARG002
        raise KeyError("no idea")


class Unsure(Silent):
    def probabilities(self, view: View) -> Mapping[Action, float]:  # noqa: ARG002
        return {CALL: 0.5}


class SmallRaiser(DeterministicBot):
    """Raises by the least that is legal, which the default bet menu does not have."""

    def act(self, view: View) -> Action:
        legal = view.legal_actions()
        return raise_to(legal.lowest_raise) if legal.can_raise else CALL
