"""The raises of a bet menu in a hand that is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games.action import raise_to

if TYPE_CHECKING:
    from railbird.abstraction.menu import BetMenu
    from railbird.games import Action
    from railbird.games.public_state import PublicState


def menu_raises(menu: BetMenu, state: PublicState) -> list[Action]:
    """The raises that a menu offers the acting player, from small to large; none if no raise is legal.

    They are the raises that the betting tree of the menu has after the same actions. In a limit game there is one.
    """
    legal = state.legal_actions()
    if not legal.can_raise:
        return []
    low, high = legal.lowest_raise, legal.highest_raise
    if state.game.is_limit:
        return [raise_to(low)]
    street = menu.street(state.street)
    sizes = street.later if state.raises else street.first
    player = state.acting
    pot = state.pot + state.bet - state.spent(player)
    totals = [high] if sizes.all_in else []
    if state.raises < street.most_raises:
        totals += [low] if sizes.smallest else []
        totals += [min(max(state.bet + round(part * pot), low), high) for part in sizes.pot_parts]
    largest_part = street.all_in_above * (state.spent(player) + state.stack(player))
    return [raise_to(total) for total in sorted({total if total <= largest_part else high for total in totals})]
