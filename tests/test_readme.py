"""What the documents show is what happens: their commands and their Python, docstrings, examples.

In ```console blocks, every `$ command` is run and has to print what is shown: its output if it succeeds, its
complaint if it fails. They are started by the process that has everything loaded, and those of the README, among the
deep tests, also as a reader starts them. ```python blocks are doctests; those of one page share their names. ```py and
```toml blocks that start with the name of a file are that file, for the commands of the page. ```sh blocks hold what
sets up, builds or measures for minutes: these commands only have to exist.
"""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import railbird

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from examples_run import Examples

PROJECT = Path(__file__).parent.parent
PAGES = [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted((PROJECT / "docs").glob("*.md"))]
EXAMPLES = [
    pytest.param(path, id=path.name, marks=pytest.mark.deep if path.name == "demo.py" else ())
    for path in sorted((PROJECT / "examples").glob("*.py"))
]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.M)
_LINK = re.compile(r"\]\(([^)#]+?)(?:#[^)]*)?\)")
_LONG = ("converge", "match akuma", "match watching_bot", "--hands 3000", "--hands 2000 --orders", "exploit cfr-limit")
"""Parts of commands that take seconds, and write nothing that the rest of the page needs."""
_BUILDS_TABLES = "open_flop_tables"
_BIN = Path(sys.executable).parent


def blocks(page: Path, kind: str) -> list[str]:
    return [text for language, text in _BLOCK.findall(page.read_text()) if language == kind]


def shown_commands() -> list[ParameterSet]:
    return [
        pytest.param(page, command, output, id=f"{page.name}: {command}", marks=_marks(command))
        for page in PAGES
        for block in blocks(page, "console")
        for command, output in _COMMAND.findall(block)
    ]


def _marks(command: str) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.deep,) if any(word in command for word in _LONG) else ()


def pages_that_build_tables() -> list[Path]:
    return [page for page in PAGES if any(_BUILDS_TABLES in block for block in blocks(page, "python"))]


def mentioned_commands() -> list[ParameterSet]:
    return [
        pytest.param(line, id=f"{page.name}: {line}")
        for page in PAGES
        for block in blocks(page, "sh")
        for line in block.splitlines()
    ]


def modules_with_examples() -> list[str]:
    package = Path(railbird.__file__).parent
    sources = [path for path in package.rglob("*.py") if ">>>" in path.read_text()]
    names = [path.relative_to(package.parent).with_suffix("").parts for path in sorted(sources)]
    return [".".join(parts).removesuffix(".__init__") for parts in names]


def run(command: list[str], folder: Path = PROJECT, *, programs: Path = _BIN) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "80"}
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=folder, timeout=900, check=False
    )


def check_doctests(test: doctest.DocTest) -> None:
    complaints: list[str] = []
    failed, tried = doctest.DocTestRunner(verbose=False).run(test, out=complaints.append, clear_globs=False)
    assert tried > 0
    assert failed == 0, "".join(complaints)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """A folder for each page, with the files that it shows."""
    folders = {page: tmp_path_factory.mktemp(page.stem) for page in PAGES}
    for page, folder in folders.items():
        write_files(page, folder)
    return folders


def write_files(page: Path, folder: Path) -> None:
    for block in [*blocks(page, "py"), *blocks(page, "toml")]:
        if name := re.match(r"# (\w+\.(?:py|toml))\n", block):
            (folder / name[1]).write_text(block)


@pytest.mark.parametrize(("page", "command", "output"), shown_commands())
def test_a_command_prints_what_is_shown(
    folders: dict[Path, Path], warm_programs: Path, page: Path, command: str, output: str
) -> None:
    assert_prints(command, output, folder=folders[page], programs=warm_programs)


def assert_prints(command: str, output: str, *, folder: Path, programs: Path) -> None:
    done = run(["sh", "-c", command], folder, programs=programs)
    printed = done.stdout if done.returncode == 0 else done.stderr
    assert [line.rstrip() for line in printed.splitlines()] == output.splitlines()


@pytest.mark.deep
def test_21_7_after_warm_up_a_reader_of_the_readme_waits_for_no_compilation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands are started as a reader starts them, with a cache that only `railbird warm-up` has filled."""
    cache, page = tmp_path / "cache", PAGES[0]
    monkeypatch.setenv("RAILBIRD_CACHE", str(cache))
    done = run(["railbird", "warm-up"], tmp_path)
    assert re.fullmatch(r"Compiled what the usual commands need in \d+ seconds\.\n", done.stdout), done.stderr
    compiled = {path for path in cache.rglob("*") if path.is_file()}
    assert compiled
    write_files(page, tmp_path)
    for block in blocks(page, "console"):
        for command, output in _COMMAND.findall(block):
            assert_prints(command, output, folder=tmp_path, programs=_BIN)
    examples = tmp_path / "examples.txt"
    examples.write_text("\n".join(blocks(page, "python")))
    assert run([sys.executable, "-m", "doctest", str(examples)], tmp_path).returncode == 0
    assert {path for path in cache.rglob("*") if path.is_file()} == compiled


@pytest.mark.parametrize("line", mentioned_commands())
def test_a_command_that_is_mentioned_exists(warm_programs: Path, line: str) -> None:
    match shlex.split(line, comments=True):
        case ["make", target]:
            assert re.search(rf"^{re.escape(target)}:", (PROJECT / "Makefile").read_text(), re.M)
        case ["railbird", *names]:
            assert run([str(warm_programs / "railbird"), *names, "--help"]).returncode == 0
        case ["python", "-m", module]:
            assert importlib.util.find_spec(module) is not None
        case ["python", script, *_]:
            assert run([sys.executable, str(PROJECT / script), "--help"]).returncode == 0
        case ["pytest", *arguments]:
            assert run([sys.executable, "-m", "pytest", "--collect-only", *arguments]).returncode == 0
        case _:
            pytest.fail(f"no check for this kind of command: {line}")


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_the_python_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but what builds tables."""
    monkeypatch.chdir(tmp_path)
    check_python([block for block in blocks(page, "python") if _BUILDS_TABLES not in block], page)


@pytest.mark.deep
@pytest.mark.usefixtures("built_tables")
@pytest.mark.parametrize("page", pages_that_build_tables(), ids=lambda page: page.name)
def test_the_python_of_a_page_that_builds_tables(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_python(blocks(page, "python"), page)


def check_python(python_blocks: list[str], page: Path) -> None:
    names: dict[str, object] = {}
    for number, block in enumerate(python_blocks, start=1):
        test = doctest.DocTestParser().get_doctest(block, names, f"{page.name}, block {number}", str(page), 0)
        check_doctests(test)
        # A test has a copy of the names that it is given.
        names = test.globs


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_readme_starts_with_the_two_commands() -> None:
    first = _BLOCK.search((PROJECT / "README.md").read_text())
    assert first is not None
    assert [line.split("#")[0].strip() for line in first[2].splitlines()] == ["make demo", "make test"]


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        if test.examples:
            check_doctests(test)


def test_docstrings_have_examples() -> None:
    assert "railbird.equity.calculate" in modules_with_examples()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(examples: Examples, example: Path) -> None:
    done, _ = examples(example.name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
