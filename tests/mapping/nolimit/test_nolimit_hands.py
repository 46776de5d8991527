"""Whole hands: tables 3, 6, 7, 8 and 9 of Lilienthal 2019, legal hands, and random hands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from mapping.nolimit.printed_actions import (
    HERO,
    THREE,
    TWO,
    actions_from,
    node_after,
    printed_actions,
    view_of,
)
from railbird.errors import GameError
from railbird.games import CALL, FOLD, State, game_named, raise_to, random_deal
from railbird.games.betting_node import first_node
from railbird.mapping.nolimit import VARIANTS, Deviations, Variant, map_betting, map_view, translated, two_player_game
from railbird.mapping.nolimit.mapping_losses import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from railbird.games import Action, View

FIRST, SECOND = "SB", "BB"
"""Lilienthal's names for the first and the second to act on every street."""
EXAMPLE_3 = "R200 R300 R600 R2000 C R8000"
EXAMPLE_4 = "R300 C R500 R1500"


def mapped(text: str, variant: str) -> str:
    return printed_actions(map_betting(node_after(text), Variant.of(variant)).node.actions)


def order_of_acting(view: View) -> str:
    acts_first = (view.position == 1) == (view.street == 0)
    return FIRST if acts_first else SECOND


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize(
    ("hero", "folded", "is_preflop", "expected", "hands"),
    [
        ("SB", "-", True, SECOND, ["C", "R300", "R300 C R900 F", "C C R300 R900"]),
        ("BB", "-", True, SECOND, ["C C", "R300 C", "R300 F", "R300 R900", "C R300 R900 F R2000"]),
        ("BU", "-", True, FIRST, ["", "C C R300", "R300 R900 C", "R300 F R900"]),
        ("SB", "-", False, FIRST, ["C C C |", "C C C | C R300 C", "R300 C C | R600 R900 F"]),
        ("BB", "-", False, SECOND, ["C C C | C", "C C C | R300", "C C C | C R200 R600 F", "C C C | C C R300 F"]),
        ("BU", "-", False, SECOND, ["C C C | C C", "C C C | R300 F", "R300 C C | C R600"]),
        ("SB", "BU", False, FIRST, ["F C C |", "C R300 C F |", "C R300 R900 F C | R1200 R2000"]),
        ("BB", "BU", False, SECOND, ["F C C | C", "C R300 C F | R600"]),
        ("SB", "BB", False, FIRST, ["C R300 F C |", "R300 C F | C R600"]),
        ("BU", "BB", False, SECOND, ["C R300 F C | C", "R300 C F | R600 R1200 R3000"]),
        ("BB", "SB", False, FIRST, ["R300 F C |", "R300 F C | C R600", "C C C | R200 C R500 F C |"]),
        ("BU", "SB", False, SECOND, ["R300 F C | C", "R300 F C | R600"]),
    ],
)
def test_lilienthal_table_3_positions(
    hero: str, folded: str, is_preflop: bool, expected: str, hands: list[str], variant: Variant
) -> None:
    for text in hands:
        view = view_of(text)
        assert view.position == HERO[hero]
        assert (view.street == 0) == is_preflop
        if folded != "-":
            assert view.has_folded(HERO[folded])
        hand = map_view(view, variant).view
        assert order_of_acting(hand) == expected
        assert (hand.street, hand.seat, hand.acting) == (view.street, 0, hand.position)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("text", ["F", "F C", "F R300 R900", "F C C | C R300", "F R300 C | C C | R600"])
def test_lilienthal_4_1_a_button_that_folds_first_leaves_a_two_player_hand(text: str, variant: Variant) -> None:
    hand = map_view(view_of(text), variant)
    assert hand.view.actions == tuple(actions_from(text))[1:]
    assert hand.view.pot == view_of(text).pot
    assert hand.deviations == Deviations()
    order = FIRST if text in ("F", "F R300 R900", "F C C | C R300") else SECOND
    assert order_of_acting(hand.view) == order


