"""Follows real hands through an abstract betting tree: real bets become bets of the menu, and choices real actions.

The real hand and the abstract hand are two hands of the same game, with different pots once a bet was translated. A
raise is a fraction of the pot after a call: a choice of the abstract hand is played as the same fraction of the real
pot, within the legal bounds, and all-in as all-in. A real raise becomes the choice that would be played as it, or else
one of the choices that would be played as the next smaller and the next larger raise, by the method of translation.

The abstract hand never gets stuck. Where it differs from the real hand by more than chips, these rules hold:

- A raise above the menu's share for all-in is all-in, if that is a choice.
- A raise where the menu has none is a call.
- A fold where there is nothing to call in the abstract hand is a check.
- If a player has folded or is all-in in the real hand, but is to act in the abstract hand, that player folds there if
  possible after a fold, else checks or calls.
- If the abstract hand has no decision for the player who acts in the real hand, because it is over or on a later
  street, the real action is ignored there, and a player who asks what to do calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import GameError
from railbird.games.action import CALL, FOLD, Action, raise_to
from railbird.games.betting_node import first_node
from railbird.games.state_array import ALL_IN_PLAYERS_ACT, BET, FOLDED, SPENT, STACKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.abstraction.betting_tree import BettingTree
    from railbird.abstraction.menu import BetMenu
    from railbird.abstraction.translation import Translation
    from railbird.games import GameDefinition
    from railbird.games.betting_node import BettingNode

_OVER = -1


class AbstractHistory(NamedTuple):
    """A real hand as the abstract game sees it, up to a decision of the real hand."""

    actions: tuple[Action, ...]
    """The actions of the abstract hand."""
    decision: int | None
    """The decision of the acting player in the betting tree; None if the abstract hand has none."""
    played_as: tuple[Action, ...]
    """By choice of the decision: the legal action of the real hand that plays it. A call if there is no decision."""
    ignored: int
    """Number of real actions without a counterpart: raises where the menu has none, and actions without a decision."""


class HistoryTranslator:
    """Translates hands of a game to a betting tree of the same game."""

    def __init__(self, tree: BettingTree, *, game: GameDefinition, menu: BetMenu) -> None:
        self.tree, self.game, self.menu = tree, game, menu

    def follow(self, actions: Sequence[Action], translation: Translation, *, hand: int = 0) -> AbstractHistory:
        """The abstract history of the real actions of a hand; random draws depend on the number of the hand.

        Raise ActionError if an action is not legal, and GameError if the hand is over.
        """
        decision = played = 0
        for action in actions:
            child = self.tree.children(decision).get(action)
            if child is None or child < 0:
                break
            decision, played = child, played + 1
        else:
            return AbstractHistory(tuple(actions), decision, tuple(self.tree.children(decision)), 0)
        start = first_node(self.game).play(actions[:played])
        walk = _Walk(self, translation, start, decision=decision, hand=hand)
        for action in actions[played:]:
            walk.step(action)
        return walk.history()


class _Walk:
    """The real and the abstract hand side by side, from the first action that is not in the tree."""

    def __init__(
        self, translator: HistoryTranslator, translation: Translation, start: BettingNode, *, decision: int, hand: int
    ) -> None:
        self._translator = translator
        self._translation = translation
        self._hand = hand
        self._real = self._abstract = start
        self._decision = decision
        self._place = len(start.actions)
        """Number of real actions so far."""
        self._ignored = 0

    def step(self, action: Action) -> None:
        """Play a real action, and its translation in the abstract hand."""
        after = self._real.play((action,))
        self._catch_up()
        if not self._is_in_step:
            self._ignored += 1
        elif action.is_raise:
            self._act(self._translated_raise(action.total))
        else:
            self._act(action if action in self._choices else CALL)
        self._real = after
        self._place += 1

    def history(self) -> AbstractHistory:
        """The abstract history at the current decision of the real hand."""
        if self._real.acting < 0:
            raise GameError("the hand is over after these actions: there is nothing to decide")
        self._catch_up()
        actions = self._abstract.actions
        if not self._is_in_step:
            return AbstractHistory(actions, None, (CALL,), self._ignored)
        return AbstractHistory(actions, self._decision, tuple(map(self._played_as, self._choices)), self._ignored)

    @property
    def _choices(self) -> Mapping[Action, int]:
        return self._translator.tree.children(self._decision)

    @property
    def _is_in_step(self) -> bool:
        """Whether the abstract hand has a decision for the player who acts in the real hand."""
        real, abstract = self._real, self._abstract
        return self._decision >= 0 and (abstract.acting, abstract.street) == (real.acting, real.street)

    def _catch_up(self) -> None:
        """Act in the abstract hand for players who do not act any more in the real hand."""
        while self._decision >= 0 and self._is_behind:
            has_folded = self._real.numbers[FOLDED] >> self._abstract.acting & 1
            self._act(FOLD if has_folded and FOLD in self._choices else CALL)

    @property
    def _is_behind(self) -> bool:
        real, abstract = self._real, self._abstract
        if abstract.street != real.street:
            return abstract.street < real.street
        return abstract.acting != real.acting and not _acts(real, abstract.acting)

    def _act(self, action: Action) -> None:
        """Act in the abstract hand."""
        self._decision = max(self._choices[action], _OVER)
        self._abstract = self._abstract.play((action,))

    def _translated_raise(self, total: int) -> Action:
        """The choice for a real raise."""
        raises = {self._played_as(choice).total: choice for choice in self._choices if choice.is_raise}
        if not raises:
            self._ignored += 1
            return CALL
        if total in raises:
            return raises[total]
        real = self._real
        *_, largest = raises.values()
        share = self._translator.menu.street(real.street).all_in_above
        if self._is_all_in(largest) and total > share * real.numbers[STACKS + real.acting]:
            return largest
        bet, pot = real.numbers[BET], _pot_after_call(real)
        sizes = [(played - bet) / pot for played in raises]
        index = self._translation.size_for((total - bet) / pot, sizes, self._hand, self._place, 0)
        return [*raises.values()][index]

    def _played_as(self, choice: Action) -> Action:
        """The real action that plays a choice of the abstract hand."""
        real, abstract = self._real, self._abstract
        can_fold, lowest, highest = real.legal
        if choice.is_fold:
            return FOLD if can_fold else CALL
        if choice.is_call or not highest:
            return CALL
        if self._is_all_in(choice):
            return raise_to(highest)
        part = (choice.total - abstract.numbers[BET]) / _pot_after_call(abstract)
        return raise_to(min(max(real.numbers[BET] + round(part * _pot_after_call(real)), lowest), highest))

    def _is_all_in(self, choice: Action) -> bool:
        return choice.total == self._abstract.legal.highest_raise


def _acts(node: BettingNode, position: int) -> bool:
    """Whether a player may still act in a hand: not folded, and with chips left unless all-in players act too."""
    numbers = node.numbers
    has_chips = numbers[SPENT + position] < numbers[STACKS + position] or numbers[ALL_IN_PLAYERS_ACT]
    return bool(has_chips) and not numbers[FOLDED] >> position & 1


def _pot_after_call(node: BettingNode) -> int:
    """The pot after a call; sizes of raises are its fractions. It is 1 if nobody has put in anything."""
    numbers = node.numbers
    return max(1, sum(node.spent()) + sum(node.tree.game.antes) + numbers[BET] - numbers[SPENT + node.acting])
