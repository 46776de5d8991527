"""Examples, each run once, in a folder of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from sharing import locked

FOLDER = Path(__file__).parent.parent / "examples"


class Examples:
    """Runs an example when it is first asked for, by whichever worker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def __call__(self, name: str) -> tuple[subprocess.CompletedProcess[str], Path]:
        """What an example printed, and the folder in which it ran."""
        folder = self._folder / Path(name).stem
        outcome = folder.with_suffix(".json")
        with locked(folder.with_suffix(".lock")):
            if not outcome.exists():
                folder.mkdir()
                outcome.write_text(json.dumps(self._run(name, folder)))
        status, output, errors = json.loads(outcome.read_text())
        return subprocess.CompletedProcess(name, status, output, errors), folder

    def _run(self, name: str, folder: Path) -> tuple[int, str, str]:
        command = [sys.executable, str(FOLDER / name)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        return done.returncode, done.stdout, done.stderr
