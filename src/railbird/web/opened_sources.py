"""Runs and logs that were opened for the page, kept until they change on disk."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from railbird.arena import RunFolder
from railbird.arena.stored_hands import RunHands, open_hands
from railbird.errors import ConflictError, NotFoundError, StoreError
from railbird.formats.logs import open_log
from railbird.reports import read_logs, read_run
from railbird.web.served_files import served_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.analysis.hand_facts import HandIndex
    from railbird.arena.stored_hands import StoredHands
    from railbird.reports import Source

_MOST = 6
"""Number of runs and logs that are kept."""
_Signature = tuple[int, ...]


@dataclass(eq=False)
class OpenedSource:
    """A run or a log, with what has been made of it so far."""

    name: str
    """Its name in links, relative to the served folder."""
    path: Path
    signature: _Signature
    _lock: Lock = field(default_factory=Lock, repr=False)
    _hands: StoredHands | None = None
    _source: Source | None = None

    @property
    def hands(self) -> StoredHands:
        """Its hands one by one."""
        with self._lock:
            if self._hands is None:
                with self._readable():
                    self._hands = open_hands(self.path)
            return self._hands

    @property
    def index(self) -> HandIndex:
        """The index of its hands."""
        hands = self.hands
        with self._lock:
            return hands.index

    @property
    def source(self) -> Source:
        """Its results and counts, as in a report.

        Raise StoreError if it is a run that is not complete, and ConflictError if it is being played.
        """
        with self._lock:
            if self._source is None:
                with self._readable():
                    self._source = self._read_run() if self.path.is_dir() else read_logs([open_log(self.path)])
            return self._source

    def _read_run(self) -> Source:
        folder = RunFolder.open(self.path)
        try:
            return read_run(folder)
        except StoreError:
            played, matches = len(folder.played_files()), len(folder.plan.chunks())
            if played >= matches or not folder.is_being_played:
                raise
            raise ConflictError(
                f"{self.name} is being played: {played:,} of {matches:,} matches are over; it is analysed when all are"
            ) from None

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Raise NotFoundError if a file cannot be read."""
        try:
            yield
        except OSError as error:
            raise NotFoundError(f"{self.name} cannot be read: {error.strerror or error}") from None

    @property
    def run(self) -> RunHands | None:
        """Its hands if it is a run."""
        hands = self.hands
        return hands if isinstance(hands, RunHands) else None


_opened: OrderedDict[Path, OpenedSource] = OrderedDict()
_lock = Lock()


def opened_source(folder: Path, name: str) -> OpenedSource:
    """Open a run or a log of the served folder, or return it as it was opened before."""
    path = served_path(folder, name)
    signature = _signature(path)
    with _lock:
        known = _opened.get(path)
        if known is None or known.signature != signature:
            known = _opened[path] = OpenedSource(name, path, signature)
        _opened.move_to_end(path)
        while len(_opened) > _MOST:
            _opened.popitem(last=False)
        return known


def _signature(path: Path) -> _Signature:
    """Numbers that change when a run or a log changes."""
    try:
        if path.is_dir():
            parts = [path / "run.toml", path / "hands"]
            return tuple(part.stat().st_mtime_ns for part in parts if part.exists())
        if not path.is_file():
            # A pipe would be waited for.
            raise NotFoundError(f"{path.name} is neither a run nor a log")
        return path.stat().st_mtime_ns, path.stat().st_size
    except OSError as error:
        raise NotFoundError(f"{path.name} cannot be read: {error.strerror}") from None
