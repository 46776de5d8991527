"""Layout of the row of counts of each player, and of the bounds of the categories."""

from __future__ import annotations

from railbird.games.definition import MOST_ROUNDS

HANDS = 0
NET = 1  # in parts of a chip, like all chips here
WON = 2  # hands with a profit
LOST = 3  # hands with a loss
SHOWDOWNS = 4
SHOWDOWNS_AFTER_FLOP = 5  # showdowns in hands in which the player saw the flop
SHOWDOWNS_WON = 6
VOLUNTARY = 7  # hands in which the player called or raised before the flop
RAISED_FIRST_STREET = 8
WALKS = 9  # hands in which all others folded before the player could act
THREE_BETS = 10
THREE_BET_CHANCES = 11
SEEN = 12  # by street: hands in which the player was still in when the street began
WON_ON = SEEN + MOST_ROUNDS  # by street: hands won there because all others folded
NET_BY_END = WON_ON + MOST_ROUNDS  # by street in which the hand ended, then at showdown
ACTIONS = NET_BY_END + MOST_ROUNDS + 1  # by street and kind of action
ACTION_KINDS = 4
FOLDS, CHECKS, CALLS, RAISES = range(ACTION_KINDS)
CATEGORIES = 11
CATEGORY_HANDS = ACTIONS + MOST_ROUNDS * ACTION_KINDS
CATEGORY_NET = CATEGORY_HANDS + CATEGORIES
SIZE = CATEGORY_NET + CATEGORIES

# The categories, in the order of their names.
SMALL_BLIND_LOSE, BIG_BLIND_LOSE, SMALL_LOSE, HIGH_LOSE, ALL_IN_LOSE = range(5)
NO_WIN = 5
MIN_WIN, MEDIUM_WIN, HIGH_WIN, ALL_IN_WIN, MAX_WIN = range(6, 11)

# The bounds of the categories: the most chips that belong to a category, then chips by position.
MOST_SMALL_BLIND_LOSE, MOST_BIG_BLIND_LOSE, MOST_SMALL_LOSE, MOST_MIN_WIN, MOST_MEDIUM_WIN = range(5)
BOUNDS_BY_POSITION = 5  # the stack of each player, then the sum of the stacks of the others

# Counts by player and class of starting hands.
CLASS_HANDS, CLASS_WALKS, CLASS_VOLUNTARY, CLASS_RAISED, CLASS_NET = range(5)
CLASS_SIZE = 5
