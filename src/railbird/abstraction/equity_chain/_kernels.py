"""Buckets by winning chances in compiled code: transitions between rounds, pairs on the river, scores on a board."""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.abstraction.hand_values._kernels import index_of_hand, packed_card, packed_cards
from railbird.abstraction.joint._kernels import add_counts, count_pairs
from railbird.abstraction.joint.pair_counts import PairWorkspace
from railbird.cards._kernels import hand_number
from railbird.cards.isomorphism._kernels import canonical_deal, class_size, packed_index
from railbird.cards.isomorphism.index_tables import IndexTables
from railbird.cards.strength.evaluator_tables import StrengthTables
from railbird.compiled import kernel
from railbird.equity.river._kernels import CARDS_LEFT, HANDS_ON_BOARD, score_hands, sort_hands

_DECK = 52
_HANDS = 1326
_RIVER = 5


@kernel
def count_flops(
    start: int,
    stop: int,
    flop_buckets: NDArray[np.uint16],
    hand: IndexTables,
    flop: IndexTables,
    counts: NDArray[np.int64],
) -> None:
    """Count hands with a flop by hand (of 169) and bucket on the flop."""
    cards = np.empty(5, dtype=np.uint8)
    for index in range(start, stop):
        canonical_deal(index, flop, cards)
        held = packed_index(packed_cards(cards[:2]), int(cards[0]), int(cards[1]), hand)
        counts[held, flop_buckets[index]] += class_size(index, flop)


@kernel
def count_turns(
    start: int,
    stop: int,
    flop_buckets: NDArray[np.uint16],
    turn_buckets: NDArray[np.uint16],
    flop: IndexTables,
    turn: IndexTables,
    counts: NDArray[np.int64],
) -> None:
    """Count hands with a turn by bucket on the flop and on the turn; any of the four cards may be the turn."""
    cards = np.empty(6, dtype=np.uint8)
    for index in range(start, stop):
        canonical_deal(index, turn, cards)
        dealt, size = packed_cards(cards), class_size(index, turn)
        for place in range(4):
            before = packed_index(dealt ^ packed_card(cards[2 + place]), int(cards[0]), int(cards[1]), flop)
            counts[flop_buckets[before], turn_buckets[index]] += size


@kernel
def count_rivers(
    boards: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    turn_buckets: NDArray[np.uint16],
    river_buckets: NDArray[np.uint16],
    strength_tables: StrengthTables,
    turn: IndexTables,
    counts: NDArray[np.int64],
) -> None:
    """Count hands on these turn boards with all rivers, by bucket on the turn and on the river."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    before = np.empty(_HANDS, dtype=np.int64)
    full = np.empty(_RIVER, dtype=np.uint8)
    for number in range(len(boards)):
        dealt = packed_cards(boards[number])
        copy_into(boards[number], full)
        for second in range(_DECK):
            for first in range(second):
                if not dealt & (packed_card(first) | packed_card(second)):
                    before[hand_number(first, second)] = turn_buckets[index_of_hand(dealt, first, second, turn)]
        for river in range(_DECK):
            if dealt & packed_card(river):
                continue
            full[4] = river
            sort_hands(full, strength_tables, cards, hands, strengths)
            score_hands(hands, strengths, scores)
            for place in range(HANDS_ON_BOARD):
                hand = hand_number(cards[hands[place, 0]], cards[hands[place, 1]])
                counts[before[hand], river_buckets[scores[place]]] += sizes[number]


@kernel
def count_river_pairs(
    boards: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    river_buckets: NDArray[np.uint16],
    strength_tables: StrengthTables,
    workspace: PairWorkspace,
    wins: NDArray[np.int64],
    ties: NDArray[np.int64],
) -> None:
    """Count pairs of hands on these river boards, by bucket of the winner and of the loser."""
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    classes = np.empty(HANDS_ON_BOARD, dtype=np.int32)
    for number in range(len(boards)):
        sort_hands(boards[number], strength_tables, workspace.cards, workspace.hands, workspace.strengths)
        score_hands(workspace.hands, workspace.strengths, scores)
        for place in range(HANDS_ON_BOARD):
            classes[place] = river_buckets[scores[place]]
        workspace.wins[:] = 0
        workspace.ties[:] = 0
        count_pairs(workspace.hands, workspace.strengths, classes, workspace, workspace.wins, workspace.ties)
        add_counts(sizes[number], workspace.wins, wins)
        add_counts(sizes[number], workspace.ties, ties)


@kernel
def add_board_scores(board: NDArray[np.uint8], strength_tables: StrengthTables, sums: NDArray[np.int64]) -> None:
    """By number of the hand: add its scores over all run-outs of a flop, turn or river board."""
    cards = np.empty(CARDS_LEFT, dtype=np.uint8)
    hands = np.empty((HANDS_ON_BOARD, 2), dtype=np.uint8)
    strengths = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    scores = np.empty(HANDS_ON_BOARD, dtype=np.uint16)
    full = np.empty(_RIVER, dtype=np.uint8)
    copy_into(board, full)
    missing, dealt = _RIVER - len(board), packed_cards(board)
    # On the river both loops run once; on the turn only the second does.
    for turn in range(_DECK if missing == 2 else 1):
        if missing == 2:
            if dealt & packed_card(turn):
                continue
            full[3] = turn
        for river in range(turn + 1 if missing == 2 else 0, _DECK if missing > 0 else 1):
            if missing > 0:
                if dealt & packed_card(river):
                    continue
                full[4] = river
            sort_hands(full, strength_tables, cards, hands, strengths)
            score_hands(hands, strengths, scores)
            for place in range(HANDS_ON_BOARD):
                sums[hand_number(cards[hands[place, 0]], cards[hands[place, 1]])] += scores[place]
