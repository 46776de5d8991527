"""Matches of a run while they are played: written to the run's folder now and then, as long as somebody watches.

Whoever watches touches a file in the folder `live` of the run. Whoever plays looks at it about once a second, and if it
was touched lately, writes the hands of its match so far, in the form in which the whole match is stored later.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.files import remove_unfinished, written_whole
from railbird.play import MatchObserver

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.games import Chips, State

_log = logging.getLogger(__name__)

SHARE_OF_TIME = 0.01
"""The share of its processor time that a process may spend on writing live matches."""
LONGEST_PAUSE = 10.0
"""Seconds within which whoever watches must look again."""
_SHORTEST_PAUSE = 1.0
_FRESH = 3 * LONGEST_PAUSE
"""Seconds for which a look counts."""
_FOLDER, _WATCHED, _ENDING = "live", "watched", ".parquet"


class LiveWriter(MatchObserver):
    """Observes the matches that a process plays, one after the other, and writes each so far if somebody watches."""

    def __init__(self, run: Path) -> None:
        self._folder = Path(run).resolve() / _FOLDER  # a bot may change the current folder
        self._file = self._folder
        self._hands: Callable[[], bytes] = bytes
        self._next = 0.0
        """When to look next whether somebody watches: over all matches, as some are short."""

    def begin(self, chunk: int, hands: Callable[[], bytes]) -> None:
        """Start with a match; `hands` makes the file of its hands so far."""
        self._file = live_file(self._folder.parent, chunk)
        self._hands = hands

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:  # noqa: ARG002
        if time.monotonic() >= self._next:
            cost = self._write() if self._is_watched() else 0.0
            self._next = time.monotonic() + max(_SHORTEST_PAUSE, cost / SHARE_OF_TIME)

    def _is_watched(self) -> bool:
        try:
            return time.time() - (self._folder / _WATCHED).stat().st_mtime < _FRESH
        except OSError:
            return False

    def _write(self) -> float:
        """Write the match so far; return the seconds of processor time that it took."""
        started = time.process_time()
        try:
            with suppress(OSError), written_whole(self._file, wait_for_disk=False) as file:
                file.write(self._hands())
        except Exception:  # noqa: BLE001 (the run does not depend on it)
            _log.warning("a match could not be shown while it is played", exc_info=True)
        return time.process_time() - started


def live_file(run: Path, chunk: int) -> Path:
    """The file of a match while it is played."""
    return run / _FOLDER / f"{chunk:06}{_ENDING}"


def live_files(run: Path) -> dict[int, Path]:
    """The files of matches that are being played, by the numbers of their chunks."""
    paths = (run / _FOLDER).glob(f"[0-9]*{_ENDING}")
    return {int(path.stem): path for path in paths if path.stem.isdecimal()}


def ask_for_live_matches(run: Path) -> None:
    """Let whoever plays the run write its matches for half a minute. A folder that cannot be written has none."""
    with suppress(OSError):
        (run / _FOLDER).mkdir(exist_ok=True)
        (run / _FOLDER / _WATCHED).touch()


def stop_asking(run: Path) -> None:
    """Nobody watches any more; others who do will ask again."""
    with suppress(OSError):  # there is none, or it belongs to somebody else, or matches are being played
        (run / _FOLDER / _WATCHED).unlink(missing_ok=True)
        (run / _FOLDER).rmdir()


def remove_live_matches(run: Path) -> None:
    """Remove the matches that were being played. Only the process that plays the run may do it."""
    for path in live_files(run).values():
        path.unlink(missing_ok=True)
    remove_unfinished(run / _FOLDER, f"*{_ENDING}")
    with suppress(OSError):  # somebody watches
        (run / _FOLDER).rmdir()
