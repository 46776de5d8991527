"""Runs that are played once, and the report of the demo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT_3P, NOLIMIT_3P, written
from railbird.reports import Source, read_run
from reports.samples import FAILING, played

if TYPE_CHECKING:
    from railbird.arena import RunFolder


@pytest.fixture(scope="session")
def tournament_run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = tmp_path_factory.mktemp("tournament")
    return played(folder / "run", "call", "raise", "fold", "random", game=LIMIT_3P, hands=30)


@pytest.fixture(scope="session")
def tournament(tournament_run: RunFolder) -> Source:
    return read_run(tournament_run)


@pytest.fixture(scope="session")
def all_in_match(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """With all-in hands, whose luck is not the same for all in the end, and a bot that fails."""
    folder = tmp_path_factory.mktemp("match")
    failing = written(folder, "failing.py", FAILING)
    return read_run(played(folder / "no-limit", "all-in", "random", f"F={failing}:Failing", game=NOLIMIT_3P, hands=25))
