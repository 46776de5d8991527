"""The record of a hand: its states, its decisions as the players saw them, and its end."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hands_at_random import random_cards, random_limit, random_nolimit, random_states

from railbird.errors import ActionError
from railbird.games import CALL, FOLD, HandRecord, State, game_named, raise_to
from railbird.games.view import View


def recorded(state: State, *, number: int = 0) -> HandRecord:
    players = tuple(f"player {position}" for position in range(state.game.players))
    return HandRecord(state.game, number, players, state.deal.hole_cards, state.board, state.actions, state.payoffs())


def a_hand() -> HandRecord:
    rng = random.Random(1)
    game = game_named("holdem.nolimit.3p")
    state = State.start(game, random_cards(rng, game))
    return recorded(state.play([raise_to(300), CALL, FOLD, CALL, raise_to(900), FOLD]), number=7)


def test_states_from_the_first_to_the_last() -> None:
    record = a_hand()
    states = list(record.states())
    assert len(states) == len(record.actions) + 1
    assert states[0].actions == ()
    assert [state.last_action for state in states[1:]] == list(record.actions)
    assert states[-1].actions == record.actions
    assert states[-1].is_over
    assert [state.acting for state in states] == [2, 0, 1, 0, 2, 0, -1]
    assert [state.street for state in states] == [0, 0, 0, 1, 1, 1, 1]


def test_decisions_are_what_the_players_saw_and_did() -> None:
    record = a_hand()
    decisions = list(record.decisions())
    assert [action for _, action in decisions] == list(record.actions)
    assert [view.position for view, _ in decisions] == [2, 0, 1, 0, 2, 0]
    for view, action in decisions:
        assert isinstance(view, View)
        assert view.acting == view.position
        assert view.hole_cards == record.hole_cards[view.position]
        assert [bool(hand) for hand in view.hands] == [other == view.position for other in range(3)]
        assert view.board == record.board[: view.board_size]
        legal = view.legal_actions()
        assert action.is_call or (action.is_fold and legal.fold) or legal.lowest_raise <= action.total


def test_random_hands_are_replayed_to_their_end() -> None:
    rng = random.Random(2)
    for number in range(500):
        game = (random_limit, random_nolimit)[number % 2](rng, 2 + number % 9)
        states = random_states(rng, game, random_cards(rng, game))
        record = recorded(states[-1])
        assert record.final_state().payoffs() == record.payoffs
        assert [str(state) for state in record.states()] == [str(state) for state in states]
        assert len(list(record.decisions())) == len(states) - 1


def test_an_illegal_record_is_refused_at_its_first_illegal_action() -> None:
    record = replace(a_hand(), actions=(raise_to(300), raise_to(310), FOLD))
    with pytest.raises(ActionError, match=r"raise to 310 is not legal in \[street 0, .*may fold, call or raise to 500"):
        record.final_state()
    states = record.states()
    assert next(states).actions == ()
    assert next(states).actions == (raise_to(300),)
    with pytest.raises(ActionError):
        next(states)


def test_a_record_without_cards_that_nobody_saw() -> None:
    record = a_hand()
    hidden = replace(record, hole_cards=((), (), record.hole_cards[2]))
    assert hidden.final_state().payoffs() == record.payoffs
    views = [view for view, _ in hidden.decisions()]
    assert views[0].hole_cards == record.hole_cards[2]
    assert views[1].hole_cards == ()


def test_records_are_values_and_the_line_does_not_count() -> None:
    record = a_hand()
    assert replace(record, line=99) == record
    assert hash(replace(record, line=99)) == hash(record)
    assert replace(record, number=8) != record
    with pytest.raises(AttributeError):
        record.number = 8  # type: ignore[misc]
