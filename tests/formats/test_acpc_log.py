"""New logs: read to records, replayed, written back to the letter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from hand_texts import TextReader
from railbird.cards import parse_cards
from railbird.errors import FormatError
from railbird.formats.acpc_log import (
    AcpcLog,
    MatchHeader,
    Score,
    format_header,
    format_score,
    format_state,
    format_time_limits,
    guess_game,
    read_header,
)
from railbird.formats.fields import format_chips, read_chips
from railbird.formats.logs import check_log
from railbird.games import CALL, FOLD, HandRecord, game_named, raise_to

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.games import Chips

    Written = Callable[..., Path]

OWN_LOGS = ["limit_3p.log", "nolimit_2p.log", "kuhn_3p.log"]
EXAMPLE = "STATE:7:frc/rc/rc/rc:AdJd|6dQc|5cQs/As6s2c/Ah/8d:70|-70|0:Alice|Bob|Charlie"


def state_lines(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line.startswith("STATE:")]


def sums_by_player(records: list[HandRecord]) -> dict[str, Chips]:
    sums: dict[str, Chips] = {}
    for record in records:
        for name, chips in zip(record.players, record.payoffs, strict=True):
            sums[name] = sums.get(name, 0) + chips
    return sums


def by_name(score: Score) -> dict[str, Chips]:
    return dict(zip(score.names, score.values, strict=True))


def assert_replays_and_is_written_back(path: Path) -> list[HandRecord]:
    log = AcpcLog(path)
    records = list(log)
    assert log.problems == []
    lines = state_lines(path)
    assert len(records) == len(lines)
    for record, line in zip(records, lines, strict=True):
        assert format_state(record) == line
        final = record.final_state()
        assert final.is_over
        assert "|".join(map(format_chips, final.payoffs())) == line.split(":")[4]
    return records


@pytest.mark.parametrize("name", OWN_LOGS)
def test_own_logs_replay_and_are_written_back(fixtures: Path, name: str) -> None:
    records = assert_replays_and_is_written_back(fixtures / name)
    log = AcpcLog(fixtures / name)
    assert log.scores == []
    assert list(log) == records
    (score,) = log.scores
    assert by_name(score) == sums_by_player(records)
    assert score.line == len((fixtures / name).read_text().splitlines())


def test_a_record_has_all_that_the_line_says(fixtures: Path) -> None:
    log = AcpcLog(fixtures / "nolimit_2p.log")
    record = list(log)[1]
    assert record.game == game_named("holdem.nolimit.2p.reverse_blinds")
    assert (record.number, record.players, record.line) == (1, ("Bob", "Ann"), 3)
    assert record.hole_cards == (tuple(parse_cards("Jh9h")), tuple(parse_cards("AcKd")))
    assert record.board == tuple(parse_cards("8h5c2d"))
    assert record.actions == (raise_to(300), CALL, CALL, raise_to(900), FOLD)
    assert record.payoffs == (-300, 300)


def test_limit_raises_have_their_totals(fixtures: Path) -> None:
    record = list(AcpcLog(fixtures / "limit_3p.log"))[3]
    totals = [action.total for action in record.actions if action.is_raise]
    assert totals == [20, 30, 40, 50, 60, 70, 80, 100]


def test_halves_are_exact(fixtures: Path) -> None:
    record = list(AcpcLog(fixtures / "limit_3p.log"))[2]
    assert record.payoffs == (-5, Fraction(5, 2), Fraction(5, 2))


def test_the_header(fixtures: Path) -> None:
    log = AcpcLog(fixtures / "limit_3p.log")
    list(log)
    assert log.header == MatchHeader("ring", "project/holdem.limit.3p.game", 4, 0)
    assert log.header.game_name == "holdem.limit.3p"
    assert log.game == game_named("holdem.limit.3p")


def test_a_header_is_written_as_the_reference_dealer_writes_it() -> None:
    line = "# name/game/hands/seed match1 holdem.limit.3p.game 3000 17"
    assert format_header(MatchHeader("match1", "holdem.limit.3p.game", 3000, 17)) == line
    assert format_header(read_header(line)) == line
    limits = format_time_limits(response=600_000, hand=1_000, per_hand=7_000)
    assert limits == "#--t_response 600000\n#--t_hand 1000\n#--t_per_hand 7000\n"


def test_a_score_has_values_and_names() -> None:
    assert (
        format_score((-20, Fraction(41, 2), Fraction(-1, 2)), ("Ann", "Bob", "Cleo"))
        == "SCORE:-20|20.5|-0.5:Ann|Bob|Cleo"
    )
    with pytest.raises(FormatError, match="could not be read back"):
        format_score((1, -1), ("Ann", "B:b"))


def test_the_record_of_a_state_is_the_one_that_its_line_gives(fixtures: Path) -> None:
    for record in AcpcLog(fixtures / "limit_3p.log"):
        assert HandRecord.of(record.final_state(), record.players) == record


@pytest.mark.parametrize(
    "line",
    [
        "# name/game/hands/seed ring holdem.limit.3p.game 4",
        "# name/game/hands/seed ring holdem.limit.3p.game four 0",
        "# name/game/hands/seed ring holdem.limit.3p.game 4 -1",
        "# name/game/hands/seed ring holdem.limit.3p.game 4 \u00b2",
        "# name/game/hands/seed a ring holdem.limit.3p.game 4 0",
    ],
)
def test_headers_that_cannot_be_read(line: str) -> None:
    with pytest.raises(FormatError, match="after name/game/hands/seed come a name, a game file and two numbers"):
        read_header(line)


def test_suffixes_repeated_numbers_untrimmed_zeros(fixtures: Path) -> None:
    log = AcpcLog(fixtures / "oddities_2p.log")
    records = list(log)
    assert log.problems == []
    assert [record.number for record in records] == [0, 1, 1]
    assert [record.payoffs for record in records] == [(0, 0), (-10, 10), (5, -5)]
    assert [record.final_state().payoffs() for record in records] == [(0, 0), (-10, 10), (5, -5)]
    assert [record.players for record in records] == [("Ann", "Bob"), ("Bob", "Ann"), ("Bob", "Ann")]
    assert log.scores == [Score(6, ("Ann", "Bob"), (5, -5))]


def test_example_of_seed_000_section_3_5_3(written: Written) -> None:
    log = AcpcLog(written(EXAMPLE + "\n"))
    (record,) = log
    assert log.problems == []
    assert record.game == game_named("holdem.limit.3p")
    assert record.players == ("Alice", "Bob", "Charlie")
    assert record.final_state().payoffs() == record.payoffs == (70, -70, 0)
    assert format_state(record) == EXAMPLE


def test_example_of_seed_000_section_3_5_3_as_it_is_typeset(written: Written) -> None:
    typeset = "STATE : 7 : frc / rc / rc / rc : AdJd|6dQc|5cQs / As6s2c / Ah / 8d : 70 | - 70 | 0 : Alice|Bob|Charlie"
    log = AcpcLog(written(typeset + "\n"))
    records = list(log)
    assert log.problems == []
    assert [format_state(record) for record in records] == [EXAMPLE]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("STATE:0:cc/cc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:20|-20:a|b", "holdem.limit.2p.reverse_blinds"),
        ("STATE:0:r300f:5d5c|9hQd:-100|100:a|b", "holdem.nolimit.2p.reverse_blinds"),
        ("STATE:0:f:5d5c|9hQd:50|-50:a|b", "holdem.nolimit.2p.reverse_blinds"),
        ("STATE:0:f:5d5c|9hQd:5|-5:a|b", "holdem.limit.2p.reverse_blinds"),
        ("STATE:0:cc/cc/cc/cc:5d5c|9hQd/8dAs8s/4h/6d:100|-100:a|b", "holdem.nolimit.2p.reverse_blinds"),
        (EXAMPLE, "holdem.limit.3p"),
        ("STATE:0:r300ff:5d5c|9hQd|8dAs:-50|-100|150:a|b|c", "holdem.nolimit.3p"),
        ("STATE:0:r300fffff:5d5c|9hQd|8dAs||2c2d|:-50|-100|150|0|0|0:a|b|c|d|e|f", "holdem.nolimit.6p"),
        ("STATE:0:ccc:As|Ks|Qs:2|-1|-1:a|b|c", "kuhn.limit.3p"),
        ("STATE:0:cc:As|Ks:1|-1:a|b", "kuhn.limit.2p"),
        ("STATE:0:f:5d5c|9hQd:5.000000|-5.000000:a|b", "holdem.limit.2p.reverse_blinds"),
        ("STATE:0:f:5d5c|9hQd:50.000000|-50.000000:a|b", "holdem.nolimit.2p.reverse_blinds"),
        ("STATE:0:cfc/cc/cc/cc:4c7d|AsQd|AhQc/AdQs9h/5c/2c:-5|2.5|2.5:a|b|c", "holdem.limit.3p"),
        ("STATE:0:cfc/cc/cc/cc:4c7d|AsQd|AhQc/AdQs9h/5c/2c:-50|25|25:a|b|c", "holdem.nolimit.3p"),
        ("STATE:0:cc/cc/cc/cc:5d5c|5h5s/8dAs8s/4h/6d:0|0:a|b", "holdem.limit.2p.reverse_blinds"),
        ("STATE:0:cc/cc:As|Ks/Kh:-1|1:a|b", "leduc.limit.2p"),
        ("STATE:0:rcc/ccc:As|Ks|Qs/Kh:-3|6|-3:a|b|c", "leduc.limit.3p"),
    ],
)
def test_without_a_header_the_game_is_the_usual_one(line: str, name: str) -> None:
    text = line.partition(":")[2].rpartition(":")[0]
    assert guess_game([text]) == game_named(name)


SHARED = "STATE:0:cc/cc/cc/cc:5d5c|5h5s/8dAs8s/4h/6d:0|0:a|b"


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ([SHARED, "STATE:1:r300f:5d5c|9hQd:-100|100:b|a"], "holdem.nolimit.2p.reverse_blinds"),
        ([SHARED, "STATE:1:rf:5d5c|9hQd:-10|10:b|a"], "holdem.limit.2p.reverse_blinds"),
        ([SHARED, SHARED, "STATE:2:f:5d5c|9hQd:50|-50:b|a"], "holdem.nolimit.2p.reverse_blinds"),
        ([SHARED] * 199 + ["STATE:9:f:5d5c|9hQd:50|-50:b|a"], "holdem.nolimit.2p.reverse_blinds"),
        ([SHARED], "holdem.limit.2p.reverse_blinds"),
        (["STATE:0:rf:As|Ks:1|-1:a|b", "STATE:1:cc/cc:As|Ks/Kh:-1|1:a|b"], "leduc.limit.2p"),
        (["STATE:0:rf:As|Ks:1|-1:a|b", "STATE:1:cc:As|Ks:1|-1:a|b"], "kuhn.limit.2p"),
    ],
)
def test_a_hand_that_does_not_tell_the_game_leaves_it_to_the_next(
    written: Written, lines: list[str], name: str
) -> None:
    log = AcpcLog(written("# a log\n" + "\n".join(lines) + "\n"))
    assert len(list(log)) == len(lines)
    assert log.problems == []
    assert log.game == game_named(name)


def test_damaged_hands_do_not_tell_the_game(written: Written) -> None:
    log = AcpcLog(
        written(f"{SHARED[:40]}\n{SHARED}\nSTATE:1:f\nSTATE:1:f:5d5c|9hQd:50|-x:a|b\nSTATE:0:r300f:|:-100|100:a|b")
    )
    assert len(list(log)) == 2
    assert [problem.line for problem in log.problems] == [1, 3, 4]


def test_without_a_header_and_a_built_in_game_one_has_to_be_given(written: Written) -> None:
    lines = "STATE:0:rffff:5d5c|9hQd|8dAs|2c2d|:-5|-10|15|0|0:a|b|c|d|e\n" * 3
    log = AcpcLog(written(lines))
    assert list(log) == []
    (problem,) = log.problems
    assert problem.line == 1
    assert problem.reason == (
        "the log names no game, and holdem.limit.5p is not a built-in game: give the game with --game"
    )


def test_a_log_is_read_anew_each_time(written: Written) -> None:
    header = "# name/game/hands/seed ring holdem.limit.3p.game 1 0\n"
    log = AcpcLog(written(f"nonsense\n{EXAMPLE}\n{header}{EXAMPLE}\nSCORE:140|-140|0:Alice|Bob|Charlie\n"))
    for _ in range(2):
        records = iter(log)
        first = next(records)
        assert (len(log.problems), log.header, log.scores) == (1, None, [])
        assert (first.number, first.game, log.game) == (7, game_named("holdem.limit.3p"), first.game)
        assert len(list(records)) == 1
        assert (len(log.problems), len(log.scores)) == (1, 1)
        assert log.header is not None


def test_a_second_match_may_be_of_another_game(written: Written) -> None:
    text = (
        "# name/game/hands/seed one holdem.limit.2p.reverse_blinds.game 1 0\nSTATE:0:f:5d5c|9hQd:5|-5:a|b\n"
        "SCORE:5|-5:a|b\n"
        "# name/game/hands/seed two holdem.nolimit.2p.reverse_blinds.game 1 0\nSTATE:0:f:5d5c|9hQd:50|-50:a|b\n"
        "SCORE:50|-50:a|b\n"
    )
    check = check_log(AcpcLog(written(text)))
    assert (check.hands, check.problems) == (2, [])


@pytest.mark.parametrize("name", ["", "a:b", "c|d", "# x", "a #b", " a", "a ", "a\tb\n", "a\rb", "a\0b", "\u00a0a"])
def test_names_that_could_not_be_read_back_are_not_written(name: str) -> None:
    record = TextReader(game_named("holdem.limit.3p")).read(EXAMPLE[6:].rpartition(":")[0], "Alice|Bob|Charlie", line=1)
    with pytest.raises(FormatError, match="could not be read back") as caught:
        format_state(replace(record, players=("Alice", name, "Charlie")))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["a b", "C#", "a  b", "a\tb", "Jörg", "-", "x#", "a b#c", "STATE"])
def test_odd_names_are_read_back(written: Written, name: str) -> None:
    (record,) = AcpcLog(written(EXAMPLE + "\n"))
    for players in ((name, "b c", "d"), ("b", name, "d"), ("b", "d", name)):
        changed = replace(record, players=players)
        log = AcpcLog(written(format_state(changed) + "\n"))
        assert list(log) == [changed]


def test_a_hand_that_the_blinds_have_ended(written: Written) -> None:
    """Everybody is all-in from the start: no action, and the whole board."""
    game = replace(game_named("holdem.nolimit.2p.reverse_blinds"), stacks=(100, 100), blinds=(100, 100))
    line = "STATE:0:///:AsKs|7d2c/2h8c3h/9d/4s:-100|100:a|b"
    log = AcpcLog(written(line + "\n"), game)
    (record,) = log
    assert record.actions == ()
    assert record.final_state().payoffs() == record.payoffs
    assert format_state(record) == line


def test_the_game_that_is_given_counts(written: Written) -> None:
    line = "STATE:0:r300fffff:5d5c|9hQd|8dAs||2c2d|:-50|-100|150|0|0|0:a|b|c|d|e|f\n"
    (record,) = AcpcLog(written(line), game=game_named("pluribus.nolimit.6p"))
    assert record.game.stacks[0] == 10_000


def test_names_keep_their_spaces(written: Written) -> None:
    line = EXAMPLE.replace("Bob", "Bob Smith")
    (record,) = AcpcLog(written(line + "\n"))
    assert record.players == ("Alice", "Bob Smith", "Charlie")
    assert format_state(record) == line


def test_hands_that_are_not_known_are_empty(written: Written) -> None:
    log = AcpcLog(written("STATE:0:r300f:|9hQd:-100|100:a|b\n"))
    (record,) = log
    assert record.hole_cards == ((), tuple(parse_cards("9hQd")))
    assert record.final_state().payoffs() == (-100, 100)
    assert format_state(record) == "STATE:0:r300f:|9hQd:-100|100:a|b"


@pytest.mark.parametrize(
    ("chips", "text"),
    [
        (20, "20"),
        (-20, "-20"),
        (0, "0"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-1105169, 2), "-552584.5"),
        (Fraction(100, 3), "33.333333"),
        (Fraction(-100, 3), "-33.333333"),
        (Fraction(40, 1), "40"),
    ],
)
def test_values_print_with_up_to_six_decimals_without_trailing_zeros(chips: Chips, text: str) -> None:
    assert format_chips(chips) == text


@pytest.mark.parametrize(
    ("text", "chips"),
    [("20", 20), ("-0", 0), ("-0.000000", 0), ("20.500000", Fraction(41, 2)), ("-552584.5", Fraction(-1105169, 2))],
)
def test_values_are_read_exactly(text: str, chips: Chips) -> None:
    assert read_chips(text) == chips
    assert isinstance(read_chips(text), int) == (chips == int(chips))


@pytest.mark.parametrize("text", ["", "-", "x", "1/2", "7_0", "nan", "inf", "1e5", "1e2000000", "0x10", "1.2.3", "--1"])
def test_text_that_is_not_a_number_of_chips(text: str) -> None:
    with pytest.raises(FormatError, match="is not a number of chips"):
        read_chips(text)


@pytest.mark.sample_data
def test_every_state_line_of_the_sample_logs_replays_and_is_written_back(sample_data: Path) -> None:
    paths = sorted((sample_data / "acpc").glob("*.log"))
    assert len(paths) == 8
    hands = sum(len(assert_replays_and_is_written_back(path)) for path in paths)
    assert hands == 14_502


@pytest.mark.sample_data
def test_scores_of_the_sample_logs_are_the_sums_of_their_hands(sample_data: Path) -> None:
    complete = 0
    for path in sorted((sample_data / "acpc").glob("*.log")):
        log = AcpcLog(path)
        records = list(log)
        assert log.header is not None
        if len(records) == log.header.hands:
            complete += 1
            (score,) = log.scores
            assert by_name(score) == sums_by_player(records)
            assert score.names == records[0].players
        else:
            assert log.scores == []
    assert complete == 7


@pytest.mark.sample_data
def test_names_of_the_sample_logs_rotate_through_the_positions(sample_data: Path) -> None:
    """Hand h puts seat s at (s - h) mod n."""
    for path in sorted((sample_data / "acpc").glob("3*.log")):
        records = list(AcpcLog(path))
        seats = records[0].players
        for record in records[:100]:
            assert record.players == tuple(seats[(position + record.number) % 3] for position in range(3))
