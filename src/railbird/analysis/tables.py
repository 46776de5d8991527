"""What has been counted, as tables for the screen, for programs and for reports, each column with its definition."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, TypeAlias

from railbird.analysis import categories
from railbird.analysis.layout import (
    ACTION_KINDS,
    ACTIONS,
    CALLS,
    CATEGORIES,
    CATEGORY_HANDS,
    CATEGORY_NET,
    CHECKS,
    FOLDS,
    HANDS,
    LOST,
    NET,
    NET_BY_END,
    RAISED_FIRST_STREET,
    RAISES,
    SEEN,
    SHOWDOWNS,
    SHOWDOWNS_WON,
    THREE_BET_CHANCES,
    THREE_BETS,
    VOLUNTARY,
    WON,
    WON_ON,
)
from railbird.games.definition import MOST_ROUNDS, SHARES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from railbird.analysis.tally import Tally

Cell: TypeAlias = str | int | float | None
"""None where there is nothing to divide by."""
STREETS = ("preflop", "flop", "turn", "river")
_95 = 1.959963984540054
_ALL_IN_LOSS, _ALL_IN_WIN, _MAX_WIN = 4, 9, 10


@dataclass(frozen=True)
class Table:
    """Rows of cells under headings, each heading with its definition. Shares are between 0 and 1."""

    key: str
    title: str
    columns: Mapping[str, str]
    """Headings and what they mean."""
    rows: Sequence[tuple[Cell, ...]]


def results_table(tally: Tally) -> Table:
    """Who won how much (Lilienthal 2019, table 11)."""
    columns = {
        "player": "",
        "hands": "played",
        "chips": "won or lost",
        "bb/100": "big blinds won in a hundred hands",
        "margin": "half of the 95 % interval of bb/100, hands taken as independent of each other",
        "won": "hands with a profit",
        "lost": "hands with a loss",
        "all-in won": "of the hands with a stack won or lost, those that won one",
    }
    rows: list[tuple[Cell, ...]] = []
    for player, name in enumerate(tally.names):
        counts = tally.counts(player).tolist()
        hands = counts[HANDS]
        mean = tally.curves[player].total / max(hands, 1)  # of a player none of whose hands could be counted
        all_in_wins = sum(counts[CATEGORY_HANDS + number] for number in (_ALL_IN_WIN, _MAX_WIN))
        all_ins = all_in_wins + counts[CATEGORY_HANDS + _ALL_IN_LOSS]
        rows.append(
            (
                name,
                hands,
                _chips(counts[NET]),
                100 * mean,
                100 * _margin(hands, mean, tally.sum_of_squares(player)),
                counts[WON],
                counts[LOST],
                _share(all_in_wins, all_ins),
            )
        )
    return Table("results", "Results", columns, rows)


def ends_table(tally: Tally) -> Table:
    """What was won by the street in which the hand ended (Kischka 2014, tables 14 and 22)."""
    columns = {"player": "", "net": "chips won or lost"}
    streets = _streets(tally)
    columns |= {street: f"in hands that ended on the {street} because all but one had folded" for street in streets}
    columns["showdown"] = "in hands that came to a showdown, whether or not the player was still in"
    rows: list[tuple[Cell, ...]] = [
        (name, _chips(counts[NET]), *[_chips(counts[NET_BY_END + end]) for end in (*range(len(streets)), MOST_ROUNDS)])
        for name, counts in _all_counts(tally)
    ]
    return Table("ends", "Chips by the street in which hands ended", columns, rows)


def streets_table(tally: Tally) -> Table:
    """What was done on each street (Kischka 2014, tables 15 and 17-20)."""
    columns = {
        "player": "",
        "street": "",
        "seen": "hands in which the player was there when the street began, all-in or not",
        "won": "hands that the player won there because all others folded",
        "raises": "bets and raises",
        "calls": "of chips that were owed",
        "checks": "calls where nothing was owed; a log has the same letter for both",
        "folds": "",
    }
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _all_counts(tally):
        for street, label in enumerate(_streets(tally)):
            actions = _actions(counts, street)
            done = [actions[kind] for kind in (RAISES, CALLS, CHECKS, FOLDS)]
            rows.append((name, label, counts[SEEN + street], counts[WON_ON + street], *done))
    return Table("streets", "Actions by street", columns, rows)


def frequencies_table(tally: Tally) -> Table:
    """How often a player folds, calls and raises (Lilienthal 2019, tables 12-14)."""
    columns = {
        "player": "",
        "street": "",
        "actions": "all together",
        "fold": "share of them",
        "call": "share of them, checks included",
        "raise": "share of them, bets included",
    }
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _all_counts(tally):
        by_street = [_actions(counts, street) for street in range(len(_streets(tally)))]
        everywhere = [sum(actions[kind] for actions in by_street) for kind in range(ACTION_KINDS)]
        for label, actions in zip(("all", *_streets(tally)), (everywhere, *by_street), strict=True):
            total = sum(actions)
            called = actions[CALLS] + actions[CHECKS]
            shares = [_share(part, total) for part in (actions[FOLDS], called, actions[RAISES])]
            rows.append((name, label, total, *shares))
    return Table("frequencies", "Frequencies of actions by street", columns, rows)


def showdowns_table(tally: Tally) -> Table:
    """Showdowns and how many were won (Kischka 2014, tables 16 and 21)."""
    columns = {
        "player": "",
        "showdowns": "hands that the player did not fold and that came to a showdown",
        "won": "those in which it won a pot or a part of one",
        "share": "of showdowns that were won",
    }
    rows = [
        (name, counts[SHOWDOWNS], counts[SHOWDOWNS_WON], _share(counts[SHOWDOWNS_WON], counts[SHOWDOWNS]))
        for name, counts in _all_counts(tally)
    ]
    return Table("showdowns", "Showdowns", columns, rows)


def categories_table(tally: Tally) -> Table:
    """How large wins and losses were (Lilienthal 2019, 6.2)."""
    columns = {"player": "", "category": "", "meaning": "", "hands": "", "share": "of all hands", "chips": "in all"}
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _all_counts(tally):
        for number in range(CATEGORIES):
            hands = counts[CATEGORY_HANDS + number]
            chips = _chips(counts[CATEGORY_NET + number])
            meaning = categories.DEFINITIONS[number]
            rows.append((name, categories.NAMES[number], meaning, hands, _share(hands, counts[HANDS]), chips))
    return Table("categories", "Wins and losses by size", columns, rows)


def tracker_table(tally: Tally) -> Table:
    """The statistics of trackers, with what they were counted from."""
    columns = {
        "player": "",
        "hands": "played",
        "VPIP": "share of hands in which chips were put in voluntarily before the flop: a call or a raise",
        "PFR": "share of hands raised before the flop",
        "3-bet": "share of the chances taken to raise before the flop when there was exactly one raise",
        "chances": "to do so",
        "AF": "aggression factor: bets and raises for each call, after the flop",
        "WTSD": "went to showdown: share of the hands that saw the flop",
        "saw flop": "hands",
        "W$SD": "won at showdown: share of showdowns",
        "showdowns": "",
    }
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _all_counts(tally):
        later = [_actions(counts, street) for street in range(1, MOST_ROUNDS)]
        raises, calls = (sum(actions[kind] for actions in later) for kind in (RAISES, CALLS))
        rows.append(
            (
                name,
                counts[HANDS],
                _share(counts[VOLUNTARY], counts[HANDS]),
                _share(counts[RAISED_FIRST_STREET], counts[HANDS]),
                _share(counts[THREE_BETS], counts[THREE_BET_CHANCES]),
                counts[THREE_BET_CHANCES],
                _share(raises, calls),
                _share(counts[SHOWDOWNS], counts[SEEN + 1]),
                counts[SEEN + 1],
                _share(counts[SHOWDOWNS_WON], counts[SHOWDOWNS]),
                counts[SHOWDOWNS],
            )
        )
    return Table("tracker", "The statistics of trackers", columns, rows)


TABLES: tuple[Callable[[Tally], Table], ...] = (
    results_table,
    tracker_table,
    ends_table,
    streets_table,
    frequencies_table,
    showdowns_table,
    categories_table,
)


def all_tables(tally: Tally) -> list[Table]:
    """All of them."""
    return [make(tally) for make in TABLES]


def _streets(tally: Tally) -> tuple[str, ...]:
    """Those that the games have."""
    return STREETS[: tally.rounds]


def _all_counts(tally: Tally) -> list[tuple[str, list[int]]]:
    return [(name, tally.counts(player).tolist()) for player, name in enumerate(tally.names)]


def _actions(counts: list[int], street: int) -> list[int]:
    start = ACTIONS + ACTION_KINDS * street
    return counts[start : start + ACTION_KINDS]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _chips(parts: int) -> float:
    return parts / SHARES


def _margin(hands: int, mean: float, squares: float) -> float:
    """By the normal distribution: hands are many."""
    if hands < 2:
        return inf
    variance = max(squares - hands * mean * mean, 0.0) / (hands - 1)
    return _95 * sqrt(variance / hands)
