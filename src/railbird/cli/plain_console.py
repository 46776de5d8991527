"""The console that commands print to."""

from __future__ import annotations

import os

from rich.console import Console

from railbird.cli.screen_width import ENDLESS


def plain_console(*, stderr: bool = False, width: int | None = ENDLESS) -> Console:
    """A console without markup, which names may look like, and without any styles if NO_COLOR is set.

    By default it does not wrap lines, which could cut off digits; without a width, it wraps them as the terminal does.
    """
    return Console(
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        width=width,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )
