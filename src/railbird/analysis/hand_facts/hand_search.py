"""Finds hands by what happened in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
import polars as pl

from railbird.analysis.categories import NAMES as CATEGORY_NAMES
from railbird.analysis.counters import ACTION_KINDS, CALLS, CHECKS, FOLDS, RAISES
from railbird.analysis.hand_facts import _kernels
from railbird.cards.hands import CLASS_COUNT, class_name
from railbird.errors import StatisticsError
from railbird.games.definition import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from railbird.analysis.hand_facts.hand_index import HandIndex

Result: TypeAlias = Literal["", "won", "lost", "even"]
_ACTIONS = {"fold": (FOLDS,), "check": (CHECKS,), "call": (CALLS,), "raise": (RAISES,), "play": (CALLS, RAISES)}
"""The kinds of actions by name; to play is to call or raise."""
_PARTS = {
    "3-bet": _kernels.THREE_BET,
    "3-bet chance": _kernels.THREE_BET_CHANCE,
    "walk": _kernels.WALK,
    "showdown": _kernels.SHOWED_DOWN,
    "showdown won": _kernels.WON_SHOWDOWN,
    "others folded": _kernels.LAST_PLAYER,
}
RESULTS = ("won", "lost", "even")
ACTIONS = tuple(_ACTIONS)
PARTS = tuple(_PARTS)
CLASSES = {class_name(number): number for number in range(CLASS_COUNT)}
_PATTERN = re.compile(r"[fcr/*?]{1,200}")


@dataclass(frozen=True, kw_only=True)
class HandSearch:
    """What hands are looked for; what is left out does not matter.

    Everything about a player holds for the named player, or for any one player if none is named.
    """

    player: str = ""
    opponent: str = ""
    """Another player at the table."""
    position: str = ""
    result: Result = ""
    category: str = ""
    """The category of the result, such as MinWin."""
    hand: str = ""
    """The starting hand, such as AKs."""
    action: str = ""
    """A kind of action that the player took: fold, check, call, raise, or play for a call or a raise."""
    part: str = ""
    """What else the player did: 3-bet, walk, showdown and others."""
    street: int | None = None
    """The street of the action, or, without an action, one that the player saw begin; counted from 0."""
    since: int | None = None
    """The first of several streets for the action."""
    ended: int | None = None
    """The street on which the hand ended, when all but one had folded."""
    showdown: bool | None = None
    pot_from: float | None = None
    """The smallest pot, in big blinds."""
    pot_to: float | None = None
    betting: str = ""
    """The betting of the whole hand: f, c and r, / between streets, ? for any action, * for any number of letters."""

    def __post_init__(self) -> None:
        _check("result", self.result, RESULTS)
        _check("category", self.category, CATEGORY_NAMES)
        _check("starting hand", self.hand, CLASSES)
        _check("action", self.action, _ACTIONS)
        _check("part", self.part, _PARTS)
        for street in (self.street, self.since, self.ended):
            if street is not None and not 0 <= street < MOST_ROUNDS:
                raise StatisticsError(f"street {street}: the streets are 0 to {MOST_ROUNDS - 1}")
        if self.betting and not _PATTERN.fullmatch(self.betting):
            raise StatisticsError(
                f"betting {self.betting!r}: write f, c and r, / between streets, ? for any action and * for any number "
                "of them, like r*/cc*"
            )


def find_hands(index: HandIndex, search: HandSearch) -> NDArray[np.int64]:
    """The places of the hands, in order. Raise StatisticsError if no hand has such a player or position."""
    _check("player", search.player, index.players)
    _check("player", search.opponent, index.players)
    _check("position", search.position, index.positions)
    hands = index.hands
    conditions = [*_of_hand(search)]
    if conditions:
        hands = hands.filter(reduce(and_, conditions))
    conditions = [*_of_seat(search)]
    if conditions:
        seats = index.seats.filter(reduce(and_, conditions)).select("place").unique()
        hands = hands.join(seats, on="place", how="semi")
    if search.opponent:
        seats = index.seats.filter(pl.col("player") == search.opponent).select("place")
        hands = hands.join(seats, on="place", how="semi")
    return np.sort(hands["place"].to_numpy())


def _of_hand(search: HandSearch) -> Iterator[pl.Expr]:
    if search.showdown is not None:
        yield pl.col("showdown") == search.showdown
    if search.ended is not None:
        yield (pl.col("street") == search.ended) & ~pl.col("showdown")
    if search.pot_from is not None:
        yield pl.col("pot") >= search.pot_from
    if search.pot_to is not None:
        yield pl.col("pot") <= search.pot_to
    if search.betting:
        expression = "".join({"*": ".*", "?": "[fcr]"}.get(letter, letter) for letter in search.betting)
        yield pl.col("betting").str.contains(f"^{expression}$")


def _of_seat(search: HandSearch) -> Iterator[pl.Expr]:
    if search.player:
        yield pl.col("player") == search.player
    if search.position:
        yield pl.col("position") == search.position
    if search.result:
        won = pl.col("won")
        yield {"won": won > 0, "lost": won < 0, "even": won == 0}[search.result]
    if search.category:
        yield pl.col("category") == CATEGORY_NAMES.index(search.category)
    if search.hand:
        yield pl.col("class") == CLASSES[search.hand]
    if search.action:
        yield pl.col("part") & _action_bits(search) != 0
    elif search.street is not None:
        yield pl.col("seen") > search.street
    if search.part:
        yield pl.col("part") & (1 << _PARTS[search.part]) != 0


def _action_bits(search: HandSearch) -> int:
    """The bits of the action on its street, or on any."""
    streets = range(search.since or 0, MOST_ROUNDS) if search.street is None else (search.street,)
    return sum(1 << ACTION_KINDS * street + kind for street in streets for kind in _ACTIONS[search.action])


def _check(what: str, value: str, known: Collection[str]) -> None:
    if value and value not in known:
        some = list(known)
        names = ", ".join(some) if len(some) <= 20 else f"{', '.join(some[:20])} and so on"
        raise StatisticsError(f"no {what} is called {value!r}: give one of {names}")
