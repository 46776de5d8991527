"""The page for people who extend Railbird is true: its layers are those that lint holds, its files exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent
PACKAGE = PROJECT / "src" / "railbird"
PAGE = (PROJECT / "docs" / "8-extend-railbird.md").read_text(encoding="utf-8")


def contract() -> list[set[str]]:
    """The layers of the import contract, the topmost first; `_kernels` are part of what they serve."""
    tools = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    layers = tools["importlinter"]["contracts"][0]["layers"]
    return [
        modules for layer in layers if (modules := {name.strip() for name in re.split(r"[|:]", layer)} - {"_kernels"})
    ]


def shown() -> list[str]:
    rows = re.findall(r"^\| (`railbird\.\w+`(?:, `railbird\.\w+`)*) \|", PAGE, re.M)
    return [name for row in rows for name in re.findall(r"railbird\.(\w+)", row)]


def test_the_table_of_layers_is_the_import_contract() -> None:
    names = shown()
    for layer in contract():
        assert set(names[: len(layer)]) == layer
        names = names[len(layer) :]
    assert names == []


def test_every_module_and_package_has_a_layer() -> None:
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__", "_kernels"}
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert set(shown()) == modules | packages


def test_every_file_that_is_named_exists() -> None:
    named = re.findall(r"`((?:\w+/)+(?:\w+\.py)?)`", PAGE)
    assert len(named) > 50
    assert [name for name in named if not (PACKAGE / name).exists() and not (PROJECT / name).exists()] == []
