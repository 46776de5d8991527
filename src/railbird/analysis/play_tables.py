"""What has been counted, as tables for the screen, for programs and for reports, each column with its definition."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from railbird.analysis import categories
from railbird.analysis.counters import (
    ACTION_KINDS,
    ACTIONS,
    ALL_IN_LOSE,
    ALL_IN_WIN,
    CALLS,
    CATEGORIES,
    CATEGORY_HANDS,
    CATEGORY_NET,
    CHECKS,
    FOLDS,
    HANDS,
    LOST,
    MAX_WIN,
    NET,
    NET_BY_END,
    RAISED_FIRST_STREET,
    RAISES,
    SEEN,
    SHOWDOWNS,
    SHOWDOWNS_AFTER_FLOP,
    SHOWDOWNS_WON,
    THREE_BET_CHANCES,
    THREE_BETS,
    VOLUNTARY,
    WALKS,
    WON,
    WON_ON,
)
from railbird.games.definition import MOST_ROUNDS, SHARES
from railbird.statistics.estimates import estimate_from_sums
from railbird.statistics.table import Rate, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from railbird.analysis.running_totals import Curve
    from railbird.analysis.tally import Tally
    from railbird.statistics.table import Cell

_STREETS = ("preflop", "flop", "turn", "river")


def street_names(rounds: int, *, is_holdem: bool) -> tuple[str, ...]:
    """Of so many; games without starting hands of two cards have rounds of betting, but no flop."""
    return _STREETS[:rounds] if is_holdem else tuple(f"round {number + 1}" for number in range(rounds))


def results_table(tally: Tally, *, rates: Mapping[str, Rate] | None = None) -> Table:
    """Who won how much (Lilienthal 2019, table 11).

    A run has better estimates than its hands have, which share their cards: `rates` by player, in big blinds a hand.
    """
    margin = "half of the 95 % interval of that, " + (
        "from hands, taken as independent of each other"
        if rates is None
        else "as in the standings of the run: each deal, with all its tables and orders of seats, is one sample"
    )
    columns = {
        "player": "",
        "hands": "played",
        "chips": "won or lost",
        "mbb/hand": f"thousandths of a big blind won in a hand, and {margin}",
        "bb/100": f"big blinds won in a hundred hands, and {margin}",
        "won": "hands with a profit",
        "lost": "hands with a loss",
        "all-in won": (
            "of the hands that lost the whole stack or won at least as much, those that won; what is lost all-in "
            "against a shorter stack is not the whole stack"
        ),
    }
    rows: list[tuple[Cell, ...]] = []
    for (name, counts), curve in zip(_all_counts(tally), tally.curves, strict=True):
        rate = _rate_of(curve) if rates is None else rates[name]
        all_in_wins = counts[CATEGORY_HANDS + ALL_IN_WIN] + counts[CATEGORY_HANDS + MAX_WIN]
        all_ins = all_in_wins + counts[CATEGORY_HANDS + ALL_IN_LOSE]
        both = (rate.times(1000), rate.times(100))
        all_in_won = _share(all_in_wins, all_ins)
        rows.append((name, counts[HANDS], _chips(counts[NET]), *both, counts[WON], counts[LOST], all_in_won))
    return Table("results", "Results", columns, rows)


def ends_table(tally: Tally) -> Table:
    """What was won by the street in which the hand ended (Kischka 2014, tables 14 and 22)."""
    columns = {"player": "", "net": "chips won or lost"}
    streets = _streets(tally)
    when = {"preflop": "before the flop"} | {street: f"in {street}" for street in streets if "round" in street}
    columns |= {
        street: f"in hands that ended {when.get(street, f'on the {street}')} because all but one had folded"
        for street in streets
    }
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
        for number in categories_of(tally):
            hands = counts[CATEGORY_HANDS + number]
            chips = _chips(counts[CATEGORY_NET + number])
            meaning = categories.DEFINITIONS[number]
            rows.append((name, categories.NAMES[number], meaning, hands, _share(hands, counts[HANDS]), chips))
    return Table("categories", "Wins and losses by size", columns, rows)


def categories_of(tally: Tally) -> list[int]:
    """The numbers of those that are shown. Where stacks and bets are few chips, most cannot occur."""
    counts = [row[CATEGORY_HANDS : CATEGORY_HANDS + CATEGORIES] for _, row in _all_counts(tally)]
    return [number for number in range(CATEGORIES) if tally.is_holdem or any(row[number] for row in counts)]


def tracker_table(tally: Tally) -> Table:
    """The statistics of trackers, with what they were counted from; only those that the games have."""
    later = "the flop" if tally.is_holdem else "round 2"
    saw = f"saw {later.removeprefix('the ')}"
    columns = {"player": "", "hands": "played"}
    if tally.is_holdem:
        columns |= {
            "walks": "hands in which all others folded before the player could act; VPIP and PFR leave them out",
            "VPIP": "share of hands in which chips were put in voluntarily before the flop: a call or a raise",
            "PFR": "share of hands raised before the flop",
            "3-bet": "share of the chances taken to raise before the flop when there was exactly one raise",
            "chances": "to do so",
        }
    if tally.rounds > 1:
        columns |= {
            "AF": f"aggression factor: bets and raises for each call, from {later} on",
            "raises": f"bets and raises from {later} on",
            "calls": f"from {later} on",
            "WTSD": f"went to showdown: share of the hands that saw {later}",
            saw: "hands",
        }
    columns |= {"W$SD": "won at showdown: share of showdowns", "showdowns": ""}
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _all_counts(tally):
        cells: dict[str, Cell] = {"player": name} | _tracked(counts) | {saw: counts[SEEN + 1]}
        rows.append(tuple(cells[heading] for heading in columns))
    return Table("tracker", "The statistics of trackers", columns, rows)


def _tracked(counts: list[int]) -> dict[str, Cell]:
    later = [_actions(counts, street) for street in range(1, MOST_ROUNDS)]
    raises, calls = (sum(actions[kind] for actions in later) for kind in (RAISES, CALLS))
    could_act = counts[HANDS] - counts[WALKS]
    return {
        "hands": counts[HANDS],
        "walks": counts[WALKS],
        "VPIP": _share(counts[VOLUNTARY], could_act),
        "PFR": _share(counts[RAISED_FIRST_STREET], could_act),
        "3-bet": _share(counts[THREE_BETS], counts[THREE_BET_CHANCES]),
        "chances": counts[THREE_BET_CHANCES],
        "AF": _share(raises, calls),
        "raises": raises,
        "calls": calls,
        "WTSD": _share(counts[SHOWDOWNS_AFTER_FLOP], counts[SEEN + 1]),
        "W$SD": _share(counts[SHOWDOWNS_WON], counts[SHOWDOWNS]),
        "showdowns": counts[SHOWDOWNS],
    }


TABLES: Mapping[str, Callable[[Tally], Table]] = {
    "results": results_table,
    "tracker": tracker_table,
    "ends": ends_table,
    "streets": streets_table,
    "frequencies": frequencies_table,
    "showdowns": showdowns_table,
    "categories": categories_table,
}
"""By the keys of the tables."""


def all_tables(tally: Tally) -> list[Table]:
    """All of them."""
    return [make(tally) for make in TABLES.values()]


def _streets(tally: Tally) -> tuple[str, ...]:
    """Those that the games have."""
    return street_names(tally.rounds, is_holdem=tally.is_holdem)


def _all_counts(tally: Tally) -> list[tuple[str, list[int]]]:
    return [(name, tally.counts(player).tolist()) for player, name in enumerate(tally.names)]


def _actions(counts: list[int], street: int) -> list[int]:
    start = ACTIONS + ACTION_KINDS * street
    return counts[start : start + ACTION_KINDS]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _chips(parts: int) -> float:
    return parts / SHARES


def _rate_of(curve: Curve) -> Rate:
    """In big blinds a hand."""
    if not curve.hands:
        return Rate(0.0, inf)
    found = estimate_from_sums(curve.total, curve.squares, samples=curve.hands)
    return Rate(found.mean, found.margin)
