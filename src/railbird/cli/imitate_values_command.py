"""`railbird imitate values`: how often an attribute has which value."""

from __future__ import annotations

from typing import Annotated

import typer

from railbird.cli.imitate_learning_commands import Json, Source, Streets, dataset_streets


def values_command(
    source: Source,
    attribute: Annotated[str, typer.Argument(metavar="ATTRIBUTE", help="A nominal attribute, like PREFLOP_ACTION.")],
    street: Streets = None,
    top: Annotated[int | None, typer.Option(min=1, help="Number of values to print (default: all that occur).")] = None,
    json: Json = False,
) -> None:
    """Count the values of a nominal attribute, the most frequent first."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.imitation.dataset import Dataset
    from railbird.imitation.selection.value_distribution import value_table
    from railbird.statistics import table_as_json

    dataset = Dataset.open(source)
    streets = [name for name in dataset_streets(dataset, street) if street or attribute in dataset.schema(name)]
    tables = [value_table(dataset, name, attribute, most=top) for name in streets or dataset.streets[:1]]
    if json:
        print_json({table.key: table_as_json(table) for table in tables})
        return
    for number, table in enumerate(tables):
        typer.echo("\n" * bool(number) + table.title)
        print_table(table)
