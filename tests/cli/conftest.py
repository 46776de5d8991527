"""Commands, in this process or in one of their own. To load everything anew takes a second or more.

In this process: what a command prints for which input. In one of its own: what depends on how it starts and ends.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pytest

from railbird import cli

if TYPE_CHECKING:
    from pathlib import Path

COMPILING = "Compiling for first use, which takes some seconds; the next start is fast.\n"


def without_progress(errors: str) -> str:
    """What a command has said, without the notice of compilation and the lines of a slow machine."""
    return re.sub(
        r"^(?!Playing hands).*: .*(seconds|minutes|hours) so far.*\n", "", errors.replace(COMPILING, ""), flags=re.M
    )


class Done(NamedTuple):
    """What a command has left behind."""

    status: int
    stdout: str
    stderr: str


class Command(Protocol):
    """Runs a command; what is said while code is compiled for the first time does not count."""

    def __call__(self, *arguments: str | float | Path) -> Done: ...


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """In this process, where an exception that nobody expects is one of the test."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*arguments: str | float | Path) -> Done:
        monkeypatch.setattr(sys, "argv", ["railbird", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        out, err = capsys.readouterr()
        return Done(int(stop.value.code or 0), out, without_progress(err))

    return run


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch, warm_programs: Path) -> Command:
    """In a process of its own, forked from one that has everything loaded."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*arguments: str | float | Path) -> Done:
        command = [str(warm_programs / "railbird"), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        return Done(done.returncode, done.stdout, without_progress(done.stderr))

    return run
