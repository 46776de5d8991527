"""Buckets by winning chances: counts against plain ones, masks, deals, files (seed 004, section 2.2)."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.chains import random_chain
from abstraction.few_values import empty_tables
from abstraction.plain_draws import drawn_cards
from abstraction.plain_pairs import pairs_by_class, winning_and_tied
from abstraction.plain_rivers import river_histogram_of
from railbird.abstraction import BoardBatch, EquityBuckets, abstract_game, card_abstraction
from railbird.abstraction.equal_parts.part_borders import part_borders
from railbird.abstraction.equity_chain import (
    _kernels,
    chain_building,
    chain_counts,
    masked_distribution,
    possible_buckets,
)
from railbird.abstraction.equity_chain.chain_building import buckets_of
from railbird.abstraction.equity_chain.chain_counts import ChainCounts
from railbird.abstraction.equity_chain.equity_buckets import chain_class_tables
from railbird.abstraction.hand_values import BEST_SCORE, hand_value
from railbird.abstraction.joint.pair_counts import new_pair_workspace
from railbird.abstraction.street_classes.river_borders import count_scores
from railbird.abstraction.street_classes.street_deals import StreetBoards, StreetDeals
from railbird.cards import parse_cards
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_RIVER, HAND_TURN, RIVER, index_tables
from railbird.cards.strength import strength, strengths
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.errors import GameError, TableError
from railbird.games import game_named
from railbird.progress import Silence
from railbird.rng import kernel_state

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.abstraction.hand_values import HandValues

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
USUAL = (256, 256, 256)
BOARD = parse_cards("2c 7d 9h Js Ad")


class TestHoldem:
    cards = EquityBuckets(LIMIT)

    def test_169_hands_and_256_buckets_in_the_later_rounds(self) -> None:
        assert self.cards.counts == (169, 256, 256, 256)
        assert abstract_game(self.cards).information_set_count == 169 * 8 + 256 * (70 + 630 + 5670)

    def test_hands_that_differ_in_suits_and_order_share_a_bucket(self) -> None:
        """The example of section 2.2."""
        first, second = parse_cards("2h4d 3c5s6s"), parse_cards("2d4c 6h3s5s")
        assert self.cards.class_of(first[:2], first[2:]) == self.cards.class_of(second[:2], second[2:])

    def test_better_chances_are_higher_buckets(self) -> None:
        assert self.cards.class_of(parse_cards("AsAh"), parse_cards("Ad Ac Kh")) == 255
        assert self.cards.class_of(parse_cards("2c3d"), parse_cards("Ad Kh Qs")) < 10
        strong, weak = (self.cards.class_of(parse_cards(hand), BOARD) for hand in ("AsAh", "3c4d"))
        assert strong >= 245
        assert weak < 50

    def test_buckets_of_all_hands_on_a_board_are_those_of_each(self) -> None:
        for size in (3, 4, 5):
            board = BOARD[:size]
            classes = self.cards.classes_on(board)
            for number in range(0, 1326, 101):
                hand = HAND_CARDS[number].tolist()
                shares = bool(set(hand) & set(board))
                assert classes[number] == (-1 if shares else self.cards.class_of(hand, board))

    def test_the_shipped_counts_add_up(self) -> None:
        chain = self.cards.chain()
        assert chain.flops.sum() == 1326 * 19_600
        assert np.array_equal(chain.flops.sum(axis=1), 19_600 * HAND.class_sizes(np.arange(169)))
        assert np.array_equal(47 * chain.flops.sum(axis=0), chain.turns.sum(axis=1))
        # A turn board and a river, in any order of the four cards.
        assert np.array_equal(46 * chain.turns.sum(axis=0), 4 * chain.rivers.sum(axis=1))
        # Each of the five cards of a river board may be the river; 990 hands are left to the opponent.
        pairs = chain.wins + chain.wins.T + chain.ties
        assert np.array_equal(990 * chain.rivers.sum(axis=0), 5 * pairs.sum(axis=1))
        assert np.array_equal(chain.ties, chain.ties.T)

    def test_tables_are_two_independent_chains(self) -> None:
        tables, forward = self.cards.joint_tables(), self.cards.chain().forward()
        chances = HAND.class_sizes(np.arange(169)) / 1326
        for street, probabilities in enumerate(tables.probabilities):
            assert probabilities == pytest.approx(np.outer(chances, chances), abs=1e-15)
            assert np.allclose(tables.margins[street], -tables.margins[street].T, atol=1e-18)
            if street < 3:
                chances = chances @ forward[street]
        # Better buckets win more.
        possible = chances > 0
        results = tables.margins[3].sum(axis=1)[possible] / chances[possible]
        assert np.all(np.diff(results[::16]) > 0)


@pytest.mark.kernels
def test_scores_on_a_board_are_those_of_each_hand() -> None:
    for size in (3, 4, 5):
        board = BOARD[:size]
        sums = np.zeros(1326, dtype=np.int64)
        _kernels.add_board_scores(np.array(board, dtype=np.uint8), strength_tables(7), sums)
        for number in range(5, 1326, 150):
            hand = HAND_CARDS[number].tolist()
            assert sums[number] == (0 if set(hand) & set(board) else hand_value(hand, board).scores)


@pytest.mark.deep
@pytest.mark.kernels
def test_flops_and_turns_are_counted_one_by_one() -> None:
    rng = np.random.default_rng(1)
    flop_buckets = rng.integers(0, 4, HAND_FLOP.size).astype(np.uint16)
    turn_buckets = rng.integers(0, 5, HAND_TURN.size).astype(np.uint16)
    start, stop = 700_000, 700_060
    flops, expected = np.zeros((2, 169, 4), dtype=np.int64)
    _kernels.count_flops(start, stop, flop_buckets, index_tables(2, 0), index_tables(2, 3), flops)
    for index in range(start, stop):
        size = int(HAND_FLOP.class_sizes(np.array([index]))[0])
        expected[HAND.index(HAND_FLOP.cards(index)[:2]), flop_buckets[index]] += size
    assert np.array_equal(flops, expected)
    turns, expected = np.zeros((2, 4, 5), dtype=np.int64)
    _kernels.count_turns(start, stop, flop_buckets, turn_buckets, index_tables(2, 3), index_tables(2, 4), turns)
    for index in range(start, stop):
        cards, size = HAND_TURN.cards(index), int(HAND_TURN.class_sizes(np.array([index]))[0])
        for flop in combinations(cards[2:], 3):
            expected[flop_buckets[HAND_FLOP.index([*cards[:2], *flop])], turn_buckets[index]] += size
    assert np.array_equal(turns, expected)


@pytest.mark.deep
@pytest.mark.kernels
def test_rivers_are_counted_one_by_one() -> None:
    rng = np.random.default_rng(2)
    turn_buckets = rng.integers(0, 5, HAND_TURN.size).astype(np.uint16)
    river_buckets = rng.integers(0, 6, 1_981).astype(np.uint16)
    board = np.array([BOARD[:4]], dtype=np.uint8)
    counts, expected = np.zeros((2, 5, 6), dtype=np.int64)
    sizes = np.array([24])
    _kernels.count_rivers(board, sizes, turn_buckets, river_buckets, strength_tables(7), index_tables(2, 4), counts)
    for river in set(range(52)) - set(BOARD[:4]):
        full = np.append(board[0], np.uint8(river))
        hands, scores = hands_and_scores(full)
        before = turn_buckets[HAND_TURN.indices(np.hstack([hands, np.tile(board, (len(hands), 1))]))]
        np.add.at(expected, (before, river_buckets[scores]), 24)
    assert np.array_equal(counts, expected)


def hands_and_scores(board: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All hands on a river board, and 2 * beaten + tied of the opposing hands of each."""
    hands = HAND_CARDS[~np.isin(HAND_CARDS, board).any(axis=1)]
    won, tied = winning_and_tied(hands, strengths(np.hstack([hands, np.tile(board, (len(hands), 1))])))
    scores = 2 * np.bincount(won[0], minlength=len(hands)) + np.bincount(tied[0], minlength=len(hands))
    return hands, scores


