"""The cache of compiled code: filled once, never stale, never in the package's own folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import railbird
from railbird import compiled

SOURCE = Path(railbird.__file__).parent

ONE_HAND = """
from railbird.progress import report_compilation_to
from railbird.cards import parse_cards

class Told:
    def compiling(self, name): print("compiling", name)
    def compiled(self): print("compiled")

with report_compilation_to(Told()):
    from railbird.cards.strength import strength
    print(strength(parse_cards("AsKsQsJsTs2c2d")))
"""

WEAKEST_HAND_ON_A_BOARD = """
import numpy as np
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.river._kernels import sort_hands

cards, hands, strengths = np.empty(47, np.uint8), np.empty((1081, 2), np.uint8), np.empty(1081, np.uint16)
sort_hands(np.array([0, 5, 18, 31, 44], np.uint8), strength_tables(7), cards, hands, strengths)
print(strengths[0])
"""


def run(program: str, *, cache: Path, package: Path = SOURCE) -> list[str]:
    """What the program prints, line by line, with the package from a folder of its own."""
    settings = {"RAILBIRD_CACHE": str(cache), "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=os.environ | settings,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def folders_of_code(cache: Path) -> set[str]:
    return {path.name for path in (cache / "compiled").iterdir()}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    copy = tmp_path / "lib" / "railbird"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A cache with the code for one hand, and what the process printed that filled it."""
    cache = tmp_path_factory.mktemp("filled")
    return cache, run(ONE_HAND, cache=cache)


@pytest.fixture
def filled(first_start: tuple[Path, list[str]], tmp_path: Path) -> Path:
    """A copy of that cache."""
    return Path(shutil.copytree(first_start[0], tmp_path / "filled"))


def test_the_first_start_compiles_and_the_second_takes_the_code_from_the_cache(
    first_start: tuple[Path, list[str]], filled: Path
) -> None:
    assert first_start[1] == ["compiling strength_of_sequence", "compiled", "7462"]
    folders = folders_of_code(filled)
    assert list((filled / "compiled").rglob("*.nbc"))
    assert run(ONE_HAND, cache=filled) == ["7462"]
    assert folders_of_code(filled) == folders


INTERRUPTED = """
import signal
from railbird.progress import report_compilation_to
from railbird.cards import parse_cards
from railbird.cards.strength import strength

class Impatient:
    def compiling(self, name): signal.raise_signal(signal.SIGINT)
    def compiled(self): print("compiled")

signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell it is ignored
hand = parse_cards("AsKsQsJsTs2c2d")
try:
    with report_compilation_to(Impatient()):
        strength(hand)
except KeyboardInterrupt:
    print("interrupted")
print(strength(hand))
"""


@pytest.mark.deep
def test_code_from_the_cache_is_loaded_without_what_only_compiling_needs(tmp_path: Path) -> None:
    program = ONE_HAND + "import sys; print('numba.np.npyimpl' in sys.modules, 'scipy.linalg' in sys.modules)"
    assert run(program, cache=tmp_path)[-1] == "True False"
    assert run(program, cache=tmp_path)[-1] == "False False"


@pytest.mark.deep
def test_a_function_is_compiled_after_another_was_loaded_from_the_cache(tmp_path: Path) -> None:
    first = run(ONE_HAND, cache=tmp_path)
    again = run(ONE_HAND + WEAKEST_HAND_ON_A_BOARD, cache=tmp_path)
    assert first[-1] in again
    assert again[-1] == run(WEAKEST_HAND_ON_A_BOARD, cache=tmp_path)[-1]


def test_an_interrupt_waits_until_a_kernel_is_compiled(tmp_path: Path) -> None:
    assert run(INTERRUPTED, cache=tmp_path) == ["compiled", "interrupted", "7462"]


def test_a_second_interrupt_does_not_wait() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        _interrupt_twice()
    assert signal.getsignal(signal.SIGINT) is before


def _interrupt_twice() -> None:
    with compiled.interrupts_wait():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the second interrupt waits")


def test_interrupts_do_not_wait_for_what_other_threads_compile() -> None:
    with ThreadPoolExecutor(1) as pool:
        handler = pool.submit(_handler_while_compiling).result()
    assert handler is signal.getsignal(signal.SIGINT)


