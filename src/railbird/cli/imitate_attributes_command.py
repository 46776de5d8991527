"""`railbird imitate attributes`: lists the attributes that describe a decision."""

from __future__ import annotations

from typing import Annotated

import typer

from railbird.cli.attribute_options import (
    Attributes,
    Categories,
    Invert,
    NoRedundant,
    Prefix,
    SelectionFile,
    selection_of,
)


def attributes_command(
    attributes: Attributes = None,
    categories: Categories = None,
    prefix: Prefix = None,
    no_redundant: NoRedundant = False,
    invert: Invert = False,
    selection: SelectionFile = None,
    game: Annotated[str, typer.Option(help="A built-in game or a .game file.")] = "holdem.limit.3p",
    json: Annotated[bool, typer.Option("--json", help="Print them as JSON, with all values.")] = False,
) -> None:
    """List the attributes that describe a decision, or a selection of them."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.games.game_reading import read_game
    from railbird.imitation.attributes.attribute_table import attribute_table, attributes_as_json
    from railbird.wording import number_of

    chosen = selection_of(
        attributes=attributes,
        categories=categories,
        prefix=prefix,
        no_redundant=no_redundant,
        invert=invert,
        selection=selection,
    )
    definitions = chosen.definitions(read_game(game))
    if json:
        print_json({"game": game, "attributes": attributes_as_json(definitions)})
        return
    print_table(attribute_table(definitions))
    typer.echo(number_of(len(definitions), "attribute"))
