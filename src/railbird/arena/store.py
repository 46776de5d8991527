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
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import tomli_w

from railbird import __version__
from railbird.arena.bot_files import check_unchanged
from railbird.arena.live_matches import live_file, remove_live_matches, stop_asking
from railbird.arena.plan import Entrant, RunPlan
from railbird.arena.recorder import INCIDENT_SCHEMA, NOTE_SCHEMA
from railbird.arena.retelling import StoredPart
from railbird.arena.shorter_matches import (
    SHARD_FOLDERS,
    put_back,
    remove_shorter,
    set_aside,
    set_aside_folder,
    shorter_folder,
)
from railbird.errors import RailbirdError, StoreError
from railbird.file_lock import FileLock
from railbird.files import remove_unfinished, written_whole
from railbird.games import format_game, parse_game

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from railbird.arena.plan import Chunk
    from railbird.arena.playing import PlayedChunk

LAYOUT = 3
"""Version of the layout of the folder and its files; other versions are not read."""
PLAN_FILE = "run.toml"
_LOCK_FILE = ".lock"
_PATIENCE = 0.2
"""Seconds to wait for the lock of a run: whoever looks whether it is held has it for a moment."""
_BATCH = 2**14
"""Number of hands up to which several matches are read together; a longer match is read alone."""
_SHARD = re.compile(r"\d{6,}-[0-9a-f]{16}\.parquet")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunFolder:
    """A run on disk."""

    path: Path
    plan: RunPlan
    command: str = ""
    """The command that started the run."""
    railbird: str = __version__
    """The version of Railbird that began the run."""
    is_kept: bool = True
    """Whether the folder outlives the command, so that the run can be resumed."""

    @classmethod
    def create(cls, path: Path, plan: RunPlan, *, command: str = "", is_kept: bool = True) -> RunFolder:
        """Create the folder of a new run. Raise StoreError if the path exists."""
        cls.check_new(path)
        return cls(path, plan, command, is_kept=is_kept).with_plan(plan)

    def with_plan(self, plan: RunPlan) -> RunFolder:
        """Write a plan, such as a longer one, in place of the current one."""
        text = tomli_w.dumps(_as_toml(plan, self.command, railbird=self.railbird), multiline_strings=True)
        with written_whole(self.path / PLAN_FILE) as file:
            file.write(text.encode())
        return replace(self, plan=plan)

    @staticmethod
    def check_new(path: Path) -> None:
        """Raise StoreError if the path exists and is not an empty folder."""
        if path.exists() and not (path.is_dir() and not any(path.iterdir())):
            raise StoreError(f"{path} already exists: name another folder, or continue a run with --resume {path}")

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
        try:
            return cls(path, _from_toml(stored), str(stored.get("command", "")), str(stored.get("railbird")))
        except (KeyError, TypeError, RailbirdError) as error:
            raise StoreError(f"{path / PLAN_FILE} is damaged: {type(error).__name__} {error}") from None

    @contextmanager
    def being_played(self) -> Iterator[None]:
        """Keep other processes from playing the run, and clean up what killed ones have left.

        Raise StoreError if another process is playing it, or has made it longer or shorter since it was opened.
        """
        # Not the plan itself: a longer one replaces it while it is locked.
        lock = FileLock(self.path / _LOCK_FILE)
        if not lock.acquire(patience=_PATIENCE):
            raise StoreError(f"{self.path} is being played by another process: wait until that ends")
        try:
            if _length(RunFolder.open(self.path).plan) != _length(self.plan):
                raise StoreError(
                    f"{self.path} has been changed by another process in the meantime: give the command again"
                )
            self.clean_up()
            yield
        finally:
            remove_live_matches(self.path)
            stop_asking(self.path)  # a server that was killed has not done it
            lock.release()

    @property
    def is_being_played(self) -> bool:
        """Whether a process is playing the run now. On disks that keep no locks this is never known."""
        return FileLock(self.path / _LOCK_FILE).is_held()

    def clean_up(self) -> None:
        """Remove files that are unfinished, damaged or beyond the plan. Only the process that plays the run may do it.

        Files are beyond the plan if the run stopped when an order was decided. Matches that were set aside are put back
        if their longer plan was never written, and removed when all of them are longer.
        """
        put_back(self.path, hands=self.plan.hands)
        remove_live_matches(self.path)
        remove_unfinished(self.path, PLAN_FILE)
        for kind in SHARD_FOLDERS:
            remove_unfinished(self.path / kind, "*.parquet")
        shards = [path for kind in SHARD_FOLDERS for path in self._shards(kind)]
        for path in shards:
            if not _is_whole(path):
                _log.warning("%s is damaged: its match is played again", path)
        played = self._played()
        for path in shards:
            # Incidents may belong to a chunk that was stored only in part; played again, it gets new ones.
            if _number(path) not in played:
                path.unlink()
        if len(played) == len(self.plan.chunks()):
            remove_shorter(self.path)

    @property
    def how_to_go_on(self) -> str:
        """What a user can do after a run has ended early."""
        if self.is_kept:
            return f"the matches played are stored: go on with {self.resume_command}"
        return "store the next run with --out, so that it can be resumed"

    def check_resumable(self) -> None:
        """Raise StoreError or MatchError if hands played now would not be those of the bots that began the run."""
        if self.railbird != __version__:
            raise StoreError(
                f"{self.path} was begun by Railbird {self.railbird}, whose bots may play differently: this is "
                f"{__version__}; resume it with that version, or start a new run"
            )
        check_unchanged(self.plan.entrants)

    def add(self, played: PlayedChunk) -> None:
        """Store a chunk. Its hands are stored last, because the file of hands marks the chunk as played."""
        if played.incidents:
            self._write("incidents", played.number, played.incidents)
        if played.notes:
            self._write("notes", played.number, played.notes)
        self._write("hands", played.number, played.hands)
        live_file(self.path, played.number).unlink(missing_ok=True)

    def missing(self) -> list[Chunk]:
        """The chunks left to play, including those with damaged files. Nothing is changed on disk."""
        played = self._played()
        missing = [chunk for chunk in self.plan.chunks() if chunk.number not in played]
        shorter = shorter_folder(self.path, hands=self.plan.hands)
        if shorter is None:
            return missing
        stored = replace(self, path=shorter).stored_parts({chunk.number for chunk in missing})
        return [replace(chunk, stored=stored.get(chunk.number)) for chunk in missing]

    def _played(self) -> set[int]:
        """The numbers of the chunks of the plan whose files are all whole."""
        shards = {kind: self._shards(kind) for kind in SHARD_FOLDERS}
        unusable = {_number(path) for paths in shards.values() for path in paths if not _is_whole(path)}
        for paths in shards.values():
            # Another process has played the match at the same time, with another outcome.
            unusable |= {_number(path) for path, other in pairwise(paths) if _number(path) == _number(other)}
        return ({_number(path) for path in shards["hands"]} - unusable) & {chunk.number for chunk in self.plan.chunks()}

    def set_aside(self) -> RunFolder:
        """Set all matches aside, to be retold to their bots when they are played with more hands."""
        set_aside(self.path, hands=self.plan.hands)
        return self

    def stored_parts(self, numbers: Collection[int]) -> dict[int, StoredPart]:
        """The stored hands of some chunks by their numbers, without those with damaged files."""
        files = {kind: {_number(path): path for path in self._shards(kind)} for kind in SHARD_FOLDERS}
        whole = [n for n in numbers if all(_is_whole(paths[n]) for paths in files.values() if n in paths)]
        # Notes are not read: they are kept again when the hands are retold.
        hands, incidents = (
            {n: files[kind][n].read_bytes() for n in whole if n in files[kind]} for kind in ("hands", "incidents")
        )
        return {number: StoredPart(content, incidents.get(number, b"")) for number, content in hands.items()}

    def hands(self) -> pl.LazyFrame:
        """All hands, in the order of the chunks. Raise StoreError if some are missing or damaged."""
        return pl.scan_parquet(self.hand_files())

    def hands_of_chunks(self) -> Iterator[pl.DataFrame]:
        """Yield all hands in a table for each chunk."""
        yield from map(pl.read_parquet, self.hand_files())

    def hands_in_batches(self, columns: list[str] | None = None) -> Iterator[pl.DataFrame]:
        """Yield all hands in tables of several short matches or a long one; by default with all columns."""
        shards = self.hand_files()
        at_once = max(1, _BATCH // self.plan.hands)
        for first in range(0, len(shards), at_once):
            yield pl.read_parquet(shards[first : first + at_once], columns=columns)

    def played_hands(self) -> Iterator[pl.DataFrame]:
        """Yield the hands of each chunk that is played, even if the run is not complete."""
        yield from map(pl.read_parquet, self._shards("hands"))

    def played_files(self) -> dict[int, Path]:
        """The file of each chunk that is played, by its number, even if the run is not complete. None is checked."""
        return {_number(path): path for path in self._shards("hands")}

    def check_file(self, path: Path) -> None:
        """Raise StoreError if a file is damaged."""
        self._check([path])

    def hand_files(self) -> list[Path]:
        """The file of each chunk, in the order of the chunks. Raise StoreError if some are missing or damaged."""
        shards = self._shards("hands")
        self._check(shards)
        total = len(self.plan.chunks())
        if [_number(path) for path in shards] != list(range(total)):
            missing = total - len({_number(path) for path in shards})
            raise StoreError(
                f"{self.path} is not complete: it lacks {missing:,} of {total:,} matches, which "
                f"{self.resume_command} plays"
            )
        return shards

    @property
    def resume_command(self) -> str:
        """The command that plays the rest of the run."""
        # Both commands resume all runs, but a user who has played a match looks for it under its name.
        command = "match" if self.command.startswith("railbird match ") else "tournament"
        return f"railbird {command} --resume {shlex.quote(str(self.path))}"

    def incidents(self) -> pl.DataFrame:
        """All incidents. Raise StoreError if a file is damaged."""
        shards = self._shards("incidents")
        self._check(shards)
        return pl.read_parquet(shards) if shards else pl.DataFrame(schema=INCIDENT_SCHEMA)

    def notes(self) -> pl.DataFrame:
        """All notes that bots have kept with hands. Raise StoreError if a file is damaged."""
        shards = self._shards("notes")
        self._check(shards)
        return pl.read_parquet(shards) if shards else pl.DataFrame(schema=NOTE_SCHEMA)

    def _check(self, shards: list[Path]) -> None:
        damaged = next((path for path in shards if not _is_whole(path)), None)
        if damaged is not None:
            raise StoreError(f"{damaged} is damaged: {self.resume_command} plays its match again")

    def _write(self, kind: str, number: int, data: bytes) -> None:
        path = self.path / kind / f"{number:06}-{_hash(data)}.parquet"
        try:
            # The hash in its name tells whether it is damaged: then its match is played again.
            with written_whole(path, wait_for_disk=False) as file:
                file.write(data)
        except OSError as error:
            raise OSError(error.errno, f"{error.strerror}; {self.how_to_go_on}", str(path)) from None

    def _shards(self, kind: str) -> list[Path]:
        # Matches that were set aside are still those of the plan if the longer one was never written.
        folders = (self.path / kind, set_aside_folder(self.path, hands=self.plan.hands) / kind)
        paths = [path for folder in folders for path in folder.glob("*.parquet") if _SHARD.fullmatch(path.name)]
        return sorted(paths, key=lambda path: (_number(path), path.name))


def _hint(path: Path) -> str:
    """A hint for users who meant the logs in a folder."""
    has_files = path.is_dir() and any(file.is_file() for file in path.iterdir())
    return f"; if it has logs, name them: {path}/*" if has_files else ""


def _length(plan: RunPlan) -> tuple[int, int]:
    """What another process may change while a run is open: its matches, and their hands."""
    return plan.matches, plan.hands


def _number(path: Path) -> int:
    return int(path.name.partition("-")[0])


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _is_whole(path: Path) -> bool:
    return _hash(path.read_bytes()) == path.stem.partition("-")[2]


def _as_toml(plan: RunPlan, command: str, *, railbird: str) -> dict[str, object]:
    return {
        "layout": LAYOUT,
        "command": command,
        "railbird": railbird,
        "versions": {"python": platform.python_version(), "numpy": np.__version__, "polars": pl.__version__},
        "run": {
            "hands": plan.hands,
            "seed": plan.seed,
            "seat_orders": plan.seat_orders,
            "matches": plan.matches,
            "seconds_per_action": plan.seconds_per_action,
            "until": list(plan.until),
        },
        "game": {"name": plan.game.name, "definition": format_game(plan.game)},
        "entrants": [asdict(entrant) for entrant in plan.entrants],
    }


def _from_toml(stored: dict[str, dict[str, str]]) -> RunPlan:
    entrants: Iterator[dict[str, Any]] = iter(stored["entrants"])  # type: ignore[arg-type]
    return RunPlan(
        game=parse_game(stored["game"]["definition"], name=stored["game"]["name"]),
        entrants=tuple(Entrant(**entrant) for entrant in entrants),
        **stored["run"] | {"until": tuple(stored["run"]["until"])},  # type: ignore[arg-type]
    )
