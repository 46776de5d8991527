"""Memory that the processes of a run share: who was asked last in each of them, and equities.

It has no name in any file system, so nothing is left of it however the processes end.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.equity.shared_answers import table_bytes

if TYPE_CHECKING:
    from railbird.arena.plan import RunPlan

_WORD = 8
NOBODY = -1
_STREETS_WITH_BOARD = 3


@dataclass(frozen=True)
class LastAsked:
    """The player whose code a process has called last: where the process died, if it died."""

    seat: int
    hand: int
    """-1 before the first hand."""


class AskedRecord:
    """Where a process writes which player it is asking. Writing takes two assignments, as it happens with each action.

    A process that plays for nobody but itself writes to a list.
    """

    def __init__(self, words: memoryview | list[int] | None = None) -> None:
        self.words = [NOBODY, NOBODY] if words is None else words
        """The seat, or NOBODY, and the hand."""

    def read(self) -> LastAsked | None:
        """The player that is being asked; None if none is."""
        seat, hand = self.words
        return None if seat == NOBODY else LastAsked(seat, hand)

    def clear(self) -> None:
        self.words[0] = self.words[1] = NOBODY


class WorkerMemory:
    """The memory of all workers of a run."""

    def __init__(self, descriptor: int, workers: int) -> None:
        self.descriptor = descriptor
        self._workers = workers
        self._memory = memoryview(mmap.mmap(descriptor, os.fstat(descriptor).st_size))

    @classmethod
    def create(cls, plan: RunPlan, workers: int) -> WorkerMemory:
        """Memory for a number of workers, with room for the equities of a match."""
        return cls(nameless_file(2 * _WORD * workers + _answer_bytes(plan)), workers)

    def asked(self, worker: int) -> AskedRecord:
        """The record of one worker."""
        return AskedRecord(self._memory[2 * _WORD * worker : 2 * _WORD * (worker + 1)].cast("q"))

    @property
    def answers(self) -> memoryview:
        """Memory for `share_answers`."""
        return self._memory[2 * _WORD * self._workers :]

    def close(self) -> None:
        """Close the file; the memory is freed when no process uses it any more."""
        os.close(self.descriptor)


def own_answers(plan: RunPlan) -> memoryview:
    """Memory for `share_answers` in a process that plays alone."""
    return memoryview(mmap.mmap(-1, _answer_bytes(plan)))


def _answer_bytes(plan: RunPlan) -> int:
    return table_bytes(plan.hands * plan.game.players * _STREETS_WITH_BOARD)


def nameless_file(size: int) -> int:
    """The descriptor of a file of zeros in memory, or on a disk where the system has none in memory."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("railbird")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, size)
    return descriptor