def _handler_while_compiling() -> object:
    with compiled.interrupts_wait():
        return signal.getsignal(signal.SIGINT)


@pytest.mark.deep
def test_of_processes_that_start_together_one_compiles(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        printed = [*pool.map(lambda _: run(ONE_HAND, cache=tmp_path), range(3))]
    assert sorted(map(len, printed)) == [1, 1, 3]
    assert {lines[-1] for lines in printed} == {"7462"}


@pytest.mark.deep
def test_a_change_in_a_kernel_is_noticed_by_the_kernels_of_other_files(package: Path, tmp_path: Path) -> None:
    (before,) = run(WEAKEST_HAND_ON_A_BOARD, cache=tmp_path, package=package)
    assert run(WEAKEST_HAND_ON_A_BOARD, cache=tmp_path, package=package) == [before]
    edit(
        package / "cards" / "strength" / "_kernels.py",
        "return values[np.uint32(key + offsets[key >> _ROW_BITS])]",
        "return values[np.uint32(key + offsets[key >> _ROW_BITS])] + np.uint16(1)",
    )
    assert run(WEAKEST_HAND_ON_A_BOARD, cache=tmp_path, package=package) == [str(int(before) + 1)]


@pytest.mark.deep
def test_a_change_in_a_kernel_leaves_the_code_of_kernels_that_do_not_depend_on_it(
    package: Path, tmp_path: Path
) -> None:
    answer = run(ONE_HAND, cache=tmp_path, package=package)
    edit(package / "equity" / "river" / "_kernels.py", "CARDS_LEFT = 47", "CARDS_LEFT = 47 + 0")
    assert run(ONE_HAND, cache=tmp_path, package=package) == answer[-1:]


def test_the_code_of_the_same_sources_in_another_place_has_the_same_folder(package: Path, filled: Path) -> None:
    folders = folders_of_code(filled)
    run("import railbird.cards.strength", cache=filled, package=package)
    assert folders_of_code(filled) == folders


@pytest.mark.deep
def test_a_package_that_cannot_be_written_stays_as_it_is(package: Path, tmp_path: Path) -> None:
    before = [package, *package.rglob("*")]
    for path in before:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert run(ONE_HAND, cache=tmp_path, package=package)[-1] == "7462"
        # The superuser can write here all the same: nothing may appear.
        assert set(package.rglob("*")) == set(before[1:])
    finally:
        for path in before:
            path.chmod(0o755)
    assert list((tmp_path / "compiled").rglob("*.nbc"))


@pytest.mark.deep
def test_kernels_work_where_no_cache_can_be_written(tmp_path: Path) -> None:
    occupied = tmp_path / "a file"
    occupied.write_text("not a folder")
    program = f"import tempfile; tempfile.tempdir = {str(tmp_path)!r}\n{ONE_HAND}"
    assert run(program, cache=occupied)[-1] == "7462"
    assert (tmp_path / f"railbird-{os.getuid()}" / "compiled").is_dir()


@pytest.mark.parametrize(
    ("pattern", "kept"),
    [
        ("*.nb?", 0.5),
        *(
            pytest.param(pattern, kept, marks=pytest.mark.deep)
            for pattern, kept in [("*.nbi", 0.0), ("*.nbi", 0.5), ("*.nbc", 0.0), ("*.nbc", 0.5), ("*.nb?", 0.0)]
        ),
    ],
)
def test_damaged_code_is_compiled_again(filled: Path, pattern: str, kept: float) -> None:
    """An index and the code that it names, cut off as by a full disk; nothing is printed but the notice."""
    damaged = list((filled / "compiled").rglob(pattern))
    assert damaged
    for path in damaged:
        os.truncate(path, int(kept * path.stat().st_size))
    assert run(ONE_HAND, cache=filled) == ["compiling strength_of_sequence", "compiled", "7462"]
    assert run(ONE_HAND, cache=filled) == ["7462"]


FAILING = """
from railbird.compiled import inlined, kernel

@inlined
def checked(number):
    if number > 3:
        raise ValueError("too large", 3)
    return number

@kernel
def doubled(number):
    return 2 * checked(number)

@kernel
def quadrupled(number):
    return 2 * doubled(number)
"""


@pytest.mark.parametrize(
    "version",
    [pytest.param(compiled._TRIED_NUMBA, id="tried"), pytest.param(["0", "0"], id="other", marks=pytest.mark.deep)],
)
def test_errors_within_functions_that_a_kernel_calls_are_those_of_python(tmp_path: Path, version: list[str]) -> None:
    """Inlined ones, and kernels, which Python can call as well. Compiled, then from the cache."""
    (tmp_path / "failing.py").write_text(FAILING)
    program = f"""
import sys
sys.path.append({str(tmp_path)!r})
from railbird import compiled
compiled._NUMBA = {version!r}
from failing import doubled, quadrupled
for function in (quadrupled, doubled):
    print(function(3))
    try:
        function(5)
    except ValueError as error:
        print(error.args)
"""
    for _ in range(2):
        assert run(program, cache=tmp_path) == ["12", "('too large', 3)", "6", "('too large', 3)"]


MAKING = """
from typing import NamedTuple
import numpy as np
from railbird.compiled import inlined, kernel

class Pair(NamedTuple):
    first: np.ndarray
    second: np.ndarray

@inlined
def same(numbers):
    return numbers

@inlined
def pair(numbers):
    return Pair(numbers, numbers)

@inlined
def total(numbers):
    return np.zeros(3).sum() + numbers.sum()

@kernel
def call_same(numbers):
    return same(numbers)[0]

@kernel
def call_pair(numbers):
    return pair(numbers).first[0]

@kernel
def call_total(numbers):
    return total(numbers)
"""


@pytest.mark.kernels
def test_inlined_functions_that_make_or_return_arrays_are_refused(tmp_path: Path) -> None:
    """They do not count references, so that an array would be released too often, or never."""
    (tmp_path / "making.py").write_text(MAKING)
    program = f"""
import sys
sys.path.append({str(tmp_path)!r})
import numpy as np
from making import call_pair, call_same, call_total
messages = {{call_same: "same returns arrays", call_pair: "pair returns arrays", call_total: "<function total"}}
for call, message in messages.items():
    try:
        call(np.ones(3))
    except Exception as error:
        print(message in str(error))
"""
    assert run(program, cache=tmp_path) == ["True"] * 3


FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
"""


@pytest.mark.deep
def test_code_that_cannot_be_kept_answers_all_the_same(tmp_path: Path) -> None:
    answer = ["compiling strength_of_sequence", "compiled", "7462"]
    assert run(FULL_DISK + ONE_HAND, cache=tmp_path) == answer
    assert run(ONE_HAND, cache=tmp_path) == answer
    assert run(ONE_HAND, cache=tmp_path) == ["7462"]


def test_available_cores_are_those_of_this_process(tmp_path: Path) -> None:
    """Limited to one core, as a container or a queue may do."""
    program = """
import os
from railbird.compiled import available_cores
assert available_cores() == len(os.sched_getaffinity(0))
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
print(available_cores())
"""
    assert run(program, cache=tmp_path) == ["1"]


@pytest.mark.deep
def test_code_that_was_not_used_for_a_month_is_removed_and_code_in_use_counts_as_used_today(filled: Path) -> None:
    day = 24 * 3600
    used = list((filled / "compiled").iterdir())
    for folder in used:
        os.utime(folder, (time.time() - 20 * day,) * 2)
    for name, days in (("old", 40), ("recent", 20)):
        folder = filled / "compiled" / name
        folder.mkdir()
        (folder / "code.nbc").write_bytes(b"code")
        os.utime(folder, (time.time() - days * day,) * 2)
    run(ONE_HAND, cache=filled)
    assert "old" not in folders_of_code(filled)
    assert "recent" in folders_of_code(filled)
    assert all(time.time() - folder.stat().st_mtime < 3600 for folder in used)


def test_the_cache_folders_of_other_packages_are_left_alone() -> None:
    program = """
import numba
before = numba.config.CACHE_DIR
import railbird.cards.strength
assert numba.config.CACHE_DIR == before
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
