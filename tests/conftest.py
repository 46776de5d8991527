"""Commands as processes; examples; and which tests are left out: the end of a run counts them.

Left out are tests that need what not every machine has (the sample logs, a browser, Java), and the deep ones unless
`-m` names them. Where CI is true there have to be a browser and Java.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acpc.programs import LONG, WarmProcess
from acpc.starting import WARM_PROCESS, WARM_START, start, warm_programs, warm_start  # noqa: F401
from browsers import NAMES, find_browser, running_browser
from examples_run import Examples
from railbird.bots.checking import kit
from railbird.compiled import available_cores
from railbird.equity.flop_tables import open_flop_tables
from railbird.files import cached_file
from railbird.imitation.learners.weka.weka_process import find_java
from sharing import locked, shared_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from xdist.workermanage import WorkerController

    from railbird.abstraction.hand_values import HandValues

DATA_VARIABLE = "RAILBIRD_DATA"
LONGEST = {
    "test_readme.py",
    "test_coverage.py",
    "test_execution.py",
    "test_table_browser.py",
    "test_many_players.py",
    "test_hands_browser.py",
    "test_tab_walk.py",
    "test_compiled.py",
    "test_percentile_buckets.py",
    "test_report_browser.py",
    "test_board_hand_buckets.py",
}
"""The files whose tests, with the deep ones, take more than half a minute."""
LOADED = 0.4
"""The share of the files without the warm process after which it has loaded everything."""
MOST_CORES = 8
FEW_COLLECTIONS = 20_000
"""New objects before the garbage collector looks for those that are no longer used (Python's own choice: 700)."""
LEFT_OUT = pytest.StashKey[dict[str, int]]()
"""Reasons, and the number of tests that each leaves out."""


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until the tests are collected
    config.stash[LEFT_OUT] = {}
    # eval7, a peer that results are compared with, calls its parser by old names.
    config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning:eval7")
    folder = os.environ.get(DATA_VARIABLE)
    if folder and not Path(folder).is_dir():
        raise pytest.UsageError(f"{DATA_VARIABLE} names {folder}, which is not a folder with the sample logs")
    if os.environ.get("CI") == "true" and find_java() is None:
        raise pytest.UsageError("no Java for the tests of Weka: install default-jre-headless")
    if os.environ.get("CI") == "true" and find_browser() is None:
        raise pytest.UsageError(f"no browser for the tests of pages: none of {', '.join(NAMES)} is installed")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than cores, because some tests wait for processes; each worker also has to collect all tests."""
    return min(available_cores(), MOST_CORES) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Load the warm process while the workers collect."""
    config.stash[WARM_PROCESS] = WarmProcess(Path(tempfile.mkdtemp()) / "start")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    node.workerinput[WARM_START] = str(node.config.stash[WARM_PROCESS].path)


def pytest_unconfigure(config: pytest.Config) -> None:
    if WARM_PROCESS in config.stash:
        process = config.stash[WARM_PROCESS]
        process.close()
        shutil.rmtree(process.path.parent)


@pytest.hookimpl(tryfirst=True)  # before -m chooses: each part of `make test` counts what all parts leave out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, not skip: a skipped test looks like one that could have run here."""
    if "deep" not in config.option.markexpr:
        leave_out(config, items, "deep", "deep tests: make deep")
    if not os.environ.get(DATA_VARIABLE):
        leave_out(config, items, "sample_data", f"no sample logs: {DATA_VARIABLE}=FOLDER make test")
    if find_java() is None:
        leave_out(config, items, "weka", "no Java for Weka: install a Java runtime, then make test")
    if find_browser() is None:
        leave_out(config, items, "browser", f"no browser: install {' or '.join(NAMES[:2])}, then make test")
    in_order(items)


def pytest_collection_finish() -> None:
    """Spare the garbage collector the modules and tests, which live to the end: it took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(FEW_COLLECTIONS)
    gc.enable()


def in_order(items: list[pytest.Item]) -> None:
    """Begin with files that do not need the warm process, which still loads; then mix those that do with the others.

    Tests that start processes wait for them, and the others compute: side by side they keep the cores busy. Several
    workers take file after file; none should be left with a long one in the end.
    """
    need_warm_start = {item.path for item in items if "warm_start" in getattr(item, "fixturenames", ())}
    paths = sorted(dict.fromkeys(item.path for item in items), key=lambda path: path.name not in LONGEST)
    waiting = [path for path in paths if path in need_warm_start]
    computing = [path for path in paths if path not in need_warm_start]
    places = {path: place / len(computing) for place, path in enumerate(computing)}
    places |= {path: LOADED + (1 - LOADED) * place / len(waiting) for place, path in enumerate(waiting)}
    items.sort(key=lambda item: places[item.path])


def leave_out(config: pytest.Config, items: list[pytest.Item], marker: str, reason: str) -> None:
    left_out = {item for item in items if item.get_closest_marker(marker)}
    if left_out:
        config.stash[LEFT_OUT][reason] = len(left_out)
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of several collects the tests, and reports to the process that prints the summary."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerController) -> None:
    """All workers collect the same tests."""
    node.config.stash[LEFT_OUT].update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for reason, count in config.stash[LEFT_OUT].items():
        terminalreporter.write_line(f"{count} left out, {reason}")


@pytest.fixture(scope="session", autouse=True)
def patient_checks() -> Iterator[None]:
    """A machine that does other things as well may let the quickest bot wait for more than a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kit, "_SECONDS_PER_ACTION", LONG)
        yield


@pytest.fixture(scope="session")
def sample_data() -> Path:
    """The folder with the sample logs; only for tests that are marked `sample_data`."""
    return Path(os.environ[DATA_VARIABLE])


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(shared_folder(tmp_path_factory) / "examples")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file; a longer life would disturb tests with event loops of their own."""
    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def built_tables() -> None:
    """Both flop tables are in the cache; two workers do not build them at once."""
    with locked(cached_file("tables", ".lock")):
        open_flop_tables()


@pytest.fixture(scope="session")
def built_hand_values() -> HandValues:
    """The tables of hand values; only for deep tests, because building them takes long."""
    from railbird.abstraction.hand_values import open_hand_values

    with locked(cached_file("tables", ".lock")):
        return open_hand_values()
