"""The browser that tests open pages in."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """The first that is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
