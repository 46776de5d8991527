"""Answers of players: what is read as one, and what the dealer makes of those that are not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acpc.players import Player
from railbird.acpc.answers import Answer, corrected, format_answer, read_answer
from railbird.games import CALL, FOLD, Action, Deal, State, game_named, raise_to
from railbird.games.game_file import parse_game

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.starting import Start
    from railbird.games import GameDefinition

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NOLIMIT = game_named("holdem.nolimit.2p.reverse_blinds")
THREE = game_named("holdem.nolimit.3p")
ASKED = "MATCHSTATE:1:7:cr300c/:|9hQd/8dAs8s"
BAD_ACTION = "bad action format in response, changed to call"
INVALID = "invalid action, changed to call"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("f", FOLD),
        ("F", FOLD),
        ("c", CALL),
        ("C", CALL),
        ("k", CALL),
        ("K", CALL),
        ("r600", raise_to(600)),
        ("R600", raise_to(600)),
        ("b600", raise_to(600)),
        ("B600", raise_to(600)),
        ("r0", raise_to(0)),
        ("r000600", raise_to(600)),
    ],
)
def test_letters_in_either_case(text: str, action: Action) -> None:
    assert read_answer(f"{ASKED}:{text}", ASKED, NOLIMIT) == Answer(action)


@pytest.mark.parametrize("text", ["c", "f", "r600"])
@pytest.mark.parametrize("rest", [" ", "\r", ":", " # why", ":more:fields", "\x00", "junk", "/", ".5", "-1"])
def test_what_follows_the_action_is_ignored(text: str, rest: str) -> None:
    assert read_answer(f"{ASKED}:{text}{rest}", ASKED, NOLIMIT) == read_answer(f"{ASKED}:{text}", ASKED, NOLIMIT)


@pytest.mark.parametrize("text", ["", "x", "?", " c", "r", "b", "r x", "rr300", "raise", "1", "\x00", "é", ":c"])
def test_what_is_no_action_is_a_call(text: str) -> None:
    assert read_answer(f"{ASKED}:{text}", ASKED, NOLIMIT) == Answer(CALL, BAD_ACTION)


def test_an_answer_without_an_action_is_a_call() -> None:
    assert read_answer(ASKED, ASKED, NOLIMIT) == Answer(CALL, BAD_ACTION)


@pytest.mark.parametrize("text", ["r", "R", "b", "B", "r20", "raise"])
def test_a_limit_raise_needs_no_size(text: str) -> None:
    asked = "MATCHSTATE:1:0::|9hQd"
    answer = read_answer(f"{asked}:{text}", asked, LIMIT)
    assert answer.warning == ""
    assert answer.action is not None
    assert answer.action.is_raise


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:1:7:cr300c:|9hQd/8dAs8s:c",  # slashes in the betting
        "MATCHSTATE:1:7:/c/r300/c/:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:7:CR300K/:|9hQd/8dAs8s:c",  # the other letters
        "MATCHSTATE:1:7:kb300k/:|9hQd/8dAs8s:c",
        "MATCHSTATE:01:007:cr300c/:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:7:cr300c/:AhAd|9hQd/8dAs8s:c",  # cards that the player cannot know
    ],
)
def test_position_hand_actions_board_and_own_cards_are_compared(line: str) -> None:
    assert read_answer(line, ASKED, NOLIMIT) == Answer(CALL)


@pytest.mark.parametrize(
    "line",
    [
        "MATCHSTATE:0:7:cr300c/:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:8:cr300c/:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:7:cr300:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:7:cr300c/c:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:7:cr301c/:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:7:cr300c/:|9hQc/8dAs8s:c",
        "MATCHSTATE:1:7:cr300c/:9hQd|/8dAs8s:c",
        "MATCHSTATE:1:7:cr300c/:|9hQd/8dAs8c:c",
        "MATCHSTATE:1:7:cr300c/:|9hQd:c",
        "MATCHSTATE:1:7:cr300c/:|9hQd/8dAs8s/2c:c",
        "MATCHSTATE:1:7:cr300c/::c",
        "MATCHSTATE:5:7:cr300c/:|9hQd/8dAs8s:c",
    ],
)
def test_answers_to_another_state_are_ignored(line: str) -> None:
    assert read_answer(line, ASKED, NOLIMIT) == Answer(None, "ignoring un-requested response")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "c",
        "f",
        "MATCHSTATE",
        "MATCHSTATE:1:7",
        "matchstate:1:7:cr300c/:|9hQd/8dAs8s:c",
        " " + ASKED,
        "\x00",
        "x" * 4096,
    ]
    + [f"MATCHSTATE:{position}:7:cr300c/:|9hQd/8dAs8s:c" for position in ("", "-1", "x", "1.0")],
)
def test_what_is_no_state_is_ignored(line: str) -> None:
    assert read_answer(line, ASKED, NOLIMIT) == Answer(None, "bad state format in response")


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
def test_what_is_not_legal_is_corrected(
    game: GameDefinition, before: tuple[str | int, ...], asked_for: Action, played: Action, warning: str
) -> None:
    letters = {"f": FOLD, "c": CALL}
    actions = [raise_to(one) if isinstance(one, int) else letters[one] for one in before]
    legal = legal_after(game, *actions).legal_actions()
    found, said = corrected(asked_for, legal, is_limit=game.is_limit)
    assert found == played
    assert said == warning


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


@pytest.mark.parametrize("action", [FOLD, CALL, raise_to(300)])
def test_an_answer_that_is_written_is_read(action: Action) -> None:
    assert read_answer(format_answer(ASKED, action, NOLIMIT), ASKED, NOLIMIT) == Answer(action)
    assert format_answer(ASKED, raise_to(20), LIMIT) == f"{ASKED}:r"


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


def test_corrections_over_a_connection(start: Start, tmp_path: Path) -> None:
    # Against one who always calls; in hand 0 the client is the big blind, in hand 1 the small blind.
    answers = iter(["r1", "R", "k", "b99999999", "x", "f", "B300 and more", "K"])
    dealer = start("dealer", "odd", NOLIMIT.name, 2, 0, "Odd", "Caller", "-b", "-", "-b", "call")
    with Player(dealer.ports[0], NOLIMIT) as player:
        for state, _ in player.asked():
            player.answer(state.replace("c/", "K"), next(answers))
    assert dealer.wait() == 0
    assert next(answers, None) is None
    lines = (tmp_path / "odd.log").read_text(encoding="utf-8").splitlines()
    assert [line.split(":")[2] for line in lines[4:6]] == ["cr200c/cc/cc/r20000c", "cc/cc/cr300c/cc"]
    warnings = [line for line in dealer.errors.splitlines() if line.startswith("WARNING: ")]
    assert warnings == [
        "WARNING: raise of 1 increased to 200",
        f"WARNING: {BAD_ACTION}",
        "WARNING: raise of 99999999 decreased to 20000",
        f"WARNING: {BAD_ACTION}",
        f"WARNING: {INVALID}",
    ]


def test_raises_over_the_cap_over_a_connection(start: Start, tmp_path: Path) -> None:
    dealer = start("dealer", "cap", LIMIT.name, 2, 0, "A", "B", "-b", "-", "-b", "raise")
    with Player(dealer.ports[0], LIMIT) as player:
        for state, _ in player.asked():
            player.answer(state, "b")
    assert dealer.wait() == 0
    lines = (tmp_path / "cap.log").read_text(encoding="utf-8").splitlines()
    assert [line.split(":")[2] for line in lines[4:6]] == ["rrrc/rrrrc/rrrrc/rrrrc"] * 2
    # The client is over the cap before the flop in the one hand, and afterwards in the other.
    assert dealer.errors.count(f"WARNING: {INVALID}\n") == 4
