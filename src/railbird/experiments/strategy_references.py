"""References to strategies of an experiment in specs: `strategy:file=@five` plays the file of strategy `five`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.bots.spec_text import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_REFERENCE = re.compile(r"=@([A-Za-z0-9_-]+)")


def strategies_in(spec: str) -> list[str]:
    """The names of the strategies that a spec refers to."""
    return _REFERENCE.findall(spec)


def with_files(spec: str, files: Mapping[str, Path]) -> str:
    """The spec with the files of its strategies."""
    return _REFERENCE.sub(lambda match: f"={quoted(str(files[match[1]]))}", spec)
