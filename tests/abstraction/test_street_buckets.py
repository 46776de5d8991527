"""Buckets of the current round: their files and identities, and strategies that carry them."""

from __future__ import annotations

import json
import logging
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.few_values import empty_tables
from abstraction.street_rules import NO_LIMIT, empty_classes
from railbird.abstraction import BoardHandBuckets, KMeansBuckets, abstract_game, card_abstraction
from railbird.abstraction.build_cost import BuildCost
from railbird.abstraction.hand_values import hand_value
from railbird.abstraction.k_means.cluster_rules import ClusterRules
from railbird.abstraction.street_classes import _kernels, build, rule_files, street_buckets
from railbird.abstraction.street_classes.river_borders import classes_by_score, river_borders
from railbird.array_files import write_arrays
from railbird.cards import parse_cards
from railbird.cards.isomorphism import FLOP, HAND, RIVER, TURN
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.errors import CardError, GameError, TableError
from railbird.games import CALL, game_named
from railbird.strategy import Origin, Strategy, open_strategy, save_strategy
from twins import random_cards

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.abstraction.street_classes import EarlyClasses
    from railbird.progress import Progress

SMALL = (169, 2, 2, 2)
LIMIT = game_named("holdem.limit.2p.reverse_blinds")


def small_arrays() -> dict[str, np.ndarray]:
    """The rules of two classes in each later round: hands are weak or strong."""
    return {
        "hand_classes": np.arange(HAND.size, dtype=np.uint16),
        "flop_centres": np.array([[0] * 48, [1081] * 48], dtype=np.uint16),
        "turn_centres": np.array([[0] * 48, [46] * 48], dtype=np.uint8),
        "borders": np.array([[990]], dtype=np.uint16),
    }


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Building takes no time, and is counted."""
    names: list[str] = []

    def build_rules(cards: KMeansBuckets, _: Progress) -> tuple[ClusterRules, EarlyClasses]:
        names.append(cards.name)
        return ClusterRules(**small_arrays()), empty_classes()

    monkeypatch.setattr(KMeansBuckets, "build_rules", build_rules)
    monkeypatch.setattr(street_buckets, "open_hand_values", lambda *_: empty_tables())
    monkeypatch.setattr(street_buckets, "values_cost", BuildCost)
    return names


def stored(buckets: tuple[int, ...] = SMALL) -> KMeansBuckets:
    """Small buckets, whose rules are in the cache."""
    cards = KMeansBuckets(NO_LIMIT, buckets)
    rule_files.store_arrays(rule_files.rules_path(cards.name), cards.parameters, small_arrays())
    return cards


@pytest.mark.usefixtures("cache")
class TestFiles:
    def test_what_was_built_is_stored_and_not_built_again(self, built: list[str]) -> None:
        cards = KMeansBuckets(NO_LIMIT, SMALL)
        assert not cards.is_ready
        cost = cards.build_cost()
        assert cost.seconds > 0
        assert 1e9 < cost.memory < 4e9
        cards.build()
        assert built == ["k-means-169-2-2-2-seed-1"]
        again = KMeansBuckets(NO_LIMIT, SMALL)
        assert again.is_ready
        assert again.build_cost().memory == 0
        again.build()
        assert len(built) == 1
        assert again.identity == cards.identity
        assert again.class_of(parse_cards("AhKh"), parse_cards("QsJh2d")) == 0  # as the stored classes say

    def test_nothing_is_built_unasked(self, built: list[str]) -> None:
        cards = KMeansBuckets(NO_LIMIT, SMALL)
        for ask in (lambda: cards.identity, lambda: cards.class_of(parse_cards("AhKh"), ()), cards.deals):
            with pytest.raises(
                GameError,
                match="build --cards k-means --buckets 169,2,2,2 --bucket-seed 1` builds it",
            ):
                ask()
        assert built == []

    def test_other_seeds_are_other_buckets(self, built: list[str]) -> None:
        for seed in (1, 2):
            KMeansBuckets(NO_LIMIT, SMALL, seed=seed).build()
        assert built == ["k-means-169-2-2-2-seed-1", "k-means-169-2-2-2-seed-2"]

    def test_damaged_rules_are_built_again(self, built: list[str], caplog: pytest.LogCaptureFixture) -> None:
        path = rule_files.rules_path(stored().name)
        path.write_bytes(path.read_bytes()[:-64] + bytes([1] * 64))
        cards = KMeansBuckets(NO_LIMIT, SMALL)
        with pytest.raises(GameError, match=r"does not match its checksum; `.*` builds it again"):
            cards.class_of(parse_cards("AhKh"), ())
        assert not cards.is_ready
        assert cards.build_cost().seconds > 0
        with caplog.at_level(logging.WARNING):
            cards.build()
        assert len(built) == 1
        assert KMeansBuckets(NO_LIMIT, SMALL).is_ready
        assert "does not match its checksum; building it again" in caplog.text

    def test_rules_of_other_buckets_are_noticed(self) -> None:
        cards = KMeansBuckets(NO_LIMIT, (169, 2, 2, 3))
        rule_files.rules_path(stored().name).rename(rule_files.rules_path(cards.name))
        with pytest.raises(TableError, match=r"has the buckets .*2, 2, 2\].*, not .*2, 2, 3\]"):
            rule_files.load_arrays(cards.name, cards.parameters)

    def test_classes_of_other_rules_are_not_used(self) -> None:
        cards = stored()
        rule_files.store_classes(cards.name, "0123456789abcdef", empty_classes())
        assert cards.class_of(parse_cards("AhAd"), parse_cards("AsJh2d")) == 1
        assert cards.build_cost().memory > 0

    def test_damaged_classes_are_not_used(self, caplog: pytest.LogCaptureFixture) -> None:
        cards = stored()
        content = {"content": cards.identity["content"]}
        few = {"flop": np.zeros(10, dtype=np.uint16)}
        write_arrays(rule_files.classes_path(cards.name), rule_files.CLASSES_FILE, content, few)
        with caplog.at_level(logging.WARNING):
            assert cards.class_of(parse_cards("AhAd"), parse_cards("AsJh2d")) == 1
        assert "its arrays are not the classes on the flop and the turn; computing instead" in caplog.text

    def test_too_little_memory_is_said_before_anything_is_built(
        self, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("railbird.abstraction.build_cost.available_memory", lambda: 10**8)
        for cards in (KMeansBuckets(NO_LIMIT, SMALL), BoardHandBuckets(NO_LIMIT, (2, 2, 2), (2, 2, 2))):
            with pytest.raises(GameError, match=r"needs .* of memory, but 100.0 MB are free"):
                cards.build()
        assert not any(cache.rglob("*.arrays"))


class TestShipped:
    def test_shipped_rules_need_no_building(self, cache: Path) -> None:
        for cards in build.SHIPPED:
            assert cards.is_ready
            assert rule_files.shipped_path(cards.name).exists()
            assert cards.class_of(parse_cards("AhKh"), parse_cards("QsJh2d")) in range(cards.counts[1])
        assert not any(cache.rglob("*.arrays"))

    def test_no_other_rules_are_shipped(self) -> None:
        folder = rule_files.shipped_path("").parent
        assert {path.stem for path in folder.iterdir()} == {cards.name for cards in build.SHIPPED}


class TestIdentity:
    def test_an_identity_makes_the_same_buckets(self) -> None:
        for cards in build.SHIPPED:
            again = card_abstraction(LIMIT, json.loads(json.dumps(dict(cards.identity))))
            assert isinstance(again, type(cards))
            assert again.identity == cards.identity
            assert again.counts == cards.counts

    @pytest.mark.usefixtures("cache")
    def test_arrays_suffice_where_nothing_was_built(self) -> None:
        cards = stored()
        identity, arrays = cards.identity, cards.arrays
        rule_files.rules_path(cards.name).unlink()
        with pytest.raises(GameError, match="is not built on this machine: `railbird abstract build --cards k-means "):
            card_abstraction(NO_LIMIT, identity)
        again = card_abstraction(NO_LIMIT, identity, arrays)
        assert again.class_of(parse_cards("AhAd"), parse_cards("AsJh2d")) == 1
        assert again.identity == identity

    def test_other_content_is_noticed(self) -> None:
        arrays = small_arrays()
        identity = {"kind": "k-means", "buckets": list(SMALL), "seed": 1, "version": 1}
        wanted = rule_files.content_of(arrays)
        arrays["borders"] = np.array([[991]], dtype=np.uint16)
        with pytest.raises(GameError, match=f"has the content [0-9a-f]{{16}} here, but {wanted} is wanted"):
            card_abstraction(NO_LIMIT, {**identity, "content": wanted}, arrays)
        del arrays["borders"]
        with pytest.raises(GameError, match=r"the arrays are not the centres of the k-means buckets \[169, 2, 2, 2\]"):
            card_abstraction(NO_LIMIT, {**identity, "content": wanted}, arrays)

    @pytest.mark.parametrize(
        ("kind", "change", "message"),
        [
            ("k-means", {"version": 2}, "k-means buckets of version 2: this version of Railbird makes version 1"),
            ("k-means", {"other": 2}, "k-means buckets have `buckets`, `seed`, `content` and `version`"),
            ("k-means", {"buckets": "x"}, "k-means buckets x: give 4 whole numbers of at least 1"),
            ("k-means", {"seed": 1.5}, "seed 1.5: a seed must be a whole number"),
            ("board-hand", {"version": 0}, "board-hand buckets of version 0"),
            ("board-hand", {"boards": [1, 2]}, "board buckets 1,2: give 3 whole numbers"),
            ("board-hand", {"hands": [1, 2, True]}, "hand buckets 1,2,True: give 3 whole numbers"),
        ],
    )
    def test_wrong_identities_are_refused_in_one_line(self, kind: str, change: dict[str, object], message: str) -> None:
        identities = {str(cards.identity["kind"]): cards.identity for cards in build.SHIPPED}
        with pytest.raises(ValueError, match=message) as refusal:
            card_abstraction(NO_LIMIT, {**identities[kind], **change})
        assert "\n" not in str(refusal.value)

    def test_boards_in_buckets_that_do_not_exist_are_noticed(self) -> None:
        cards = BoardHandBuckets(NO_LIMIT, (2, 2, 2), (2, 2, 2))
        arrays = {
            **{f"{name}_boards": np.zeros(index.size, np.uint16) for name, index in (("flop", FLOP), ("turn", TURN))},
            "river_boards": np.full(RIVER.size, 2, dtype=np.uint16),
            "flop_borders": np.zeros((2, 1), dtype=np.uint32),
            "turn_borders": np.zeros((2, 1), dtype=np.uint32),
            "borders": np.zeros((2, 1), dtype=np.uint16),
        }
        identity = {**cards.parameters, "content": rule_files.content_of(arrays)}
        with pytest.raises(GameError, match="a board is in bucket 2: there are 2, counted from 0"):
            card_abstraction(NO_LIMIT, identity, arrays)


@pytest.mark.usefixtures("cache")
def test_a_strategy_carries_its_buckets_in_its_file(tmp_path: Path) -> None:
    cards = KMeansBuckets(LIMIT, stored().buckets)
    game = abstract_game(cards)
    random = np.random.default_rng(1).random(game.layout.count)
    strategy = Strategy(game, game.probabilities(random), Origin(algorithm="none", iterations=0, seconds=0.0))
    path = tmp_path / "buckets.strategy"
    save_strategy(path, strategy)
    rule_files.rules_path(cards.name).unlink()
    again = open_strategy(path)
    assert again.cards == cards.identity
    for hand, board, actions in (("AhAd", "", []), ("AhAd", "As7d7h", [CALL, CALL]), ("3c2d", "As7d7h", [CALL, CALL])):
        assert again.at(hand, board, actions) == strategy.at(hand, board, actions)
    save_strategy(tmp_path / "copy.strategy", again)
    assert (tmp_path / "copy.strategy").read_bytes() == path.read_bytes()


@pytest.mark.kernels
def test_scores_are_counted_by_bucket_of_the_board() -> None:
    rng = np.random.default_rng(1)
    boards, sizes = [random_cards(rng, 5) for _ in range(3)], [24, 1, 12]
    counts = np.zeros((2, 1981), dtype=np.int64)
    buckets = np.array([1, 0, 1], dtype=np.uint16)
    _kernels.count_river_scores(np.array(boards, dtype=np.uint8), np.array(sizes), buckets, strength_tables(7), counts)
    expected = np.zeros_like(counts)
    for board, size, bucket in zip(boards, sizes, buckets, strict=True):
        for hand in combinations(sorted(set(range(52)) - set(board)), 2):
            expected[bucket, hand_value(hand, board).scores] += size
    assert np.array_equal(counts, expected)


def test_scores_have_equal_parts_within_buckets_of_boards() -> None:
    counts = np.zeros((2, 1981), dtype=np.int64)
    counts[0, [10, 20, 30, 40]] = 5
    counts[1, [7, 1980]] = [9, 1]
    borders = river_borders(counts, 2)
    assert borders.tolist() == [[30], [1980]]
    classes = classes_by_score(borders)
    assert classes.shape == (2, 1981)
    assert [classes[0, 29], classes[0, 30], classes[1, 1979], classes[1, 1980]] == [0, 1, 2, 3]


def test_cards_that_holdem_never_deals_are_refused() -> None:
    for cards in build.SHIPPED[::2]:
        for hand, board, message in [
            ("AhKh", "Qs Jh", "a board has 0, 3, 4 or 5"),
            ("Ah", "", "a hand has two"),
            ("AhKh", "Ah Jh 2d", "Ah"),
            ("AhAh", "", "Ah"),
        ]:
            with pytest.raises(CardError, match=message):
                cards.class_of(parse_cards(hand), parse_cards(board))
