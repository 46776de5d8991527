"""Exact equity: known values, plain twins that judge every run-out and every opposing pair, and properties."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from railbird.cards import FULL_DECK, parse_cards
from railbird.equity.completions import rank_tables
from railbird.equity.completions._kernels import completions_for, count_run_outs, list_completions
from railbird.equity.exact import (
    Counts,
    count_against_random,
    count_known_hands,
    equities_against_random,
    opposing_hands,
    run_outs_by_score,
)
from railbird.errors import CardError, EquityError
from twins import plain_known, plain_random, random_cards

BOARDS = {
    "monotone": "9h6h2h Qh 4h",
    "two-tone": "AsTs4d 8c 8s",
    "four of a suit": "KdJd7d 3d 2s",
    "rainbow": "Kc9d5h 2s Jc",
    "paired": "QcQd7s 3h Tc",
    "two pairs": "QcQd7s 7h Tc",
    "trips": "8c8d8h Ks 2d",
    "full house": "8c8d8h KsKd",
    "four of a kind": "5c5d5h5s 9d",
    "straightening": "9c8d7h 6s 2c",
    "straight": "9c8d7h 6s 5c",
    "wheel": "Ah2c3d 4s Kh",
    "board plays": "AcKdQhJsTc",
    "royal flush": "AsKsQsJsTs",
}


def against_random(hand: list[int], board: list[int], dead: list[int]) -> list[int]:
    """What `plain_random` counts, from the package."""
    counts = count_against_random(hand, board, dead=dead, opponents=1)
    two = count_against_random(hand, board, dead=dead, opponents=2)
    run_outs = comb(50 - len(board) - len(dead), 5 - len(board))
    assert counts.total == run_outs * opposing_hands(1, dead_cards=len(dead))
    assert two.total == run_outs * opposing_hands(2, dead_cards=len(dead))
    return [*counts.shared, *two.shared, run_outs]


def all_but(live: str) -> list[int]:
    """The dead cards that leave only these alive."""
    return sorted(set(FULL_DECK) - set(parse_cards(live)))


@pytest.mark.kernels
@pytest.mark.parametrize("texture", BOARDS)
@pytest.mark.parametrize("dead", [(0, 7), pytest.param((0, 0, 0, 7), marks=pytest.mark.deep)])
def test_every_kind_of_river_board_counts_as_judged_pair_by_pair(texture: str, dead: tuple[int, ...]) -> None:
    board = list(parse_cards(BOARDS[texture]))
    rng = np.random.default_rng(1)
    for count in dead:
        check_as_judged_pair_by_pair(rng, board, dead=count)


@pytest.mark.kernels
@pytest.mark.parametrize("texture", BOARDS)
@pytest.mark.parametrize("dead", [None, *(pytest.param(dead, marks=pytest.mark.deep) for dead in (0, 5))])
def test_every_kind_of_turn_board_counts_as_judged_pair_by_pair(texture: str, dead: int | None) -> None:
    """With dead cards on every other board, or on all of them."""
    board = list(parse_cards(BOARDS[texture]))[:4]
    check_as_judged_pair_by_pair(np.random.default_rng(2), board, dead=5 * (len(texture) % 2) if dead is None else dead)


def check_as_judged_pair_by_pair(rng: np.random.Generator, board: list[int], *, dead: int) -> None:
    hand = random_cards(rng, 2, without=board)
    dead_cards = random_cards(rng, dead, without=[*board, *hand])
    assert against_random(hand, board, dead_cards) == plain_random(hand, board, dead_cards)


@pytest.mark.kernels
@pytest.mark.parametrize("texture", BOARDS)
def test_every_kind_of_flop_counts_as_judged_pair_by_pair_from_a_thin_deck(texture: str) -> None:
    board = list(parse_cards(BOARDS[texture]))[:3]
    rng = np.random.default_rng(3)
    hand = random_cards(rng, 2, without=board)
    dead = random_cards(rng, 25, without=[*board, *hand])
    assert against_random(hand, board, dead) == plain_random(hand, board, dead)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "flop", "dead"),
    [
        pytest.param("AhKh", "Qs Jh 2d", "", marks=pytest.mark.deep),
        pytest.param("AhKh", "9h 6h 2h", "", marks=pytest.mark.deep),
        ("AsKh", "9c 9d 6h", ""),  # clubs and diamonds are alike, and a flush is possible in both
        pytest.param("5c5d", "8c 8d 8h", "Ks As 5h", marks=pytest.mark.deep),
    ],
)
def test_flops_count_as_judged_pair_by_pair_from_the_whole_deck(hand: str, flop: str, dead: str) -> None:
    cards = list(parse_cards(hand)), list(parse_cards(flop)), list(parse_cards(dead))
    assert against_random(*cards) == plain_random(*cards)


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "live"),
    [
        ("AsKs", "AcAdAhAs KcKdKhKs QcQdQhQs JcJdJhJs TcTdThTs"),
        ("TcTd", "AcAdAhAs KcKdKhKs QcQdQhQs JcJdJhJs TcTdThTs"),
        ("As5s", "As5s 2s 3s 4s 6s 7h 8h 9h Th Jh Qh"),  # flushes in two suits
        ("2c3d", "2c3d 2d 2h 2s 3c 3h 3s 4c 4d 4h 4s 5c"),
    ],
)
def test_hands_before_the_flop_count_as_judged_pair_by_pair_from_a_thin_deck(hand: str, live: str) -> None:
    cards = list(parse_cards(hand)), [], all_but(live)
    assert against_random(*cards) == plain_random(*cards)


@pytest.mark.kernels
@pytest.mark.parametrize("board_cards", [3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_known_hands_on_random_boards_win_and_share_as_judged_one_by_one(players: int, board_cards: int) -> None:
    rng = np.random.default_rng(10 * players + board_cards)
    for dead_cards in (0, 0, 1, 9, 20):
        cards = random_cards(rng, 2 * players + board_cards + dead_cards)
        hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
        board, dead = cards[2 * players :][:board_cards], cards[2 * players + board_cards :]
        assert_known_hands_match(hands, board, dead)


@pytest.mark.kernels
@pytest.mark.parametrize("texture", BOARDS)
def test_known_hands_on_every_kind_of_board_win_and_share_as_judged_one_by_one(texture: str) -> None:
    board = list(parse_cards(BOARDS[texture]))
    rng = np.random.default_rng(4)
    for on_board in (3, 4, 5):
        for players in (2, 3, 6):
            cards = random_cards(rng, 2 * players, without=board)
            hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
            assert_known_hands_match(hands, board[:on_board], [])


@pytest.mark.kernels
@pytest.mark.parametrize("players", [2, 3, 6])
def test_known_hands_before_the_flop_win_and_share_as_judged_one_by_one_from_a_thin_deck(players: int) -> None:
    rng = np.random.default_rng(players)
    for _ in range(4):
        cards = random_cards(rng, 2 * players + 20)
        hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
        assert_known_hands_match(hands, [], sorted(set(FULL_DECK) - set(cards)))


@pytest.mark.kernels
@pytest.mark.deep
def test_known_hands_before_the_flop_win_and_share_as_judged_one_by_one_from_the_whole_deck() -> None:
    # Clubs and diamonds are alike: nobody holds one, and only a board of five makes a flush in them.
    assert_known_hands_match([list(parse_cards("AsAh")), list(parse_cards("KsKh"))], [], [])


def assert_known_hands_match(hands: list[list[int]], board: list[int], dead: list[int]) -> None:
    shared, run_outs = plain_known(hands, board, dead)
    assert count_known_hands(hands, board, dead=dead) == tuple(Counts(tuple(row), run_outs) for row in shared)


@pytest.mark.parametrize(
    ("hand", "board", "opponents", "equity"),
    [
        ("AhKh", "", 1, 0.670446),
        ("AhKh", "QsJh2d", 1, 0.641073),
        ("AhKh", "QsJh2d", 2, 0.466969),
        ("AhKh", "QsJh2d9c3s", 1, 0.364141),
        ("AhKh", "QsJh2d9c3s", 2, 0.126165),
    ],
)
def test_known_equities_against_random_hands(hand: str, board: str, opponents: int, equity: float) -> None:
    counts = count_against_random(parse_cards(hand), parse_cards(board), opponents=opponents)
    assert round(counts.equity, 6) == equity


@pytest.mark.parametrize("board", ["", "QsJh2d", "QsJh2d9c", "QsJh2d9c3s"])
def test_equities_against_one_and_two_at_once_are_those_against_each(board: str) -> None:
    hand, cards = parse_cards("AhKh"), parse_cards(board)
    apart = tuple(count_against_random(hand, cards, opponents=opponents).equity for opponents in (1, 2))
    assert equities_against_random(hand, cards) == apart


@pytest.mark.parametrize(("opponents", "equity"), [(1, 0.852), (2, 0.734)])
def test_two_aces_win_85_percent_against_one_and_73_against_two(opponents: int, equity: float) -> None:
    assert round(count_against_random(parse_cards("AsAh"), opponents=opponents).equity, 3) == equity


def test_aces_against_kings() -> None:
    aces, kings = count_known_hands([parse_cards("AsAh"), parse_cards("KdKc")])
    assert round(aces.equity, 6) == 0.812555
    assert aces.equity + kings.equity == pytest.approx(1)


def test_a_royal_flush_on_the_board_is_shared_by_all() -> None:
    hands = [parse_cards(hand) for hand in ("2c2d", "3c3d", "4c4d", "5c5d")]
    for counts in count_known_hands(hands, parse_cards("AsKsQsJsTs")):
        assert counts == Counts((0, 0, 0, 1), 1)
        assert counts.equity == 0.25
    assert count_against_random(hands[0], parse_cards("AsKsQsJsTs"), opponents=2).equity == pytest.approx(1 / 3)


def random_case(rng: np.random.Generator, board_cards: int) -> tuple[list[int], list[int]]:
    cards = random_cards(rng, 2 + board_cards)
    return cards[:2], cards[2:]


@pytest.mark.parametrize("board_cards", [0, 3, 4, 5])
def test_renaming_suits_changes_nothing(board_cards: int) -> None:
    rng = np.random.default_rng(5)
    hand, board = random_case(rng, board_cards)
    other = random_cards(rng, 2, without=[*hand, *board])
    dead = random_cards(rng, 2, without=[*hand, *board, *other])
    expected = against_random(hand, board, dead), count_known_hands([hand, other], board, dead=dead)
    for suits in list(permutations(range(4)))[:: 8 if board_cards == 0 else 1]:
        case = [[card // 4 * 4 + suits[card % 4] for card in cards] for cards in (hand, board, dead, other)]
        assert against_random(*case[:3]) == expected[0]
        assert count_known_hands([case[0], case[3]], case[1], dead=case[2]) == expected[1]


def unused_cards(*used: list[int]) -> list[int]:
    return sorted(set(FULL_DECK) - {card for cards in used for card in cards})


@pytest.mark.parametrize(("opponents", "cards_dealt"), [(1, 2), (2, 4)])
@pytest.mark.parametrize("board_cards", [0, 3, 4, 5])
def test_random_hands_average_over_a_dead_card(board_cards: int, opponents: int, cards_dealt: int) -> None:
    """The law of total probability: every case leaves each of its unused cards free to be the dead one."""
    rng = np.random.default_rng(6 + board_cards)
    for dead_cards in (0, 3, 11) if board_cards else (16 if opponents == 1 else 20,):
        hand, board = random_case(rng, board_cards)
        dead = random_cards(rng, dead_cards, without=[*hand, *board])
        unused = unused_cards(hand, board, dead)
        parts = [count_against_random(hand, board, dead=[*dead, card], opponents=opponents) for card in unused]
        whole = count_against_random(hand, board, dead=dead, opponents=opponents)
        left = len(unused) - (5 - board_cards) - cards_dealt
        assert sum(part.total for part in parts) == whole.total * left
        assert np.array_equal(np.sum([part.shared for part in parts], axis=0), np.multiply(whole.shared, left))


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("board_cards", [0, 3, 4])
def test_known_hands_average_over_a_dead_card(board_cards: int, players: int) -> None:
    rng = np.random.default_rng(7)
    cards = random_cards(rng, 2 * players + board_cards)
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    board = cards[2 * players :]
    unused = unused_cards(cards)
    whole = count_known_hands(hands, board)
    parts = [count_known_hands(hands, board, dead=[card]) for card in unused]
    left = len(unused) - (5 - board_cards)
    for player in range(players):
        total = np.sum([part[player].shared for part in parts], axis=0)
        assert np.array_equal(total, np.multiply(whole[player].shared, left))


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("board_cards", [0, 3, 4, 5])
def test_equities_of_known_hands_sum_to_one_and_totals_are_binomials(players: int, board_cards: int) -> None:
    cards = random_cards(np.random.default_rng(players), 2 * players + board_cards + 3)
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    board, dead = cards[2 * players : 2 * players + board_cards], cards[2 * players + board_cards :]
    counts = count_known_hands(hands, board, dead=dead)
    run_outs = comb(52 - len(cards), 5 - board_cards)
    assert {each.total for each in counts} == {run_outs}
    assert sum(each.equity for each in counts) == pytest.approx(1)
    sharing = np.sum([each.shared for each in counts], axis=0)
    assert (sharing % np.arange(1, players + 1) == 0).all()
    assert (sharing // np.arange(1, players + 1)).sum() == run_outs


@pytest.mark.parametrize(("dead_cards", "against_one", "two"), [(0, 990, 990 * 903), (10, 595, 595 * 528), (43, 1, 0)])
def test_opposing_hands_are_counted_by_binomials(dead_cards: int, against_one: int, two: int) -> None:
    assert opposing_hands(1, dead_cards=dead_cards) == against_one
    assert opposing_hands(2, dead_cards=dead_cards) == two


@pytest.mark.parametrize("board_cards", [0, 3, 4, 5])
def test_run_outs_by_score_are_all_run_outs_and_give_the_counts_again(board_cards: int) -> None:
    rng = np.random.default_rng(8 + board_cards)
    hand, board = random_case(rng, board_cards)
    for dead in ([], random_cards(rng, 6, without=[*hand, *board])):
        by_score = run_outs_by_score(hand, board, dead)
        wins, ties = count_against_random(hand, board, dead=dead, opponents=1).shared
        assert by_score.min() >= 0
        assert by_score.sum() == comb(50 - len(board) - len(dead), 5 - len(board))
        assert by_score @ np.arange(len(by_score)) == 2 * wins + ties


@pytest.mark.kernels
def test_run_outs_by_score_equal_a_river_by_river_count() -> None:
    hand, turn = parse_cards("AhKh"), parse_cards("QsJh2d9h")
    scores = Counter(
        2 * counts.shared[0] + counts.shared[1]
        for river in unused_cards([*hand, *turn])
        for counts in [count_against_random(hand, [*turn, river], opponents=1)]
    )
    by_score = run_outs_by_score(hand, turn)
    assert {score: int(by_score[score]) for score in np.flatnonzero(by_score)} == scores


def masks(cards: list[int]) -> np.ndarray:
    return np.array([sum(1 << card // 4 for card in cards if card % 4 == suit) for suit in range(4)], dtype=np.uint16)


def completions(board: list[int], unseen: list[int], flush_from: list[int]) -> Counter[tuple[int, ...]]:
    """The weights by what a completion is, whichever of several suits alike it names."""
    missing, tables, wanted = 5 - len(board), rank_tables(), np.array(flush_from)
    weights: Counter[tuple[int, ...]] = Counter()
    left = count_run_outs(masks(unseen), missing, tables)
    assert left.sum() == comb(len(unseen), missing)
    out = completions_for(wanted, missing, tables)
    for part in range(5):
        count = list_completions(part, masks(board), masks(unseen), wanted, missing, tables, left, out)
        assert count <= len(out.weight)
        assert (out.weight[:count] > 0).all()
        assert (left >= 0).all()
        arrays = (out.suit >= 0, out.rank_key, out.suit_ranks, out.new_ranks, out.new_suit_ranks)
        for weight, *what in zip(out.weight[:count].tolist(), *(a[:count].tolist() for a in arrays), strict=True):
            weights[tuple(what)] += weight
    assert weights.total() == comb(len(unseen), missing)
    return weights


def plain_completions(board: list[int], unseen: list[int], flush_from: list[int]) -> Counter[tuple[int, ...]]:
    weights: Counter[tuple[int, ...]] = Counter()
    rank_keys = rank_tables().rank_keys.tolist()
    for run_out in combinations(unseen, 5 - len(board)):
        cards = [*board, *run_out]
        key = sum(rank_keys[card // 4] for card in cards)
        new_ranks = sum(1 << card // 4 * 4 for card in run_out)
        suits = [suit for suit in range(4) if sum(card % 4 == suit for card in cards) >= flush_from[suit]]
        if suits:
            in_suit, new_in_suit = masks(cards)[suits[0]], masks(list(run_out))[suits[0]]
            weights[True, key, int(in_suit), new_ranks, int(new_in_suit)] += 1
        else:
            weights[False, key, 0, new_ranks, 0] += 1
    return weights


@pytest.mark.kernels
@pytest.mark.parametrize(("board_cards", "most_unseen"), [(0, 16), (3, 47), (4, 48), (5, 47)])
def test_completions_stand_for_every_run_out_once(board_cards: int, most_unseen: int) -> None:
    rng = np.random.default_rng(9 + board_cards)
    for round_ in range(12):
        board = random_cards(rng, board_cards)
        if round_ % 3 == 0 and board:
            board = list(parse_cards("9s9h6s9d5c"))[:board_cards]
        unseen = random_cards(rng, int(rng.integers(6, most_unseen + 1)), without=board)
        if round_ % 2 and board_cards >= 3:
            unseen = unused_cards(board, random_cards(rng, 2, without=board))
        flush_from = rng.integers(3, 6, 4).tolist() if round_ > 4 else [3, 3, 3, 3]
        same = [suit for suit in range(4) if len([c for c in unseen + board if c % 4 == suit]) == 13]
        for suit in same:  # suits that nobody holds are looked at from the same number on
            flush_from[suit] = flush_from[same[0]]
        assert completions(board, unseen, flush_from) == plain_completions(board, unseen, flush_from)


@pytest.mark.parametrize("held", ["AsKs", "AsKd", "AsAh KdKc", "7h2c AsKs QdQc"])
def test_weights_before_the_flop_sum_to_all_run_outs(held: str) -> None:
    unseen = unused_cards(list(parse_cards(held)))
    for flush_from in ([3, 3, 3, 3], [5, 5, 5, 5]):
        assert completions([], unseen, flush_from).total() == comb(len(unseen), 5)


@pytest.mark.parametrize("opponents", [-1, 0, 3, 9])
def test_exact_counts_are_against_one_or_two_random_opponents(opponents: int) -> None:
    with pytest.raises(EquityError, match=f"no exact counts against {opponents} random opponents"):
        count_against_random(parse_cards("AhKh"), parse_cards("Qs Jh 2d"), opponents=opponents)


@pytest.mark.parametrize(
    ("hand", "board", "dead", "message"),
    [
        ("AhKh", "Qs Jh", "", r"a board of 2 cards \(Qs Jh\): a board has 0, 3, 4 or 5"),
        ("AhKh", "Qs", "", r"a board of 1 card \(Qs\)"),
        ("AhKh", "2c 3c 4c 5c 6c 7c", "", r"a board of 6 cards"),
        ("Ah", "Qs Jh 2d", "", r"a hand of 1 card \(Ah\): a hand has two"),
        ("AhKhTh", "Qs Jh 2d", "", r"a hand of 3 cards"),
        ("AhKh", "Ah Jh 2d", "", "duplicate card Ah"),
        ("AhKh", "Qs Jh 2d", "2d", "duplicate card 2d"),
        ("AhKh", "Qs Jh 2d", "Kh", "duplicate card Kh"),
    ],
)
def test_exact_counts_refuse_what_cannot_be_dealt(hand: str, board: str, dead: str, message: str) -> None:
    cards = parse_cards(hand), parse_cards(board)
    for opponents in (1, 2):
        with pytest.raises(CardError, match=message):
            count_against_random(*cards, dead=parse_cards(dead), opponents=opponents)
    with pytest.raises(CardError, match=message):
        run_outs_by_score(*cards, parse_cards(dead))
    with pytest.raises(CardError, match=message):
        count_known_hands([parse_cards("9s9c"), cards[0]], cards[1], dead=parse_cards(dead))


@pytest.mark.parametrize("number", [-1, 52, 255, 256])
def test_exact_counts_refuse_numbers_that_are_no_cards(number: int) -> None:
    with pytest.raises(CardError, match=f"there is no card {number}"):
        count_against_random((50, number), opponents=1)
    with pytest.raises(CardError, match=f"there is no card {number}"):
        count_known_hands([(50, 46), (number, 3)])


def test_known_hands_share_no_card() -> None:
    with pytest.raises(CardError, match="duplicate card Ah"):
        count_known_hands([parse_cards("AhKh"), parse_cards("QdQc"), parse_cards("AhQs")])


def test_hands_that_are_none_or_too_many_are_refused() -> None:
    with pytest.raises(EquityError, match="no hands to count"):
        count_known_hands([])
    dead = [card for card in range(52) if card not in (50, 51)][:44]
    for opponents, needed in ((1, 9), (2, 11)):
        with pytest.raises(EquityError, match=f"need {needed} cards, but only 8 are not dead"):
            count_against_random((50, 51), dead=dead, opponents=opponents)
