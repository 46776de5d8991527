"""The folder of a run: its plan as TOML, and a Parquet file of hands for each chunk played.

The name of a file has a hash of its content, so that damage is noticed. Resuming needs nothing else: the chunks
without a file are the ones left to play.
"""

from __future__ import annotations

import hashlib
import logging
import platform
import re
import shlex
import tomllib
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import tomli_w

from railbird import __version__
from railbird.arena.plan import Entrant, RunPlan
from railbird.arena.recorder import INCIDENT_SCHEMA
from railbird.errors import RailbirdError, StoreError
from railbird.files import written_whole
from railbird.games import format_game, parse_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.arena.plan import Chunk
    from railbird.arena.playing import PlayedChunk

LAYOUT = 3
"""Version of the layout of the folder and its files; other versions are not read."""
PLAN_FILE = "run.toml"
_SHARD = re.compile(r"\d{6,}-[0-9a-f]{16}\.parquet")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunFolder:
    """A run on disk."""

    path: Path
    plan: RunPlan
    command: str = ""
    """The command that started the run."""

    @classmethod
    def create(cls, path: Path, plan: RunPlan, *, command: str = "") -> RunFolder:
        """Create the folder of a new run. Raise StoreError if the path exists."""
        if path.exists() and not (path.is_dir() and not any(path.iterdir())):
            raise StoreError(f"{path} already exists: name another folder, or continue a run with --resume {path}")
        text = tomli_w.dumps(_as_toml(plan, command), multiline_strings=True)
        with written_whole(path / PLAN_FILE) as file:
            file.write(text.encode())
        return cls(path, plan, command)

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Open the folder of an existing run."""
        try:
            stored = tomllib.loads((path / PLAN_FILE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise StoreError(f"{path} is not a run: it has no {PLAN_FILE}{_hint(path)}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise StoreError(f"{path / PLAN_FILE} is damaged: {error}") from None
        if stored.get("layout") != LAYOUT:
            raise StoreError(
                f"{path} was written by Railbird {stored.get('railbird', 'of an unknown version')} "
                f"in layout {stored.get('layout', '?')}: this is {__version__}, which reads layout {LAYOUT}"
            )
        if stored.get("railbird") != __version__:
            _log.warning("%s was begun by Railbird %s: this is %s", path, stored.get("railbird"), __version__)
        try:
            return cls(path, _from_toml(stored), str(stored.get("command", "")))
        except (KeyError, TypeError, RailbirdError) as error:
            raise StoreError(f"{path / PLAN_FILE} is damaged: {type(error).__name__} {error}") from None

    def add(self, played: PlayedChunk) -> None:
        """Store a chunk. Its hands are stored last, because the file of hands marks the chunk as played."""
        if played.incidents:
            self._write("incidents", played.number, played.incidents)
        self._write("hands", played.number, played.hands)

    def missing(self) -> list[Chunk]:
        """The chunks left to play, including those with damaged files, which are removed."""
        hands, incidents = self._shards("hands"), self._shards("incidents")
        unusable = {_number(path) for path in self._damaged([*hands, *incidents])}
        for shards in (hands, incidents):
            # Another process has played the match at the same time, with another outcome.
            unusable |= {_number(path) for path, other in pairwise(shards) if _number(path) == _number(other)}
        played = {_number(path) for path in hands} - unusable
        for path in [*hands, *incidents]:
            # Incidents may belong to a chunk that was stored only in part; played again, it gets new ones.
            if _number(path) not in played:
                path.unlink()
        return [chunk for chunk in self.plan.chunks() if chunk.number not in played]

    def _damaged(self, shards: list[Path]) -> list[Path]:
        damaged = [path for path in shards if not _is_whole(path)]
        for path in damaged:
            _log.warning("%s is damaged: its match is played again", path)
        return damaged

    def hands(self) -> pl.LazyFrame:
        """All hands, in the order of the chunks. Raise StoreError if some are missing or damaged."""
        return pl.scan_parquet(self._shards_of_all_hands())

    def hands_of_chunks(self, *, at_once: int = 1) -> Iterator[pl.DataFrame]:
        """Yield all hands in tables of `at_once` chunks each."""
        shards = self._shards_of_all_hands()
        for first in range(0, len(shards), at_once):
            yield pl.read_parquet(shards[first : first + at_once])

    def _shards_of_all_hands(self) -> list[Path]:
        shards = self._shards("hands")
        self._check(shards)
        total = len(self.plan.chunks())
        if [_number(path) for path in shards] != list(range(total)):
            missing = total - len({_number(path) for path in shards})
            raise StoreError(
                f"{self.path} is not complete: it lacks {missing:,} of {total:,} matches, which {self._resume} plays"
            )
        return shards

    @property
    def _resume(self) -> str:
        return f"railbird tournament --resume {shlex.quote(str(self.path))}"

    def incidents(self) -> pl.DataFrame:
        """All incidents. Raise StoreError if a file is damaged."""
        shards = self._shards("incidents")
        self._check(shards)
        return pl.read_parquet(shards) if shards else pl.DataFrame(schema=INCIDENT_SCHEMA)

    def _check(self, shards: list[Path]) -> None:
        damaged = next((path for path in shards if not _is_whole(path)), None)
        if damaged is not None:
            raise StoreError(f"{damaged} is damaged: {self._resume} plays its match again")

    def _write(self, kind: str, number: int, data: bytes) -> None:
        with written_whole(self.path / kind / f"{number:06}-{_hash(data)}.parquet") as file:
            file.write(data)

    def _shards(self, kind: str) -> list[Path]:
        paths = [path for path in (self.path / kind).glob("*.parquet") if _SHARD.fullmatch(path.name)]
        return sorted(paths, key=lambda path: (_number(path), path.name))


def _hint(path: Path) -> str:
    """A hint for users who meant the logs in a folder."""
    has_files = path.is_dir() and any(file.is_file() for file in path.iterdir())
    return f"; if it has logs, name them: {path}/*" if has_files else ""


def _number(path: Path) -> int:
    return int(path.name.partition("-")[0])


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _is_whole(path: Path) -> bool:
    return _hash(path.read_bytes()) == path.stem.partition("-")[2]


def _as_toml(plan: RunPlan, command: str) -> dict[str, object]:
    return {
        "layout": LAYOUT,
        "command": command,
        "railbird": __version__,
        "versions": {"python": platform.python_version(), "numpy": np.__version__, "polars": pl.__version__},
        "run": {
            "hands": plan.hands,
            "seed": plan.seed,
            "duplicate": plan.duplicate,
            "matches": plan.matches,
            "seconds_per_action": plan.seconds_per_action,
        },
        "game": {"name": plan.game.name, "definition": format_game(plan.game)},
        "entrants": [asdict(entrant) for entrant in plan.entrants],
    }


def _from_toml(stored: dict[str, dict[str, str]]) -> RunPlan:
    entrants: Iterator[dict[str, str]] = iter(stored["entrants"])  # type: ignore[arg-type]
    return RunPlan(
        game=parse_game(stored["game"]["definition"], name=stored["game"]["name"]),
        entrants=tuple(Entrant(**entrant) for entrant in entrants),
        **stored["run"],  # type: ignore[arg-type]
    )
