"""The files that the bots of a run are made of, by which a run notices that a bot has changed."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots import load_once, parse_spec
from railbird.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from railbird.arena.plan import Entrant


def file_hashes(specs: Iterable[str]) -> dict[str, str]:
    """A hash of each file that the bots of some specs are made of, by its path."""
    files = [file for spec in specs for file in parse_spec(spec).files()]
    return {str(file): _hash_of(file) for file in dict.fromkeys(files)}


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
