"""The decisions of two-player limit hold'em, and how they are found."""

from __future__ import annotations

import pytest

from railbird.games import View, game_named
from railbird.mapping.limit import two_player_states
from railbird.mapping.limit.two_player_states import actions_of, completed_rounds, open_rounds

TWO = game_named("holdem.limit.2p.reverse_blinds")
BOARD = "7s 8s 9s Jc 2d"


def test_glockner_there_are_6378_two_player_states() -> None:
    assert [len(two_player_states(street).states) for street in range(4)] == [8, 70, 630, 5670]
    assert sum(len(two_player_states(street).states) for street in range(4)) == 6378


@pytest.mark.parametrize("street", range(4))
def test_a_state_says_what_the_rules_say(street: int) -> None:
    for state in two_player_states(street).states[:: 1 if street < 3 else 7]:
        board = " ".join(BOARD.split()[: TWO.board_sizes[street]])
        view = View.of(TWO, state.actions, hole_cards="Ah Kd", board=board)
        assert (view.street, view.acting, view.pot) == (street, state.position, state.pot)
        assert view.to_call(view.acting) == state.to_call
        assert view.legal_actions().can_raise == state.can_raise


@pytest.mark.parametrize("street", range(4))
def test_the_indices_hold_every_state_once(street: int) -> None:
    index = two_player_states(street)
    for groups in (index.by_pot, index.by_odds):
        numbers = [number for members in groups.values() for number in members.tolist()]
        assert sorted(numbers) == [*range(len(index.states))]
    assert all(index.states[number].pot == pot for pot, members in index.by_pot.items() for number in members.tolist())
    for number, state in enumerate(index.states):
        assert state.number == number
        assert index.by_rounds[state.rounds] is state


def test_the_players_of_a_round_alternate() -> None:
    assert (actions_of("crrc", 0, 1), actions_of("crrc", 0, 0)) == ("cr", "rc")
    assert (actions_of("crrc", 1, 0), actions_of("crrc", 1, 1)) == ("cr", "rc")


def test_rounds_of_a_street() -> None:
    assert open_rounds(0) == ["", "c", "r", "cr", "rr", "crr", "rrr", "crrr"]
    assert completed_rounds(0) == ["cc", "rc", "crc", "rrc", "crrc", "rrrc", "crrrc"]
    assert len(open_rounds(1)) == 10
    assert len(completed_rounds(1)) == 9
