"""References in specs to strategies and files of an experiment: `strategy:file=@five` plays the file of `five`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from railbird.bots.spec_text import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_REFERENCE = re.compile(r"=@([A-Za-z0-9_-]+)")


def references_in(spec: str) -> list[str]:
    """The names of the strategies and files that a spec refers to."""
    return _REFERENCE.findall(spec)


def with_files(spec: str, files: Mapping[str, Path]) -> str:
    """The spec with the paths of its strategies and files."""
    return _REFERENCE.sub(lambda match: f"={quoted(str(files[match[1]]))}", spec)