@pytest.mark.parametrize("mode", range(4))
def test_lilienthal_example_3_tables_6_and_7_pot_size(mode: int) -> None:
    view = view_of(EXAMPLE_3)
    assert [node_after(text).spent() for text in ("", "R200 R300 R600", EXAMPLE_3)] == [
        [50, 100, 0],
        [300, 600, 200],
        [2000, 8000, 2000],
    ]
    assert [sum(node_after(text).spent()) for text in ("", "R200 R300 R600")] == [150, 1100]
    assert view.pot == 12_000
    as_printed = map_view(view, Variant(False, mode)).view
    assert printed_actions(as_printed.actions) == "R200 R600 R2000 R8000"
    assert sum(first_node(TWO).play(actions_from("R200 R600")).spent()) == 800
    assert (as_printed.spent(1), as_printed.spent(0), as_printed.pot) == (2000, 8000, 10_000)
    adjusted = map_view(view, Variant(True, mode)).view
    assert printed_actions(adjusted.actions) == "R200 R600 R2000 R10000"
    assert adjusted.pot == 12_000


def test_lilienthal_table_8_pot_modes() -> None:
    real = Situation.of(view_of(EXAMPLE_3))
    unchanged, adjusted = (Situation.of(map_view(view_of(EXAMPLE_3), Variant(mode, 0)).view) for mode in (False, True))
    assert unchanged.pot < real.pot == adjusted.pot
    assert unchanged.to_call == real.to_call < adjusted.to_call
    assert real.pot_odds < unchanged.pot_odds < adjusted.pot_odds


@pytest.mark.parametrize(
    ("call_mode", "two_raises", "one_raise"), [(0, 1400, 900), (1, 1000, 500), (2, 1000, 900), (3, 1000, 500)]
)
def test_lilienthal_table_9_amount_to_call(call_mode: int, two_raises: int, one_raise: int) -> None:
    # Mode 1 has the dealer's minimum of 500 in the place of the printed 400.
    for text, expected, real in ((EXAMPLE_4, two_raises, 1200), ("R300 C R1000 C", one_raise, 700)):
        view = view_of(text)
        hand = map_view(view, Variant(False, call_mode)).view
        assert (view.to_call(view.position), hand.to_call(hand.position)) == (real, expected)


@pytest.mark.parametrize(
    ("variant", "expected", "deviations"),
    [
        ("N0", "R1500", Deviations()),
        ("N1", "R300 R500 R1500", Deviations(moved_raises=1)),
        ("N2", "R300 R500 R1500", Deviations()),
        ("N3", "R300 R500 R1500", Deviations()),
        ("A0", "R2200", Deviations()),
        ("A1", "R300 R500 R1800", Deviations(moved_raises=1)),
        ("A2", "R300 R500 R1800", Deviations()),
        ("A3", "R300 R500 R1800", Deviations()),
    ],
)
def test_lilienthal_example_4_in_play(variant: str, expected: str, deviations: Deviations) -> None:
    hand = map_betting(node_after(EXAMPLE_4), Variant.of(variant))
    assert printed_actions(hand.node.actions) == expected
    assert hand.deviations == deviations


def test_a_call_without_a_legal_raise_in_its_place_is_deleted() -> None:
    hand = map_betting(node_after("R1000 C R1900 C"), Variant.of("N1"))
    assert printed_actions(hand.node.actions) == "R1900"
    assert hand.deviations == Deviations(deleted_calls=1)


def test_a_raise_below_the_minimum_of_the_mapped_hand_is_moved() -> None:
    # The opponents' two raises of 100 are one of 200, after which 400 is too little.
    hand = map_betting(node_after("R200 R300 R400 R500 R600"), Variant.of("N0"))
    assert printed_actions(hand.node.actions) == "R300 R500 R700"
    assert hand.deviations == Deviations(moved_raises=2)


def test_lilienthal_4_2_3_half_of_the_difference_if_the_raise_was_called() -> None:
    assert mapped("R300 C C |", "A0") == "R450 C"
    assert mapped("R301 C C |", "A0") == "R451 C"


