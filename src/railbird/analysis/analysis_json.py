"""Converts the results of an analysis to JSON: tables, starting hands and curves."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from railbird.analysis.starting_hands import starting_hands
from railbird.statistics import definitions_as_json, rows_as_json

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from railbird.analysis.tally import Tally
    from railbird.statistics import JsonValue, Table


def analysis_as_json(tally: Tally, tables: Sequence[Table], *, players: Collection[str]) -> dict[str, JsonValue]:
    """The tables with the definitions of their columns, and the starting hands and running totals of the players."""
    requested = set(players)
    rows = {name: row for row, name in enumerate(tally.names) if name in requested}
    return {
        "hands": sum(tally.games.values()),
        "games": {**tally.games},
        "tables": {table.key: [*rows_as_json(table)] for table in tables},
        "definitions": {table.key: definitions_as_json(table) for table in tables},
        "starting_hands": {name: [asdict(hand) for hand in starting_hands(tally, row)] for name, row in rows.items()},
        "curves": {
            name: [[point.hands, point.total] for point in tally.curves[row].points] for name, row in rows.items()
        },
    }
