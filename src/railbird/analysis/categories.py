"""The eleven categories of wins and losses (Lilienthal 2019, 6.2), for any stakes and stacks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games import GameDefinition

NAMES = (
    "SmallBlindLose",
    "BigBlindLose",
    "SmallLose",
    "HighLose",
    "AllInLose",
    "NoWin",
    "MinWin",
    "MediumWin",
    "HighWin",
    "AllInWin",
    "MaxWin",
)
DEFINITIONS = (
    "lost at most the small blind",
    "lost more than that, at most the big blind",
    "lost more than that, at most 15 big blinds",
    "lost more than that, less than the whole stack",
    "lost the whole stack",
    "neither won nor lost",
    "won at most the small and the big blind together",
    "won more than that, at most 30 big blinds",
    "won more than that, less than a stack",
    "won a stack, but not those of several others",
    "won the stacks of all others, who are two or more",
)
SMALL_LOSS, MEDIUM_WIN = 15, 30
"""In big blinds: 1,500 and 3,000 chips where the big blind is 100."""


def unit_of(game: GameDefinition) -> int:
    """The big blind, in which results are compared; a chip where there is no blind."""
    return max(game.big_blind, 1)


@lru_cache(maxsize=256)
def bounds_of(game: GameDefinition) -> NDArray[np.int64]:
    """What separates the categories, in parts of a chip: small blind, big blind, small loss, least and medium win.

    Then, by position: the whole stack, and the stacks of all others.
    """
    big = unit_of(game)
    small = min((blind for blind in game.blinds if blind), default=big)
    fixed = [small, big, SMALL_LOSS * big, small + big, MEDIUM_WIN * big]
    stacks = list(game.stacks)
    others = [sum(stacks) - stack if game.players > 2 else sum(stacks) * 2 for stack in stacks]
    return np.array([*fixed, *stacks, *others], dtype=np.int64) * SHARES