def test_lilienthal_4_2_3_later_totals_move_with_the_adjusted_raise() -> None:
    assert mapped("R300 C C | R600", "A0") == "R450 C R750"
    assert mapped("R300 F C | R600 C | C R900", "A0") == "R325 C R625 C C R925"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("C C C |", "C C"), ("C C C | C", "C C C"), ("R20000", "R20000"), ("R200 R9500 R19500", "R200 R19500")],
)
def test_lilienthal_4_2_3_the_pot_is_left_alone_without_a_raise_and_at_the_stack(text: str, expected: str) -> None:
    assert mapped(text, "A0") == expected


def test_an_adjusted_pot_never_ends_a_street_that_goes_on() -> None:
    text = "R9000 C C | R18000 C C |"
    assert mapped(text, "N0") == "R9000 C R18000 C"
    hand = map_betting(node_after(text), Variant.of("A0"))
    assert printed_actions(hand.node.actions) == "R9000 C R18000 C"
    assert hand.deviations == Deviations(unadjusted_pots=1)


def test_a_hand_that_would_be_all_in_too_early_is_shortened() -> None:
    # After a raise from 100 to 10,500 hero could only go all-in, and the opponent could not raise again.
    hand = map_betting(node_after("R5000 R10500 R16000 R20000 C"), Variant.of("N0"))
    assert printed_actions(hand.node.actions) == "R20000"
    assert hand.deviations == Deviations(shortened_hands=1)


def random_actions(rng: np.random.Generator, style: str) -> Iterator[Action | None]:
    """Answers of players who seldom fold: None is a raise to the minimum."""
    folds, raises = {"war": (0.02, 0.75), "calm": (0.05, 0.3), "any": (0.15, 0.45)}[style]
    while True:
        drawn = rng.random()
        yield FOLD if drawn < folds else None if drawn < folds + raises else CALL


def chosen(state: State, wish: Action | None, rng: np.random.Generator, style: str) -> Action:
    legal = state.legal_actions()
    if wish is None and legal.can_raise:
        low, high = legal.lowest_raise, legal.highest_raise
        if style == "war" and rng.random() < 0.7:
            return raise_to(low)
        part = rng.random() ** (1 if rng.random() < 0.1 else 6)
        return raise_to(int(low + part * (high - low)))
    return FOLD if wish == FOLD and legal.fold else CALL


def random_hands(hands: int, seed: int) -> Iterator[list[State]]:
    """The decisions of each hand, in order."""
    rng = np.random.default_rng(seed)
    for _ in range(hands):
        style = ("war", "calm", "any")[rng.integers(3)]
        state = State.start(THREE, random_deal(THREE, rng))
        states = []
        for wish in random_actions(rng, style):
            if state.is_over:
                break
            states.append(state)
            state = state.apply(chosen(state, wish, rng, style))
        yield states


def hero_raises(view: View, *, street: int) -> list[int]:
    history = [played for played in view.history if played.street == street and played.position == view.position]
    return [played.action.total for played in history if played.action.is_raise]


def expected_order(view: View) -> str:
    """Table 3, and the button that folds first."""
    folded = [played for played in view.history if played.action.is_fold]
    if folded and folded[0] == view.history[0] and folded[0].street == 0:
        return FIRST if view.position == 0 else SECOND
    if view.street == 0:
        return FIRST if view.position == 2 else SECOND
    there = [0, 1, 2] if not folded or folded[0].street == view.street else view.in_hand
    return FIRST if view.position == there[0] else SECOND


def check_decision(view: View, variant: Variant) -> Deviations:
    hand, deviations = map_view(view, variant)
    # Open stays open, with hero to act; what is complete is complete, because the street is the same.
    assert (hand.street, hand.acting, hand.seat) == (view.street, hand.position, 0)
    assert hand.board == view.board
    assert hand.hole_cards == view.hole_cards
    assert order_of_acting(hand) == expected_order(view)
    streets = {played.street for played in view.history} | {view.street}
    for street in range(view.street):
        assert (street in streets) == (street in {played.street for played in hand.history})
    if deviations == Deviations():
        check_kept(view, hand, variant)
    for answer in possible_answers(hand):
        for rescale in (False, True):
            action = translated(answer, mapped=hand, real=view, rescale=rescale)
            view.node.after(action)  # raises if the action is not legal
            if answer == CALL:
                assert action == CALL
            if answer.is_raise and answer.total == 20_000 and view.legal_actions().can_raise:
                assert action == answer
    return deviations


