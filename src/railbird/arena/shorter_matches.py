"""The matches of a run that is being extended by hands, as they were: set aside until each of them is longer.

They are in the folder `shorter-N` of the run, N being their number of hands. It is made before the run gets its longer
plan. If a kill comes in between, the plan still has N hands, and the matches are put back.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SHARD_FOLDERS = ("hands", "incidents", "notes")
"""The folders of a run that may have a file for each match."""


def set_aside(run: Path, *, hands: int) -> None:
    """Move the files of all matches of a run, which have this number of hands."""
    target = set_aside_folder(run, hands=hands)
    target.mkdir(exist_ok=True)
    for name in SHARD_FOLDERS:
        if (run / name).exists():
            (run / name).rename(target / name)


def put_back(run: Path, *, hands: int) -> None:
    """Put matches with this number of hands back, if they were set aside for a plan that was never written."""
    source = set_aside_folder(run, hands=hands)
    if source.exists():
        for name in SHARD_FOLDERS:
            if (source / name).exists():
                (source / name).rename(run / name)
        source.rmdir()


def remove_shorter(run: Path) -> None:
    """Remove the matches that were set aside, when all of them are longer."""
    for folder in run.glob("shorter-*"):
        shutil.rmtree(folder)


def set_aside_folder(run: Path, *, hands: int) -> Path:
    """The folder for matches with this number of hands, whether it exists or not."""
    return run / f"shorter-{hands}"


def shorter_folder(run: Path, *, hands: int) -> Path | None:
    """The folder of matches that were set aside and are shorter than the plan, whose matches have `hands` hands."""
    current = set_aside_folder(run, hands=hands)
    return next((folder for folder in run.glob("shorter-*") if folder != current), None)
