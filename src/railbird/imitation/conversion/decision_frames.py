"""Tables of decisions: the key columns, and a column for each attribute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from railbird.imitation.attributes import attributes_of
from railbird.imitation.dataset.dataset_folder import KEY_COLUMNS, column_types
from railbird.imitation.decisions import STREETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from railbird.games import GameDefinition
    from railbird.imitation.dataset import AttributeSchema
    from railbird.imitation.decisions import Decisions


@dataclass(frozen=True)
class KeyedDecisions:
    """Decisions of a match on all streets, with what identifies them."""

    match: str
    card_set: str | None
    """None if every hand is a set of its own."""
    decisions: list[Decisions]
    """By street."""

    def __len__(self) -> int:
        return sum(map(len, self.decisions))


def frames_of(
    parts: Iterable[KeyedDecisions], schemas: Mapping[str, AttributeSchema], game: GameDefinition
) -> dict[str, pl.DataFrame]:
    """The table of each street."""
    batches = list(parts)
    return {
        street: pl.concat(
            [
                pl.DataFrame(schema=column_types(schemas[street])),
                *(_frame(part, number, schemas[street], game) for part in batches if len(part.decisions[number])),
            ],
            rechunk=True,
        )
        for number, street in enumerate(STREETS)
    }


def _frame(part: KeyedDecisions, street: int, schema: AttributeSchema, game: GameDefinition) -> pl.DataFrame:
    decisions = part.decisions[street]
    definitions = attributes_of(game)
    hands = pl.Series("hand", decisions.columns.numbers[decisions.arrays.hands], dtype=KEY_COLUMNS["hand"])
    keys = [
        pl.repeat(part.match, len(decisions), dtype=pl.String(), eager=True).alias("match"),
        _card_sets(part, hands),
        hands,
        pl.Series("decision", decisions.arrays.numbers, dtype=KEY_COLUMNS["decision"]),
    ]
    return pl.DataFrame([*keys, *(definitions[name].column(decisions) for name in schema.names)])


def _card_sets(part: KeyedDecisions, hands: pl.Series) -> pl.Series:
    if part.card_set is None:
        return (f"{part.match} " + hands.cast(pl.String())).alias("card_set")
    return pl.repeat(part.card_set, len(hands), dtype=pl.String(), eager=True).alias("card_set")
