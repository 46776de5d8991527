"""Bet menus as the arrays that the kernels of betting trees read, and the check that a menu suits a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction._kernels import ALL_IN, LEGAL, MOST_RAISES, PARTS, RULES, SMALLEST, TOO_LARGE
from railbird.abstraction.menu import MOST_PARTS
from railbird.errors import GameError
from railbird.games.betting_node import first_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from railbird.abstraction.menu import BetMenu, BetSizes
    from railbird.games import GameDefinition


class MenuArrays(NamedTuple):
    """A menu by street and by place, which is 0 for the first raise of a street and 1 for later raises."""

    bet_rules: NDArray[np.int64]
    """The rules of each list of sizes, in the columns that the kernels define."""
    pot_parts: NDArray[np.float64]
    all_in_above: NDArray[np.float64]
    """By street."""
    part_uses: NDArray[np.int8]
    """Written by the kernels: whether each fraction of the pot was legal, too small or too large at any decision."""

    @classmethod
    def of(cls, menu: BetMenu, *, rounds: int) -> MenuArrays:
        """The arrays of a menu, with no fraction used so far."""
        rules = np.zeros((rounds, 2, RULES), dtype=np.int64)
        parts = np.zeros((rounds, 2, MOST_PARTS))
        for street, place, sizes in _lists(menu, rounds=rounds):
            count = len(sizes.pot_parts)
            parts[street, place, :count] = sizes.pot_parts
            rules[street, place, PARTS] = count
            rules[street, place, SMALLEST] = sizes.smallest
            rules[street, place, ALL_IN] = sizes.all_in
            rules[street, place, MOST_RAISES] = menu.street(street).most_raises
        shares = np.array([menu.street(street).all_in_above for street in range(rounds)])
        return cls(rules, parts, shares, np.zeros(parts.shape, dtype=np.int8))


def check_streets(menu: BetMenu, game: GameDefinition) -> None:
    """Raise GameError if a menu has bets for streets that a game does not have."""
    if len(menu.streets) > game.rounds:
        raise GameError(
            f"the menu {menu} has bets for {len(menu.streets)} streets, "
            f"but {game.name or 'the game'} has only {game.rounds}"
        )


def check_uses(menu: BetMenu, game: GameDefinition, *, part_uses: NDArray[np.int8]) -> None:
    """Raise GameError if a menu names bets that are not legal at any decision of the game's tree.

    Bets above the stack are accepted where the menu has all-in, which they become. But if all bets are such in a game
    that allows a bet of the pot, they are probably meant as chips.
    """
    uses: dict[float, int] = {}
    becomes_all_in: dict[float, bool] = {}
    for street, place, sizes in _lists(menu, rounds=game.rounds):
        for part, use in zip(sizes.pot_parts, part_uses[street, place].tolist(), strict=False):
            uses[part] = uses.get(part, 0) | use
            becomes_all_in[part] = becomes_all_in.get(part, True) and sizes.all_in
    never = [part for part, use in uses.items() if use and not use & LEGAL]
    if len(never) < len(uses) or not _allows_bet_of_pot(game):
        never = [part for part in never if not (becomes_all_in[part] and uses[part] & TOO_LARGE)]
    if never:
        side = "above the stack" if all(uses[part] & TOO_LARGE for part in never) else "below the smallest raise"
        raise GameError(
            f"the menu {menu}: bets of {', '.join(f'{part:g}' for part in never)} pots are never legal in "
            f"{game.name or 'the game'}, where they are {side} at every decision; bets are parts of the pot, not chips"
        )


def _allows_bet_of_pot(game: GameDefinition) -> bool:
    """Whether the first player may raise by the pot."""
    start = first_node(game)
    pot = game.big_blind - game.blinds[start.acting] + sum(game.blinds) + sum(game.antes)
    return game.big_blind + pot <= start.legal.highest_raise


def _lists(menu: BetMenu, *, rounds: int) -> Iterator[tuple[int, int, BetSizes]]:
    """The lists of sizes with their street and place."""
    for street in range(rounds):
        yield street, 0, menu.street(street).first
        yield street, 1, menu.street(street).later
