"""Writes the golden report: `PYTHONPATH=tests python tests/reports/golden_report.py`. Read the difference first."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from arena.runs import LIMIT_3P
from railbird import __version__
from railbird.reports import make_report, read_run
from railbird.reports.page import page_of
from reports.samples import played

GOLDEN = Path(__file__).parent / "golden" / "tournament.html"
BOTS = ("call", "raise", "fold", "all-in-equity")
_PLOTLY = re.compile(r"<script>/\*\*.*?</script>", re.S)


def page(folder: Path) -> str:
    """The page on a tournament of bots that draw nothing, without Plotly's script and the version of Railbird.

    It is played in the current folder, because the page has the path of the run.
    """
    text = page_of(make_report(read_run(played(folder, *BOTS, game=LIMIT_3P, hands=12))))
    text, scripts = _PLOTLY.subn("<script>Plotly</script>", text)
    assert scripts == 1
    return text.replace(f"Railbird {__version__}", "Railbird VERSION")


def main() -> None:
    GOLDEN.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        GOLDEN.write_text(page(Path("run")), encoding="utf-8")


if __name__ == "__main__":
    main()
