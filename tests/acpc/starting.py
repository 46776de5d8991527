"""Fixtures that start commands as processes, which end with the test, whatever becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from acpc.programs import Program, WarmProcess, WarmStart, cold_start

if TYPE_CHECKING:
    from collections.abc import Iterator

WARM_START = "warm_start"
"""The name under which workers are given the path of the shared warm process."""
WARM_PROCESS = pytest.StashKey[WarmProcess]()
"""The warm process that workers share."""


class Start(Protocol):
    """Starts a command in the folder of the test."""

    def __call__(self, *arguments: str | int, cold: bool = False) -> Program: ...


@pytest.fixture(scope="session")
def warm_start(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmStart]:
    """Workers share the warm process of the run; a run without workers may have to start its own."""
    shared = getattr(request.config, "workerinput", {}).get(WARM_START)
    if shared is not None:
        yield WarmStart(Path(shared))
        return
    process = WarmProcess(tmp_path_factory.mktemp("warm") / "start")
    yield WarmStart(process.path)
    process.close()


@pytest.fixture(scope="session")
def warm_programs(warm_start: WarmStart, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `railbird` and `python` that start at once."""
    folder = tmp_path_factory.mktemp("bin")
    warm_start.write_relays(folder)
    return folder


@pytest.fixture
def start(warm_start: WarmStart, tmp_path: Path) -> Iterator[Start]:
    programs: list[Program] = []

    def start_one(*arguments: str | int, cold: bool = False) -> Program:
        starter = cold_start if cold else warm_start
        errors = tmp_path / f"errors.{len(programs)}"
        programs.append(starter([str(argument) for argument in arguments], tmp_path, errors))
        return programs[-1]

    yield start_one
    for program in programs:
        program.close()
