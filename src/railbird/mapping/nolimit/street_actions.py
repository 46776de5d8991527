"""Maps the actions of a street from three players to two (Lilienthal 2019, 4.2.1, 4.2.2 and 4.2.4).

This is the rule for action strings alone: raises keep their printed totals, whether or not a dealer would accept them
in the mapped hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.games.action import CALL, Action, raise_to

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TAKES_OVER_RAISES = (2, 3)
_MINIMUM_RAISES = (1, 3)


class StreetAction(NamedTuple):
    """An action of the mapped street."""

    action: Action
    replaces_call: bool = False
    """Whether hero called here, and the mapped hand has a raise instead."""


def map_street(
    actions: Sequence[Action], *, hero: int, call_mode: int, bet: int = 100, big_blind: int = 100
) -> list[StreetAction]:
    """Map the actions of a street that three players began, by the algorithm in five steps.

    `hero` is the place of the mapped player in the order of the street: 0, 1 or 2. `bet` is the largest total before
    the first action.
    """
    before_fold, after_fold = split_after_fold(actions)
    parts = [*split_by_hero(before_fold, hero)]
    mapped: list[StreetAction] = []
    for place, part in enumerate(parts):
        acts_first = not mapped
        if part.is_hero and part.actions[0].is_call and not acts_first:
            following = parts[place + 1].actions if place + 1 < len(parts) else ()
            if len(following) < 2:
                # The street ends here in both games: a third player can only call or fold.
                mapped.append(StreetAction(CALL))
                break
            _replace_call(mapped, following, call_mode=call_mode, bet=bet, big_blind=big_blind)
        elif part.is_hero:
            mapped.append(StreetAction(part.actions[0]))
        else:
            mapped += map(StreetAction, look_ahead(part.actions))
    return [*mapped, *map(StreetAction, after_fold)]


class StreetPart(NamedTuple):
    """Consecutive actions of hero, always one, or of the opponents, one or two."""

    is_hero: bool
    actions: Sequence[Action]


def split_after_fold(actions: Sequence[Action]) -> tuple[Sequence[Action], Sequence[Action]]:
    """Step 1: the actions up to the first fold, and those after it, which two players make and which are copied."""
    end = next((place for place, action in enumerate(actions, start=1) if action.is_fold), len(actions))
    return actions[:end], actions[end:]


def split_by_hero(actions: Sequence[Action], hero: int) -> Iterator[StreetPart]:
    """Steps 2 and 3: hero's actions, and the opponents' actions between them."""
    start = 0
    for place in range(hero, len(actions), 3):
        if place > start:
            yield StreetPart(False, actions[start:place])
        yield StreetPart(True, actions[place : place + 1])
        start = place + 1
    if start < len(actions):
        yield StreetPart(False, actions[start:])


def look_ahead(actions: Sequence[Action]) -> Sequence[Action]:
    """Step 4: the action of the one opponent for those of two (table 5).

    The last raise counts, whatever comes before or after it; a call if there is none; a fold alone disappears.
    """
    raises = [action for action in actions if action.is_raise]
    if raises:
        return raises[-1:]
    return (CALL,) if actions[0].is_call else ()


def _replace_call(
    mapped: list[StreetAction], following: Sequence[Action], *, call_mode: int, bet: int, big_blind: int
) -> None:
    """Replace a call of hero, after which the two-player street would be over, though hero acts again (4.2.4)."""
    if call_mode in _TAKES_OVER_RAISES and all(action.is_raise for action in following):
        mapped.append(StreetAction(following[0], replaces_call=True))
    elif call_mode in _MINIMUM_RAISES:
        last = max((step.action.total for step in mapped), default=0) or bet
        mapped.append(StreetAction(raise_to(last + big_blind), replaces_call=True))
    else:
        mapped.pop()


def shortest_street(actions: Sequence[Action], *, is_open: bool, acts_first: bool) -> list[StreetAction]:
    """The shortest street with the same last raise: the last resort when no other mapped street is legal.

    `acts_first` says whether hero acts first in the mapped street.
    """
    last_raise = look_ahead([action for action in actions if action.is_raise] or [CALL])
    if is_open:
        has_raise = last_raise[0].is_raise
        steps = [CALL] * (has_raise == acts_first) + [*last_raise] * has_raise
    else:
        steps = [*last_raise, CALL]
    return [*map(StreetAction, steps)]
