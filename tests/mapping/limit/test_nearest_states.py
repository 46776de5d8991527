"""The four mappings: the examples of the slides (Glöckner 2013), a plain twin, and properties of random hands."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from mapping.limit.limit_views import BOARD, GAME, one_view_each, random_views, view_of
from railbird.errors import GameError
from railbird.games import FOLD, View, game_named
from railbird.mapping.limit import mapped_states, two_player_states
from railbird.mapping.limit.action_distance import actions_by_player, edit_distance
from railbird.mapping.limit.nearest_states import nearest_in_classes, preferred_position
from railbird.mapping.limit.round_deletion import two_player_round
from railbird.mapping.limit.two_player_states import BIG_BLIND, BUTTON, actions_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from railbird.mapping.limit import StateDistance, TwoPlayerState

SMALL_BLIND, BIG_BLIND_OF_3, BUTTON_OF_3 = 0, 1, 2
TWO = game_named("holdem.limit.2p.reverse_blinds")


def histories(view: View, mapping: int, nearest: int = 1) -> dict[int, list[tuple[str, int]]]:
    return {
        opponent: [(near.state.history, near.distance) for near in states]
        for opponent, states in mapped_states(view, mapping=mapping, nearest=nearest).items()
    }


def test_glockner_mapping_1_lists() -> None:
    """The lists [r,f,c], [c,r,r,r,c], [r,r,c] and []; the last round is open."""
    rounds = [
        two_player_round(actions, street=street, is_open=street == 3)
        for street, actions in enumerate(("rfc", "crrrc", "rrc", ""))
    ]
    assert rounds == ["rc", "crrrc", "rrc", ""]


@pytest.mark.parametrize(
    ("actions", "is_open", "expected"),
    [
        ("rc", True, "r"),  # a raise is kept rather than a call
        ("cc", True, "c"),
        ("f", True, ""),
        ("fc", True, "c"),
        ("rcrc", True, "rr"),
        ("ccc", False, "cc"),
        ("fcc", False, "cc"),
        ("rcc", False, "rc"),
        ("ccrfc", False, "crc"),
        ("rrrrcc", False, "rrrrc"),
        ("ccr", True, "cr"),
    ],
)
def test_mapping_1_deletes_as_little_as_possible(actions: str, is_open: bool, expected: str) -> None:
    assert two_player_round(actions, street=1, is_open=is_open) == expected


def test_mapping_1_gives_one_state_with_the_number_of_deletions() -> None:
    assert histories(view_of("rcc/rr"), 1) == {0: [("rc/rr", 1)], 1: [("rc/rr", 1)]}


def test_glockner_two_states_with_distance_0() -> None:
    """[r,c,c], [r,r] with hero on the button: one state for each opponent, both with distance 0."""
    view = view_of("rcc/rr")
    assert view.position == BUTTON_OF_3
    assert histories(view, 2) == {SMALL_BLIND: [("rc/r", 0)], BIG_BLIND_OF_3: [("rc/r", 0)]}


def test_glockner_two_raises_before_the_flop_become_two_states_with_one() -> None:
    view = view_of("rr")
    assert view.position == BIG_BLIND_OF_3
    assert histories(view, 2) == {SMALL_BLIND: [("r", 0)], BUTTON_OF_3: [("r", 0)]}


def test_glockner_distance_table_of_mapping_4() -> None:
    """Raise possible t, t, f, f; position SB, BB, BB, BB; distances 4, 2, 3, 4 become 4, 6, 9, 10."""
    index = two_player_states(1)
    # The distances are given: what counts is how the classes add up.
    preflop, flop = np.zeros(2 * index.round_counts[0], int), np.zeros(2 * index.round_counts[1], int)
    states = [index.by_rounds[rounds] for rounds in (("cc", "r"), ("cc", "cr"), ("cc", "rrrr"), ("rc", "rrrr"))]
    assert [(state.can_raise, state.position) for state in states] == [
        (True, BUTTON),
        (True, BIG_BLIND),
        (False, BIG_BLIND),
        (False, BIG_BLIND),
    ]
    numbers = [state.number for state in states]
    preflop[index.codes[0][numbers]] = [0, 0, 0, 1]
    flop[index.codes[1][numbers[:3]]] = [4, 2, 3]
    classes = iter([np.array(numbers[:1]), np.array(numbers[1:2]), np.array(numbers[2:])])
    near = nearest_in_classes(classes, [preflop, flop], street=1, nearest=4)
    assert [state.distance for state in near] == [4, 6, 9, 10]


@pytest.mark.parametrize(
    ("hero", "opponent", "expected"),
    [
        (SMALL_BLIND, BIG_BLIND_OF_3, None),
        (SMALL_BLIND, BUTTON_OF_3, BIG_BLIND),
        (BIG_BLIND_OF_3, SMALL_BLIND, None),
        (BIG_BLIND_OF_3, BUTTON_OF_3, BIG_BLIND),
        (BUTTON_OF_3, SMALL_BLIND, BUTTON),
        (BUTTON_OF_3, BIG_BLIND_OF_3, BUTTON),
    ],
)
def test_glockner_preferred_position(hero: int, opponent: int, expected: int | None) -> None:
    assert preferred_position(hero, opponent) == expected


def test_glockner_problem_hand_1() -> None:
    view = view_of("rcc/rr", hole="Ah Kd", board="7s 8s 9s")
    assert (view.position, view.pot, view.to_call(view.position)) == (BUTTON_OF_3, 90, 20)
    rows = [two_player_states(1).by_rounds[rounds] for rounds in (("rc", "r"), ("rc", "rrr"), ("crc", "cr"))]
    # The slides' SB is the two-player button; their second row has 90:20, which is 90:10 by the rules.
    assert [(state.position, state.pot, state.to_call) for state in rows] == [
        (BUTTON, 50, 10),
        (BUTTON, 90, 10),
        (BIG_BLIND, 50, 10),
    ]
    assert histories(view, 2)[SMALL_BLIND] == histories(view, 4)[SMALL_BLIND] == [("rc/r", 0)]
    assert histories(view, 3)[SMALL_BLIND] == [("rc/rrr", 2)]


def test_glockner_problem_hand_2() -> None:
    view = view_of("ccc/ccc/rr", hole="Ks 9c", board="Jc 3d 6d Ac")
    assert (view.position, view.pot, view.to_call(view.position)) == (BUTTON_OF_3, 90, 40)
    rows = [two_player_states(2).by_rounds[rounds] for rounds in (("cc", "cc", "r"), ("cc", "rc", "r"))]
    assert [(state.position, state.pot, state.to_call) for state in rows] == [(BUTTON, 40, 20), (BUTTON, 60, 20)]
    assert histories(view, 2) == {SMALL_BLIND: [("cc/cc/r", 0)], BIG_BLIND_OF_3: [("cc/cc/r", 0)]}
    # The second row would make the bot fold, and no mapping gives it.
    given = {history for mapping in (1, 2, 3, 4) for [(history, _)] in histories(view, mapping).values()}
    assert "cc/rc/r" not in given


@pytest.mark.parametrize(
    ("first", "second", "expected"), [("", "", 0), ("c", "", 1), ("cr", "rc", 2), ("crr", "rr", 1), ("rcr", "c", 2)]
)
def test_edit_distance(first: str, second: str, expected: int) -> None:
    assert edit_distance(first, second) == edit_distance(second, first) == expected


def plain_nearest(view: View, opponent: int, *, mapping: int, nearest: int) -> list[tuple[TwoPlayerState, int]]:
    """The slow and obvious twin: every state of the street is compared and sorted."""
    hero, actions = view.position, actions_by_player(view)
    preferred = preferred_position(hero, opponent)

    def distance(state: TwoPlayerState) -> int:
        return sum(
            edit_distance(actions[hero][street], actions_of(round_, street, state.position))
            + edit_distance(actions[opponent][street], actions_of(round_, street, 1 - state.position))
            for street, round_ in enumerate(state.rounds)
        )

    def group(state: TwoPlayerState) -> tuple[object, ...]:
        if mapping == 2:
            return ()
        if mapping == 3:
            return (abs(state.pot - view.pot),)
        return (
            odds_difference(state),
            state.can_raise != view.legal_actions().can_raise,
            preferred is not None and state.position != preferred,
        )

    def odds_difference(state: TwoPlayerState) -> tuple[int, Fraction]:
        to_call = view.to_call(hero)
        if not to_call:
            return (0, Fraction(0)) if not state.to_call else (1, -Fraction(state.pot, state.to_call))
        if not state.to_call:
            return 1, Fraction(0)
        return 0, abs(Fraction(state.pot, state.to_call) - Fraction(view.pot, to_call))

    ordered = sorted(two_player_states(view.street).states, key=lambda state: (group(state), distance(state)))[:nearest]
    result: list[tuple[TwoPlayerState, int]] = []
    base = 0
    for before, state in pairwise([None, *ordered]):
        if before is not None and group(before) != group(state):
            base = result[-1][1]
        result.append((state, base + distance(state)))
    return result


@pytest.mark.parametrize("hands", [12, pytest.param(40, marks=pytest.mark.deep)])
@pytest.mark.parametrize("mapping", [2, 3, 4])
def test_the_nearest_states_are_those_of_the_plain_twin(mapping: int, hands: int) -> None:
    views = [view for view in random_views(hands, seed=3) if view.street < 3 or view.hand % 8 == 0]
    assert {view.street for view in views} == {0, 1, 2, 3}
    for place, view in enumerate(views):
        nearest = (1, 2, 5, 10, 15)[place % 5]
        for opponent, near in mapped_states(view, mapping=mapping, nearest=nearest).items():
            assert near == plain_nearest(view, opponent, mapping=mapping, nearest=nearest), (view, nearest)


@cache
def check_mapped(street: int, number: int) -> None:
    """The state is legal, of this street, and hero is to act; each is checked once."""
    state = two_player_states(street).states[number]
    board = " ".join(BOARD.split()[: GAME.board_sizes[street]])
    two = View.of(TWO, state.actions, hole_cards="Ah Kd", board=board)  # refuses illegal actions
    assert (two.street, two.acting) == (street, state.position)


def check_random_hands(views: Iterable[View], *, copied: int) -> None:
    """Every decision with mapping 1 and one of the others; `copied` is the least number of rounds of two players."""
    rounds_of_two = 0
    for place, view in enumerate(views):
        mapping, nearest = place % 3 + 2, (1, 2, 5, 10, 15)[place // 3 % 5]
        only = mapped_states(view, mapping=1)
        check_states(view, only, nearest=1)
        rounds_of_two += check_deletions(view, next(iter(only.values()))[0].state)
        mapped = mapped_states(view, mapping=mapping, nearest=nearest)
        check_states(view, mapped, nearest=nearest)
        if mapping == 2:
            check_kept_actions(view, mapped)
    assert rounds_of_two > copied


def check_states(view: View, mapped: Mapping[int, Sequence[StateDistance]], *, nearest: int) -> None:
    """A street that is open stays open, and those before stay complete: the states are of the same street."""
    assert [*mapped] == [position for position in view.in_hand if position != view.position]
    for states in mapped.values():
        assert len(states) == min(nearest, len(two_player_states(view.street).states))
        distances = [near.distance for near in states]
        assert distances == sorted(distances)
        assert distances[0] >= 0
        assert len({near.state.number for near in states}) == len(states)
        for near in states:
            assert near.state.street == view.street
            check_mapped(view.street, near.state.number)


def check_kept_actions(view: View, mapped: Mapping[int, Sequence[StateDistance]]) -> None:
    """At distance 0 of mapping 2, and only there, hero and the opponent do what they did in the real hand."""
    actions = actions_by_player(view)
    for opponent, states in mapped.items():
        for state, distance in states:
            kept = all(
                actions[position][street] == actions_of(round_, street, place)
                for street, round_ in enumerate(state.rounds)
                for position, place in ((view.position, state.position), (opponent, 1 - state.position))
            )
            assert kept == (distance == 0)


def check_deletions(view: View, state: TwoPlayerState) -> int:
    """Mapping 1 only deletes, and nothing from rounds that two players start, whose number is returned."""
    left, copied = GAME.players, 0
    for street, mapped in enumerate(state.rounds):
        played = [action for _, action, on in view.history if on == street]
        letters = "".join("fcr"[action.kind] for action in played)
        rest = iter(letters)
        assert all(letter in rest for letter in mapped)
        if left == 2:
            copied += 1
            assert mapped == letters
        left -= sum(action.is_fold for action in played)
    return copied


def test_random_hands_become_legal_states_of_the_same_street_with_hero_to_act() -> None:
    check_random_hands(random_views(200, seed=1), copied=500)


@pytest.mark.deep
def test_100_000_random_hands_become_legal_states_of_the_same_street_with_hero_to_act() -> None:
    check_random_hands(one_view_each(100_000, seed=2), copied=30_000)


@pytest.mark.parametrize("mapping", [0, 5])
def test_there_are_four_mappings(mapping: int) -> None:
    with pytest.raises(GameError, match="the mappings are 1 to 4"):
        mapped_states(view_of("rr"), mapping=mapping)


def test_other_games_and_finished_hands_are_refused() -> None:
    with pytest.raises(GameError, match=r"map-limit plays holdem\.limit\.3p.* and holdem\.nolimit\.3p is not"):
        mapped_states(View.of("holdem.nolimit.3p", hole_cards="Ah Kd"), mapping=4)
    over = View.of(GAME, [FOLD, FOLD], hole_cards="Ah Kd", position=0)
    with pytest.raises(GameError, match="the hand is over"):
        mapped_states(over, mapping=4)
