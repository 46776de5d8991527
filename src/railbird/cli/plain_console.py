"""The console that commands print to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rich.console import Console

from railbird.cli.screen_width import ENDLESS

if TYPE_CHECKING:
    from typing import TextIO


def plain_console(*, stderr: bool = False, width: int | None = ENDLESS, file: TextIO | None = None) -> Console:
    """A console without markup, which names may look like; no styles if NO_COLOR is set, and none in a file.

    By default it does not wrap lines, which could cut off digits; without a width, it wraps them as the terminal does.
    """
    return Console(
        file=file,
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        width=width,
        color_system=None if file is not None or os.environ.get("NO_COLOR") else "auto",
    )
