"""What every page must be: no wider than the window, and of use without a mouse and without eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = [
    (360, "dark"),
    pytest.param(1920, "light", marks=pytest.mark.deep),
    pytest.param(360, "light", marks=pytest.mark.deep),
    pytest.param(1920, "dark", marks=pytest.mark.deep),
]
"""Widths in pixels, and colours."""
FAULTS = """() => {
  const told = (one) => `${one.tagName.toLowerCase()}.${one.className} ${one.textContent.trim().slice(0, 40)}`;
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true });
  const name = (one) => one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.title || one.textContent;
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  if (document.querySelectorAll("h1").length > 1) faults.push("several titles");
  for (const one of document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=img], img")) {
    if (isShown(one) && !(name(one).trim() || one.alt)) faults.push(`no name: ${told(one)}`);
  }
  for (const one of document.querySelectorAll(".card")) {
    if (!one.getAttribute("aria-label") && !one.closest("[aria-hidden=true]")) faults.push(`no name: ${told(one)}`);
  }
  for (const one of document.querySelectorAll("[onclick], [tabindex]")) {
    if (one.tabIndex > 0) faults.push(`out of order: ${told(one)}`);
  }
  const before = document.activeElement;
  for (const one of document.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']")) {
    if (!isShown(one) || one.disabled) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement !== one) faults.push(`no focus: ${told(one)}`);
    else if (getComputedStyle(one).outlineStyle === "none") faults.push(`focus is not seen: ${told(one)}`);
  }
  before.focus({ preventScroll: true });
  return [...new Set(faults)];
}"""


def check_page(page: Page) -> None:
    """Check that a page fits, that all it offers has a name, and that the focus of the keyboard is seen everywhere."""
    page.keyboard.press("Shift")  # whoever uses the keyboard is shown the focus
    faults = page.evaluate(FAULTS)
    assert not faults, f"{page.url}: {faults}"


def go(page: Page, path: str) -> None:
    """Open another path in the same browser."""
    page.goto(urljoin(page.url, path))
    page.wait_for_selector("main[data-shown]")
