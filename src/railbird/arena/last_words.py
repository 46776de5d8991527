"""Says which bot was asked when this process died, for runs that are played in this process.

Nothing in a process can report that it has died, so a small process waits beside it, and writes a line if it ends
without notice: after a crash in compiled code, for instance, or if a library has called `exit`.
"""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from railbird.arena.worker_memory import AskedRecord, nameless_file

if TYPE_CHECKING:
    from typing import Self

    from railbird.play import MatchPlan

_BYTES = 16
# It reads the names of the players of each match from its input, one line each, and an empty line at the end.
_BYSTANDER = """
import os, struct, sys
match = ""
for line in sys.stdin:
    match = line.rstrip("\\n")
    if not match:
        break
if match:
    seat, hand = struct.unpack("qq", os.pread(int(sys.argv[1]), 16, 0))
    name, *players = match.split("\\t")
    who = f"in the code of {players[seat]} " if seat >= 0 else ""
    where = f"{name}, hand {hand}" if hand >= 0 else f"{name}, before the first hand"
    text = f"railbird: the process that played has died {who}in {where}; --isolate plays each bot in its own process"
    os.write(2, f"{text}; {sys.argv[2]}\\n".encode())
"""


class LastWords:
    """Context in which matches are played, after `begin` for each."""

    def __init__(self, advice: str) -> None:
        """The advice says how to go on."""
        self._descriptor = nameless_file(_BYTES)
        self.asked = AskedRecord(memoryview(mmap.mmap(self._descriptor, _BYTES)).cast("q"))
        self.asked.clear()
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", "-S", "-c", _BYSTANDER, str(self._descriptor), advice],
            pass_fds=[self._descriptor],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # the keyboard does not interrupt it
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate(b"\n")
        os.close(self._descriptor)

    def begin(self, plan: MatchPlan) -> None:
        """Note the match that is about to be played."""
        self.asked.clear()
        with suppress(OSError):  # it has been ended
            self._process.stdin.write("\t".join([plan.name, *plan.names, "\n"]).encode())  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
