"""Commands as processes; examples; and what not every machine has: tests that need it are left out, and named.

The sample logs, and a browser. Where CI is true there has to be a browser.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from acpc.conftest import start, warm_start  # noqa: F401
from browsers import NAMES, find_browser
from examples_run import Examples

DATA_VARIABLE = "RAILBIRD_DATA"
LEFT_OUT = pytest.StashKey[dict[str, list[str]]]()
"""By reason."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = {}
    # eval7, a peer that results are compared with, calls its parser by old names.
    config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning:eval7")
    folder = os.environ.get(DATA_VARIABLE)
    if folder and not Path(folder).is_dir():
        raise pytest.UsageError(f"{DATA_VARIABLE} names {folder}, which is not a folder with the sample logs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, not skip: a skipped test looks like one that could have run here."""
    if not os.environ.get(DATA_VARIABLE):
        leave_out(config, items, "sample_data", f"set {DATA_VARIABLE} to the folder with the sample logs")
    if find_browser() is None:
        if os.environ.get("CI") == "true" and any(item.get_closest_marker("browser") for item in items):
            raise pytest.UsageError(f"no browser for the tests of pages: none of {', '.join(NAMES)} is installed")
        leave_out(config, items, "browser", f"install {' or '.join(NAMES[::2])}, a browser to open pages in")


def leave_out(config: pytest.Config, items: list[pytest.Item], marker: str, reason: str) -> None:
    left_out = [item for item in items if item.get_closest_marker(marker)]
    if left_out:
        config.stash[LEFT_OUT][reason] = [item.nodeid for item in left_out]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for reason, left_out in config.stash[LEFT_OUT].items():
        terminalreporter.write_line(f"{len(left_out)} left out ({', '.join(left_out)}): {reason}")


@pytest.fixture(scope="session")
def sample_data() -> Path:
    """The folder with the sample logs; only for tests that are marked `sample_data`."""
    return Path(os.environ[DATA_VARIABLE])


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))
