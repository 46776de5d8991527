"""Tables of how the original and the model played in each seat, with differences in brackets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from railbird.analysis import Tally
from railbird.analysis.play_tables import ends_table, showdowns_table, streets_table
from railbird.arena.hand_table import columns_of
from railbird.imitation.comparison.place_runs import HERO
from railbird.statistics import CHIPS, COUNT, SHARE, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    from railbird.arena import RunFolder
    from railbird.imitation.comparison.place_runs import PlaceRuns
    from railbird.statistics import Cell

_LABELS = ("seat", "street", "player")


def tally_of(table: pl.DataFrame, folder: RunFolder) -> Tally:
    """Counts of how everybody played some hands of a run."""
    tally = Tally()
    names = [entrant.name for entrant in folder.plan.entrants]
    tally.add(columns_of(table, game=folder.plan.game, names=names))
    return tally


def hands_by_seat(folder: RunFolder) -> dict[int, pl.DataFrame]:
    """The hands of a run by the seat of its first entrant, from 0."""
    chunks = folder.plan.chunks()
    tables = folder.hands_of_chunks()
    by_seat = {chunk.seats.index(0): table for chunk, table in zip(chunks, tables, strict=True)}
    return {seat: by_seat[seat] for seat in sorted(by_seat)}


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


def seat_tables(runs: PlaceRuns) -> list[tuple[Table, Table]]:
    """Winnings, actions and showdowns by seat, of the original and of the model (Kischka 2014, tables 14 to 16)."""
    original, model = (
        [(label, seat, tally_of(hands, folder)) for seat, hands in hands_by_seat(folder).items()]
        for label, folder in runs.named
    )
    return [(_by_seat(make, original), _by_seat(make, model)) for make in _MAKERS]


def _by_seat(make: Callable[[Tally], Table], tallies: list[tuple[str, int, Tally]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for label, seat, tally in tallies:
        table = make(tally).where("player", [HERO])
        # The player is the first column of all these tables.
        rows += [(seat, label, *row[1:]) for row in table.rows]
    seat_column = Column("seat", COUNT, "seat of the player when the match starts, from 0: the small blind")
    return Table(table.key, table.title, [seat_column, *table.columns], rows)


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
