"""Counts of pairs of hands by class, against all pairs one by one."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.plain_pairs import pairs_by_class, winning_and_tied
from railbird.abstraction import abstract_game
from railbird.abstraction.holdem_deals.deal_indices import deal_indices
from railbird.abstraction.joint._kernels import add_counts, count_pairs
from railbird.abstraction.joint.pair_counts import PairCounts, new_pair_workspace
from railbird.abstraction.percentile import PercentileBuckets
from railbird.abstraction.percentile._kernels import count_sequences
from railbird.abstraction.percentile.border_building import open_borders
from railbird.abstraction.percentile.bucket_tables import BucketTables
from railbird.abstraction.percentile.sequence_tables import DEALS, load_counts, sequence_tables
from railbird.cards import parse_cards
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_TURN
from railbird.cards.strength import strengths
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.preflop import matchups
from railbird.equity.river._kernels import sort_hands
from railbird.games import GameDefinition, game_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOARDS = ["2c 7d 9h Js Ad", "8h 9h Th Jh Qh", "5c 5d 5h 5s Ac", "2c 2d 7h 7s Kc"]


def counted(board: str, classes: NDArray[np.int32], number: int) -> PairCounts:
    """The counts of the kernel on one board; classes are by place in the order of strengths."""
    workspace = new_pair_workspace(number)
    cards = np.array(parse_cards(board), dtype=np.uint8)
    sort_hands(cards, strength_tables(7), workspace.cards, workspace.hands, workspace.strengths)
    count_pairs(workspace.hands, workspace.strengths, classes, workspace, workspace.wins, workspace.ties)
    return PairCounts(workspace.wins.astype(np.int64), workspace.ties.astype(np.int64))


@pytest.mark.deep
@pytest.mark.kernels
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("number", [1, 7, 300])
def test_pairs_are_counted_as_one_by_one(board: str, number: int) -> None:
    workspace = new_pair_workspace(number)
    cards = np.array(parse_cards(board), dtype=np.uint8)
    sort_hands(cards, strength_tables(7), workspace.cards, workspace.hands, workspace.strengths)
    classes = np.random.default_rng(number).integers(0, number, len(workspace.hands)).astype(np.int32)
    counts = counted(board, classes, number)
    pairs = winning_and_tied(workspace.cards[workspace.hands], workspace.strengths)
    wins, ties = pairs_by_class(*pairs, classes, number)
    assert np.array_equal(counts.wins, wins)
    assert np.array_equal(counts.ties, ties)
    assert counts.pairs.sum() == comb(47, 2) * comb(45, 2)


@pytest.mark.deep
@pytest.mark.kernels
def test_counts_are_added_as_often_as_boards_are_meant() -> None:
    counts = np.arange(9, dtype=np.int32).reshape(3, 3)
    totals = np.full((3, 3), 2**40, dtype=np.int64)
    add_counts(24, counts, totals)
    assert np.array_equal(totals, 2**40 + 24 * counts.astype(np.int64))


def test_probabilities_and_margins_follow_from_counts() -> None:
    counts = PairCounts(wins=np.array([[2, 1], [4, 0]]), ties=np.array([[2, 1], [1, 0]]))
    assert counts.pairs.tolist() == [[6, 6], [6, 0]]
    assert counts.probabilities == pytest.approx(np.array([[6, 6], [6, 0]]) / 18)
    assert counts.margins == pytest.approx(np.array([[0, -3], [3, 0]]) / 18)
    tables = sequence_tables((1, 2), counts)
    assert tables.counts == (1, 2)
    assert tables.probabilities[0].tolist() == [[1]]
    assert tables.margins[0] == pytest.approx(0)


def test_the_number_of_deals_to_two_players() -> None:
    hands = comb(47, 2) * comb(45, 2)
    assert comb(52, 4) * 4 * 48 * hands == DEALS


def test_buckets_of_a_small_deck_have_joint_tables() -> None:
    game = GameDefinition(
        name="small",
        betting="limit",
        stacks=(100, 100),
        blinds=(1, 2),
        raise_sizes=(2, 4),
        first_players=(0, 1),
        max_raises=(1, 1),
        suits=3,
        ranks=4,
        hole_cards=2,
        board_cards=(0, 1),
    )
    tables = PercentileBuckets(game, (2, 3)).joint_tables()
    assert tables.counts == (2, 6)
    for probabilities, margins in zip(tables.probabilities, tables.margins, strict=True):
        assert probabilities.sum() == pytest.approx(1)
        assert np.all(probabilities >= abs(margins) - 1e-15)
        assert np.allclose(margins, -margins.T)
    # Buckets with better hands win.
    assert np.all(np.diff(tables.margins[0].sum(axis=1)) > 0)


@pytest.mark.deep
@pytest.mark.kernels
def test_sequences_are_counted_for_every_turn_and_river_of_a_board() -> None:
    """With random tables in place of those of hold'em."""
    rng = np.random.default_rng(1)
    tables = BucketTables(
        hand_buckets=np.zeros(1326, dtype=np.int32),
        flop_classes=rng.integers(0, 6, HAND_FLOP.size, dtype=np.int32),
        turn_squares=rng.integers(0, 100, HAND_TURN.size, dtype=np.uint32),
        river_scores=np.zeros(1, dtype=np.uint16),
        turn_borders=rng.integers(0, 100, (6, 1), dtype=np.uint32),
        river_borders=np.sort(rng.integers(0, 1_980, (12, 1), dtype=np.uint16), axis=1),
    )
    board = np.array([parse_cards("2c 7d 9h 9d")], dtype=np.uint8)
    wins, ties = np.zeros((2, 24, 24), dtype=np.int64)
    sizes, workspace = np.array([12]), new_pair_workspace(24)
    count_sequences(board, sizes, tables, deal_indices(), strength_tables(7), workspace, wins, ties)
    expected = 12 * plain_sequences(board[0], tables)
    assert np.array_equal(wins, expected[0])
    assert np.array_equal(ties, expected[1])


