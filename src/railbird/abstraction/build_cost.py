"""What building the tables of an abstraction takes, stated before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.errors import GameError
from railbird.memory import available_memory, bytes_text


@dataclass(frozen=True)
class BuildCost:
    """Memory at the peak, disk space and time; all 0 if there is nothing to build."""

    memory: int = 0
    """Bytes."""
    disk: int = 0
    """Bytes."""
    seconds: float = 0.0
    """Estimated time on this machine."""

    def __add__(self, later: BuildCost) -> BuildCost:
        """The cost of building one after the other."""
        return BuildCost(max(self.memory, later.memory), self.disk + later.disk, self.seconds + later.seconds)

    def check_memory(self, name: str) -> None:
        """Raise GameError if there is not enough memory to build what `name` names."""
        free = available_memory()
        if self.memory > free:
            raise GameError(
                f"building {name} needs {bytes_text(self.memory)} of memory, but {bytes_text(free)} are free"
            )
