"""Descriptions of the exceptions that bots raise, with the line of the user's own code."""

from __future__ import annotations

import sysconfig
from functools import cache
from pathlib import Path
from traceback import extract_tb, format_exception


def describe_error(error: BaseException) -> str:
    """The exception in one line, with the file, line and function of the user's code that raised it.

    If none of the user's code was running, the line is that of the code that raised it.
    """
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{type(error).__name__}: {error.msg} ({Path(error.filename).name}, line {error.lineno})"
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    users = [frame for frame in frames if not _is_installed(frame.filename)]
    *_, last = users or frames or extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno}, in {last.name})"


def users_traceback(error: BaseException) -> str:
    """The traceback as Python prints it, from the first line of the user's own code."""
    traceback = error.__traceback__
    while traceback is not None and _is_installed(traceback.tb_frame.f_code.co_filename):
        traceback = traceback.tb_next
    return "".join(format_exception(type(error), error, traceback or error.__traceback__))


def _is_installed(filename: str) -> bool:
    """Whether a file belongs to Railbird, to Python or to an installed package."""
    return filename.startswith("<") or any(Path(filename).is_relative_to(folder) for folder in _installed_folders())


@cache
def _installed_folders() -> tuple[Path, ...]:
    paths = sysconfig.get_paths()
    return Path(__file__).parents[1], *(Path(paths[name]) for name in ("stdlib", "purelib", "platlib"))
