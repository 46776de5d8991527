"""A newcomer guesses the file from the name of the thing: no two modules share a basename."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import railbird

SHARED = {"__init__", "__main__", "_kernels", "build"}
"""These mean the same in every package."""


def test_no_two_modules_have_the_same_basename() -> None:
    modules = defaultdict(list)
    for path in Path(railbird.__file__).parent.rglob("*.py"):
        if path.stem not in SHARED:
            modules[path.stem].append(path)
    assert {name: paths for name, paths in modules.items() if len(paths) > 1} == {}