@pytest.mark.deep
@pytest.mark.kernels
def test_pairs_on_a_river_board_are_counted_one_by_one() -> None:
    river_buckets = np.random.default_rng(3).integers(0, 6, 1_981).astype(np.uint16)
    board = np.array([BOARD], dtype=np.uint8)
    wins, ties = np.zeros((2, 6, 6), dtype=np.int64)
    sizes, workspace = np.array([7]), new_pair_workspace(6)
    _kernels.count_river_pairs(board, sizes, river_buckets, strength_tables(7), workspace, wins, ties)
    hands, scores = hands_and_scores(board[0])
    pairs = winning_and_tied(hands, strengths(np.hstack([hands, np.tile(board, (len(hands), 1))])))
    expected = 7 * pairs_by_class(*pairs, river_buckets[scores].astype(np.int64), 6)
    assert np.array_equal(wins, expected[0])
    assert np.array_equal(ties, expected[1])


@pytest.mark.kernels
def test_deals_have_the_buckets_of_the_cards_that_were_drawn() -> None:
    deals, state, tables, cards = 40, kernel_state(7), empty_tables(), EquityBuckets(LIMIT)
    plain_state = state.tolist()
    drawn = [drawn_cards(plain_state, 9) for _ in range(deals)]
    for dealt in drawn:
        board = dealt[4:]
        for hand in (dealt[:2], dealt[2:4]):
            tables.flop_scores[HAND_FLOP.index([*hand, *board[:3]])] = hand_value(hand, board[:3]).scores
            tables.turn_scores[HAND_TURN.index([*hand, *board[:4]])] = hand_value(hand, board[:4]).scores
            tables.river_scores[HAND_RIVER.index([*hand, *board])] = hand_value(hand, board).scores
    classes, order = np.zeros((deals, 2, 4), dtype=np.int32), np.zeros(deals, dtype=np.int32)
    StreetDeals(chain_class_tables(cards.chain(), tables)).deal(state, classes=classes, order=order)
    for deal, dealt in enumerate(drawn):
        hands, board = (dealt[:2], dealt[2:4]), dealt[4:]
        first, second = (strength([*hand, *board]) for hand in hands)
        assert order[deal] == 1 + int(np.sign(first - second))
        for player, hand in enumerate(hands):
            assert classes[deal, player].tolist() == [cards.class_of(hand, board[:size]) for size in (0, 3, 4, 5)]


