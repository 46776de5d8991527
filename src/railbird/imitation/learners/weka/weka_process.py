"""Weka as a process: where its program and Java are, and what it says when it is run.

Weka comes with the package python-weka-wrapper3, whose bindings are not used: `java` reads and writes ARFF files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, NamedTuple

from railbird.errors import LearnerError
from railbird.memory import available_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

_MEMORY_SHARE = 0.6
_MEGABYTE = 2**20
# Weka asks for it at every start, and complains at length without it.
_OPTIONS = ("--add-opens=java.base/java.lang=ALL-UNNAMED", "-Djava.awt.headless=true")


def find_java() -> str | None:
    """The Java runtime."""
    return shutil.which("java")


@lru_cache
def find_weka() -> Path | None:
    """The program of Weka in the package of the extra `weka`; the package itself is not imported."""
    spec = find_spec("weka")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        path = Path(folder) / "lib" / "weka.jar"
        if path.exists():
            return path
    return None


class WekaAnswer(NamedTuple):
    """What a run of Weka printed, and the most memory that its process had."""

    text: str
    peak_bytes: int


def run_weka(name: str, arguments: Sequence[str]) -> WekaAnswer:
    """Run a class of Weka; raise LearnerError if it fails."""
    java, weka = find_java(), find_weka()
    if weka is None:
        raise LearnerError("Weka is not installed: pip install 'railbird[weka]'")
    if java is None:
        raise LearnerError(
            "Weka needs Java, and there is no java: install a Java runtime, such as default-jre-headless"
        )
    heap = f"-Xmx{int(_MEMORY_SHARE * available_memory()) // _MEGABYTE}m"
    command = [java, *_OPTIONS, heap, "-cp", str(weka), name, *arguments]
    with TemporaryFile("w+") as out, TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=out, stderr=errors)  # noqa: S603
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        text, complaint = (_content(file) for file in (out, errors))
    if process.returncode or "Weka exception:" in complaint or "OutOfMemoryError" in complaint:
        lines = [line for line in complaint.splitlines() if line.strip()] or ["no reason given"]
        reason = next((line for line in lines if "xception" in line or "Error" in line), lines[0])
        raise LearnerError(f"Weka ({name}) failed: {reason.strip()}")
    return WekaAnswer(text, 1024 * usage.ru_maxrss)


def _content(file: IO[str]) -> str:
    file.seek(0)
    return file.read()
