"""What the reports of the tests are about: runs, results that nobody played, logs with odd names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from arena.runs import LIMIT, plan_of
from railbird.analysis import Tally
from railbird.arena import Results, RunFolder, play_run
from railbird.formats.logs import open_log
from railbird.reports import Source, read_logs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"
ODD_NAMES = ("</script><script>alert(1)</script>", '<b>&amp;"', "$x^2$ 'q' <a href=\"x\">")
FAILING = """
from railbird.bots.reference.simple import CallBot

class Failing(CallBot):
    def act(self, view):
        raise KeyError("<lost>")
"""


def played(path: Path, *bots: str, game: str, hands: int) -> RunFolder:
    """A run that is complete."""
    run = RunFolder.create(path, plan_of(*bots, game=game, hands=hands), command="railbird tournament")
    play_run(run, workers=1)
    return run


def made_up(payoffs: NDArray[np.float64], *bots: str) -> Source:
    """A heads-up run with these results, by table, place and deal."""
    plan = plan_of(*bots, game=LIMIT, hands=payoffs.shape[2])
    assert payoffs.shape[:2] == (len(plan.tables), 2)
    results = Results(plan, {"payoff": payoffs, "expected": payoffs}, {name: {} for name in bots}, {})
    return Source(name="made up", arguments="made-up", tally=Tally(), results=results)


def of_log(path: Path) -> Source:
    return read_logs([open_log(path)])


def log_with_odd_names(folder: Path) -> Path:
    """The hands of a fixture, played by people whose names look like parts of a page."""
    text = (FIXTURES / "limit_3p.log").read_text()
    for name, odd in zip(("Ann", "Bob", "Cleo"), ODD_NAMES, strict=True):
        text = text.replace(name, odd)
    path = folder / "odd & <names>.log"
    path.write_text(text)
    return path