@pytest.mark.kernels
def test_boards_have_the_buckets_of_all_hands() -> None:
    """Values are written for some hands only, but on the river buckets follow from the board alone."""
    state, tables, cards = kernel_state(4), empty_tables(), EquityBuckets(LIMIT)
    board = drawn_cards(state.tolist(), 5)
    some = [hand for hand in HAND_CARDS.tolist() if not set(hand) & set(board)][::90]
    for hand in some:
        tables.flop_scores[HAND_FLOP.index([*hand, *board[:3]])] = hand_value(hand, board[:3]).scores
        tables.turn_scores[HAND_TURN.index([*hand, *board[:4]])] = hand_value(hand, board[:4]).scores
    source = StreetBoards(chain_class_tables(cards.chain(), tables))
    batch = BoardBatch.empty(1, hands=source.hands, hole_cards=2, rounds=4)
    source.draw(state, batch)
    places = {tuple(hand): place for place, hand in enumerate(batch.cards[0].tolist())}
    for hand in some:
        expected = [cards.class_of(hand, board[:size]) for size in (0, 3, 4, 5)]
        assert batch.classes[0, :, places[tuple(hand)]].tolist() == expected


class TestMasking:
    def test_only_buckets_of_hands_that_can_be_held_are_possible(self) -> None:
        cards, dead = EquityBuckets(LIMIT), parse_cards("AsAh")
        possible = possible_buckets(cards, BOARD, dead=dead)
        free = [hand for hand in HAND_CARDS.tolist() if not set(hand) & {*BOARD, *dead}]
        assert set(np.flatnonzero(possible)) == {cards.class_of(hand, BOARD) for hand in free}

    def test_masked_rows_are_normalised(self) -> None:
        """Worked out by hand."""
        transition = np.array([[0.5, 0.25, 0.25], [0.2, 0.8, 0.0], [0.0, 0.0, 1.0]])
        possible = np.array([True, True, False])
        distribution = np.array([0.5, 0.3, 0.2])
        # The first bucket goes to 2/3 and 1/3; from the third nothing possible follows.
        expected = np.array([0.5 * 2 / 3 + 0.3 * 0.2, 0.5 / 3 + 0.3 * 0.8, 0.0]) / 0.8
        assert masked_distribution(distribution, transition, possible) == pytest.approx(expected)

    def test_nothing_possible_follows_by_the_general_transition(self) -> None:
        transition, possible = np.array([[1.0, 0.0, 0.0]]), np.array([False, True, True])
        assert masked_distribution(np.ones(1), transition, possible) == pytest.approx([0, 0.5, 0.5])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("folder")
