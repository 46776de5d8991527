"""What `import railbird` offers, and that it costs nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import railbird


@pytest.mark.parametrize("name", sorted(railbird._HOMES))
def test_every_name_is_the_thing_of_its_home(name: str) -> None:
    assert getattr(railbird, name) is getattr(import_module(f"railbird.{railbird._HOMES[name]}"), name)


def test_packages_need_no_import_of_their_own() -> None:
    code = "import railbird; print(railbird.equity.equity(['AhKh'], board='Qs Jh 2d', opponents=2).method)"
    assert run(code) == "exact"
    assert run("import railbird; print(railbird.hand_strength('AhKh', 'Qs Jh 2d') > 0.5)") == "True"


def test_nothing_is_imported_before_it_is_used() -> None:
    loaded = run("import sys, railbird; print(*sys.modules)").split()
    assert [name for name in loaded if name.startswith(("railbird.", "numpy", "numba"))] == []


def test_all_names_are_listed() -> None:
    assert {"hand_strength", "make_bot", "play_match", "equity", "__version__"} <= {*dir(railbird)}


def test_other_names_are_refused_with_those_that_there_are() -> None:
    with pytest.raises(AttributeError, match="railbird has no nothing; it has Bot, "):
        railbird.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_the_types_have_the_same_names() -> None:
    stub = Path(railbird.__file__).with_suffix(".pyi").read_text()
    assert {*re.findall(r"import (\w+) as \1", stub)} == {*railbird._HOMES, *railbird._PACKAGES}


def run(code: str) -> str:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    return ran.stdout.strip()
