"""Menus by name and in TOML files, and their description in strategy files.

A file has the bets of all streets at its top, and what differs on a street in a table `[preflop]`, `[flop]`, `[turn]`
or `[river]`:

    first = [0.5, 1, 2, "all-in"]
    later = [1, "all-in"]
    most_raises = 2

    [preflop]
    all_in_above = 0.6
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from railbird.abstraction.menu import BetMenu, BetSizes, StreetMenu, parse_menu, parse_sizes
from railbird.errors import GameError
from railbird.games.definition import UNLIMITED_RAISES
from railbird.strict_toml import StrictTable, read_toml
from railbird.wording import similar_names

_MENU_FOLDER = Path(__file__).parent / "menus"
MENU_NAMES = tuple(sorted(file.stem for file in _MENU_FOLDER.glob("*.toml")))
"""The menus that come with the package."""
_SUFFIX = ".toml"
_STREETS = ("preflop", "flop", "turn", "river")
_STREET_KEYS = ("first", "later", "all_in_above", "most_raises")


def read_menu(text: str) -> BetMenu:
    """Read a menu by its name, from a TOML file, or in the notation of `parse_menu`."""
    if text in MENU_NAMES:
        return _read_menu_file(_MENU_FOLDER / f"{text}{_SUFFIX}", name=text)
    if text.endswith(_SUFFIX):
        return _read_menu_file(Path(text))
    try:
        return parse_menu(text)
    except GameError as error:
        near = similar_names(text, MENU_NAMES)
        hint = f"; did you mean the menu {near[0]}?" if near else ""
        raise GameError(f"{error}{hint}") from None


def _read_menu_file(path: Path, *, name: str = "") -> BetMenu:
    """Read a menu from a TOML file; it is named after the file unless `name` is given."""
    if not path.exists():
        raise GameError(f"{path}: No such file or directory; the menus {', '.join(MENU_NAMES)} come with the package")
    return _from_table(read_toml(path, error=GameError), str(path), name=name or path.name)


def menu_as_json(menu: BetMenu) -> dict[str, object]:
    """The menu as a JSON object, which is also the content of its TOML file with the name added."""
    *streets, last = menu.streets
    named = {name: _street_as_json(street) for name, street in zip(_STREETS, streets, strict=False)}
    return {"name": menu.name, **_street_as_json(last), **named}


def menu_from_json(value: object) -> BetMenu:
    """The inverse of `menu_as_json`; the notation of `parse_menu`, which earlier files have, is also accepted."""
    if isinstance(value, str):
        return parse_menu(value)
    if not isinstance(value, Mapping):
        raise GameError(f"{value!r} is not a bet menu")
    content = dict(value)
    return _from_table(content, "the menu", name=str(content.pop("name", "")))


def _street_as_json(street: StreetMenu) -> dict[str, object]:
    return {
        "first": list(street.first.words),
        "later": list(street.later.words),
        "all_in_above": street.all_in_above,
        "most_raises": street.most_raises,
    }


def _from_table(content: Mapping[str, object], place: str, *, name: str) -> BetMenu:
    top = StrictTable(content, place, error=GameError, keys=(*_STREET_KEYS, *_STREETS))
    streets = [top.table(street, keys=_STREET_KEYS, required=False) for street in _STREETS]
    return BetMenu(tuple(_street_menu(street, top) for street in streets), name=name)


def _street_menu(street: StrictTable, top: StrictTable) -> StreetMenu:
    """The menu of a street; what its table leaves out is taken from the top of the file."""

    def chosen(key: str) -> StrictTable:
        return street if key in street else top

    first = _sizes(chosen("first"), "first")
    later = _sizes(chosen("later"), "later") if "later" in chosen("later") else first
    share = chosen("all_in_above").number("all_in_above", 1.0)
    most = chosen("most_raises").integer("most_raises", UNLIMITED_RAISES, least=1)
    try:
        return StreetMenu(first=first, later=later, all_in_above=share, most_raises=most)
    except GameError as error:
        raise GameError(f"{top.place}: {error}") from None


def _sizes(table: StrictTable, key: str) -> BetSizes:
    if key not in table:
        raise GameError(f'{table.place}: {key} is missing: write a list of bets such as {key} = [0.5, 1, "all-in"]')
    words = table.words(key)
    try:
        return parse_sizes(words)
    except GameError as error:
        raise GameError(f"{table.place}, {key}: {error}") from None
