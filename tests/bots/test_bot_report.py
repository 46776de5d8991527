"""The text of the report on a checked bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.bots.checking.bot_report import CheckResult, Failure


@pytest.mark.parametrize(("count", "text"), [(0, "there is nothing to check"), (1, "1 situation"), (2, "2 situations")])
def test_a_report_counts_situations(count: int, text: str) -> None:
    result = CheckResult("hooks", "Hooks come in order.", count)
    assert str(result).splitlines()[0].endswith(text)
    if count:
        failed = replace(result, failures=(Failure("no hook was called"),))
        assert str(failed).splitlines()[0].endswith(f"FAILED, {text}")
