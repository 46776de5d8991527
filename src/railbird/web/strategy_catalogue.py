"""The strategies that the page can open: the shipped ones, and the files of the served folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.card_abstraction import identity_text
from railbird.array_files import array_file_kind
from railbird.errors import NotFoundError, StrategyError
from railbird.strategy import read_summary, shipped_strategies
from railbird.web.served_files import files_below, served_name, served_path

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.statistics.json_values import JsonValue

_KINDS = ("strategy", "")
"""The kinds of array files that are listed: an empty one may be a damaged strategy."""


def strategy_file(folder: Path, name: str) -> Path:
    """The file of a strategy by its name in the served folder, or of a shipped strategy."""
    try:
        path = served_path(folder, name)
    except NotFoundError:
        shipped = shipped_strategies()
        if name in shipped:
            return shipped[name]
        raise NotFoundError(
            f"there is no strategy {name!r}: give a file of the served folder, or one of {', '.join(shipped)}"
        ) from None
    if array_file_kind(path) is None:
        raise StrategyError(f"{name} is not a strategy: `railbird solve --out FILE` writes strategies")
    return path


def strategy_list(folder: Path) -> list[JsonValue]:
    """All strategies, the shipped ones first; only their descriptions are read."""
    shipped: list[JsonValue] = [_entry(name, path, is_shipped=True) for name, path in shipped_strategies().items()]
    files = filter(_may_be_strategy, files_below(folder))
    return [*shipped, *(_entry(served_name(folder, path), path) for path in files)]


def _may_be_strategy(path: Path) -> bool:
    try:
        return array_file_kind(path) in _KINDS
    except OSError:  # it cannot be read, or is gone by now
        return False


def _entry(name: str, path: Path, *, is_shipped: bool = False) -> JsonValue:
    try:
        summary = read_summary(path)
    except StrategyError as error:
        return {"name": name, "is_shipped": is_shipped, "error": str(error).replace(str(path), name)}
    origin, game = summary.origin, summary.definition
    return {
        "name": name,
        "is_shipped": is_shipped,
        "game": game.name or "unnamed game",
        "players": game.players,
        "cards": identity_text(summary.cards),
        "bets": "" if game.is_limit else str(summary.menu),
        "algorithm": origin.algorithm,
        "iterations": origin.iterations,
        "exploitability": origin.points[-1].exploitability if origin.points else None,
        "big_blind": game.big_blind,
        "bytes": summary.bytes,
    }
