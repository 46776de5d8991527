"""Tables of how players play. Each column carries its definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

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
from railbird.analysis.win_rates import rates_by_player
from railbird.games.definition import MOST_ROUNDS, SHARES
from railbird.statistics import (
    AMOUNT,
    BB_PER_100,
    CHIPS,
    COUNT,
    FACTOR,
    MBB_PER_HAND,
    SHARE,
    Column,
    RateUnit,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from railbird.analysis.tally import Tally
    from railbird.statistics import Cell, Estimate

Players: TypeAlias = "Sequence[str] | None"
"""The players who have rows in a table, in this order (default: all)."""
_STREETS = ("preflop", "flop", "turn", "river")


def street_names(rounds: int, *, is_holdem: bool) -> tuple[str, ...]:
    """The names of the streets. In games other than hold'em the betting rounds are numbered."""
    return _STREETS[:rounds] if is_holdem else tuple(f"round {number + 1}" for number in range(rounds))


def results_table(tally: Tally, players: Players = None, *, rates: Mapping[str, Estimate] | None = None) -> Table:
    """Wins and losses of each player (Lilienthal 2019, table 11).

    `rates` are estimates by player in big blinds a hand (default: from the hands). The hands of a run share their
    cards, so estimates from its duplicate sets are better.
    """
    sample = (
        "from the hands, taken as independent of each other"
        if rates is None
        else "from the samples of the standings: a sample is a deal at all its tables and in all its orders of seats"
    )
    rates = rates_by_player(tally, players) if rates is None else rates
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _counts_of(tally, players):
        all_in_wins = counts[CATEGORY_HANDS + ALL_IN_WIN] + counts[CATEGORY_HANDS + MAX_WIN]
        all_ins = all_in_wins + counts[CATEGORY_HANDS + ALL_IN_LOSE]
        both = [rates[name].times(unit.factor(big_blind=1)) for unit in (RateUnit.MBB_PER_HAND, RateUnit.BB_PER_100)]
        all_in_won = _share(all_in_wins, all_ins)
        rows.append((name, counts[HANDS], _chips(counts[NET]), *both, counts[WON], counts[LOST], all_in_won))
    return Table("results", "Results", _results_columns(f"half the width of its 95 % interval, {sample}"), rows)


def _results_columns(margin: str) -> list[Column]:
    return [
        Column("player"),
        Column("hands", COUNT, "hands played"),
        Column("chips", CHIPS, "chips won or lost"),
        Column("mbb/hand", MBB_PER_HAND, f"thousandths of a big blind won per hand, and {margin}"),
        Column("bb/100", BB_PER_100, f"big blinds won per 100 hands, and {margin}"),
        Column("won", COUNT, "hands with a profit"),
        Column("lost", COUNT, "hands with a loss"),
        Column(
            "all-in won",
            SHARE,
            "share of wins among the hands that lost the whole stack or won at least as much; an all-in loss to a "
            "shorter stack does not count, because it is less than the whole stack",
        ),
    ]


