"""The list of attributes as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.imitation.dataset import AttributeKind
from railbird.imitation.decisions.decision_columns import STREETS
from railbird.statistics import COUNT, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.imitation.attributes.attribute_definition import AttributeDefinition
    from railbird.statistics import JsonValue


def attribute_table(definitions: Iterable[AttributeDefinition]) -> Table:
    """A row for each attribute."""
    columns = [
        Column("section", TEXT, "section of the appendix of Kischka 2014; - for attributes that are not in it"),
        Column("attribute"),
        Column("type"),
        Column("values", COUNT, "number of values of a nominal attribute"),
        Column("streets", TEXT, "where it is allowed: preflop, flop, turn, river"),
        Column("category"),
        Column("prefix", TEXT, "when it is known: present, history (of the match) or future (after the hand)"),
        Column("redundant", TEXT, "yes if another attribute has the same information"),
        Column("meaning"),
    ]
    rows = [
        (
            definition.section or None,
            definition.name,
            definition.kind.value,
            len(definition.values) if definition.kind is AttributeKind.NOMINAL else None,
            "".join(STREETS[street][0] for street in definition.streets),
            definition.topic.value,
            definition.prefix.value,
            "yes" if definition.is_redundant else None,
            definition.description,
        )
        for definition in definitions
    ]
    return Table("attributes", "Attributes", tuple(columns), tuple(rows))


def attributes_as_json(definitions: Iterable[AttributeDefinition]) -> list[JsonValue]:
    """An object for each attribute, with all values of nominal ones."""
    return [
        {
            "name": definition.name,
            "section": definition.section or None,
            "type": definition.kind.value,
            "values": list(definition.values),
            "streets": [STREETS[street] for street in definition.streets],
            "categories": [category.value for category in sorted(definition.categories)],
            "prefix": definition.prefix.value,
            "redundant": definition.is_redundant,
            "class": definition.is_class,
            "meaning": definition.description,
        }
        for definition in definitions
    ]
