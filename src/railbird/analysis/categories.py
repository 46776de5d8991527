"""The eleven categories of wins and losses (Lilienthal 2019, 6.2), for any stakes and stacks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.games.definition import MOST_PLAYERS, SHARES, UNLIMITED

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
    "lost more than the small blind, at most the big blind",
    "lost more than the big blind, at most 15 big blinds",
    "lost more than 15 big blinds, less than the whole stack",
    "lost the whole stack",
    "neither won nor lost",
    "won at most the small and the big blind together",
    "won more than both blinds, at most 30 big blinds",
    "won more than 30 big blinds, less than one's own stack",
    "won at least one's own stack, but not the stacks of all others",
    "won the stacks of all others, with two or more others",
)
SMALL_LOSS, MEDIUM_WIN = 15, 30
"""Bounds in big blinds: 1,500 and 3,000 chips where the big blind is 100."""
_OUT_OF_REACH = MOST_PLAYERS * UNLIMITED + 1
"""More chips than there can be. Heads-up there is no MaxWin, because nobody can win the stacks of several others."""


@lru_cache(maxsize=256)
def bounds_of(game: GameDefinition) -> NDArray[np.int64]:
    """The bounds of the categories in parts of a chip, in the layout of `counters`."""
    big = game.unit
    small = min((blind for blind in game.blinds if blind), default=big)
    fixed = [small, big, SMALL_LOSS * big, small + big, MEDIUM_WIN * big]
    others = [sum(game.stacks) - stack if game.players > 2 else _OUT_OF_REACH for stack in game.stacks]
    return np.array([*fixed, *game.stacks, *others], dtype=np.int64) * SHARES
