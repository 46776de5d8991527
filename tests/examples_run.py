"""Examples, each run once, in a folder of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "examples"


class Examples:
    """Runs them when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._done: dict[str, subprocess.CompletedProcess[str]] = {}

    def __call__(self, name: str) -> tuple[subprocess.CompletedProcess[str], Path]:
        """What an example printed, and the folder in which it ran."""
        folder = self._folder / Path(name).stem
        if name not in self._done:
            folder.mkdir()
            command = [sys.executable, str(FOLDER / name)]
            self._done[name] = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=300, check=False
            )
        return self._done[name], folder
