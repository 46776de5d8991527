"""The files that the bots of a run are made of, by which a run notices that a bot has changed."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots import load_once, parse_spec
from railbird.bots.spec_text import quoted
from railbird.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from railbird.arena.plan import Entrant


def file_hashes(specs: Iterable[str]) -> dict[str, str]:
    """A hash of each file that the bots of some specs are made of, by its path."""
    files = [file for spec in specs for file in parse_spec(spec).files()]
    return {str(file): _hash_of(file) for file in dict.fromkeys(files)}


def found_again(entrant: Entrant, run: Path, *, within: Path) -> Entrant:
    """The entrant with the new paths of files that have moved together with the run.

    A file that is not where it was is looked up by the end of its path in the folder of the run and in the folders
    above it, up to `within`. It is the same file if it has the same content.
    """
    run, within = run.resolve(), within.resolve()
    folders = [folder for folder in (run, *run.parents) if folder.is_relative_to(within)]
    spec, files = entrant.spec, dict(entrant.files)
    for name, known in entrant.files.items():
        if _is_same(Path(name), known):
            continue
        moved = next((path for path in _places(Path(name), folders) if _is_same(path, known)), None)
        if moved is not None:
            files = {str(moved) if other == name else other: content for other, content in files.items()}
            spec = _with_path(spec, Path(name), moved)
    return replace(entrant, spec=spec, files=files)


def _places(path: Path, folders: Sequence[Path]) -> Iterator[Path]:
    """Where a file may be now: the longest ends of its path first."""
    for above in reversed(path.parents):
        for folder in folders:
            now = folder / path.relative_to(above)
            if quoted(str(now)) == str(now):  # it is put into a spec that has no quotation marks for it
                yield now


def _with_path(spec: str, before: Path, now: Path) -> str:
    """The spec with the path of a file, or of a folder that has the file, replaced by where it is now."""
    for old, new in zip((before, *before.parents), (now, *now.parents), strict=False):
        if old.name != new.name:
            break
        whole_path = rf'(?<![^=\["+]){re.escape(str(old))}(?=$|[,:\]+"])'
        spec = re.sub(whole_path, str(new).replace("\\", r"\\"), spec)
    return spec


def _is_same(path: Path, known: str) -> bool:
    try:
        return _hash_of(path) == known
    except OSError:
        return False


def check_unchanged(entrants: Iterable[Entrant]) -> None:
    """Raise MatchError if a file of a bot or of its shadow has changed since the run began, or is missing here."""
    for entrant in entrants:
        difference = _first_difference(entrant.files)
        if difference:
            raise MatchError(
                f"{entrant.name} would be another bot: {difference} since the run began; put it back, or start a new "
                "run"
            )


def _first_difference(files: Mapping[str, str]) -> str:
    for name, known in files.items():
        try:
            if _hash_of(Path(name)) != known:
                return f"{name} has changed"
        except OSError:
            return f"{name} has been removed"
    return ""


def _hash_of(file: Path) -> str:
    """Files of strategies are large, so they are read again only if they change."""
    return load_once(_hash, file)


def _hash(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()[:16]
