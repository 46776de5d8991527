"""Writes reports to files: as an HTML page, or as JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.files import written_whole
from railbird.reports.page import page_of

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.reports.report import Report


def check_target(path: Path) -> None:
    """Raise FormatError if a report cannot be written to this path."""
    if path.suffix not in {".html", ".json"}:
        raise FormatError(f"{path}: name the file to write last, as .html or .json")
    if not path.parent.is_dir():
        raise FormatError(f"{path}: there is no folder {path.parent}")


def write_report(report: Report, path: Path) -> None:
    """Write a report as HTML or JSON, by the extension of the file."""
    check_target(path)
    with written_whole(path) as file:
        file.write((page_of(report) if path.suffix == ".html" else _figures(report)).encode())


def _figures(report: Report) -> str:
    return json.dumps(report.as_json(), indent=1, allow_nan=False, ensure_ascii=False) + "\n"
