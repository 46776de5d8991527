"""k-means buckets: histograms against plain twins, the earth mover's distance, classes with and without tables."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abstraction.street_rules import NO_LIMIT, check_boards, check_deals, without_tables
from railbird.abstraction import KMeansBuckets
from railbird.abstraction.clustering import Clusters, cluster_rows, lloyd, nearest_centres
from railbird.abstraction.k_means import _kernels, cluster_building, histograms
from railbird.abstraction.k_means.cluster_building import build_clusters
from railbird.abstraction.k_means.histograms import BINS, COLUMNS, row_of_hand
from railbird.abstraction.street_classes.river_borders import classes_by_score, count_scores, river_borders
from railbird.cards import parse_cards
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_TURN, RIVER, index_tables
from railbird.cards.strength import strength
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.errors import GameError, SeedError
from railbird.games import game_named
from railbird.progress import Silence
from twins import random_cards

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray


def plain_scores(hand: Sequence[int], board: Sequence[int]) -> list[int]:
    """2 * beaten + tied opposing hands, for each river of a turn board."""
    scores = []
    for river in set(range(52)) - {*hand, *board}:
        full = [*board, river]
        own = strength([*hand, *full])
        others = [strength([*other, *full]) for other in combinations(sorted(set(range(52)) - {*hand, *full}), 2)]
        scores.append(sum(2 * (own > other) + (own == other) for other in others))
    return scores


def plain_row(scores: Sequence[int]) -> list[int]:
    """How many scores are in a higher bin than each bin but the last."""
    bins = [score * BINS // 1981 for score in scores]
    return [sum(number > place for number in bins) for place in range(COLUMNS)]


def plain_transport(first: Sequence[int], second: Sequence[int]) -> int:
    """The least total of bins over which as many units are carried from one histogram to another: in order."""
    return sum(abs(one - other) for one, other in zip(sorted(first), sorted(second), strict=True))


class TestHistograms:
    def test_the_row_of_a_hand(self) -> None:
        hand, board = parse_cards("AhKh"), parse_cards("QhJh2d7c")
        scores = plain_scores(hand, board)
        assert row_of_hand(hand, board).tolist() == plain_row(scores)

    def test_the_distance_of_rows_is_the_earth_movers_distance(self) -> None:
        from scipy.stats import wasserstein_distance

        rng = np.random.default_rng(1)
        for size in (5, 6):
            for _ in range(10):
                cards, others = random_cards(rng, size), random_cards(rng, size)
                rows = [row_of_hand(tuple(dealt[:2]), tuple(dealt[2:])) for dealt in (cards, others)]
                run_outs = 1081 if size == 5 else 46
                counts = [-np.diff([run_outs, *row, 0]) for row in rows]
                distance = int(np.abs(rows[0] - rows[1]).sum())
                carried = [np.repeat(np.arange(BINS), count).tolist() for count in counts]
                assert distance == plain_transport(*carried)
                peer = wasserstein_distance(np.arange(BINS), np.arange(BINS), *counts)
                assert distance / run_outs == pytest.approx(peer)

    def test_bins_have_equal_width(self) -> None:
        widths = np.bincount(histograms._BIN_OF_SCORE)
        assert len(widths) == BINS
        assert set(widths.tolist()) <= {40, 41}

    @pytest.mark.deep
    @pytest.mark.kernels
    def test_the_rows_of_the_hands_on_turn_boards(self) -> None:
        rng = np.random.default_rng(2)
        boards = np.array([random_cards(rng, 4) for _ in range(2)], dtype=np.uint8)
        rows = np.zeros((HAND_TURN.size, COLUMNS), dtype=np.uint8)
        _kernels.write_turn_rows(boards, histograms._BIN_OF_SCORE, strength_tables(7), index_tables(2, 4), rows)
        for board in boards.tolist():
            for _ in range(20):
                hand = random_cards(rng, 2, without=board)
                assert (
                    rows[HAND_TURN.index([*hand, *board])].tolist() == row_of_hand(tuple(hand), tuple(board)).tolist()
                )

    @pytest.mark.deep
    @pytest.mark.kernels
    def test_the_rows_of_the_flop_follow_from_those_of_the_turn(self) -> None:
        rng = np.random.default_rng(3)
        on_turn, on_flop = (
            np.zeros((size, COLUMNS), dtype=kind)
            for size, kind in ((HAND_TURN.size, np.uint8), (HAND_FLOP.size, np.uint16))
        )
        index = int(rng.integers(HAND_FLOP.size))
        cards = HAND_FLOP.cards(index)
        for turn in set(range(52)) - set(cards):
            on_turn[HAND_TURN.index([*cards, turn])] = row_of_hand(cards[:2], (*cards[2:], turn))
        _kernels.write_flop_rows(index, index + 1, index_tables(2, 3), index_tables(2, 4), on_turn, on_flop)
        assert on_flop[index].tolist() == row_of_hand(cards[:2], cards[2:]).tolist()
        assert np.count_nonzero(on_flop.any(axis=1)) == 1

    @pytest.mark.deep
    @pytest.mark.kernels
    def test_the_rows_of_the_169_hands_are_means_of_the_rows_of_the_flop(self) -> None:
        on_flop = np.random.default_rng(4).integers(0, 1082, (HAND_FLOP.size, 3)).astype(np.uint16)
        rows = np.zeros((HAND.size, 3), dtype=np.uint16)
        _kernels.write_preflop_rows(19_600, index_tables(2, 0), index_tables(2, 3), on_flop, rows)
        for index in (0, 77, 168):
            hand = HAND.cards(index)
            flops = np.array(list(combinations(sorted(set(range(52)) - set(hand)), 3)), dtype=np.uint8)
            deals = np.hstack([np.tile(np.array(hand, dtype=np.uint8), (len(flops), 1)), flops])
            total = on_flop[HAND_FLOP.indices(deals)].sum(axis=0, dtype=np.int64)
            assert rows[index].tolist() == (total // 19_600).tolist()


class TestClasses:
    cards = without_tables(KMeansBuckets(NO_LIMIT))

    def test_sizes(self) -> None:
        assert self.cards.counts == (169, 100, 100, 100)
        assert not self.cards.has_perfect_recall
        assert self.cards.enumeration is None

    def test_the_169_hands_are_apart(self) -> None:
        assert {self.cards.class_of(HAND.cards(index), ()) for index in range(169)} == set(range(169))

    def test_strong_hands_have_high_classes(self) -> None:
        for board in ("Ah7d2c", "Ah7d2c9s", "Ah7d2c9s4s"):
            weak, middle, strong = (
                self.cards.class_of(parse_cards(hand), parse_cards(board)) for hand in ("3d6h", "QsTs", "AsAd")
            )
            assert weak < middle < strong
        assert self.cards.class_of(parse_cards("AsAd"), parse_cards("AhAc2c2d3s")) == 99

    def test_a_draw_and_a_made_hand_of_equal_mean_strength_are_apart(self) -> None:
        board = parse_cards("Kh8h3d")
        draw, made = (self.cards.class_of(parse_cards(hand), board) for hand in ("QhJh", "7s7d"))
        means = [row_of_hand(tuple(parse_cards(hand)), tuple(board)).sum() / 1081 for hand in ("QhJh", "7s7d")]
        assert abs(means[0] - means[1]) < 0.06 * BINS
        assert draw != made

    @given(st.permutations(range(52)), st.sampled_from([2, 5, 6, 7]), st.sampled_from(SUIT_PERMUTATIONS.tolist()))
    @settings(max_examples=40, deadline=None)
    def test_suits_and_the_order_of_the_cards_do_not_matter(
        self, shuffled: list[int], count: int, suits: list[int]
    ) -> None:
        dealt = shuffled[:count]
        renamed = [card & ~3 | suits[card & 3] for card in dealt]
        expected = self.cards.class_of(dealt[:2], dealt[2:])
        assert self.cards.class_of(renamed[1::-1], renamed[:1:-1]) == expected
        assert 0 <= expected < self.cards.counts[max(0, count - 4)]

    def test_what_tables_hold_and_what_is_computed_agree(self) -> None:
        rng = np.random.default_rng(5)
        rules = self.cards.rules
        for size, centres in ((5, rules.flop_centres), (6, rules.turn_centres)):
            deals = [random_cards(rng, size) for _ in range(100)]
            rows = np.array([row_of_hand(tuple(dealt[:2]), tuple(dealt[2:])) for dealt in deals], dtype=centres.dtype)
            labels = nearest_centres(rows, np.array(centres), Silence(), "")
            assert labels.tolist() == [self.cards.class_of(dealt[:2], dealt[2:]) for dealt in deals]

    @pytest.mark.kernels
    def test_deals(self) -> None:
        check_deals(self.cards, players=2)

    @pytest.mark.kernels
    def test_boards(self) -> None:
        check_boards(self.cards)


@pytest.mark.parametrize(
    ("game", "buckets", "seed", "error", "message"),
    [
        (
            "leduc.limit.2p",
            (169, 9, 9, 9),
            1,
            GameError,
            r"k-means\(buckets=\[169, 9, 9, 9\], seed=1, version=1\) of leduc",
        ),
        ("holdem.limit.3p", (169, 9, 9), 1, GameError, "give 4 whole numbers of at least 1, such as 169,100,100,100"),
        ("holdem.limit.3p", (169, 9, 9, 0), 1, GameError, "k-means buckets 169,9,9,0: give 4 whole numbers"),
        ("holdem.limit.3p", (169, 9, 9, 2.5), 1, GameError, "give 4 whole numbers"),
        ("holdem.limit.3p", (170, 9, 9, 9), 1, GameError, "170 before the flop: there are 169 hands up to suits"),
        ("holdem.limit.3p", (169, 9, 70_000, 9), 1, GameError, "has 70,000 classes in a round: at most 65,536"),
        ("holdem.limit.3p", (169, 9, 9, 9), -1, SeedError, "a seed must be a whole number of at least 0"),
    ],
)
def test_wrong_parameters_are_refused_in_one_line(
    game: str, buckets: tuple[int, ...], seed: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as refusal:
        KMeansBuckets(game_named(game), buckets, seed=seed)
    assert "\n" not in str(refusal.value)


@pytest.fixture(scope="module")
def counted() -> tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.int64]]:
    """Histograms of all hands on the turn and on the flop, and all scores on the river."""
    on_turn = histograms.turn_rows(Silence())
    scores = count_scores(np.zeros(RIVER.size, dtype=np.uint16), 1, Silence())
    return on_turn, histograms.flop_rows(on_turn, Silence()), scores


TURN_CENTRES = "14ee9f12fdd1ba9788f1a7584ef5025c5a26540885214bc2b9dea397f5d7aa74"
"""The digest of the centres on the turn, as `build_rules` built them: to build them again takes longest."""


@pytest.mark.deep
def test_the_shipped_rules_are_those_that_are_built(counted: tuple[NDArray[Any], ...]) -> None:
    """The clusters of the turn are not found again: they are settled, and those that were found."""
    on_turn, on_flop, scores = counted
    cards = KMeansBuckets(NO_LIMIT)
    rules = cards.rules
    assert rules.hand_classes.tolist() == list(range(HAND.size))
    options = {"buckets": cards.buckets, "street": 1, "seed": cards.seed, "progress": Silence()}
    flop = cluster_building._clusters(on_flop, HAND_FLOP, **options)
    assert flop.centres.astype(np.uint16).tobytes() == rules.flop_centres.tobytes()
    assert sha256(rules.turn_centres.tobytes()).hexdigest() == TURN_CENTRES
    on_turn_classes = settled_labels(on_turn, rules.turn_centres)
    assert river_borders(scores, cards.buckets[3]).tobytes() == rules.borders.tobytes()
    rng, plain = np.random.default_rng(7), without_tables(cards)
    for _ in range(200):
        dealt = random_cards(rng, 6)
        assert flop.labels[HAND_FLOP.index(dealt[:5])] == plain.class_of(dealt[:2], dealt[2:5])
        assert on_turn_classes[HAND_TURN.index(dealt)] == plain.class_of(dealt[:2], dealt[2:])
    # On the river the classes are equal parts of all hands, to the granularity of the scores.
    river_scores = scores[0]
    assert river_scores.sum() == 2_598_960 * 1081
    shares = np.bincount(classes_by_score(rules.borders)[0], weights=river_scores) / river_scores.sum()
    assert np.abs(shares - 0.01).max() <= river_scores.max() / river_scores.sum()


def settled_labels(rows: NDArray[np.uint8], centres: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The nearest centre of each row; medians of the rows of each centre are hardly nearer."""
    weights = HAND_TURN.class_sizes(np.arange(len(rows))).astype(np.uint8)
    labels, others = np.zeros(len(rows), dtype=np.uint16), np.zeros(len(rows), dtype=np.uint16)
    cost = lloyd._assign(rows, weights, centres, labels)
    assert len(np.unique(labels)) == len(centres)
    later = lloyd._assign(rows, weights, lloyd._medians(rows, weights, centres, labels), others)
    assert 0 <= (cost - later) * 1000 <= cost
    return labels


@pytest.mark.deep
def test_fewer_classes_than_hands_before_the_flop(
    counted: tuple[NDArray[Any], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clusters of the other rounds are those of a part of the hands."""
    on_turn, on_flop, scores = counted
    monkeypatch.setattr(cluster_building, "turn_rows", lambda _: on_turn)
    monkeypatch.setattr(cluster_building, "flop_rows", lambda *_: on_flop)
    monkeypatch.setattr(cluster_building, "count_scores", lambda *_: scores)

    def cluster_some(rows: NDArray[Any], weights: NDArray[np.uint8], count: int, **options: Any) -> Clusters:
        step = 1 if len(rows) == HAND.size else 50
        return cluster_rows(rows[::step].copy(), weights[::step].copy(), count, **options)

    monkeypatch.setattr(cluster_building, "cluster_rows", cluster_some)
    rules, _ = build_clusters((8, 3, 3, 3), 5, Silence())
    assert set(rules.hand_classes.tolist()) == set(range(8))
    strongest, weakest = (rules.hand_classes[HAND.index(hand)] for hand in ("AhAd", "3h2d"))
    assert (strongest, weakest) == (7, 0)
