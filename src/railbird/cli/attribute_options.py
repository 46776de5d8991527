"""Options that select attributes, for all commands of `railbird imitate` that need a selection."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.imitation.attributes import AttributeSelection

Attributes = Annotated[
    str | None, typer.Option(help="Names of attributes, separated by commas (default: all attributes).")
]
Categories = Annotated[
    str | None, typer.Option(help="Categories, separated by commas: attributes that are in all of them (default: any).")
]
Prefix = Annotated[
    str | None,
    typer.Option(help="PRESENT, HISTORY or FUTURE: attributes with this prefix (default: NOT_SPECIFIED, any prefix)."),
]
NoRedundant = Annotated[
    bool, typer.Option("--no-redundant", help="Leave out attributes whose information another attribute has.")
]
Invert = Annotated[bool, typer.Option("--invert", help="Select all attributes but the selected ones.")]
SelectionFile = Annotated[
    Path | None,
    typer.Option(
        "--selection",
        help="TOML file with a selection: attributes, categories, prefix, no_redundant, invert"
        " (default: the options above).",
    ),
]


def selection_of(
    *,
    attributes: str | None,
    categories: str | None,
    prefix: str | None,
    no_redundant: bool,
    invert: bool,
    selection: Path | None,
) -> AttributeSelection:
    """The selection that the options describe; all attributes if there are none."""
    from railbird.imitation.attributes import AttributeSelection

    values = {"-attributes": attributes, "-categories": categories, "-prefix": prefix}
    given = [f"{word} {value}" for word, value in values.items() if value]
    given += ["-noRedundant"] * no_redundant + ["-invert"] * invert
    if selection is not None:
        if given:
            raise typer.BadParameter("it cannot be combined with other options of selections", param_hint="--selection")
        return AttributeSelection.read(selection)
    if not (attributes or categories or prefix or invert):
        given.append("-invert")
    return AttributeSelection.parse(" ".join(given))