def check_kept(view: View, hand: View, variant: Variant) -> None:
    """Raises of hero on the current street are kept, and so is the bet, or the pot with mode A."""
    if not variant.adjusts_pot:
        assert hand.bet == view.bet
        assert hand.pot <= view.pot
        ours = hero_raises(hand, street=view.street)
        assert {*hero_raises(view, street=view.street)} <= {*ours}
        if variant.call_mode == 0:
            assert ours == hero_raises(view, street=view.street)
        return
    lacks = view.pot - hand.pot
    raised = [played for played in hand.history if played.street == view.street and played.action.is_raise]
    was_two = any(played.action.is_fold and played.street < view.street for played in view.history)
    assert lacks <= 0 or not raised or was_two or hand.bet + lacks >= 20_000


def possible_answers(view: View) -> list[Action]:
    legal = view.legal_actions()
    raises = {legal.lowest_raise, (legal.lowest_raise + legal.highest_raise) // 2, legal.highest_raise}
    return [*([FOLD] if legal.fold else []), CALL, *map(raise_to, sorted(raises) if legal.can_raise else [])]


def check_states(states: Iterable[State]) -> None:
    total = Deviations()
    for place, state in enumerate(states):
        total += check_decision(state.view(state.acting), VARIANTS[place % len(VARIANTS)])
    assert min(total) > 0  # hands that the rules alone do not make legal come up


def test_random_hands_are_mapped_to_legal_hands() -> None:
    check_states(state for states in random_hands(150, seed=17) for state in states)


@pytest.mark.deep
def test_100_000_random_hands_are_mapped_to_legal_hands() -> None:
    """A decision of each hand, drawn from all decisions of the hand."""
    rng = np.random.default_rng(2)
    check_states(states[rng.integers(len(states))] for states in random_hands(100_000, seed=1))


def test_the_game_for_two_has_the_blinds_and_stacks_of_the_table() -> None:
    assert two_player_game(THREE) is not None
    assert two_player_game(THREE) == TWO
    short = replace(THREE, stacks=(4000,) * 3, blinds=(10, 20, 0), name="short")
    two = two_player_game(short)
    assert (two.stacks, two.blinds, two.name) == ((4000, 4000), (20, 10), "short, mapped to two players")
    node = map_betting(first_node(short).play(actions_from("R60 R200")), Variant.of("A0")).node
    assert printed_actions(node.actions) == "R260"


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (game_named("holdem.nolimit.6p"), "holdem.nolimit.6p has 6"),
        (game_named("holdem.nolimit.2p.reverse_blinds"), "reverse_blinds has 2: play holdem.nolimit.3p"),
        (game_named("holdem.limit.3p"), "holdem.limit.3p is a limit game"),
        (replace(THREE, stacks=(100, 200, 300)), "those of holdem.nolimit.3p differ"),
        (replace(THREE, free_folds=True, name="free"), "the rules of free are not those of holdem.nolimit.3p"),
        (replace(THREE, antes=(1, 1, 1), name="antes"), "the rules of antes are not those"),
    ],
)
def test_other_games_are_refused(game: object, complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        two_player_game(game)  # type: ignore[arg-type]


def test_only_the_hand_of_the_player_to_act_is_mapped() -> None:
    state = State.start(THREE, random_deal(THREE, np.random.default_rng(0)))
    with pytest.raises(GameError, match="position 2 is to act"):
        map_view(state.view(0), Variant.of("A0"))
    over = state.play([FOLD, FOLD])
    with pytest.raises(GameError, match="the hand is over"):
        map_view(over.view(0), Variant.of("A0"))
    with pytest.raises(GameError, match="nobody is to act"):
        map_betting(over.view(0).node, Variant.of("A0"))


def test_the_eight_variants_have_names() -> None:
    assert [str(variant) for variant in VARIANTS] == ["N0", "N1", "N2", "N3", "A0", "A1", "A2", "A3"]
    assert Variant.of("A3") == Variant(True, 3)
    with pytest.raises(ValueError, match="variant=A4: the variants are N0, N1"):
        Variant.of("A4")
