"""What several workers share: the first one does the work, and the others wait for it."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time is inside, of all that name the same file."""
    with Path(path).open("a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """A temporary folder that is the same for all workers of a run."""
    folder = factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