def ends_table(tally: Tally, players: Players = None) -> Table:
    """Chips won by the street on which the hand ended (Kischka 2014, tables 14 and 22)."""
    streets = _streets(tally)
    when = {"preflop": "before the flop"} | {street: f"in {street}" for street in streets if "round" in street}
    columns = [
        Column("player"),
        Column("net", AMOUNT, "chips won or lost"),
        *[
            Column(
                street,
                AMOUNT,
                f"chips in hands that ended {when.get(street, f'on the {street}')}, when all but one player had folded",
            )
            for street in streets
        ],
        Column("showdown", AMOUNT, "chips in hands that went to showdown, whether or not the player was still in"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (name, _chips(counts[NET]), *[_chips(counts[NET_BY_END + end]) for end in (*range(len(streets)), MOST_ROUNDS)])
        for name, counts in _counts_of(tally, players)
    ]
    return Table("ends", "Chips by the street on which hands ended", columns, rows)


def streets_table(tally: Tally, players: Players = None) -> Table:
    """Actions on each street (Kischka 2014, tables 15 and 17-20)."""
    columns = [
        Column("player"),
        Column("street"),
        Column("seen", COUNT, "hands in which the player was still in when the street began, all-in or not"),
        Column("won", COUNT, "hands that the player won on this street because all others folded"),
        Column("raises", COUNT, "bets and raises"),
        Column("calls", COUNT, "calls that cost chips"),
        Column("checks", COUNT, "calls that cost nothing; logs use the same letter for both"),
        Column("folds", COUNT),
    ]
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _counts_of(tally, players):
        for street, label in enumerate(_streets(tally)):
            actions = _actions(counts, street)
            done = [actions[kind] for kind in (RAISES, CALLS, CHECKS, FOLDS)]
            rows.append((name, label, counts[SEEN + street], counts[WON_ON + street], *done))
    return Table("streets", "Actions by street", columns, rows)


def frequencies_table(tally: Tally, players: Players = None) -> Table:
    """How often a player folds, calls and raises (Lilienthal 2019, tables 12-14)."""
    columns = [
        Column("player"),
        Column("street"),
        Column("actions", COUNT, "all actions"),
        Column("fold", SHARE, "share of folds"),
        Column("call", SHARE, "share of calls, including checks"),
        Column("raise", SHARE, "share of raises, including bets"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _counts_of(tally, players):
        by_street = [_actions(counts, street) for street in range(len(_streets(tally)))]
        everywhere = [sum(actions[kind] for actions in by_street) for kind in range(ACTION_KINDS)]
        for label, actions in zip(("all", *_streets(tally)), (everywhere, *by_street), strict=True):
            total = sum(actions)
            called = actions[CALLS] + actions[CHECKS]
            shares = [_share(part, total) for part in (actions[FOLDS], called, actions[RAISES])]
            rows.append((name, label, total, *shares))
    return Table("frequencies", "Frequencies of actions by street", columns, rows)


def showdowns_table(tally: Tally, players: Players = None) -> Table:
    """Showdowns, and how many the player won (Kischka 2014, tables 16 and 21)."""
    columns = [
        Column("player"),
        Column("showdowns", COUNT, "hands that went to showdown with the player still in"),
        Column("won", COUNT, "showdowns in which the player won a pot or a share of one"),
        Column("share", SHARE, "share of showdowns won"),
    ]
    rows = [
        (name, counts[SHOWDOWNS], counts[SHOWDOWNS_WON], _share(counts[SHOWDOWNS_WON], counts[SHOWDOWNS]))
        for name, counts in _counts_of(tally, players)
    ]
    return Table("showdowns", "Showdowns", columns, rows)


def categories_table(tally: Tally, players: Players = None) -> Table:
    """Wins and losses by size (Lilienthal 2019, 6.2)."""
    columns = [
        Column("player"),
        Column("category"),
        Column("meaning"),
        Column("hands", COUNT),
        Column("share", SHARE, "share of all hands"),
        Column("chips", CHIPS, "chips won or lost in these hands"),
    ]
    rows: list[tuple[Cell, ...]] = []
    numbers = categories_of(tally)
    for name, counts in _counts_of(tally, players):
        for number in numbers:
            hands = counts[CATEGORY_HANDS + number]
            chips = _chips(counts[CATEGORY_NET + number])
            meaning = categories.DEFINITIONS[number]
            rows.append((name, categories.NAMES[number], meaning, hands, _share(hands, counts[HANDS]), chips))
    return Table("categories", "Wins and losses by size", columns, rows)


def categories_of(tally: Tally) -> list[int]:
    """The indices of the categories to show. In games with few chips most categories cannot occur."""
    totals = tally.totals()
    return [number for number in range(CATEGORIES) if tally.is_holdem or totals[CATEGORY_HANDS + number]]


def tracker_table(tally: Tally, players: Players = None) -> Table:
    """The statistics that trackers show, with the counts behind them, as far as the games have them."""
    columns = _tracker_columns(tally)
    rows: list[tuple[Cell, ...]] = []
    for name, counts in _counts_of(tally, players):
        cells = {"player": name} | _tracked(counts) | {_saw_key(tally): counts[SEEN + 1]}
        rows.append(tuple(cells[column.key] for column in columns))
    return Table("tracker", "Tracker statistics", columns, rows)


def _tracker_columns(tally: Tally) -> list[Column]:
    later = _second_street(tally)
    columns = [Column("player"), Column("hands", COUNT, "hands played")]
    if tally.is_holdem:
        columns += [
            Column(
                "walks",
                COUNT,
                "hands in which all others folded before the player could act; not counted in VPIP and PFR",
            ),
            Column(
                "VPIP", SHARE, "voluntarily put chips in the pot: share of hands with a call or raise before the flop"
            ),
            Column("PFR", SHARE, "preflop raise: share of hands with a raise before the flop"),
            Column(
                "3-bet", SHARE, "share of raises when it was possible to raise and there was one raise before the flop"
            ),
            Column("chances", COUNT, "decisions at which a 3-bet was possible"),
        ]
    if tally.rounds > 1:
        columns += [
            Column("AF", FACTOR, f"aggression factor: bets and raises per call, from {later} on"),
            Column("raises", COUNT, f"bets and raises from {later} on"),
            Column("calls", COUNT, f"calls from {later} on"),
            Column("WTSD", SHARE, f"went to showdown: share of the hands that saw {later}"),
            Column(_saw_key(tally), COUNT, f"hands that saw {later}"),
        ]
    return [
        *columns,
        Column("W$SD", SHARE, "won money at showdown: share of showdowns won"),
        Column("showdowns", COUNT),
    ]


def _second_street(tally: Tally) -> str:
    """The first street after the choice of starting hands."""
    return "the flop" if tally.is_holdem else "round 2"


def _saw_key(tally: Tally) -> str:
    """The key of the column of hands that saw that street."""
    return f"saw {_second_street(tally).removeprefix('the ')}"


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


TABLES: Mapping[str, Callable[[Tally, Players], Table]] = {
    "results": results_table,
    "tracker": tracker_table,
    "ends": ends_table,
    "streets": streets_table,
    "frequencies": frequencies_table,
    "showdowns": showdowns_table,
    "categories": categories_table,
}
"""The functions that make the tables, by the keys of the tables."""


def all_tables(tally: Tally) -> list[Table]:
    """Make all tables."""
    return [make(tally, None) for make in TABLES.values()]


def _streets(tally: Tally) -> tuple[str, ...]:
    """The names of the streets of the games."""
    return street_names(tally.rounds, is_holdem=tally.is_holdem)


def _counts_of(tally: Tally, players: Players) -> Iterator[tuple[str, list[int]]]:
    for name in tally.names if players is None else players:
        yield name, tally.counts(tally.row(name)).tolist()


def _actions(counts: list[int], street: int) -> list[int]:
    start = ACTIONS + ACTION_KINDS * street
    return counts[start : start + ACTION_KINDS]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _chips(parts: int) -> float:
    return parts / SHARES
