"""Logs up to 2009: their rules, units and notation, and their hands in the chips of the present games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from hand_texts import TextReader
from railbird.errors import FormatError
from railbird.formats.old_log import OldLog, format_old_hand, old_game, rescaled
from railbird.games import CALL, FOLD, game_named, raise_to
from railbird.games.definition import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from railbird.games import HandRecord

    Written = Callable[..., Path]

EXAMPLE = "akuma|Bluechip|dpp:0:ccf/rrrc/rc/rrrrc:2cKs|Jd6h|9cJc/Kc6c2s/7d/9s:30|-2|-28"
OWN_LOGS = ["old_limit_3p.log", "old_doyle_2p.log"]


def hand_lines(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def assert_payoffs_are_reproduced(path: Path) -> list[HandRecord]:
    log = OldLog(path)
    records = list(log)
    assert log.problems == []
    lines = hand_lines(path)
    assert len(records) == len(lines)
    for record, line in zip(records, lines, strict=True):
        assert format_old_hand(record) == line
        assert record.final_state().payoffs() == record.payoffs
    return records


@pytest.mark.parametrize("name", OWN_LOGS)
def test_own_logs_replay_and_are_written_back(fixtures: Path, name: str) -> None:
    assert_payoffs_are_reproduced(fixtures / name)


def test_example_of_seed_000_section_3_5_3(written: Written) -> None:
    log = OldLog(written(EXAMPLE + "\n"))
    (record,) = log
    assert log.problems == []
    assert record.players == ("akuma", "Bluechip", "dpp")
    assert record.final_state().payoffs() == record.payoffs == (30, -2, -28)
    assert format_old_hand(record) == EXAMPLE


def test_example_of_seed_000_section_3_5_3_as_it_is_typeset(written: Written) -> None:
    typeset = "akuma|Bluechip|dpp : 0 : ccf / rrrc / rc / rrrrc : 2cKs|Jd6h|9cJc / Kc6c2s / 7d / 9s : 30 | - 2 | - 28"
    (record,) = OldLog(written(typeset + "\n"))
    assert format_old_hand(record) == EXAMPLE


def test_units_small_blind_1_big_blind_2_bets_2_2_4_4() -> None:
    game = old_game(3)
    assert (game.blinds, game.raise_sizes, game.stacks) == ((1, 2, 0), (2, 2, 4, 4), (UNLIMITED,) * 3)
    assert game.first_players == (2, 0, 0, 0)
    assert game.max_raises == (3, 4, 4, 4)


def test_heads_up_the_big_blind_is_listed_first_and_acts_last_before_the_flop() -> None:
    game = old_game(2)
    assert (game.blinds, game.first_players) == ((2, 1), (1, 0, 0, 0))


def test_three_players_with_reverse_blinds(written: Written) -> None:
    assert old_game(3, reverse_blinds=True).blinds == (2, 1, 0)
    (record,) = OldLog(written("a|b|c:0:ff:2cKs|Jd6h|9cJc:-2|2|0\n"), reverse_blinds=True)
    assert record.final_state().payoffs() == record.payoffs


def test_folding_for_free_is_legal(fixtures: Path) -> None:
    record = next(iter(OldLog(fixtures / "old_limit_3p.log")))
    assert record.actions[:3] == (CALL, CALL, FOLD)
    state = record.start().play(record.actions[:2])
    assert state.to_call(state.acting) == 0
    assert state.legal_actions().fold


def test_the_odd_chip_goes_to_the_winner_listed_first(fixtures: Path) -> None:
    record = list(OldLog(fixtures / "old_limit_3p.log"))[1]
    assert record.final_state().payoffs() == (-1, 1, 0)


def test_doyle_resets_1000_chips_writes_blinds_and_totals_of_calls(fixtures: Path) -> None:
    records = list(OldLog(fixtures / "old_doyle_2p.log"))
    assert all(record.game.stacks == (1000, 1000) for record in records)
    assert records[1].actions == (raise_to(10), CALL, CALL, raise_to(20), FOLD)


def test_doyle_players_who_are_all_in_keep_acting(fixtures: Path) -> None:
    record = list(OldLog(fixtures / "old_doyle_2p.log"))[2]
    assert record.actions == (raise_to(600), raise_to(1000), *[CALL] * 7)
    *_, before, final = record.states()
    assert before.street == final.street == 3
    assert not before.legal_actions().can_raise


def test_rescaled_to_the_5_and_10_table(fixtures: Path) -> None:
    present = game_named("holdem.limit.3p")
    for record in OldLog(fixtures / "old_limit_3p.log"):
        scaled = rescaled(record)
        assert (scaled.game.blinds, scaled.game.raise_sizes) == (present.blinds, present.raise_sizes)
        assert scaled.payoffs == tuple(5 * chips for chips in record.payoffs)
        assert scaled.final_state().payoffs() == scaled.payoffs
        assert [action.total for action in scaled.actions] == [5 * action.total for action in record.actions]
        assert (scaled.players, scaled.number, scaled.line) == (record.players, record.number, record.line)


def test_rescaled_there_and_back(fixtures: Path) -> None:
    for record in OldLog(fixtures / "old_doyle_2p.log"):
        back = rescaled(rescaled(record, 50), Fraction(1, 50))
        assert (back.actions, back.payoffs) == (record.actions, record.payoffs)
        assert (back.game.blinds, back.game.stacks) == (record.game.blinds, record.game.stacks)


def test_amounts_that_would_not_be_whole_chips(fixtures: Path) -> None:
    record = next(iter(OldLog(fixtures / "old_limit_3p.log")))
    with pytest.raises(FormatError, match="1/2 chips: amounts are whole chips"):
        rescaled(record, Fraction(1, 2))


@pytest.mark.parametrize("name", ["", "a:b", "c|d", "# x", "#x", "a b", " a", "a\n"])
def test_names_that_could_not_be_read_back_are_not_written(written: Written, name: str) -> None:
    (record,) = OldLog(written(EXAMPLE + "\n"))
    with pytest.raises(FormatError, match=r"could not be read back: .* no space in it"):
        format_old_hand(replace(record, players=(name, "Bluechip", "dpp")))


def test_a_log_is_read_anew_each_time(written: Written) -> None:
    log = OldLog(written(f"nonsense\n{EXAMPLE}\n"))
    for _ in range(2):
        assert len(list(log)) == 1
        assert [problem.line for problem in log.problems] == [1]


def test_equal_blinds_are_all_written() -> None:
    """The writer names every blind, and the reader wants every one of them."""
    game = replace(old_game(3, doyle=True), blinds=(2, 2, 1))
    reader = TextReader(game, call_totals=True)
    record = reader.read("0:b1b2b2ff:2cKs|Jd6h|9cJc:-2|3|-1", "a|b|c", line=1)
    assert format_old_hand(record) == "a|b|c:0:b1b2b2ff:2cKs|Jd6h|9cJc:-2|3|-1"
    for blinds in ("b1b2", "b2b2", "b2b2b1", "b1b2b2b2", "b1b1b2", "b0b1b2b2"):
        with pytest.raises(FormatError, match="the blinds stand first"):
            reader.read(f"0:{blinds}ff:2cKs|Jd6h|9cJc:-2|3|-1", "a|b|c", line=1)


def test_good_and_bad_lines_mixed(written: Written) -> None:
    good = EXAMPLE
    bad = [
        ("a|b|c:1:ff:2cKs|Jd6h|9cJc", "4 fields between colons: names:hand:betting:cards:net has 5"),
        ("a|b|c:1:fx:2cKs|Jd6h|9cJc:-1|1|0", "an action is f, c or r"),
        ("a|b|c:1:ff:2cKs|Jd6h:-1|1|0", "2 hands for 3 players"),
        ("a|b|c:1:ff:2cKs|Jd6h|9cKs:-1|1|0", "Ks is dealt twice"),
        ("a|b|c:1:ff:2cKs|Jd6h|9cJc:-1|1", "values '-1|1': the game has 3 players"),
        ("a|b|c:one:ff:2cKs|Jd6h|9cJc:-1|1|0", "hand 'one': a hand number has 1 to 18 digits"),
        ("a|b|c:1:rrrr:2cKs|Jd6h|9cJc:-1|1|0", "the action is not legal here"),
        ("a|b|c:1:cc:2cKs|Jd6h|9cJc:-1|1|0", "stops before the hand is over"),
        ("a|b|c:1:ff:2cKs|Jd6h|9cJc/2d3d4d:-1|1|0", "3 board cards, but the betting ends on street 0, with 0"),
        ("a|b:1:b1b2r10c9/f:3s6h|8d7s/2d3d4d:-9|9", "the call goes to another total"),
        ("a|b:1:b5b10f:3s6h|8d7s:1|-1", "blinds"),
        ("a:1:f:3s6h:1", "players"),
    ]
    log = OldLog(written("\n".join([good, *(line for line, _ in bad), good]) + "\n"))
    assert [record.line for record in log] == [1, len(bad) + 2]
    assert [problem.line for problem in log.problems] == list(range(2, len(bad) + 2))
    for problem, (_, reason) in zip(log.problems, bad, strict=True):
        assert reason in problem.reason
        assert "\n" not in str(problem)


@pytest.mark.sample_data
def test_every_payoff_of_the_sample_logs_is_reproduced(sample_data: Path) -> None:
    paths = sorted((sample_data / "old").glob("*.log"))
    assert len(paths) == 4
    assert sum(len(assert_payoffs_are_reproduced(path)) for path in paths) == 3_995


@pytest.mark.sample_data
def test_sample_hands_keep_their_payoffs_when_rescaled(sample_data: Path) -> None:
    for path in sorted((sample_data / "old").glob("*.log")):
        for record in OldLog(path):
            scaled = rescaled(record)
            assert scaled.final_state().payoffs() == scaled.payoffs == tuple(5 * chips for chips in record.payoffs)
