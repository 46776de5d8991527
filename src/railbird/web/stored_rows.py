"""Rows of stored JSON results as tables of the page: estimates with their margins, numbers to four digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def shown_rows(key: str, title: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The rows in the form of `shown_table`; columns are the keys of the rows."""
    keys = [*dict.fromkeys(name for row in rows for name in row)]
    return {
        "key": key,
        "title": title,
        "columns": [
            {
                "key": name,
                "heading": name.replace("_", " "),
                "meaning": "",
                "is_text": any(isinstance(row.get(name), str) for row in rows),
                "csv_keys": [name],
            }
            for name in keys
        ],
        "rows": [[_cell(row.get(name)) for name in keys] for row in rows],
    }


def _cell(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):  # an estimate
        low, high = value.get("interval") or (None, None)
        mean = value.get("mean")
        margin = "" if low is None or high is None else f" ± {(high - low) / 2:.3g}"
        return {"text": f"{_text(mean)}{margin}", "value": mean, "csv": [mean]}
    return {"text": _text(value), "value": value, "csv": [value]}


def _text(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
