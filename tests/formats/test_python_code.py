"""Code that rebuilds a state is run, and rebuilds it."""

from __future__ import annotations

import random

from analysis.histories import random_records
from railbird.formats.python_code import format_python
from railbird.games import State


def rebuilt(code: str) -> State:
    variables: dict[str, object] = {}
    exec(code, variables)
    state = variables["state"]
    assert isinstance(state, State)
    return state


def test_the_code_of_random_hands_rebuilds_each_of_their_states() -> None:
    for record in random_records(random.Random(3), 60):
        for step, state in enumerate(record.states()):
            again = rebuilt(format_python(record, actions=step))
            assert (again.game, again.deal, again.actions, again.hand) == (
                state.game,
                state.deal,
                state.actions,
                state.hand,
            )
        assert rebuilt(format_python(record)).is_over


def test_a_built_in_game_is_named() -> None:
    record = next(each for each in random_records(random.Random(1), 99) if each.game.name == "kuhn.limit.2p")
    assert "game = game_named('kuhn.limit.2p')" in format_python(record)
