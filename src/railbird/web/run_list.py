"""Finds the runs and logs of the served folder, and says how each run stands."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.arena import RunFolder
from railbird.arena.store import PLAN_FILE
from railbird.errors import RailbirdError
from railbird.formats.logs import detect_kind
from railbird.web.served_files import served_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.statistics.json_values import JsonValue

_LOG_ENDINGS = (".log", ".log.gz", ".phh", ".phhs", ".phh.gz", ".phhs.gz")
_MAYBE_LOGS = (".txt", ".txt.gz")
"""Endings of logs from elsewhere, and of many other files."""
_DEEPEST = 6
"""Folders within folders that are looked through."""
_MOST_FOLDERS = 5_000
_MOST_LOGS = 2_000


def runs_as_json(folder: Path) -> dict[str, JsonValue]:
    """All runs, the latest first, and all files that look like logs."""
    root = folder.resolve()
    runs, logs = [], []
    for path, files in _folders(root):
        if PLAN_FILE in files:
            runs.append(path)
        else:
            logs += [path / name for name in sorted(files) if _is_log(path / name)]
    shown = sorted((_run_as_json(root, path) for path in runs), key=lambda run: str(run["changed"]), reverse=True)
    return {
        "folder": str(root),
        "runs": [*shown],
        "logs": [_log_as_json(root, path) for path in logs[:_MOST_LOGS]],
        "more_logs": max(0, len(logs) - _MOST_LOGS),
    }


def _folders(root: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield folders with their files, without hidden ones, links, and what is within runs."""
    for looked_at, (place, folders, files) in enumerate(os.walk(root)):
        path = Path(place)
        yield path, files
        depth = len(path.relative_to(root).parts)
        is_leaf = PLAN_FILE in files or depth >= _DEEPEST or looked_at >= _MOST_FOLDERS
        folders[:] = [] if is_leaf else sorted(name for name in folders if not name.startswith((".", "__")))


def _is_log(path: Path) -> bool:
    name = path.name.casefold()
    if not name.endswith((*_LOG_ENDINGS, *_MAYBE_LOGS)) or path.is_symlink() or not path.is_file():
        return False
    if name.endswith(_LOG_ENDINGS):
        return True
    try:
        return bool(detect_kind(path))
    except (RailbirdError, OSError):
        return False


def _run_as_json(root: Path, path: Path) -> dict[str, JsonValue]:
    name = served_name(root, path)
    changed = datetime.fromtimestamp((path / PLAN_FILE).stat().st_mtime, tz=UTC).isoformat(timespec="seconds")
    try:
        folder = RunFolder.open(path)
    except RailbirdError as error:
        return {"name": name, "changed": changed, "state": "damaged", "problem": str(error)}
    plan = folder.plan
    played, matches = len(folder.played_files()), len(plan.chunks())
    is_complete = played >= matches
    is_playing = not is_complete and folder.is_being_played
    return {
        "name": name,
        "changed": changed,
        "state": "complete" if is_complete else "playing" if is_playing else "unfinished",
        "problem": None,
        "command": folder.command,
        "seed": plan.seed,
        "version": folder.railbird,
        "game": plan.game.name or "unnamed game",
        "bots": [{"name": entrant.name, "spec": entrant.spec} for entrant in plan.entrants],
        "matches": matches,
        "played": min(played, matches),
        "hands": min(played, matches) * plan.hands,
        "resume": None if is_complete or is_playing else folder.resume_command,
    }


def _log_as_json(root: Path, path: Path) -> dict[str, JsonValue]:
    return {"name": served_name(root, path), "bytes": path.stat().st_size}
