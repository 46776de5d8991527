"""Writes the results of an analysis as JSON: tables, starting hands and curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.analysis.starting_hands import held_hands
from railbird.statistics import definitions_as_json, json_text, rows_as_json_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from railbird.analysis.tally import Tally
    from railbird.statistics import JsonValue, Table


def analysis_as_json(tally: Tally, tables: Mapping[str, Iterable[Table]], *, players: Sequence[str]) -> Iterator[str]:
    """The text of a JSON file, piece by piece, because that of a hundred thousand players is larger than the memory.

    It has the tables, each given in parts, the definitions of their columns, and the running totals and the starting
    hands of the players, as far as they are known to have held them. Tables without rows are left out.
    """
    yield f'{{\n  "hands": {sum(tally.games.values())},\n  "games": {json_text({**tally.games})},\n  "tables": {{'
    definitions: dict[str, JsonValue] = {}
    for key, parts in tables.items():
        for part in parts:
            if key in definitions:
                yield ",\n      "
            else:
                yield f"{',' * bool(definitions)}\n    {json_text(key)}: [\n      "
                definitions[key] = definitions_as_json(part)
            yield ",\n      ".join(rows_as_json_text(part))
        if key in definitions:
            yield "\n    ]"
    yield f'\n  }},\n  "definitions": {json_text(definitions)},\n  "starting_hands": {{'
    yield from _by_player(players, ([vars(hand) for hand in held_hands(tally, tally.row(name))] for name in players))
    yield '\n  },\n  "curves": {'
    yield from _by_player(players, (_curve(tally, player) for player in players))
    yield "\n  }\n}\n"


def _by_player(players: Sequence[str], values: Iterable[JsonValue]) -> Iterator[str]:
    """The fields of an object that has a value for each player."""
    for number, (player, value) in enumerate(zip(players, values, strict=True)):
        yield f"{',' * bool(number)}\n    {json_text(player)}: {json_text(value)}"


def _curve(tally: Tally, player: str) -> JsonValue:
    return [[point.hands, point.total] for point in tally.curves[tally.row(player)].points]
