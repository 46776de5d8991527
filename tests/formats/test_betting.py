"""The letters f, c and r, answers of players, lines of transaction logs: each is read back as it was written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.errors import FormatError
from railbird.formats.betting import action_text, betting_at, format_betting, read_action
from railbird.formats.player_answers import Answer, format_answer, read_answer
from railbird.formats.transaction_lines import Transaction, format_transaction, read_transaction
from railbird.games import CALL, FOLD, Action, game_named, raise_to
from railbird.games.betting_node import first_node

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NO_LIMIT = game_named("holdem.nolimit.2p.reverse_blinds")
ASKED = "MATCHSTATE:1:7:cr300c/:|9hQd/8dAs8s"


@pytest.mark.parametrize(
    ("action", "limit", "no_limit"),
    [(FOLD, "f", "f"), (CALL, "c", "c"), (raise_to(300), "r", "r300"), (raise_to(20_000), "r", "r20000")],
)
def test_an_action_has_one_text_in_each_kind_of_betting(action: Action, limit: str, no_limit: str) -> None:
    assert action_text(action, LIMIT) == limit
    assert action_text(action, NO_LIMIT) == no_limit
    assert read_action(no_limit, NO_LIMIT) == action
    assert read_action(limit, LIMIT) == (raise_to(0) if action.is_raise else action)


def test_blinds_that_put_every_player_all_in_enter_all_rounds() -> None:
    game = replace(NO_LIMIT, stacks=(50, 50), blinds=(50, 50))
    assert betting_at(first_node(game)) == format_betting(game, ()) == "///"


@pytest.mark.parametrize("text", ["", "F", "k", "b300", "f0", "c100", "r3.5", "r ", " r300", "r300 ", "rr", "r٣", "r-"])
def test_text_that_is_not_an_action_is_none(text: str) -> None:
    assert read_action(text, NO_LIMIT) is None
    assert read_action(text, LIMIT) is None


def test_only_a_no_limit_raise_has_a_total() -> None:
    assert read_action("r", NO_LIMIT) is None
    assert read_action("r300", LIMIT) is None
    assert read_action("r-5", NO_LIMIT) == raise_to(-5)  # which a dealer corrects


def test_an_answer_is_the_state_that_was_asked_and_the_action() -> None:
    line = format_answer(ASKED, raise_to(600), NO_LIMIT)
    assert line == f"{ASKED}:r600"
    assert read_answer(line, ASKED, NO_LIMIT) == Answer(raise_to(600))


@pytest.mark.parametrize(
    ("text", "action"),
    [("F", FOLD), ("k", CALL), ("B600", raise_to(600)), ("r600junk", raise_to(600)), ("r-1", raise_to(-1))],
)
def test_a_dealer_reads_more_than_is_written(text: str, action: Action) -> None:
    assert read_answer(f"{ASKED}:{text}", ASKED, NO_LIMIT) == Answer(action)


@pytest.mark.parametrize("text", ["r", "R", "b", "r300", "rx"])
def test_the_size_of_a_limit_raise_is_not_read(text: str) -> None:
    assert read_answer(f"{ASKED}:{text}", ASKED, LIMIT) == Answer(raise_to(0))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (f"{ASKED}:x", Answer(CALL, "bad action format in response, changed to call")),
        (ASKED, Answer(CALL, "bad action format in response, changed to call")),
        ("hello", Answer(None, "bad state format in response")),
        (
            ASKED.replace(":7:", ":8:") + ":c",
            Answer(None, "ignoring un-requested response", is_of_another_state=True),
        ),
        (ASKED.replace("cr300c", "CR300K") + ":c", Answer(CALL)),
    ],
)
def test_other_lines_have_a_warning(line: str, answer: Answer) -> None:
    assert read_answer(line, ASKED, NO_LIMIT) == answer


def test_a_transaction_is_read_back() -> None:
    transaction = Transaction(raise_to(300), 17, 1341695999.222281, 1341695999.22241)
    line = format_transaction(transaction, NO_LIMIT)
    assert line == "r300 17 1341695999.222281 1341695999.222410"
    assert read_transaction(line, NO_LIMIT) == transaction
    assert read_transaction("r 17 1.5 2.5", LIMIT) == Transaction(raise_to(0), 17, 1.5, 2.5)


@pytest.mark.parametrize(
    "line", ["", "r300 17 1.5", "r300 17 1.5 2.5 ", "x 17 1.5 2.5", "r 17 1.5 2.5", "c -1 1.5 2.5"]
)
def test_a_damaged_transaction_is_refused(line: str) -> None:
    with pytest.raises(FormatError, match="is not ACTION HAND SENT RECEIVED"):
        read_transaction(line, NO_LIMIT)
