"""Maps a whole hand of three-player no-limit hold'em to a legal hand for two, in which hero is to act.

The rules for action strings are in `street_actions`; here their raises become legal ones, and the pot is adjusted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.errors import GameError
from railbird.games import View
from railbird.games.action import raise_to
from railbird.games.betting_node import BettingNode, first_node
from railbird.games.state_array import BET, FOLDED
from railbird.mapping.nolimit.nolimit_games import two_player_game
from railbird.mapping.nolimit.street_actions import StreetAction, map_street, shortest_street

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action
    from railbird.mapping.nolimit.nolimit_variants import Variant


class Deviations(NamedTuple):
    """Number of deviations from the rules of the thesis that made a mapped hand legal."""

    moved_raises: int = 0
    """Raises to another total, the nearest that is legal."""
    deleted_calls: int = 0
    """Calls of hero that were deleted as in mode 0, because no legal raise can replace them."""
    unadjusted_pots: int = 0
    """Hands mapped without pot adjustment, because with it a street would end all-in that goes on in the real hand."""
    shortened_hands: int = 0
    """Hands that were reduced to the last raise of each street, because otherwise a street would end too early."""

    def __add__(self, other: tuple[int, ...]) -> Deviations:  # type: ignore[override]
        return Deviations(*(own + more for own, more in zip(self, other, strict=True)))


class MappedHand(NamedTuple):
    """The two-player hand for a decision at a table for three."""

    view: View
    """What hero is shown; hero is to act, in seat 0."""
    deviations: Deviations


class MappedBetting(NamedTuple):
    """The betting of a mapped hand, without cards."""

    node: BettingNode
    deviations: Deviations


def map_view(view: View, variant: Variant) -> MappedHand:
    """Map what the player to act sees of a hand. Raise GameError if the hand cannot be mapped."""
    if view.acting != view.position:
        whose = f"position {view.acting} is to act" if view.acting >= 0 else "the hand is over"
        raise GameError(f"only the hand of the player to act can be mapped, but in {view!r} {whose}")
    node, deviations = map_betting(view.node, variant)
    mapped = View.of(
        node.tree.game,
        node.actions,
        hole_cards=view.hole_cards,
        board=view.board,
        hand=view.hand,
        seats=(0, 1) if node.acting == 0 else (1, 0),
    )
    return MappedHand(mapped, deviations)


def map_betting(node: BettingNode, variant: Variant) -> MappedBetting:
    """Map the betting of a hand for the player to act, who keeps the order of acting on the current street (table 3).

    If the pot adjustment leads to no legal hand, the hand is mapped without it; if that fails too, with the shortest
    streets, which are always legal.
    """
    root = first_node(two_player_game(node.tree.game))
    if node.acting < 0:
        raise GameError(f"nobody is to act in {node}, so there is nothing to map")
    streets = _streets_of(node)
    plans = [_plan(street, hero=node.acting, call_mode=variant.call_mode) for street in streets]
    if variant.adjusts_pot:
        mapped = _play_hand(root, streets, plans, adjusts_pot=True)
        if mapped is not None:
            return mapped
    mapped = _play_hand(root, streets, plans, adjusts_pot=False)
    if mapped is None:
        mapped = _play_hand(root, streets, _shortest_plans(streets, plans), adjusts_pot=False)
        if mapped is None:
            raise GameError(f"{node} cannot be mapped to two players")
        mapped = MappedBetting(mapped.node, mapped.deviations + Deviations(shortened_hands=1))
    return MappedBetting(mapped.node, mapped.deviations + Deviations(unadjusted_pots=int(variant.adjusts_pot)))


class _Street(NamedTuple):
    """A street of the real hand."""

    start: BettingNode
    actions: list[Action]
    end: BettingNode
    """The node after the last action."""
    is_open: bool

    @property
    def is_copied(self) -> bool:
        """Whether a player folded on an earlier street, so that the two who are left act as in a two-player hand."""
        return self.start.numbers[FOLDED] != 0


def _streets_of(node: BettingNode) -> list[_Street]:
    """The streets so far; the last one is the open one, in which hero is to act."""
    streets: list[_Street] = []
    actions: list[Action] = []
    end = start = node
    while start.before is not None:
        before = start.before
        if before.street != start.street:
            streets.append(_Street(start, actions[::-1], end, is_open=not streets))
            actions, end = [], start
        actions.append(start.action)  # type: ignore[arg-type]  # only the root has none
        start = before
    streets.append(_Street(start, actions[::-1], end, is_open=not streets))
    return streets[::-1]


def _plan(street: _Street, *, hero: int, call_mode: int) -> list[StreetAction]:
    if street.is_copied:
        return [*map(StreetAction, street.actions)]
    start = street.start
    game = start.tree.game
    return map_street(
        street.actions,
        hero=(hero - game.first_players[start.street]) % 3,
        call_mode=call_mode,
        bet=start.numbers[BET],
        big_blind=game.big_blind,
    )


def _shortest_plans(streets: Sequence[_Street], plans: Sequence[Sequence[StreetAction]]) -> list[list[StreetAction]]:
    return [
        shortest_street(street.actions, is_open=street.is_open, acts_first=len(plan) % 2 == 0)
        for street, plan in zip(streets, plans, strict=True)
    ]


def _play_hand(
    node: BettingNode, streets: Sequence[_Street], plans: Sequence[Sequence[StreetAction]], *, adjusts_pot: bool
) -> MappedBetting | None:
    """Play the mapped streets; None if the hand is not open where the real one is."""
    deviations = Deviations()
    for street, plan in zip(streets, plans, strict=True):
        start = node
        # What one street adds to the bet moves the totals of all later streets.
        shift = start.numbers[BET] - street.start.numbers[BET]
        played = _play_street(start, plan, shift)
        if played is None:
            return None
        node, deviations = played.node, deviations + played.deviations
        if adjusts_pot and not street.is_copied:
            node = _with_pot_of(street.end, node, start)
        if node.acting < 0 or node.street != start.street + (not street.is_open):
            return None
    return MappedBetting(node, deviations)


def _play_street(node: BettingNode, plan: Sequence[StreetAction], shift: int) -> MappedBetting | None:
    """Play a mapped street, with the nearest legal total of every raise; None if a raise is impossible."""
    street = node.street
    moved = deleted = 0
    for place, (action, replaces_call) in enumerate(plan):
        if node.acting < 0 or node.street != street:
            return None
        if not action.is_raise:
            node = node.play((action,))
            continue
        legal = node.legal
        if not legal.can_raise:
            return None
        wanted = action.total + shift
        total = min(max(wanted, legal.lowest_raise), legal.highest_raise)
        after = node.play((raise_to(total),))
        if replaces_call and not _can_follow(after, plan[place + 1].action.total + shift) and node.before is not None:
            node = node.before
            deleted += 1
            continue
        node = after
        moved += total != wanted
    return MappedBetting(node, Deviations(moved_raises=moved, deleted_calls=deleted))


def _can_follow(node: BettingNode, total: int) -> bool:
    """Whether a raise to a total, or all-in for less, is legal."""
    return node.legal.can_raise and total >= node.legal.lowest_raise


def _with_pot_of(real: BettingNode, mapped: BettingNode, start: BettingNode) -> BettingNode:
    """Add what the mapped pot lacks to the last raise of the street (4.2.3), half of it if that raise was called.

    The pot is left as it is if nobody raised, if the raise would reach the stack, or if the mapped pot is larger.
    """
    lacks = sum(real.spent()) - sum(mapped.spent())
    if lacks <= 0:
        return mapped
    after_raise: list[Action] = []
    node = mapped
    while node is not start and node.action is not None and not node.action.is_raise:
        after_raise.append(node.action)
        node = node.before  # type: ignore[assignment]  # an action has a node before it
    if node is start or node.action is None or node.before is None:
        return mapped
    total = node.action.total + (lacks // 2 if after_raise else lacks)
    if total >= node.before.legal.highest_raise:
        return mapped
    return node.before.play((raise_to(total), *after_raise))
