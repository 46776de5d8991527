"""The dealer's correction of answers that are not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.formats.player_answers import format_answer, read_answer
from railbird.games import CALL, FOLD, Action, Deal, State, game_named, raise_to
from railbird.games.game_file import parse_game
from railbird.play import corrected

if TYPE_CHECKING:
    from railbird.games import GameDefinition

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NOLIMIT = game_named("holdem.nolimit.2p.reverse_blinds")
THREE = game_named("holdem.nolimit.3p")
INVALID = "invalid action, changed to call"


def legal_after(game: GameDefinition, *actions: Action) -> State:
    return State.start_unchecked(game, Deal((), ())).play(actions)


RAISE = raise_to(0)


@pytest.mark.parametrize(
    ("game", "before", "asked_for", "played", "warning"),
    [
        # A fold when nothing is owed.
        (LIMIT, (20,), FOLD, FOLD, ""),
        (LIMIT, ("c",), FOLD, CALL, INVALID),
        (NOLIMIT, ("c", "c"), FOLD, CALL, INVALID),
        # Raises over the cap: three before the flop, four on it; and when the opponent is all-in.
        (LIMIT, (20, 30), RAISE, raise_to(40), ""),
        (LIMIT, (20, 30, 40), RAISE, CALL, INVALID),
        (LIMIT, ("c", "c", 20, 30, 40), RAISE, raise_to(50), ""),
        (LIMIT, ("c", "c", 20, 30, 40, 50), RAISE, CALL, INVALID),
        (NOLIMIT, (20_000,), raise_to(20_000), CALL, INVALID),
        # Too small becomes the minimum.
        (NOLIMIT, (), raise_to(0), raise_to(200), "raise of 0 increased to 200"),
        (NOLIMIT, (), raise_to(199), raise_to(200), "raise of 199 increased to 200"),
        (NOLIMIT, (), raise_to(200), raise_to(200), ""),
        (NOLIMIT, (600,), raise_to(1099), raise_to(1100), "raise of 1099 increased to 1100"),
        (NOLIMIT, (600,), raise_to(1100), raise_to(1100), ""),
        (NOLIMIT, (600, "c"), raise_to(1), raise_to(700), "raise of 1 increased to 700"),
        # Too large becomes the stack.
        (NOLIMIT, (), raise_to(20_000), raise_to(20_000), ""),
        (NOLIMIT, (), raise_to(20_001), raise_to(20_000), "raise of 20001 decreased to 20000"),
        (NOLIMIT, (), raise_to(10**17), raise_to(20_000), f"raise of {10**17} decreased to 20000"),
        (THREE, ("f", 20_000), raise_to(20_000), CALL, INVALID),
        # Only the rest of the stack is left to raise.
        (NOLIMIT, (15_000,), raise_to(15_001), raise_to(20_000), "raise of 15001 increased to 20000"),
        (NOLIMIT, (15_000,), CALL, CALL, ""),
    ],
)
def test_illegal_answers_are_corrected(
    game: GameDefinition, before: tuple[str | int, ...], asked_for: Action, played: Action, warning: str
) -> None:
    letters = {"f": FOLD, "c": CALL}
    actions = [raise_to(word) if isinstance(word, int) else letters[word] for word in before]
    legal = legal_after(game, *actions).legal_actions()
    action, message = corrected(asked_for, legal, is_limit=game.is_limit)
    assert action == played
    assert message == warning


def test_a_raise_after_63_actions_is_a_call() -> None:
    """ACPC: no raise once the actions of the round and the players exceed 64."""
    text = "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 1\nstack = 20000 20000\nblind = 2 1\nfirstPlayer = 2\n"
    text += "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0\nEND GAMEDEF\n"
    game = parse_game(text)
    state = legal_after(game)
    played = 0
    while True:
        legal = state.legal_actions()
        action, warning = corrected(raise_to(legal.lowest_raise), legal, is_limit=False)
        if action == CALL:
            break
        assert warning == ""
        state = state.apply(action)
        played += 1
    assert (played, warning) == (63, INVALID)


@pytest.mark.parametrize(
    "action",
    [
        raise_to(0),
        raise_to(10**30),
        raise_to(-5),
        Action(7),
        Action(-1),
    ],
)
def test_odd_actions_of_bots_are_corrected_in_the_same_way_over_a_connection(action: Action) -> None:
    legal = legal_after(NOLIMIT).legal_actions()
    asked = "MATCHSTATE:1:0::|9hQd"
    answer = read_answer(format_answer(asked, action, NOLIMIT), asked, NOLIMIT)
    assert answer.action is not None
    assert corrected(answer.action, legal, is_limit=False)[0] == corrected(action, legal, is_limit=False)[0]
