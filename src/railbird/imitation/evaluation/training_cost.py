"""What training costs: time, processor time and memory."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")
_STATUS, _RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
_RESET_PEAK = "5"


@dataclass(frozen=True)
class TrainingCost:
    """What one training took."""

    seconds: float
    processor_seconds: float
    peak_bytes: int | None
    """The most memory beyond what the process had before; None where the system does not tell."""


def with_cost(work: Callable[[], Result]) -> tuple[Result, TrainingCost]:
    """Do the work, and measure it."""
    before = _resident_bytes("VmRSS")
    with suppress(OSError):
        _RESET.write_text(_RESET_PEAK)
    started, started_processor = perf_counter(), process_time()
    result = work()
    seconds, processor = perf_counter() - started, process_time() - started_processor
    after = _resident_bytes("VmHWM")
    peak = None if before is None or after is None else max(after - before, 0)
    return result, TrainingCost(seconds, processor, peak)


def _resident_bytes(field: str) -> int | None:
    with suppress(OSError):
        for line in _STATUS.read_text(encoding="ascii").splitlines():
            if line.startswith(f"{field}:"):
                return 1024 * int(line.split()[1])
    return None
