"""What a bot has raised, in one line that says where."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb


def told(error: BaseException) -> str:
    """The exception, and the file, line and function that it comes from."""
    *_, last = extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno}, in {last.name})"
