"""From the numbers of tables to the hands behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote, urlencode

from railbird.analysis.play_tables import street_names
from railbird.games.definition import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from railbird.statistics.table_columns import Cell

Search: TypeAlias = "dict[str, str]"
Row: TypeAlias = "Mapping[str, Cell]"
_STREETS = {
    name: str(number)
    for is_holdem in (True, False)
    for number, name in enumerate(street_names(MOST_ROUNDS, is_holdem=is_holdem))
}
_KINDS = {"raises": "raise", "calls": "call", "checks": "check", "folds": "fold"}
_SHARES = {"fold": "fold", "call": "call", "raise": "raise"}


def hands_link(source: str, search: Mapping[str, str]) -> str:
    """The link to the list of hands that a search finds."""
    query = urlencode({key: value for key, value in search.items() if value})
    return f"/hands/{quote(source)}{f'?{query}' if query else ''}"


def replay_link(source: str, address: str) -> str:
    """The link to the replay of a hand."""
    return f"/replay/{quote(source)}/{quote(address, safe=':')}"


def search_behind(table: str, row: Row, column: str) -> Search | None:
    """The search for the hands behind a cell; None if there is none."""
    find = _FINDERS.get(table)
    player = row.get("player") or row.get("bot")
    if find is None or not isinstance(player, str) or column in ("player", "bot", "street", "category", "meaning"):
        return None
    if row.get(column) is None:
        return None
    search = find(row, column)
    return None if search is None else {"player": player, **search}


def _all(row: Row, column: str) -> Search | None:  # noqa: ARG001
    return {} if column in {"hands", "chips", "mbb/hand", "bb/100", "all-in adjusted"} else None


def _results(row: Row, column: str) -> Search | None:
    return {"result": column} if column in ("won", "lost") else _all(row, column)


def _with_other(row: Row, column: str) -> Search | None:
    other = column.removeprefix("with ")
    return {"opponent": other} if other != row.get("bot") else None


def _at_position(row: Row, column: str) -> Search | None:
    return {"position": str(row["position"])} if column in {"hands", "bb/100"} else None


def _tracked(row: Row, column: str) -> Search | None:
    searches = {
        "walks": {"part": "walk"},
        "VPIP": {"action": "play", "street": "0"},
        "PFR": {"action": "raise", "street": "0"},
        "3-bet": {"part": "3-bet"},
        "chances": {"part": "3-bet chance"},
        "AF": {"action": "raise", "since": "1"},
        "raises": {"action": "raise", "since": "1"},
        "calls": {"action": "call", "since": "1"},
        "WTSD": {"part": "showdown", "street": "1"},
        "W$SD": {"part": "showdown won"},
        "showdowns": {"part": "showdown"},
    }
    if column.startswith("saw "):
        return {"street": "1"}
    return searches.get(column, _all(row, column))


def _ended(row: Row, column: str) -> Search | None:
    if column == "showdown":
        return {"showdown": "yes"}
    return {"ended": _STREETS[column]} if column in _STREETS else ({} if column == "net" else _all(row, column))


def _on_street(row: Row, column: str) -> Search | None:
    street = _STREETS.get(str(row["street"]))
    where = {} if street is None else {"street": street}
    if column in _KINDS or column in _SHARES:
        return {"action": _KINDS.get(column, column), **where}
    if street is None:
        return None
    return {"seen": where, "won": {"part": "others folded", "ended": street}}.get(column)


def _showdowns(row: Row, column: str) -> Search | None:  # noqa: ARG001
    return {"part": "showdown won" if column == "won" else "showdown"}


def _in_category(row: Row, column: str) -> Search | None:  # noqa: ARG001
    return {"category": str(row["category"])}


def _with_hand(row: Row, column: str) -> Search | None:
    hand = {"hand": str(row["hand"])}
    actions = {"played": {"action": "play", "street": "0"}, "raised": {"action": "raise", "street": "0"}}
    return {**hand, **actions.get(column, {"part": "walk"} if column == "walks" else {})}


_FINDERS: Mapping[str, Callable[[Row, str], Search | None]] = {
    "standings": _all,
    "results": _results,
    "crosstable": _with_other,
    "crosstable-as-won": _with_other,
    "positions": _at_position,
    "tracker": _tracked,
    "ends": _ended,
    "streets": _on_street,
    "frequencies": _on_street,
    "showdowns": _showdowns,
    "categories": _in_category,
    "starting-hands": _with_hand,
}
