"""Where things stand in the row of counts that is kept for each player."""

from __future__ import annotations

from railbird.games.definition import MOST_ROUNDS

HANDS = 0
NET = 1  # in parts of a chip, like all chips here
WON = 2  # hands with a profit
LOST = 3  # hands with a loss
SHOWDOWNS = 4
SHOWDOWNS_WON = 5
VOLUNTARY = 6  # hands in which the player called or raised before the flop
RAISED_FIRST_STREET = 7
THREE_BETS = 8
THREE_BET_CHANCES = 9
SEEN = 10  # by street: hands in which the player was there when it began
WON_ON = SEEN + MOST_ROUNDS  # by street: hands won there because all others folded
NET_BY_END = WON_ON + MOST_ROUNDS  # by street in which the hand ended, then at showdown
ACTIONS = NET_BY_END + MOST_ROUNDS + 1  # by street and kind of action
ACTION_KINDS = 4
FOLDS, CHECKS, CALLS, RAISES = range(ACTION_KINDS)
CATEGORIES = 11
CATEGORY_HANDS = ACTIONS + MOST_ROUNDS * ACTION_KINDS
CATEGORY_NET = CATEGORY_HANDS + CATEGORIES
SIZE = CATEGORY_NET + CATEGORIES

# By player and class of starting hands.
CLASS_HANDS, CLASS_VOLUNTARY, CLASS_RAISED, CLASS_NET = range(4)
CLASS_SIZE = 4
