"""The notation of a team's logs: the examples of Thiel 2013, 3.3.6, written and read back."""

from __future__ import annotations

import pytest

from railbird.cards import parse_cards
from railbird.errors import FormatError
from railbird.formats.team_log_lines import (
    TeamHandLine,
    TeamStatisticsLine,
    TimingEvent,
    format_team_hand,
    format_team_statistics,
    format_timing,
    read_team_hand,
    read_team_statistics,
    read_timing,
)

ENSEMBLE = "Mem1|Mem2:0:cccc/cf/fc/:Kd9h|Kd9h/Ad8d6s/Ts/:1.0[C]|0.0/0.0|1.0[C]/1.0[C]|0.0/1.0[C]|0.0"
STATISTICS = "Mem1|Mem2:15:0:-4.761904761/-5.833333333|-5.238095238/-6.25:0.559244197|0.440755802"


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("DECISION 0 PREFLOP 4msec", TimingEvent("DECISION", 0, 0, 4)),
        ("BOT 0 PREFLOP AllInEqPlayer 2572msec", TimingEvent("BOT", 0, 0, 2572, "AllInEqPlayer")),
        ("WAIT 0 PREFLOP 58msec", TimingEvent("WAIT", 0, 0, 58)),
        ("WAIT 1999 RIVER 0msec", TimingEvent("WAIT", 1999, 3, 0)),
    ],
)
def test_timings(line: str, event: TimingEvent) -> None:
    assert read_timing(line) == event
    assert format_timing(event) == line


def test_the_ensemble_log() -> None:
    """The first member was followed before the flop at first, on the flop and on the turn, where it folded."""
    expected = TeamHandLine(
        names=("Mem1", "Mem2"),
        hand=0,
        answers=((("c", "c"), ("c", "c")), (("c", "f"),), (("f", "c"),), ()),
        hole_cards=parse_cards("Kd9h"),
        board=(parse_cards("Ad8d6s"), parse_cards("Ts"), ()),
        ratings=((1, 0), (0, 1), (1, 0), (1, 0)),
        chosen=((0,), (1,), (0,), (0,)),
    )
    assert read_team_hand(ENSEMBLE) == expected
    assert format_team_hand(expected) == ENSEMBLE


def test_the_statistics_log() -> None:
    """Numbers are truncated to nine decimals: -100/21 is -4.7619047619..., which would be rounded to ...762."""
    values = ((-100 / 21, -70 / 12), (-110 / 21, -6.25))
    ratings = (0.5592441974, 0.4407558026)
    assert format_team_statistics(TeamStatisticsLine(("Mem1", "Mem2"), 15, 0, values, ratings)) == STATISTICS
    found = read_team_statistics(STATISTICS)
    assert (found.names, found.hand, found.street) == (("Mem1", "Mem2"), 15, 0)
    assert found.ratings == (0.559244197, 0.440755802)
    assert format_team_statistics(found) == STATISTICS


@pytest.mark.parametrize(
    "line",
    [
        "a|b|c:7:c-r/:KdKs|KdKs|KdKs/:0.5|0.25[C]|0.25[C]",
        "a:0:r300c/r1200/f/:Kd9h/Ad8d6s/Ts/:1.0[C]/1.0/1.0[C]/1.0[C]",
        "a|b:3::Kd9h|Kd9h/Ad8d6s/Ts/2c:",
        "a|b:3:cf:Kd|Kd:-0.5[C]|0.0:simple=10.0|-10.0/combined=-|2.5",
    ],
)
def test_what_goes_beyond_the_notation_is_read_back(line: str) -> None:
    assert format_team_hand(read_team_hand(line)) == line


def test_numbers_close_to_zero_have_no_sign() -> None:
    line = TeamStatisticsLine(("a",), 0, 0, ((-0.0, 1e-12),), (-1e-12,))
    assert format_team_statistics(line) == "a:0:0:0.0/0.0:0.0"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a|b:0:c:Kd|Kd:1.0|0.0", "'c' does not have 2 answers f, c, r or - for each decision"),
        ("a|b:0:cx:Kd|Kd:1.0|0.0", "'cx' does not have 2 answers"),
        ("a|b:0:cc:Kd:1.0|0.0", "'Kd' does not have the same hand 2 times, once for each member"),
        ("a|b:0:cc:Kx|Kx:1.0|0.0", "Kx"),
        ("a|b:0:cc:Kd|Kd:1.0", "'1.0' does not have 2 ratings"),
        ("a|b:0:cc:Kd|Kd:1.0|x", "'x' is not a number"),
        ("a|b:0:cc:Kd|Kd:", "it has 0 ratings for 1 decisions"),
        ("a|b:-1:cc:Kd|Kd:1.0|0.0", "'-1' is not a whole number"),
        ("a|b:0:cc", "it has 3 parts between colons, not 5 or 6"),
        ("a|b:0:cc:Kd|Kd:1.0|0.0:simple", "'simple' is not a method with the earnings of 2 members"),
    ],
)
def test_wrong_lines_of_the_ensemble_log(line: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read_team_hand(line)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a|b:0:0:1.0|2.0", "it has 4 parts between colons, not 5"),
        ("a|b:0:0:1.0|2.0:0.5", "it has 2 values and 1 ratings for 2 members"),
        ("a|b:0:0:1.0|x:0.5|0.5", "'x' is not a number"),
    ],
)
def test_wrong_lines_of_the_statistics_log(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_team_statistics(line)


@pytest.mark.parametrize(
    "line", ["", "BOT 0 PREFLOP 4msec", "WAIT 0 PREFLOP a 4msec", "WAIT 0 HOME 4msec", "X 0 FLOP 1msec"]
)
def test_wrong_events(line: str) -> None:
    with pytest.raises(FormatError, match="is not an event like DECISION 0 PREFLOP 4msec or BOT 0 FLOP Fair 12msec"):
        read_timing(line)
