"""Expected times as text."""

from __future__ import annotations

import pytest

from railbird.progress import duration_text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "less than 0.1 seconds"),
        (0.1, "about 0.1 seconds"),
        (1.94, "about 1.9 seconds"),
        (2, "about 2 seconds"),
        (119, "about 119 seconds"),
        (120, "about 2 minutes"),
        (7_200, "about 2 hours"),
        (100 * 86_400, "about 100 days"),
        (5_775.4 * 86_400, "about 5,775 days"),
    ],
)
def test_a_duration_in_the_largest_unit_of_which_there_are_two(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text
