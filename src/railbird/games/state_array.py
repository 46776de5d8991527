"""The layout of the array that the kernels work on: the definition of a game, then the public state of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.games.definition import MOST_PLAYERS, MOST_ROUNDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games.definition import GameDefinition

# The definition of the game.
PLAYERS = 0
ROUNDS = 1
NO_LIMIT = 2
FREE_FOLDS = 3
SMALLEST_CHIP = 4
ALL_IN_PLAYERS_ACT = 5
HOLE_CARDS = 6
BIG_BLIND = 7
THREE_CARD_HANDS = 8
STACKS = 9  # chips for betting, without the ante
BLINDS = STACKS + MOST_PLAYERS
ANTES = BLINDS + MOST_PLAYERS
RAISE_SIZES = ANTES + MOST_PLAYERS
FIRST_PLAYERS = RAISE_SIZES + MOST_ROUNDS
MAX_RAISES = FIRST_PLAYERS + MOST_ROUNDS
BOARD_CARDS = MAX_RAISES + MOST_ROUNDS
_STATE = BOARD_CARDS + MOST_ROUNDS

# The public state of the hand.
ROUND = _STATE
ACTING = _STATE + 1  # the acting position, or -1
OUTCOME = _STATE + 2
BET = _STATE + 3  # the highest total of any player
MINIMUM_RAISE = _STATE + 4  # the lowest total of a full raise, in no-limit games
ACTIONS = _STATE + 5  # in this round
RAISES = _STATE + 6  # in this round
CALLED = _STATE + 7  # players who have acted since the last raise of this round, including the raiser
FOLDED = _STATE + 8  # a bit for each position
SPENT = _STATE + 9  # by position, without antes
STREET_START = SPENT + MOST_PLAYERS  # by position, the chips spent before this round
SIZE = STREET_START + MOST_PLAYERS

# Outcomes.
PLAYING = 0
ALL_BUT_ONE_FOLDED = 1
SHOWDOWN = 2

# Actions.
FOLD = 0
CALL = 1
RAISE = 2


def array_of(game: GameDefinition) -> NDArray[np.int64]:
    """The array of a game, with a public state of zeros."""
    array = np.zeros(SIZE, dtype=np.int64)
    antes = np.array(game.antes_by_position)
    array[PLAYERS] = game.players
    array[ROUNDS] = game.rounds
    array[NO_LIMIT] = not game.is_limit
    array[FREE_FOLDS] = game.free_folds
    array[SMALLEST_CHIP] = game.smallest_chip
    array[ALL_IN_PLAYERS_ACT] = game.all_in_players_act
    array[HOLE_CARDS] = game.hole_cards
    array[BIG_BLIND] = game.big_blind
    array[THREE_CARD_HANDS] = game.three_card_hands
    for start, values in (
        (STACKS, np.array(game.stacks) - antes),
        (BLINDS, game.blinds),
        (ANTES, antes),
        (RAISE_SIZES, game.raise_sizes),
        (FIRST_PLAYERS, game.first_players),
        (MAX_RAISES, game.max_raises),
        (BOARD_CARDS, game.board_cards),
    ):
        array[start : start + len(values)] = values
    return array
