"""Commands as processes; and the sample logs: tests that read them are left out, and named, where there are none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from acpc.conftest import start, warm_start  # noqa: F401

DATA_VARIABLE = "RAILBIRD_DATA"
LEFT_OUT = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = []
    # eval7, a peer that results are compared with, calls its parser by old names.
    config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning:eval7")
    folder = os.environ.get(DATA_VARIABLE)
    if folder and not Path(folder).is_dir():
        raise pytest.UsageError(f"{DATA_VARIABLE} names {folder}, which is not a folder with the sample logs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, not skip: a skipped test looks like one that could have run here."""
    if os.environ.get(DATA_VARIABLE):
        return
    left_out = [item for item in items if item.get_closest_marker("sample_data")]
    if left_out:
        config.stash[LEFT_OUT] = [item.nodeid for item in left_out]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash[LEFT_OUT]
    if left_out:
        terminalreporter.write_line(
            f"{len(left_out)} left out ({', '.join(left_out)}): set {DATA_VARIABLE} to the folder with the sample logs"
        )


@pytest.fixture(scope="session")
def sample_data() -> Path:
    """The folder with the sample logs; only for tests that are marked `sample_data`."""
    return Path(os.environ[DATA_VARIABLE])
