"""One-line descriptions of the exceptions that bots raise."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb


def describe_error(error: BaseException) -> str:
    """The exception with the file, line and function that raised it."""
    *_, last = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno}, in {last.name})"
