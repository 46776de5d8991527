"""Tables of how the original and the model played in each seat or match, with differences in brackets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from railbird.analysis import Tally
from railbird.analysis.play_tables import ends_table, showdowns_table, streets_table
from railbird.imitation.comparison.place_runs import HERO
from railbird.statistics import CHIPS, SHARE, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from railbird.formats.columns import HandColumns
    from railbird.imitation.comparison.placed_hands import PlacedHands
    from railbird.statistics import Cell

_LABELS = ("seat", "match", "street", "player")


def tally_of(parts: Iterable[HandColumns]) -> Tally:
    """Counts of how everybody played some hands."""
    tally = Tally()
    for hands in parts:
        tally.add(hands)
    return tally


def counted_actions(tally: Tally) -> Table:
    """Actions of the hero by street, with checks counted as calls, as in the source."""
    table = streets_table(tally).where("player", [HERO])
    calls, checks = (table.keys.index(key) for key in ("calls", "checks"))
    kept = [place for place in range(len(table.columns)) if place != checks]
    columns = [table.columns[place] for place in kept]
    columns[calls] = replace(columns[calls], meaning="calls and checks")
    rows: list[tuple[Cell, ...]] = []
    for row, *called in zip(table.rows, table.column("calls"), table.column("checks"), strict=True):
        total = sum(count for count in called if isinstance(count, int))
        rows.append(tuple(total if place == calls else row[place] for place in kept))
    return Table(table.key, table.title, columns, rows)


_MAKERS: tuple[Callable[[Tally], Table], ...] = (ends_table, counted_actions, showdowns_table)


def seat_tables(hands: PlacedHands) -> list[tuple[Table, Table]]:
    """Winnings, actions and showdowns of the original and of the model (Kischka 2014, tables 14 to 16, 17 to 22)."""
    original, model = (
        {place: (label, tally_of(parts)) for place, parts in by_place.items()} for label, by_place in hands.named
    )
    return [(_by_place(make, original, hands.place), _by_place(make, model, hands.place)) for make in _MAKERS]


def _by_place(make: Callable[[Tally], Table], tallies: Mapping[int, tuple[str, Tally]], column: Column) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for place, (label, tally) in tallies.items():
        table = make(tally).where("player", [HERO])
        # The player is the first column of all these tables.
        rows += [(place, label, *row[1:]) for row in table.rows]
    return Table(table.key, table.title, [column, *table.columns], rows)


def with_differences(original: Table, model: Table) -> Table:
    """Each row of the original with that of the model below, which has the differences in brackets."""
    columns = [replace(column, kind=column.kind if column.key in _LABELS else TEXT) for column in original.columns]
    rows: list[tuple[Cell, ...]] = []
    for first, second in zip(original.rows, model.rows, strict=True):
        pairs = list(zip(original.columns, first, second, strict=True))
        rows.append(tuple(cell if column.key in _LABELS else column.kind.text(cell) for column, cell, _ in pairs))
        rows.append(
            tuple(
                other if column.key in _LABELS else _with_difference(column, cell, other)
                for column, cell, other in pairs
            )
        )
    return Table(original.key, original.title, columns, rows)


def _with_difference(column: Column, first: Cell, second: Cell) -> str:
    text = column.kind.text(second)
    if not isinstance(first, int | float) or not isinstance(second, int | float):
        return text
    difference = second - first
    return f"{text} ({100 * difference:+.1f})" if column.kind is SHARE else f"{text} ({CHIPS.text(difference)})"
