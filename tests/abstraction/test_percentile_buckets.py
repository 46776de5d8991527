"""Percentile buckets: against a plain twin on small decks; equal parts, suits, deals and files of hold'em."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abstraction.few_values import empty_tables, opened
from abstraction.plain_draws import drawn_cards
from abstraction.plain_percentiles import plain_classes
from abstraction.plain_rivers import river_histogram_of, with_next_card
from abstraction.test_card_classes import SMALL_GAMES
from railbird.abstraction import BoardBatch, PercentileBuckets, abstract_game, card_abstraction
from railbird.abstraction.equal_parts.part_borders import part_borders
from railbird.abstraction.hand_values import HandValues, hand_value
from railbird.abstraction.percentile import border_building, borders, holdem_buckets
from railbird.array_files import write_arrays
from railbird.cards import parse_cards
from railbird.cards.isomorphism import HAND, HAND_FLOP, HAND_RIVER, HAND_TURN
from railbird.cards.strength import strength
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.errors import CardError, GameError, TableError
from railbird.games import game_named
from railbird.progress import Silence
from railbird.rng import kernel_state
from twins import random_cards

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
TEN, FIVE = (10, 10, 10, 10), (5, 5, 5, 5)


class TestEqualParts:
    @given(
        st.dictionaries(st.integers(0, 60), st.integers(1, 9), min_size=1),
        st.integers(1, 12),
    )
    def test_a_border_is_off_by_at_most_half_of_the_group_across_it(self, weights: dict[int, int], parts: int) -> None:
        values = sorted(weights)
        found = part_borders(np.array(values), np.array([weights[value] for value in values]), parts).tolist()
        assert found == sorted(found)
        total = sum(weights.values())
        for number, border in enumerate(found, start=1):
            below = sum(weight for value, weight in weights.items() if value < border)
            ideal = Fraction(number * total, parts)
            across = next(v for v in values if sum(weights[u] for u in values if u <= v) >= ideal)
            assert abs(below - ideal) <= Fraction(weights[across], 2)

    def test_distinct_values_of_equal_weight_make_equal_parts(self) -> None:
        assert part_borders(np.arange(100), np.ones(100, dtype=np.int64), 10).tolist() == list(range(10, 100, 10))

    def test_nothing_to_split(self) -> None:
        assert (part_borders(np.empty(0, np.int64), np.empty(0, np.int64), 3) > 10**18).all()
        assert part_borders(np.arange(3), np.ones(3, dtype=np.int64), 1).tolist() == []


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("name", "buckets"),
    [
        ("leduc", (2, 3)),
        ("one card", (3,)),
        ("two cards on one", (3, 4)),
        ("suits of four", (4, 5)),
        ("suits of two", (3, 2, 3)),
        ("four rounds", (2, 2, 2, 2)),
        ("one suit", (5, 10)),
    ],
)
def test_small_games_have_the_classes_of_the_plain_twin(name: str, buckets: tuple[int, ...]) -> None:
    game = SMALL_GAMES[name]
    cards = PercentileBuckets(game, buckets)
    listed = cards.enumeration
    assert listed is not None
    assert listed.counts == cards.counts
    for street, expected in enumerate(plain_classes(game, buckets)):
        for dealt, number in expected.items():
            board = [card for group in dealt[1:] for card in group]
            assert cards.class_of(sorted(dealt[0]), board) == number
        assert np.array_equal(
            listed.ancestors(street=street, earlier=0),
            np.arange(cards.counts[street]) // (cards.counts[street] // buckets[0]),
        )
        boards = zip(listed.boards[street].tolist(), listed.classes[street].tolist(), strict=True)
        for board, on_board in boards:
            for hand, number in zip(listed.hands.tolist(), on_board, strict=True):
                assert number == (-1 if set(hand) & set(board) else cards.class_of(hand, board))


def test_deals_of_small_games_have_the_classes_of_the_enumeration() -> None:
    cards = PercentileBuckets(SMALL_GAMES["suits of four"], (4, 5))
    listed, deals = cards.enumeration, 4_000
    assert listed is not None
    classes, order = np.zeros((deals, 2, 2), dtype=np.int32), np.zeros(deals, dtype=np.int32)
    cards.deals().deal(kernel_state(1), classes=classes, order=order)
    assert np.array_equal(classes[..., 1] // 5, classes[..., 0])
    found = np.bincount(classes[..., 1].ravel(), minlength=20) / (2 * deals)
    free = (listed.classes[1] >= 0).sum(axis=1)
    shares = [(listed.classes[1] == number).sum(axis=1) / free @ listed.board_probabilities[1] for number in range(20)]
    assert found == pytest.approx(np.array(shares), abs=0.03)


class TestHoldem:
    cards = PercentileBuckets(LIMIT)

    def test_ten_buckets_make_57337080_information_sets_and_149076410_action_slots(self) -> None:
        game = abstract_game(self.cards)
        assert self.cards.counts == (10, 100, 1000, 10000)
        assert game.information_set_count == 57_337_080
        # The layout also has a cell for the empty sequence of each player.
        assert game.layout.count - game.players == 149_076_410

    def test_the_best_and_the_worst_hands_are_in_the_last_and_the_first_bucket(self) -> None:
        assert self.cards.class_of(parse_cards("AhAs"), ()) == 9
        assert self.cards.class_of(parse_cards("2c7d"), ()) == 0
        assert self.cards.class_of(parse_cards("AhKh"), parse_cards("QhJhTh2c")) == 999

    @given(st.permutations(range(52)), st.sampled_from([2, 5, 6, 7]), st.sampled_from(SUIT_PERMUTATIONS.tolist()))
    @settings(max_examples=40, deadline=None)
    def test_a_bucket_does_not_depend_on_suits_nor_on_the_order_within_hand_and_flop(
        self, shuffled: list[int], count: int, suits: list[int]
    ) -> None:
        cards = shuffled[:count]
        renamed = [card & ~3 | suits[card & 3] for card in cards]
        other = [renamed[1], renamed[0], *reversed(renamed[2:5]), *renamed[5:]]
        assert self.cards.class_of(cards[:2], cards[2:]) == self.cards.class_of(other[:2], other[2:])

    def test_which_cards_were_the_flop_matters(self) -> None:
        hand, flush_first, flush_last = parse_cards("AhKh"), parse_cards("7h8h2h3c3d"), parse_cards("3c3d2h7h8h")
        classes = [self.cards.class_of(hand, board) for board in (flush_first, flush_last)]
        assert classes[0] != classes[1]

    def test_a_class_determines_the_earlier_classes(self) -> None:
        rng = np.random.default_rng(5)
        for _ in range(20):
            cards = random_cards(rng, 7)
            classes = [self.cards.class_of(cards[:2], cards[2:size]) for size in (2, 5, 6, 7)]
            assert [number // 10 for number in classes[1:]] == classes[:-1]

    def test_cards_that_hold_em_never_deals_are_refused(self) -> None:
        for hand, board, message in [
            ("AhKh", "Qs Jh", "a board has 0, 3, 4 or 5"),
            ("Ah", "", "a hand has two"),
            ("AhKh", "Ah Jh 2d", "Ah"),
            ("AhAh", "", "Ah"),
        ]:
            with pytest.raises(CardError, match=message):
                self.cards.class_of(parse_cards(hand), parse_cards(board))


def fill(tables: HandValues, hand: list[int], board: list[int]) -> None:
    """Write the values that are needed to classify a hand on a board."""
    tables.flop_squares[HAND_FLOP.index([*hand, *board[:3]])] = hand_value(hand, board[:3]).squares
    tables.turn_squares[HAND_TURN.index([*hand, *board[:4]])] = hand_value(hand, board[:4]).squares
    tables.river_scores[HAND_RIVER.index([*hand, *board])] = hand_value(hand, board).scores


@pytest.mark.kernels
@pytest.mark.parametrize(("players", "buckets"), [(2, TEN), (3, FIVE)])
@pytest.mark.parametrize("deals", [120, pytest.param(300, marks=pytest.mark.deep)])
def test_deals_have_the_classes_and_the_order_of_the_cards_that_were_drawn(
    players: int, buckets: tuple[int, ...], deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, tables = kernel_state(7), empty_tables()
    plain_state = state.tolist()
    drawn = [drawn_cards(plain_state, 2 * players + 5) for _ in range(deals)]
    hands = [[cards[2 * player : 2 * player + 2] for player in range(players)] for cards in drawn]
    boards = [cards[2 * players :] for cards in drawn]
    for board, held in zip(boards, hands, strict=True):
        for hand in held:
            fill(tables, hand, board)
    monkeypatch.setattr(holdem_buckets, "open_hand_values", lambda: opened(tables))
    cards = PercentileBuckets(LIMIT, buckets)
    classes, order = np.zeros((deals, players, 4), dtype=np.int32), np.zeros(deals, dtype=np.int32)
    source = cards.deals()
    source.deal(state, classes=classes[:100], order=order[:100])
    source.deal(state, classes=classes[100:], order=order[100:])
    for deal, (board, held) in enumerate(zip(boards, hands, strict=True)):
        strengths = [strength([*hand, *board]) for hand in held]
        expected = 0
        for first, second in combinations(range(players), 2):
            expected = 3 * expected + 1 + int(np.sign(strengths[first] - strengths[second]))
        assert order[deal] == expected
        for player, hand in enumerate(held):
            later = [cards.class_of(hand, board[:size]) for size in (0, 3, 4, 5)]
            assert classes[deal, player].tolist() == later


@pytest.mark.kernels
def test_boards_have_the_classes_and_the_order_of_all_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are written for some hands only; on the river classes follow from the board alone."""
    state, tables = kernel_state(8), empty_tables()
    plain_state = state.tolist()
    drawn = [drawn_cards(plain_state, 5) for _ in range(2)]
    some = [[hand for hand in combinations(range(52), 2) if not set(hand) & set(board)][::54] for board in drawn]
    for board, hands in zip(drawn, some, strict=True):
        for hand in hands:
            fill(tables, [*hand], board)
    monkeypatch.setattr(holdem_buckets, "open_hand_values", lambda: opened(tables))
    cards = PercentileBuckets(LIMIT, FIVE)
    batch = BoardBatch.empty(2, hands=cards.boards().hands, hole_cards=2, rounds=4)
    cards.boards().draw(state, batch)
    for board, hands, held, classes, level in zip(drawn, some, *batch, strict=True):
        order = {tuple(sorted(hand)): place for place, hand in enumerate(held.tolist())}
        assert len(order) == 1081
        assert not set(held.ravel().tolist()) & set(board)
        strengths = [strength([*hand, *board]) for hand in held.tolist()[::20]]
        assert (np.sign(np.diff(strengths)) == np.sign(np.diff(level[::20]))).all()
        for hand in hands:
            later = [cards.class_of(hand, board[:size]) for size in (0, 3, 4, 5)]
            assert classes[:, order[hand]].tolist() == later


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    return tmp_path


