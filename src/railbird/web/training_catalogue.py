"""What `railbird imitate` has stored in the served folder: datasets, models, studies, evaluations and comparisons."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.arena.store import PLAN_FILE
from railbird.errors import DatasetError, RailbirdError
from railbird.imitation.dataset import Dataset
from railbird.imitation.models import open_model
from railbird.web.served_files import served_name

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]
_MOST_FILES = 20_000
"""Number of files of the served folder that are looked at."""
_MOST_BYTES = 20_000_000
"""Larger JSON files are no results."""


def training_list(folder: Path) -> list[Json]:
    """Everything that is there, in the order of the names; only descriptions are read, and what is damaged is said."""
    return [_entry(folder, kind, path) for kind, path in _found(folder)]


def _found(folder: Path) -> Iterator[tuple[str, Path]]:
    """Folders of datasets and models, and JSON files with results; none in folders of runs."""
    left = _MOST_FILES
    for place, folders, files in os.walk(folder):
        left -= len(files)
        if left < 0:
            return
        here = Path(place)
        if "dataset.json" in files or "model.json" in files:
            folders.clear()
            yield ("dataset" if "dataset.json" in files else "model"), here
            continue
        folders[:] = [] if PLAN_FILE in files else sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = here / name
            is_candidate = name.endswith(".json") and path.is_file() and not path.is_symlink()
            if is_candidate and (kind := result_kind(path)):
                yield kind, path


def result_kind(path: Path) -> str:
    """What a JSON file has: a study, an evaluation or a comparison; empty if it is something else."""
    try:
        content = read_results(path)
    except DatasetError:
        return ""
    if "evaluations" in content and "play" in content:
        return "study"
    if "scores" in content:
        return "evaluation"
    return "comparison" if {"agreement", "deviations"} <= content.keys() else ""


def read_results(path: Path) -> Json:
    """The content of a JSON file with results; raise DatasetError if it has none."""
    try:
        content = json.loads(path.read_bytes()) if path.stat().st_size <= _MOST_BYTES else None
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path.name} cannot be read: {error}") from None
    if not isinstance(content, dict):
        raise DatasetError(f"{path.name} has no results of `railbird imitate`")
    return content


def _entry(folder: Path, kind: str, path: Path) -> Json:
    entry: Json = {"name": served_name(folder, path), "kind": kind}
    try:
        about = {"dataset": _about_dataset, "model": _about_model}.get(kind, _about_results)
        return {**entry, **about(path)}
    except RailbirdError as error:
        return {**entry, "error": str(error).replace(str(path.resolve()), path.name).replace(str(path), path.name)}


def _about_dataset(path: Path) -> Json:
    dataset = Dataset.open(path)
    rows = {street: dataset.row_count(street) for street in dataset.streets}
    return {"words": f"decisions of {dataset.about.get('hero', 'a player')}", "rows": sum(rows.values())}


def _about_model(path: Path) -> Json:
    model = open_model(path)
    of_dataset = model.about.get("about_dataset")
    hero = of_dataset.get("hero") if isinstance(of_dataset, dict) else None
    rows = model.about.get("rows")
    total = sum(rows.values()) if isinstance(rows, dict) else None
    return {"words": f"a model of {hero or 'a player'}, {', '.join(model.learners)}", "rows": total}


def _about_results(path: Path) -> Json:
    return {"words": str(read_results(path).get("title", "")), "rows": None}
