"""A newcomer guesses the file from the name of the thing: names are unique, and tests mirror the package."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import railbird

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(railbird.__file__).parent
TESTS = Path(__file__).parent
SHARED = {"__init__", "__main__", "_kernels", "build"}
"""These mean the same in every package."""


def public_classes(module: Path) -> Iterator[str]:
    """Classes, and other types that a module defines."""
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target)


def test_no_two_modules_have_the_same_basename() -> None:
    modules = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        if path.stem not in SHARED:
            modules[path.stem].append(path)
    assert {name: paths for name, paths in modules.items() if len(paths) > 1} == {}


def test_no_two_test_modules_have_the_same_basename() -> None:
    """Pytest imports them by it."""
    names = Counter(path.stem for path in TESTS.rglob("*.py") if path.stem not in {"__init__", "conftest"})
    assert [name for name, count in names.items() if count > 1] == []


def test_no_two_public_classes_have_the_same_name() -> None:
    homes = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for name in public_classes(path):
            homes[name].append(path)
    assert len(homes) > 150
    assert {name: paths for name, paths in homes.items() if len(paths) > 1 and not name.startswith("_")} == {}


def test_tests_mirror_the_package() -> None:
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    assert [folder for folder in folders if not (PACKAGE / folder / "__init__.py").exists()] == []
