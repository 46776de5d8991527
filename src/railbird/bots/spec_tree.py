"""Parses specs, their nested specs and TOML files into trees, without looking up or loading any bot."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.named_bots import named_bots, table_readers
from railbird.bots.spec_text import option_name, read_options, unquoted
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Mapping

_TYPE = "type"


@dataclass(frozen=True)
class SpecTree:
    """A parsed spec: the name or file of a bot, and its options, whose values may be specs or tuples of specs."""

    text: str
    """The spec in error messages."""
    name: str
    """Name of a registered bot; empty for a bot from a file."""
    file: Path | None = None
    """A Python file or an executable."""
    class_name: str = ""
    """Class in the Python file; empty for an executable."""
    options: Mapping[str, object] = field(default_factory=dict)
    toml: tuple[Path, ...] = ()
    """The TOML files that contain the spec, outermost first."""


def read_spec(text: str, *, folder: Path | None = None, within: tuple[Path, ...] = ()) -> SpecTree:
    """Parse a spec. Its paths are relative to `folder`; `within` lists the TOML files that contain it."""
    first, *rest = text.split(":")
    first = unquoted(first)
    path = Path(first) if folder is None else folder / first
    if first.endswith(".toml"):
        if rest:
            raise BotError(f"bot {text!r}: a TOML file contains all its options and takes no others")
        return _read_file(path, text, within)

    def read_member(member: str) -> SpecTree:
        return read_spec(member, folder=folder, within=within)

    if first.endswith(".py") and (rest or not os.access(path, os.X_OK)):
        if not rest or not rest[0]:
            raise BotError(f"bot {text!r}: name the class in the file, like {first}:MyBot")
        options = read_options(":".join(rest[1:]), text, read_member)
        return SpecTree(text, "", path, rest[0], options, within)
    if first in named_bots():
        return SpecTree(text, first, options=read_options(":".join(rest), text, read_member), toml=within)
    whole = Path(text) if folder is None else folder / text
    return SpecTree(text, "", whole, toml=within) if _is_file(whole) else SpecTree(text, first, toml=within)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def names_code(tree: SpecTree) -> bool:
    """Whether a spec, or one within it, names a Python file or an executable, which would run."""
    values = [value if isinstance(value, tuple) else (value,) for value in tree.options.values()]
    items = [item for value in values for item in value]
    has_file = tree.file is not None or any(isinstance(item, str) and ".py" in item for item in items)
    return has_file or any(names_code(item) for item in items if isinstance(item, SpecTree))


def _read_file(path: Path, text: str, within: tuple[Path, ...]) -> SpecTree:
    absolute = path.resolve()
    if absolute in within:
        chain = " -> ".join(file.name for file in (*within[within.index(absolute) :], absolute))
        raise BotError(f"bot {text!r} contains itself: {chain}")
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BotError(f"bot {text!r}: {path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BotError(f"bot {text!r}: {path} is not TOML: {error}") from None
    return _read_table(values, str(path), path=path, within=(*within, absolute))


def _read_table(table: Mapping[str, object], text: str, *, path: Path, within: tuple[Path, ...]) -> SpecTree:
    """Parse a TOML table: the type of the bot, and its options, with a nested table for each member."""
    named = table.get(_TYPE)
    if not isinstance(named, str):
        wrong = f'there is no {_TYPE} = "..."' if named is None else f"{_TYPE} = {named!r} is no text"
        raise BotError(f"bot {text!r}: {wrong}, which names the bot: random, my_bot.py:MyBot or another.toml")

    def read_member(member: str) -> SpecTree:
        return read_spec(member, folder=path.parent, within=within)

    tree = read_member(named)
    if named in table_readers():
        options = table_readers()[named].load()(table, path=path, text=text, read_member=read_member)
        return SpecTree(text, named, options=options, toml=within)
    options = {
        option_name(key): _read_item(value, f"{text}, {key}", path=path, within=within)
        for key, value in table.items()
        if key != _TYPE
    }
    if named.endswith(".toml"):
        if options:
            raise BotError(f"bot {text!r}: {named} contains all its options and takes no others")
        return tree
    if tree.options:
        raise BotError(f"bot {text!r}: {_TYPE} = {named!r} has options: write them as keys of the table")
    return SpecTree(text, tree.name, tree.file, tree.class_name, options, within)


def _read_item(value: object, text: str, *, path: Path, within: tuple[Path, ...]) -> object:
    if isinstance(value, dict):
        return _read_table(value, text, path=path, within=within)
    if isinstance(value, list):
        items = enumerate(value, start=1)
        return tuple(_read_item(item, f"{text} {place}", path=path, within=within) for place, item in items)
    if not isinstance(value, bool | int | float | str):
        raise BotError(f"bot {text!r}: {value} is not a number, string, list, or table with a {_TYPE}")
    return value
