"""Ranges: what their text means, what they are printed as, and how they refuse what makes no sense."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import parse_cards
from railbird.cards.hands import (
    CLASS_COUNT,
    CLASS_OF_HAND,
    HAND_COUNT,
    class_name,
    format_hand,
    hand_index,
    hands_in_class,
    parse_class,
)
from railbird.equity.ranges import Range
from railbird.errors import CardError, RangeError


def class_names(hands: Range) -> set[str]:
    return {class_name(int(index)) for index in CLASS_OF_HAND[hands.hands()]}


def whole_classes(names: str) -> Range:
    return Range.of_hands(hand for name in names.split() for hand in hands_in_class(parse_class(name)).tolist())


def weight_of(hands: Range, text: str) -> float:
    return float(hands.weights[hand_index(*parse_cards(text))])


@pytest.mark.parametrize(
    ("text", "classes", "count"),
    [
        ("22", "22", 6),
        ("22+", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA", 78),
        ("AA+", "AA", 6),
        ("55-22", "55 44 33 22", 24),
        ("AK", "AKs AKo", 16),
        ("AKs", "AKs", 4),
        ("AKo", "AKo", 12),
        ("AKs+", "AKs", 4),
        ("KTo+", "KTo KJo KQo", 36),
        ("KT+", "KTo KJo KQo KTs KJs KQs", 48),
        ("A5s-A2s", "A5s A4s A3s A2s", 16),
        ("A5-A4", "A5s A4s A5o A4o", 32),
        ("JTs-54s", "JTs T9s 98s 87s 76s 65s 54s", 28),
        ("J9o-97o", "J9o T8o 97o", 36),
        ("76-54", "76s 65s 54s 76o 65o 54o", 48),
        ("99-99", "99", 6),
    ],
)
def test_items_name_the_usual_hands(text: str, classes: str, count: int) -> None:
    hands = Range.parse(text)
    assert hands == whole_classes(classes)
    assert len(hands) == count
    assert hands.combos == count


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("aks", "AKs"),
        ("KAs", "AKs"),
        ("tKo+", "KTo+"),
        ("22-55", "55-22"),
        ("A2s-A5s", "A5s-A2s"),
        ("2as-5as", "A5s-A2s"),
        ("54s-JTs", "JTs-54s"),
        ("54s - JTs", "JTs-54s"),
        ("1010+", "TT+"),
        ("A10s", "ATs"),
        ("109s-65s", "T9s-65s"),
        ("10s9S", "Ts9s"),
        ("khAS", "AsKh"),
        ("RANDOM", "random"),
        ("QQ+ AK", "QQ+,AK"),
        (" QQ+ ,\n AK ,, ", "QQ+,AK"),
        ("QQ+ : 0.5 , AK :1", "QQ+:0.5,AK"),
        ("QQ+:.5 AK:1.0", "QQ+:0.5,AK"),
        ("AA,AA,QQ+", "QQ+"),
        ("QQ+:0.5,KK:0.5", "QQ+:0.5"),
    ],
)
def test_a_range_may_be_written_in_other_ways(text: str, usual: str) -> None:
    assert Range.parse(text) == Range.parse(usual)


def test_a_single_hand_is_one_of_its_class() -> None:
    hands = Range.parse("AsKh, 2c2d:0.125")
    assert hands.hands().tolist() == [0, hand_index(*parse_cards("AsKh"))]
    assert weight_of(hands, "AsKh") == 1
    assert weight_of(hands, "2c2d") == 0.125
    assert weight_of(hands, "AhKs") == 0


def test_weights_belong_to_their_item() -> None:
    hands = Range.parse("QQ+:0.5, AKs, A5s-A2s:0.25")
    assert weight_of(hands, "KsKh") == 0.5
    assert weight_of(hands, "AsKs") == 1
    assert weight_of(hands, "As3s") == 0.25
    assert len(hands) == 18 + 4 + 16
    assert hands.combos == 9 + 4 + 4


def test_random_is_every_hand() -> None:
    assert len(Range.random()) == HAND_COUNT
    assert Range.parse("random") == Range.random()
    assert Range.random().weights.tolist() == [1.0] * HAND_COUNT
    assert Range.parse("random:0.5") != Range.random()
    assert Range.random().without(parse_cards("As")) != Range.random()


@pytest.mark.parametrize(
    ("percent", "expected", "count"),
    [
        ("0.001", "AA", 6),
        ("0.9", "AA", 6),
        ("0.91", "KK+", 12),
        ("1", "KK+", 12),
        ("2", "JJ+", 24),
        ("5", "77+,AJs+", 60),
        ("6", "77+,ATs+,AKo", 76),
        ("10", "66+,A9s+,KJs+,ATo+", 130),
        ("100", "random", 1326),
    ],
)
def test_top_is_the_strongest_whole_classes_that_fit(percent: str, expected: str, count: int) -> None:
    hands = Range.parse(f"top {percent}%")
    assert len(hands) == count
    assert hands == Range.parse(expected)
    assert hands == Range.parse(f"TOP{percent}%") == Range.parse(f"top {percent} %")
    assert hands == Range.top(float(percent) / 100)


def test_top_loses_no_class_to_rounding() -> None:
    from railbird.equity.preflop import strongest_classes

    count = 0
    for index in strongest_classes():
        count += len(hands_in_class(index))
        assert len(Range.top(count / HAND_COUNT)) == count


def test_top_takes_a_weight_and_company() -> None:
    hands = Range.parse("top 1%:0.5, 72o")
    assert hands == Range.parse("KK+:0.5,72o")


@pytest.mark.parametrize("fraction", [0.0, -0.1, 1.01, float("nan")])
def test_top_of_no_share_is_refused(fraction: float) -> None:
    with pytest.raises(RangeError, match=f"top {fraction} of all hands: give a fraction above 0"):
        Range.top(fraction)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AKx", "write AK, AKs or AKo, alone"),
        ("AA+x", "write AA, alone, followed by +"),
        ("foo", "unknown hands: write hands like 22+"),
        ("A", "unknown hands"),
        ("AsKh+", "unknown hands"),
        ("AsKh-AsQh", "unknown hands"),
        ("AA;KK", "write AA, alone"),
        (":0.5", "unknown hands"),
        ("AsAs", "the same card twice"),
        ("AAs", "a pair is neither suited nor offsuit: write AA"),
        ("55s-22s", "a pair is neither suited nor offsuit: write 55"),
        ("AKs-55", "the ends do not match"),
        ("AK-55", "the ends do not match"),
        ("A5-AA", "the ends do not match"),
        ("A5s-K2s", "the ends do not match"),
        ("JTs-53s", "the ends do not match"),
        ("AKs-AQo", "the same top card (A5s-A2s)"),
        ("AA-KK-QQ", "a dash joins exactly two ends"),
        ("AA-", "unknown hands"),
        ("AA:0", "the weight '0' is not a number above 0 and at most 1: write a weight like :0.25"),
        ("AA:2", "the weight '2'"),
        ("AA:abc", "the weight 'abc'"),
        ("AA:nan", "the weight 'nan'"),
        ("AA:-1", "the weight '-1'"),
        ("AA:", "the weight ''"),
        ("AA:0.5:0.5", "the weight '0.5:0.5'"),
        ("top 0%", "above 0% and at most 100%: write it like top 15%"),
        ("top 101%", "above 0% and at most 100%"),
        ("top 15", "write it like top 15%"),
        ("top", "write it like top 15%"),
    ],
)
def test_an_error_names_the_item_and_what_would_be_right(text: str, reason: str) -> None:
    with pytest.raises(RangeError) as error:
        Range.parse(text)
    message = str(error.value)
    assert message.startswith(f"range item {text!r} at character 1: ")
    assert reason in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "item", "position"),
    [
        ("QQ+, AKx, 22", "AKx", 6),
        ("KK,AA:2", "AA:2", 4),
        ("KK  AA :2 ,22", "AA :2", 5),
        ("As Kh", "As", 1),
        ("AA, top 101% :0.5, KK", "top 101% :0.5", 5),
        ("QQ, :0.5", ":0.5", 5),
        ("\n22+\nAAs", "AAs", 6),
    ],
)
def test_an_error_names_the_place_of_the_item(text: str, item: str, position: int) -> None:
    with pytest.raises(RangeError) as error:
        Range.parse(text)
    assert str(error.value).startswith(f"range item {item!r} at character {position}: ")


@pytest.mark.parametrize("text", ["", "  ", " , "])
def test_empty_text_is_refused(text: str) -> None:
    with pytest.raises(RangeError, match=f"empty range '{text}': write hands like"):
        Range.parse(text)


def test_a_hand_with_two_weights_is_refused_by_name() -> None:
    expected = (
        "range item 'AsKs:0.5' at character 5: AsKs already has the weight 1.0, not 0.5: give each hand one weight"
    )
    with pytest.raises(RangeError) as error:
        Range.parse("AK, AsKs:0.5")
    assert str(error.value) == expected


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("AA,KK,QQ", "QQ+"),
        ("AA", "AA"),
        ("22,33,44,55,77", "77,55-22"),
        ("AKs,AKo", "AK"),
        ("AKs,AKo,AQs", "AK,AQs"),
        ("KQo,KJo,KTo,KTs,KJs,KQs", "KT+"),
        ("A2s+,AKo", "A2s+,AKo"),
        ("A2s,A3s,A4s,A5s", "A5s-A2s"),
        ("JTs,T9s,98s,87s,76s,65s,54s", "JTs-54s"),
        ("JTs,T9s", "JTs,T9s"),
        ("JTs:0.5,T9s:0.5", "JTs-T9s:0.5"),
        ("J9s-64s,JTs-54s", "JTs-54s,J9s-64s"),
        ("KTs,KJs,KQs,QJs,JTs,T9s", "KTs+,QJs-T9s"),
        ("KQo,72o,AJs,22+,54s,QJ", "22+,QJ,AJs,54s,KQo,72o"),
        ("32s,32o", "32"),
        ("AhAs,AhAd,AhAc,AsAd,AsAc,AdAc", "AA"),
        ("KhAs", "AsKh"),
        ("AsKs,AhKh,AdKd", "AsKs,AhKh,AdKd"),
        ("AsKs:0.5,AhKh,AdKd,AcKc", "AhKh,AdKd,AcKc,AsKs:0.5"),
        ("22+:0.25,AKs,AQs:0.25", "AKs,22+:0.25,AQs:0.25"),
        ("AA:1e-5", "AA:1e-05"),
        ("AA:0.30000000000000004", "AA:0.30000000000000004"),
        ("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32", "random"),
        ("random:0.5", "random:0.5"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(Range.parse(text)) == canonical
    assert repr(Range.parse(text)) == f"Range.parse('{canonical}')"


WEIGHTS = st.sampled_from([0.25, 0.5, 1.0]) | st.floats(0, 1, exclude_min=True)


@st.composite
def ranges(draw: st.DrawFn) -> Range:
    """Whole classes of few or many weights, with single hands of other weights or missing."""
    weights = np.zeros(HAND_COUNT)
    some_weight = draw(st.sampled_from([st.just(1.0), st.just(0.5), WEIGHTS]))
    for index in draw(st.sets(st.integers(0, CLASS_COUNT - 1), max_size=CLASS_COUNT)):
        weights[hands_in_class(index)] = draw(some_weight)
    for hand in draw(st.sets(st.integers(0, HAND_COUNT - 1), max_size=20)):
        weights[hand] = draw(WEIGHTS | st.just(0.0))
    if not weights.any():
        weights[draw(st.integers(0, HAND_COUNT - 1))] = draw(WEIGHTS)
    return Range(weights)


def plain_text(hands: Range) -> str:
    """Every class by its name where it is whole, every other hand by its cards."""
    items = []
    for index in range(CLASS_COUNT):
        members = hands_in_class(index).tolist()
        weights = hands.weights[members].tolist()
        if len(set(weights)) == 1:
            items += [(class_name(index), weights[0])]
        else:
            items += list(zip(map(format_hand, members), weights, strict=True))
    return ",".join(name if weight == 1 else f"{name}:{weight!r}" for name, weight in items if weight > 0)


@settings(max_examples=150, deadline=None)
@given(ranges())
def test_the_text_of_a_range_reads_back_and_is_never_longer_than_a_plain_list(hands: Range) -> None:
    text = str(hands)
    assert Range.parse(text) == hands
    assert len(text) <= len(plain_text(hands))


def test_a_weight_for_every_hand_reads_back() -> None:
    hands = Range(1 - np.random.default_rng(7).random(HAND_COUNT))
    assert Range.parse(str(hands)) == hands
    assert hands.combos == pytest.approx(HAND_COUNT / 2, rel=0.05)


def test_the_text_depends_on_the_hands_and_not_on_how_they_were_written() -> None:
    for index in range(CLASS_COUNT):
        hands = Range.of_hands(hands_in_class(index).tolist())
        assert str(hands) == class_name(index)
        assert class_names(hands) == {class_name(index)}


def test_ranges_are_values() -> None:
    first, other = Range.parse("QQ+,AK"), Range.parse("AKo,AKs,AA,KK,QQ")
    assert first == other
    assert hash(first) == hash(other)
    assert first != Range.parse("QQ+")
    assert first != Range.parse("QQ+,AK:0.5")
    assert first != "QQ+,AK"
    assert {first: "tight"}[other] == "tight"
    minus_zero = np.where(first.weights > 0, 1.0, -0.0)
    assert hash(Range(minus_zero)) == hash(first)


def test_ranges_never_change() -> None:
    weights = np.ones(HAND_COUNT)
    hands = Range(weights)
    weights[0] = 0
    assert hands == Range.random()
    with pytest.raises(ValueError, match="read-only"):
        hands.weights[0] = 0
    with pytest.raises(AttributeError):
        hands.weights = weights  # type: ignore[misc]


def test_a_pickled_range_comes_back_equal_and_read_only() -> None:
    hands = Range.parse("QQ+,AK:0.3")
    copy = pickle.loads(pickle.dumps(hands))
    assert copy == hands
    assert not copy.weights.flags.writeable


@pytest.mark.parametrize("weight", [1.5, -0.5, float("nan"), float("inf")])
def test_weights_outside_zero_to_one_are_refused(weight: float) -> None:
    weights = np.zeros(HAND_COUNT)
    weights[hand_index(*parse_cards("AsKh"))] = weight
    with pytest.raises(RangeError, match=f"AsKh has the weight {weight}: a weight is above 0"):
        Range(weights)


def test_weights_of_another_length_or_of_no_hand_are_refused() -> None:
    with pytest.raises(RangeError, match=r"weights of shape \(169,\): a range has a weight for each of 1326"):
        Range(np.ones(169))
    with pytest.raises(RangeError, match="empty range: at least one hand"):
        Range(np.zeros(HAND_COUNT))
    with pytest.raises(RangeError, match="empty range: at least one hand"):
        Range.of_hands([])


def test_hands_by_number() -> None:
    assert Range.of_hands([1325, 0, 0]).hands().tolist() == [0, 1325]
    with pytest.raises(RangeError, match="there is no hand -1"):
        Range.of_hands([-1])


def test_dead_cards_take_their_hands_away() -> None:
    assert len(Range.parse("AA").without(parse_cards("As"))) == 3
    assert len(Range.parse("AKo").without(parse_cards("As Kd"))) == 7
    assert len(Range.random().without(parse_cards("2c 7d Kh"))) == 49 * 48 // 2
    assert Range.parse("AKs:0.5").without(parse_cards("As")) == Range.parse("AhKh:0.5,AdKd:0.5,AcKc:0.5")
    assert Range.random().without([]) == Range.random()


def test_dead_cards_that_leave_no_hand_are_refused() -> None:
    with pytest.raises(RangeError, match="no hand of AA is left when As Ah Ad are dead"):
        Range.parse("AA").without(parse_cards("As Ah Ad"))
    with pytest.raises(CardError, match="duplicate card As"):
        Range.random().without([51, 51])


def test_grid_holds_the_mean_weight_of_each_class() -> None:
    grid = Range.parse("AA,AKs:0.5,AsKh,72o:0.25").grid()
    assert grid.shape == (13, 13)
    assert grid[0, 0] == 1
    assert grid[0, 1] == 0.5
    assert grid[1, 0] == pytest.approx(1 / 12)
    assert grid[12, 7] == 0.25
    assert np.count_nonzero(grid) == 4


def test_grid_as_text() -> None:
    text = Range.parse("TT+,ATs+,KTs+:0.5,AQo+,JTs,AhJs,KcQc:0.5").format_grid()
    assert text.splitlines()[:6] == [
        "    A   K   Q   J   T   9   8   7   6   5   4   3   2",
        "A  AA  AKs AQs AJs ATs  .   .   .   .   .   .   .   .",
        "K  AKo KK  50% 50% 50%  .   .   .   .   .   .   .   .",
        "Q  AQo  .  QQ   .   .   .   .   .   .   .   .   .   .",
        "J   8%  .   .  JJ  JTs  .   .   .   .   .   .   .   .",
        "T   .   .   .   .  TT   .   .   .   .   .   .   .   .",
    ]
    assert len(text.splitlines()) == 14


def test_a_partial_class_never_looks_full_or_empty() -> None:
    almost = Range.parse("AKs:0.999,AsQs:0.001").format_grid()
    assert almost.splitlines()[1].startswith("A   .  99%  1%  . ")


def test_ranges_bring_no_compiled_code() -> None:
    program = "import sys, railbird.equity.ranges as r; r.Range.parse('22+'); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
