"""Answers of players to match states: what is read as an answer, and how it is written."""

from __future__ import annotations

import pytest

from railbird.formats.player_answers import Answer, format_answer, read_answer
from railbird.games import CALL, FOLD, Action, game_named, raise_to

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NOLIMIT = game_named("holdem.nolimit.2p.reverse_blinds")
ASKED = "MATCHSTATE:1:7:cr300c/:|9hQd/8dAs8s"
BAD_ACTION = "bad action format in response, changed to call"


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


@pytest.mark.parametrize(
    "text", ["", "x", "?", " c", "r", "b", "r x", "r+ 5", "rr300", "raise", "1", "\x00", "é", ":c"]
)
def test_an_answer_that_is_not_an_action_is_a_call(text: str) -> None:
    assert read_answer(f"{ASKED}:{text}", ASKED, NOLIMIT) == Answer(CALL, BAD_ACTION)


@pytest.mark.parametrize("rest", ["", "c", " :c", "/2c:c", "2c:c", "|:c"])
def test_an_answer_without_a_colon_and_an_action_after_its_state_is_a_call(rest: str) -> None:
    assert read_answer(ASKED + rest, ASKED, NOLIMIT) == Answer(CALL, BAD_ACTION)


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("r 600", 600),
        ("r+600", 600),
        ("b\t-600", -600),
        ("r2147483647", 2**31 - 1),
        ("r2147483648", -(2**31)),
        ("r4294967896", 600),
        ("r9223372036854775808", -1),
        ("r-9223372036854775809", 0),
    ],
)
def test_sizes_are_numbers_of_32_bits_as_scanf_reads_them(text: str, total: int) -> None:
    assert read_answer(f"{ASKED}:{text}", ASKED, NOLIMIT) == Answer(raise_to(total))


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
        "MATCHSTATE:1:7:cr300c/:AhAd9hQd8dAs8s:c",  # without anything between them
        "MATCHSTATE:1:7:cr300c/:|9HqD/8DaS8s:c",
        "MATCHSTATE: +1:\t7:cr 300c/:|9hQd/8dAs8s:c",  # numbers as scanf reads them
        "MATCHSTATE:257:4294967303:cr4294967596c/:|9hQd/8dAs8s:c",
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
        "MATCHSTATE:1:7:cr300c/:2c2d/8dAs8s:c",
    ],
)
def test_answers_to_another_state_are_ignored(line: str) -> None:
    assert read_answer(line, ASKED, NOLIMIT) == Answer(None, "ignoring un-requested response", is_of_another_state=True)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "c",
        "f",
        "MATCHSTATE",
        "MATCHSTATE:1:7",
        "MATCHSTATE:1:7:cr300c/",
        "MATCHSTATE:1:7:cr300c/:|9hQd:c",
        "MATCHSTATE:1:7:cr300c/:|9h/8dAs8s:c",
        "MATCHSTATE:1:7:cr300c/:|9hQd/8dAs:c",
        "MATCHSTATE:1:7:cr300c/::c",
        "MATCHSTATE:5:7:cr300c/:|9hQd/8dAs8s:c",
        "MATCHSTATE:1:7:cr300x/:|9hQd/8dAs8s:c",
        "matchstate:1:7:cr300c/:|9hQd/8dAs8s:c",
        " " + ASKED,
        "\x00",
        "x" * 4096,
    ]
    + [f"MATCHSTATE:{position}:7:cr300c/:|9hQd/8dAs8s:c" for position in ("", "-1", "x", "1.0")],
)
def test_lines_that_are_not_states_are_ignored(line: str) -> None:
    assert read_answer(line, ASKED, NOLIMIT) == Answer(None, "bad state format in response")


@pytest.mark.parametrize("action", [FOLD, CALL, raise_to(300)])
def test_an_answer_that_is_written_is_read(action: Action) -> None:
    assert read_answer(format_answer(ASKED, action, NOLIMIT), ASKED, NOLIMIT) == Answer(action)
    assert format_answer(ASKED, raise_to(20), LIMIT) == f"{ASKED}:r"
