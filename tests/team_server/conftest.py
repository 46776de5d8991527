"""The table at which teams play; no program of a member is left when a test ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from team_server.dealer_table import Table
from team_server.member_programs import left_programs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acpc.starting import Start


@pytest.fixture
def table(start: Start, tmp_path: Path) -> Iterator[Table]:
    yield Table(start, tmp_path)
    assert left_programs(tmp_path) == []
