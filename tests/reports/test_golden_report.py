"""The golden report: a page that was read through once, and stays the same byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reports.golden_report import GOLDEN, page

if TYPE_CHECKING:
    import pytest


def test_the_report_on_a_run_does_not_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert page(Path("run")).splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()
