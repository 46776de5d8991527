"""Small logs of our own making, and files that a test writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def fixtures() -> Path:
    """The folder of small logs."""
    return FIXTURES


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Writes a text, or bytes, to a file."""

    def write(content: str | bytes, name: str = "some.log") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