def any_borders(buckets: tuple[int, ...]) -> borders.Borders:
    shapes = [(int(np.prod(buckets[:street])), buckets[street] - 1) for street in (1, 2, 3)]
    flop, turn, river = (np.full(shape, 7) for shape in shapes)
    return borders.Borders(
        hands=np.zeros(HAND.size, dtype=np.int32),
        flop=flop.astype(np.uint32),
        turn=turn.astype(np.uint32),
        river=river.astype(np.uint16),
    )


@pytest.mark.usefixtures("folder")
class TestFiles:
    buckets = (2, 3, 2, 4)

    def test_stored_borders_are_read_again(self) -> None:
        assert borders.BORDER_FILES.load(self.buckets) is None
        stored = any_borders(self.buckets)
        borders.store_borders(self.buckets, stored)
        first = borders.BORDER_FILES.path(self.buckets).read_bytes()
        found = borders.BORDER_FILES.load(self.buckets)
        assert found is not None
        assert all(np.array_equal(array, vars(stored)[name]) for name, array in found.items())
        borders.store_borders(self.buckets, stored)
        assert borders.BORDER_FILES.path(self.buckets).read_bytes() == first

    def test_borders_of_other_buckets_are_noticed(self) -> None:
        borders.store_borders((2, 2, 2, 2), any_borders((2, 2, 2, 2)))
        borders.BORDER_FILES.path((2, 2, 2, 2)).rename(borders.BORDER_FILES.path(self.buckets))
        with pytest.raises(TableError, match=r"has the buckets \[2, 2, 2, 2\] of version 1, not \[2, 3, 2, 4\]"):
            borders.BORDER_FILES.load(self.buckets)

    def test_borders_of_another_version_are_noticed(self) -> None:
        description = {"buckets": list(self.buckets), "version": 0}
        arrays = vars(any_borders(self.buckets))
        write_arrays(borders.BORDER_FILES.path(self.buckets), borders.BORDER_FILES.kind, description, arrays)
        with pytest.raises(TableError, match=r"of version 0, not .* of version 1"):
            borders.BORDER_FILES.load(self.buckets)

    def test_damaged_borders_are_noticed(self) -> None:
        borders.store_borders(self.buckets, any_borders(self.buckets))
        path = borders.BORDER_FILES.path(self.buckets)
        path.write_bytes(path.read_bytes()[:-64] + bytes([1] * 64))
        with pytest.raises(TableError, match="does not match its checksum"):
            borders.BORDER_FILES.load(self.buckets)

    def test_too_little_memory_is_said_before_anything_is_built(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("railbird.abstraction.build_cost.available_memory", lambda: 10**9)
        with pytest.raises(
            GameError, match=r"building percentile buckets 99,99,99,2 needs .* GB of memory, but 1.0 GB"
        ):
            PercentileBuckets(LIMIT, (99, 99, 99, 2)).class_of(parse_cards("AhKh"), ())
        assert not any(folder.rglob("*.arrays"))

    def test_shipped_buckets_need_no_building(self) -> None:
        for buckets in borders.BORDER_FILES.shipped:
            assert border_building.borders_cost(buckets).seconds == 0
            assert PercentileBuckets(LIMIT, buckets).build_cost().disk > 300_000_000  # the hand values
        assert PercentileBuckets(LIMIT, self.buckets).build_cost().seconds > 0


class TestIdentity:
    def test_an_identity_makes_the_same_buckets(self) -> None:
        for game, buckets in ((LIMIT, TEN), (game_named("holdem20.limit.2p"), (5, 5))):
            cards = PercentileBuckets(game, buckets)
            assert cards.identity == {"kind": "percentile", "buckets": list(buckets), "version": 1}
            again = card_abstraction(game, json.loads(json.dumps(dict(cards.identity))))
            assert isinstance(again, PercentileBuckets)
            assert again.identity == cards.identity
            assert again.counts == cards.counts

    @pytest.mark.parametrize(
        ("game", "identity", "message"),
        [
            ("holdem.limit.2p.reverse_blinds", {"buckets": [10] * 4, "version": 2}, "of version 2: .* makes version 1"),
            ("holdem.limit.2p.reverse_blinds", {"buckets": [10] * 4}, "have `buckets` and `version`"),
            (
                "holdem.limit.2p.reverse_blinds",
                {"buckets": 10, "version": 1},
                "buckets 10: give 4 whole numbers",
            ),
            ("holdem20.limit.2p", {"buckets": [10] * 4, "version": 1}, "give 2 whole numbers .* such as 10,10"),
            (
                "holdem.limit.2p.reverse_blinds",
                {"buckets": [10, 10, 10, 0], "version": 1},
                "4 whole numbers of at least",
            ),
            (
                "holdem.limit.2p.reverse_blinds",
                {"buckets": [10, 10, 10, 2.5], "version": 1},
                "4 whole numbers of at least",
            ),
            (
                "holdem.limit.2p.reverse_blinds",
                {"buckets": [999] * 4, "version": 1},
                "996,005,996,001 bucket sequences",
            ),
        ],
    )
    def test_wrong_identities_are_refused_in_one_line(
        self, game: str, identity: dict[str, object], message: str
    ) -> None:
        with pytest.raises(GameError, match=message) as refusal:
            card_abstraction(game_named(game), {"kind": "percentile", **identity})
        assert "\n" not in str(refusal.value)

    @pytest.mark.usefixtures("folder")
    def test_buckets_that_are_not_built_are_refused_when_a_file_names_them(self) -> None:
        buckets = (2, 3, 2, 4)
        identity = PercentileBuckets(LIMIT, buckets).identity
        with pytest.raises(GameError, match="abstract build --cards percentile --buckets 2,3,2,4` builds it"):
            card_abstraction(LIMIT, identity)
        borders.store_borders(buckets, any_borders(buckets))
        assert card_abstraction(LIMIT, identity).counts == (2, 6, 12, 48)

    def test_games_that_are_too_large_to_enumerate_are_refused(self) -> None:
        short_deck = replace(LIMIT, ranks=9, name="short deck")
        with pytest.raises(GameError, match=r"short deck has [\d,]+ hands on boards: .* with 52 cards and four rounds"):
            PercentileBuckets(short_deck)


@pytest.mark.deep
def test_the_shipped_borders_are_those_that_are_built(built_hand_values: HandValues) -> None:
    """All up to the turn, and of the river those of some classes, from every hand and board in them."""
    values, arrays = built_hand_values, borders.BORDER_FILES.load(TEN)
    assert arrays is not None
    shipped = borders.Borders(**arrays)
    hands = border_building.first_buckets(values.preflop_squares, 10)
    assert hands.tobytes() == shipped.hands.tobytes()
    hand_buckets = border_building.buckets_by_hand(hands)
    flop = border_building._flop_borders(values, hand_buckets, TEN, Silence())
    assert flop.tobytes() == shipped.flop.tobytes()
    flop_classes = border_building.classes_on_flop(values, hand_buckets, flop)
    turn = border_building._turn_borders(values, flop_classes, TEN, Silence())
    assert turn.tobytes() == shipped.turn.tobytes()
    assert shipped.river.shape == (1000, 9)
    for number in np.random.default_rng(8).choice(1000, size=8, replace=False).tolist():
        weights = scores_in_class(number, flop_classes, turn, values)
        scores = np.flatnonzero(weights)
        assert part_borders(scores, weights[scores], 10).tolist() == shipped.river[number].tolist()


def scores_in_class(
    number: int, flop_classes: NDArray[np.int32], turn_borders: NDArray[np.uint32], values: HandValues
) -> NDArray[np.int64]:
    """The number of sequences of cards by score on the river, of a class on the turn."""
    on_flop, bucket = divmod(number, turn_borders.shape[1] + 1)
    flops = np.flatnonzero(flop_classes == on_flop)
    sizes, parts = HAND_FLOP.class_sizes(flops), []
    for chosen, deals in with_next_card(HAND_FLOP.deals(flops)):
        squares = values.turn_squares[HAND_TURN.indices(deals)]
        inside = np.searchsorted(turn_borders[on_flop], squares, side="right") == bucket
        parts.append((deals[inside], sizes[chosen][inside]))
    turns, weights = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return river_histogram_of(turns, weights, values)


@pytest.mark.deep
def test_buckets_on_the_river_are_equal_to_the_granularity_of_the_hands(built_hand_values: HandValues) -> None:
    shipped = border_building.open_borders(TEN)
    flop_classes = border_building.classes_on_flop(
        built_hand_values, border_building.buckets_by_hand(shipped.hands), shipped.flop
    )
    histogram = border_building.river_histogram(built_hand_values, flop_classes, shipped.turn, progress=Silence())
    assert histogram.sum() == 1326 * comb(50, 3) * 47 * 46
    for weights, row in zip(histogram, shipped.river.tolist(), strict=True):
        for number, border in enumerate(row, start=1):
            ideal, below = number * weights.sum() / 10, weights[:border].sum()
            across = weights[np.searchsorted(np.cumsum(weights), ideal)]
            assert abs(below - ideal) <= across / 2
    # The sums by class are the sizes of the classes on the turn, whose values have many more levels.
    on_turn = histogram.sum(axis=1).reshape(100, 10)
    assert np.abs(on_turn / on_turn.sum(axis=1, keepdims=True) - 0.1).max() < 0.002


@pytest.mark.deep
def test_tables_and_computation_give_the_same_classes(
    built_hand_values: HandValues, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_tables = PercentileBuckets(LIMIT)
    with_tables.class_of(parse_cards("AhKh"), parse_cards("Qs Jh 2d"))
    monkeypatch.setattr(holdem_buckets, "hand_value_function", lambda: hand_value)
    without = PercentileBuckets(LIMIT)
    rng = np.random.default_rng(6)
    for _ in range(300):
        cards = random_cards(rng, 7)
        assert with_tables.class_of(cards[:2], cards[2:]) == without.class_of(cards[:2], cards[2:])


@pytest.mark.deep
def test_deals_are_spread_evenly_over_the_buckets(built_hand_values: HandValues) -> None:
    deals = 400_000
    classes, order = np.zeros((deals, 2, 4), dtype=np.int32), np.zeros(deals, dtype=np.int32)
    PercentileBuckets(LIMIT).deals().deal(kernel_state(3), classes=classes, order=order)
    for street, count in enumerate((10, 100, 1000)):
        shares = np.bincount(classes[:, 0, street], minlength=count) / deals
        most = 0.1 if street == 0 else 0.15  # before the flop there are 169 hands only
        assert np.abs(shares * count - 1).max() < most + 5 * np.sqrt(count / deals)
    assert np.bincount(order, minlength=3)[[0, 2]] / deals == pytest.approx([0.4797, 0.4797], abs=0.005)
