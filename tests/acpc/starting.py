"""Fixtures that start commands as processes, which end with the test, whatever becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from acpc.programs import Program, WarmStart, cold_start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Start(Protocol):
    """Starts a command in the folder of the test."""

    def __call__(self, *arguments: str | int, cold: bool = False) -> Program: ...


@pytest.fixture(scope="session")
def warm_start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmStart]:
    starter = WarmStart(tmp_path_factory.mktemp("warm") / "start")
    yield starter
    starter.close()


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