class TestFiles:
    buckets = (4, 5, 6)

    def test_stored_counts_are_read_again(self) -> None:
        chain = random_chain(self.buckets)
        chain_counts.store_chain(self.buckets, chain)
        found = EquityBuckets(LIMIT, self.buckets).chain()
        assert all(np.array_equal(array, vars(found)[name]) for name, array in vars(chain).items())

    def test_damaged_counts_and_other_buckets_are_noticed(self) -> None:
        chain_counts.store_chain(self.buckets, random_chain((4, 5, 7)))
        with pytest.raises(TableError, match="its arrays are not those of the buckets"):
            chain_counts.CHAIN_FILES.load(self.buckets)
        chain_counts.CHAIN_FILES.path(self.buckets).rename(chain_counts.CHAIN_FILES.path((4, 5, 7)))
        with pytest.raises(TableError, match="not \\[4, 5, 7\\] of version 1"):
            chain_counts.CHAIN_FILES.load((4, 5, 7))

    def test_identities(self) -> None:
        cards = card_abstraction(LIMIT, json.loads(json.dumps(dict(EquityBuckets(LIMIT).identity))))
        assert isinstance(cards, EquityBuckets)
        assert cards.counts == (169, *USUAL)
        for identity, message in (
            ({"buckets": [256, 256, 256], "version": 2}, "of version 2: .* makes version 1"),
            ({"buckets": 256, "version": 1}, "equity buckets 256: give 3 whole numbers"),
            ({"buckets": [256, 256], "version": 1}, "equity buckets 256,256: give 3 whole numbers"),
            (
                {"buckets": [4, 5, 6], "version": 1},
                "abstract build --cards equity --buckets 4,5,6` builds it",
            ),
        ):
            with pytest.raises(GameError, match=message) as refusal:
                card_abstraction(LIMIT, {"kind": "equity", **identity})
            assert "\n" not in str(refusal.value)

    def test_other_games_are_refused(self) -> None:
        with pytest.raises(GameError, match=r"leduc.limit.2p: equity buckets are for hold'em"):
            EquityBuckets(game_named("leduc.limit.2p"))


