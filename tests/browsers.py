"""The browser that tests open pages in."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first has no window at all, and takes half the time."""
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_browser() -> str | None:
    """The first that is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    name = find_browser()
    assert name is not None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=name, args=list(OPTIONS))
        yield browser
        browser.close()
