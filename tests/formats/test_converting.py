"""Logs of one kind written as another: the same actions and payoffs, or the hands named that cannot be expressed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from railbird.errors import FormatError
from railbird.formats.acpc_log import AcpcLog, MatchHeader
from railbird.formats.converting import convert_log
from railbird.formats.logs import check_log, open_log
from railbird.formats.old_log import rescaled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.games import HandRecord

    Written = Callable[..., Path]


def records_of(path: Path) -> list[HandRecord]:
    log = open_log(path)
    records = list(log)
    assert log.problems == []
    return records


def essence(record: HandRecord) -> tuple[object, ...]:
    """What a conversion must keep."""
    return record.actions, record.payoffs, record.hole_cards, record.board, record.players


def state_lines(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if not line.startswith(("#", "SCORE"))]


@pytest.mark.parametrize("name", ["limit_3p.log", "nolimit_2p.log"])
def test_new_log_to_phh_and_back(fixtures: Path, tmp_path: Path, name: str) -> None:
    phh, back = tmp_path / "hands.phhs", tmp_path / "back.log"
    there = convert_log(open_log(fixtures / name), phh)
    assert (there.hands, there.problems) == (4, [])
    assert [essence(record) for record in records_of(phh)] == [
        essence(record) for record in records_of(fixtures / name)
    ]
    again = convert_log(open_log(phh), back)
    assert (again.hands, again.problems) == (4, [])
    assert state_lines(back) == state_lines(fixtures / name)
    assert check_log(open_log(back)).problems == []


def test_one_hand_to_a_phh_file(fixtures: Path, tmp_path: Path) -> None:
    target = tmp_path / "hand.phh"
    done = convert_log(open_log(fixtures / "nolimit_2p.log"), target)
    assert done.hands == 1
    assert len(done.problems) == 3
    assert "a .phh file holds one hand: write to a .phhs file" in done.problems[0].reason
    assert [record.number for record in records_of(target)] == [0]


def test_old_log_to_a_new_one_at_the_5_and_10_table(fixtures: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.log"
    done = convert_log(open_log(fixtures / "old_limit_3p.log"), target)
    assert state_lines(target) == ["STATE:2:rff:4c7d|AsQd|AhQc:-5|-10|15:Cleo|Ann|Bob"]
    assert done.hands == 1
    # A free fold is not legal in new logs, and they split pots in fractions.
    assert [problem.line for problem in done.problems] == [4, 5]
    assert "fold is not legal" in done.problems[0].reason
    assert "splits pots in another way" in done.problems[1].reason


def test_new_log_to_an_old_one_and_back(written: Written, tmp_path: Path) -> None:
    text = (
        "# name/game/hands/seed ring holdem.limit.3p.game 2 0\n"
        "STATE:0:ff:AsKs|7d2c|Jh9h:-5|5|0:Ann|Bob|Cleo\n"
        "STATE:1:ccc/ccc/ccc/ccc:8s8d|AcKd|QhJh/8h5c2d/Kc/3s:20|-10|-10:Bob|Cleo|Ann\n"
    )
    source, old, back = written(text), tmp_path / "old.log", tmp_path / "back.log"
    assert convert_log(open_log(source), old, kind="acpc-old").problems == []
    assert state_lines(old) == [
        "Ann|Bob|Cleo:0:ff:AsKs|7d2c|Jh9h:-1|1|0",
        "Bob|Cleo|Ann:1:ccc/ccc/ccc/ccc:8s8d|AcKd|QhJh/8h5c2d/Kc/3s:4|-2|-2",
    ]
    assert convert_log(open_log(old), back).problems == []
    assert state_lines(back) == state_lines(source)


@pytest.mark.parametrize(
    ("name", "kind"), [("ComputerCompetition2012", "acpc"), ("ComputerCompetition2009", "acpc-old")]
)
def test_the_seeds_names_of_the_kinds(fixtures: Path, tmp_path: Path, name: str, kind: str) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    convert_log(open_log(fixtures / "old_limit_3p.log"), first, kind=name)
    convert_log(open_log(fixtures / "old_limit_3p.log"), second, kind=kind)
    assert first.read_bytes() == second.read_bytes() != b""


def test_halves_cannot_be_written_as_an_old_log(fixtures: Path, tmp_path: Path) -> None:
    done = convert_log(open_log(fixtures / "limit_3p.log"), tmp_path / "old.log", kind="acpc-old")
    assert done.hands == 3
    (problem,) = done.problems
    assert problem.line == 7
    assert problem.reason.startswith("hand 2 cannot be written: ")


@pytest.mark.parametrize("kind", ["acpc-old", "phh"])
def test_kuhn_is_a_game_of_neither(fixtures: Path, tmp_path: Path, kind: str) -> None:
    done = convert_log(open_log(fixtures / "kuhn_3p.log"), tmp_path / "out.log", kind=kind)
    assert done.hands == 0
    assert [problem.line for problem in done.problems] == [2, 3, 4]
    assert all("cannot be written" in problem.reason for problem in done.problems)


def test_bad_hands_are_named_and_the_good_ones_are_written(fixtures: Path, written: Written, tmp_path: Path) -> None:
    text = (fixtures / "nolimit_2p.log").read_text().replace("r300c/", "r3c/")
    done = convert_log(open_log(written(text)), tmp_path / "out.phhs")
    assert done.hands == 3
    assert [problem.line for problem in done.problems] == [3]
    assert [record.number for record in records_of(tmp_path / "out.phhs")] == [0, 2, 3]


def test_hands_with_wrong_payoffs_are_not_passed_on(written: Written, tmp_path: Path) -> None:
    source = written("STATE:0:ff:AsKs|7d2c|Jh9h:-6|6|0:Ann|Bob|Cleo\n")
    for target in ("out.phhs", "out.log"):
        done = convert_log(open_log(source), tmp_path / target)
        assert (done.hands, len(done.problems)) == (0, 1)


def test_the_ending_tells_the_kind(fixtures: Path, tmp_path: Path) -> None:
    with pytest.raises(
        FormatError, match="the extension does not show the kind of log: name one of acpc, acpc-old, phh"
    ):
        convert_log(open_log(fixtures / "limit_3p.log"), tmp_path / "out.txt")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_behind_if_the_source_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        convert_log(open_log(tmp_path / "none.log", kind="acpc"), tmp_path / "out.log")
    assert list(tmp_path.iterdir()) == []


def test_the_header_of_a_converted_log_reads_back_whatever_the_file_is_called(
    fixtures: Path, written: Written, tmp_path: Path
) -> None:
    source = written((fixtures / "limit_3p.log").read_bytes(), "my ring game.log")
    convert_log(open_log(source), tmp_path / "out.log")
    check = check_log(open_log(tmp_path / "out.log"))
    assert (check.hands, check.problems) == (4, [])


def test_hands_of_two_games_do_not_go_into_one_log(fixtures: Path, written: Written, tmp_path: Path) -> None:
    two_players = (fixtures / "heads_up.phh").read_text().replace("20_000, 15_000.0", "20_000, 20_000")
    two_players = two_players.replace("finishing_stacks = [12100, 22900]", "finishing_stacks = [12100, 27900]")
    six = re.sub(r"(?m)^(players|finishing).*\n", "", (fixtures / "side_pots.phh").read_text())
    source = written("[1]\n" + two_players + "[2]\n" + six, "session.phhs")
    done = convert_log(open_log(source), tmp_path / "out.log")
    assert done.hands == 1
    assert len(done.problems) == 1


HIDDEN = """variant = "NT"
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0, 0, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000, 10000, 10000, 10000]
actions = [
  "d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "d dh p5 ????", "d dh p6 ????",
  "p3 f", "p4 f", "p5 f", "p6 f", "p1 cc", "p2 cc",
  "d db 2c3d4h", "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", "d db 9d", "p1 cc", "p2 cc",
]
finishing_stacks = [10100, 9900, 10000, 10000, 10000, 10000]
"""


def test_a_hand_without_known_cards_keeps_its_payoffs(written: Written, tmp_path: Path) -> None:
    done = convert_log(open_log(written(HIDDEN, "hidden.phh")), tmp_path / "out.log")
    assert (done.hands, done.problems) == (1, [])
    assert state_lines(tmp_path / "out.log") == [
        "STATE:0:ffffcc/cc/cc/cc:|||||/2c3d4h/5s/9d:100|-100|0|0|0|0:p1|p2|p3|p4|p5|p6"
    ]
    check = check_log(open_log(tmp_path / "out.log"))
    assert (check.hands, check.unchecked, check.problems) == (1, 1, [])


def test_a_hand_that_cannot_be_written_does_not_count(fixtures: Path, written: Written, tmp_path: Path) -> None:
    """The first hand is of a game that PHH does not have."""
    first = "STATE:0:ccc:As|Ks|Qs:2|-1|-1:a|b|c\n"
    source = written(
        "# name/game/hands/seed k kuhn.limit.3p.game 1 0\n" + first + (fixtures / "limit_3p.log").read_text()
    )
    done = convert_log(open_log(source), tmp_path / "out.phhs")
    assert (done.hands, len(done.problems)) == (4, 1)
    assert re.findall(r"(?m)^\[\d+\]$", (tmp_path / "out.phhs").read_text()) == ["[1]", "[2]", "[3]", "[4]"]
    done = convert_log(open_log(source), tmp_path / "out.phh")
    assert done.hands == 1
    assert [record.number for record in records_of(tmp_path / "out.phh")] == [0]


def test_the_header_tells_the_hands_and_the_last_line_the_score(fixtures: Path, tmp_path: Path) -> None:
    middle, target = tmp_path / "hands.phhs", tmp_path / "out.log"
    convert_log(open_log(fixtures / "limit_3p.log"), middle)
    convert_log(open_log(middle), target)
    lines = target.read_text().splitlines()
    assert lines[0].split() == ["#", "name/game/hands/seed", "hands", "holdem.limit.3p.game", "4", "0"]
    assert lines[-1] == (fixtures / "limit_3p.log").read_text().splitlines()[-1] == "SCORE:87.5|-52.5|-35:Ann|Bob|Cleo"
    log = AcpcLog(target)
    list(log)
    assert log.header == MatchHeader("hands", "holdem.limit.3p.game", 4, 0)
    assert len(log.scores) == 1


def test_hands_that_are_left_out_are_not_in_the_score(fixtures: Path, tmp_path: Path) -> None:
    done = convert_log(open_log(fixtures / "old_limit_3p.log"), tmp_path / "new.log")
    assert done.hands == 1
    lines = (tmp_path / "new.log").read_text().splitlines()
    assert lines[0].rstrip().endswith("holdem.limit.3p.game 1 0")
    assert lines[-1] == "SCORE:-5|-10|15:Cleo|Ann|Bob"


@pytest.mark.parametrize(
    ("first", "second"),
    [("Ann|Ann|Cleo", "Ann|Ann|Cleo"), ("Ann|Bob|Cleo", "Ann|Bob|Dan"), ("Ann|Bob|Cleo", "Ann|Ann|Bob")],
)
def test_there_is_no_score_for_players_with_the_same_name(
    written: Written, tmp_path: Path, first: str, second: str
) -> None:
    hand = "STATE:{}:ff:AsKs|7d2c|Jh9h:-5|5|0:{}\n"
    convert_log(open_log(written(hand.format(0, first) + hand.format(1, second))), tmp_path / "out.log")
    assert "SCORE" not in (tmp_path / "out.log").read_text()
    assert check_log(open_log(tmp_path / "out.log")).hands == 2


def test_nothing_that_can_be_written_is_no_log(fixtures: Path, tmp_path: Path) -> None:
    source = fixtures / "side_pots.phh"
    assert convert_log(open_log(source), tmp_path / "out.log").hands == 0
    assert list(tmp_path.iterdir()) == []


def test_names_that_the_target_cannot_hold_are_problems(fixtures: Path, written: Written, tmp_path: Path) -> None:
    text = (fixtures / "limit_3p.log").read_text().replace("Bob", "Bob Smith")
    done = convert_log(open_log(written(text)), tmp_path / "old.log", kind="acpc-old")
    assert done.hands == 0
    assert "name 'Bob Smith' could not be read back" in done.problems[0].reason


@pytest.mark.sample_data
def test_pluribus_from_phh_to_a_log_and_back(sample_data: Path, tmp_path: Path) -> None:
    paths = sorted((sample_data / "phh" / "pluribus").glob("*.phh"))
    assert len(paths) == 71
    for path in paths:
        log, back = tmp_path / f"{path.stem}.log", tmp_path / path.name
        assert convert_log(open_log(path), log).problems == []
        assert check_log(open_log(log)).problems == []
        assert convert_log(open_log(log), back).problems == []
        (first,), (last,) = records_of(path), records_of(back)
        assert essence(first) == essence(last)
        assert first.number == last.number


@pytest.mark.sample_data
def test_old_sample_logs_that_new_rules_allow_keep_their_hands(sample_data: Path, tmp_path: Path) -> None:
    path = sample_data / "old" / "limittest0.flapyourwings.allineq_player.Random1.log"
    done = convert_log(open_log(path), tmp_path / "new.log")
    converted = {record.number: record for record in records_of(tmp_path / "new.log")}
    assert done.hands == len(converted) > 100
    reasons = {
        re.sub(r".*(fold is not legal|splits pots in another way).*", r"\1", problem.reason)
        for problem in done.problems
    }
    assert reasons <= {"fold is not legal", "splits pots in another way"}
    for record in records_of(path):
        if record.number in converted:
            assert essence(converted[record.number]) == essence(rescaled(record))
    assert check_log(open_log(tmp_path / "new.log")).problems == []