@pytest.mark.deep
def test_the_shipped_counts_are_those_that_are_counted(built_hand_values: HandValues) -> None:
    """All up to the turn. Of the river: the sums of all buckets, some of them whole, and pairs on some boards."""
    values, arrays = built_hand_values, chain_counts.CHAIN_FILES.load(USUAL)
    assert arrays is not None
    shipped = ChainCounts(**arrays)
    (on_river,) = count_scores(np.zeros(RIVER.size, dtype=np.uint16), 1, Silence())
    scores = np.flatnonzero(on_river)
    borders = {
        "flop_borders": chain_building._borders(values.flop_scores, HAND_FLOP, 256),
        "turn_borders": chain_building._borders(values.turn_scores, HAND_TURN, 256),
        "river_borders": part_borders(scores, on_river[scores], 256),
    }
    for name, array in borders.items():
        assert np.array_equal(array, vars(shipped)[name])
    flop_buckets = buckets_of(values.flop_scores, shipped.flop_borders)
    turn_buckets = buckets_of(values.turn_scores, shipped.turn_borders)
    river_buckets = buckets_of(np.arange(BEST_SCORE + 1), shipped.river_borders)
    assert np.array_equal(chain_building._flops(USUAL, flop_buckets, Silence()), shipped.flops)
    assert np.array_equal(chain_building._turns(USUAL, flop_buckets, turn_buckets, Silence()), shipped.turns)
    assert_rivers(shipped, values, turn_buckets, river_buckets)
    hands, beaten_twice = (
        np.bincount(river_buckets, weights=weights, minlength=256).astype(np.int64)
        for weights in (on_river, on_river * np.arange(BEST_SCORE + 1))
    )
    # Any of the five cards on the board may be the river.
    assert np.array_equal(shipped.rivers.sum(axis=0), 5 * hands)
    assert_pairs(shipped, hands, beaten_twice, river_buckets)


def assert_rivers(
    shipped: ChainCounts, values: HandValues, turn_buckets: NDArray[np.uint16], river_buckets: NDArray[np.uint16]
) -> None:
    sizes = HAND_TURN.class_sizes(np.arange(HAND_TURN.size))
    assert np.array_equal(shipped.rivers.sum(axis=1), 46 * np.bincount(turn_buckets, weights=sizes, minlength=256))
    for bucket in np.random.default_rng(9).choice(256, size=5, replace=False).tolist():
        inside = np.flatnonzero(turn_buckets == bucket)
        histogram = river_histogram_of(HAND_TURN.deals(inside), sizes[inside], values)
        counts = np.bincount(river_buckets, weights=histogram, minlength=256)
        assert np.array_equal(shipped.rivers[bucket], counts)


def assert_pairs(
    shipped: ChainCounts, hands: NDArray[np.int64], beaten_twice: NDArray[np.int64], river_buckets: NDArray[np.uint16]
) -> None:
    """A hand meets 990 others; its score is how many it beats, twice, and how many it ties with."""
    wins, ties = shipped.wins, shipped.ties
    assert np.array_equal(ties, ties.T)
    assert np.array_equal(2 * wins.sum(axis=1) + ties.sum(axis=1), beaten_twice)
    assert np.array_equal((wins + wins.T + ties).sum(axis=1), 990 * hands)
    chosen = np.random.default_rng(10).permutation(RIVER.size)[: RIVER.size // 16]
    first, second = (pairs_on(boards, river_buckets) for boards in np.array_split(chosen, 2))
    for one, other, whole in zip(first, second, (wins, ties), strict=True):
        assert ((one + other)[whole == 0] == 0).all()
        for width in (1, 16):  # buckets, and groups of them
            assert distance(one + other, whole, width) < distance(one, other, width)


def pairs_on(boards: NDArray[np.int64], river_buckets: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Wins and ties on some boards."""
    counts, workspace = np.zeros((2, 256, 256), dtype=np.int64), new_pair_workspace(256)
    sizes = RIVER.class_sizes(boards)
    _kernels.count_river_pairs(RIVER.deals(boards), sizes, river_buckets, strength_tables(7), workspace, *counts)
    return counts


def distance(first: NDArray[np.int64], second: NDArray[np.int64], width: int) -> float:
    """Between the shares of pairs of groups; that of a sample and the whole is about half that of its two halves."""
    shares = [
        counts.reshape(256 // width, width, 256 // width, width).sum(axis=(1, 3)) / counts.sum()
        for counts in (first, second)
    ]
    return float(np.abs(shares[0] - shares[1]).sum())