def plain_sequences(board: NDArray[np.uint8], tables: BucketTables) -> NDArray[np.int64]:
    """Wins and ties on all rivers of a board, any of whose cards may be the turn."""
    total = np.zeros((2, 24, 24), dtype=np.int64)
    for river in set(range(52)) - set(board.tolist()):
        full = np.append(board, np.uint8(river))
        hands = HAND_CARDS[~np.isin(HAND_CARDS, full).any(axis=1)]
        won, tied = winning_and_tied(hands, strengths(with_board(hands, full)))
        scores = np.bincount(won[0], minlength=len(hands)) * 2 + np.bincount(tied[0], minlength=len(hands))
        value = tables.turn_squares[HAND_TURN.indices(with_board(hands, board))]
        for turn in range(4):
            on_flop = tables.flop_classes[HAND_FLOP.indices(with_board(hands, np.delete(board, turn)))]
            on_turn = 2 * on_flop + (value >= tables.turn_borders[on_flop, 0])
            classes = 2 * on_turn + (scores >= tables.river_borders[on_turn, 0])
            total += pairs_by_class(won, tied, classes, 24)
    return total


def with_board(hands: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.hstack([hands, np.tile(board, (len(hands), 1))])


class TestShippedCounts:
    """The five buckets of Zinkevich et al. (2007)."""

    buckets = (5, 5, 5, 5)

    def counts(self) -> PairCounts:
        counts = load_counts(self.buckets)
        assert counts is not None
        return counts

    def test_every_deal_to_two_players_is_counted_once(self) -> None:
        counts = self.counts()
        assert counts.pairs.sum() == DEALS
        assert np.array_equal(counts.ties, counts.ties.T)

    def test_buckets_before_the_flop_win_as_often_as_their_hands(self) -> None:
        """Against the table of every hand against every other; a board has 20 orders of flop, turn and river."""
        counts = self.counts()
        bucket = open_borders(self.buckets).hands[HAND.indices(HAND_CARDS)]
        expected = np.zeros((5, 5, 2), dtype=np.int64)
        np.add.at(expected, (bucket[:, None], bucket), 20 * matchups().astype(np.int64))
        blocks = (5, 125, 5, 125)
        assert np.array_equal(counts.wins.reshape(blocks).sum(axis=(1, 3)), expected[:, :, 0])
        assert np.array_equal(counts.ties.reshape(blocks).sum(axis=(1, 3)), expected[:, :, 1])

    def test_the_five_bucket_game_has_3624290_information_sets(self) -> None:
        game = abstract_game(PercentileBuckets(game_named("holdem.limit.2p.reverse_blinds"), self.buckets))
        assert game.information_set_count == 5 * 8 + 25 * 70 + 125 * 630 + 625 * 5670 == 3_624_290
        assert game.cards.joint_tables().counts == game.cards.counts
        assert game.cards.joint_cost().memory == 0
