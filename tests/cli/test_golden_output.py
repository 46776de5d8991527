"""What commands write for programs does not change: keys, their order, and values to ten digits.

Programs of users read it. The files in `golden` were written before tables had typed columns.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from typer.testing import CliRunner

from arena.runs import LIMIT_3P, plan_of
from railbird.arena import Results, results_as_json
from railbird.cli import app
from railbird.cli.standings_output import print_standings

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "golden"
LOG = Path(__file__).parent.parent / "formats" / "fixtures" / "limit_3p.log"


def rounded(value: Any) -> Any:
    """Floating-point numbers to ten digits: the last ones depend on the processor."""
    if isinstance(value, float):
        return float(f"{value:.10g}")
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return {key: rounded(part) for key, part in value.items()} if isinstance(value, dict) else value


def json_text(content: dict[str, Any]) -> str:
    return json.dumps(rounded(content), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def made_up_results() -> Results:
    """Four bots at tables of three: one lead is luck, one bot has incidents, all-ins are adjusted, a tie is exact."""
    plan = plan_of("Ann=call", "Bob=raise", "Cleo=fold", "Dan=random", game=LIMIT_3P, hands=12)
    deals = np.tile(np.arange(6.0), 2)
    won = np.stack([np.stack([deals - 2, 1 - deals * table, (table - 1) * deals + 1]) for table in range(4)]) * 10
    counts = {"Ann": {}, "Bob": {"failed": 1200, "late": 3}, "Cleo": {}, "Dan": {}}
    return Results(plan, {"payoff": won, "expected": won / 2}, counts, {"Bob": "match 0, hand 7: no idea"})


def analysis() -> str:
    done = CliRunner().invoke(app, ["analyse", str(LOG), "--json"])
    return json_text(json.loads(done.stdout))


def standings_json() -> str:
    return json_text(results_as_json(made_up_results()))


@pytest.mark.parametrize(("name", "make"), [("analysis.json", analysis), ("standings.json", standings_json)])
def test_json(name: str, make: Callable[[], str]) -> None:
    assert make() == (GOLDEN / name).read_text(encoding="utf-8")


def test_standings_on_the_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10000")
    print_standings(made_up_results())
    assert capsys.readouterr().out == (GOLDEN / "standings.txt").read_text(encoding="utf-8")


def test_csv(tmp_path: Path) -> None:
    CliRunner().invoke(app, ["analyse", str(LOG), "--csv", str(tmp_path)])
    files = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in sorted(tmp_path.iterdir())}
    cells = {name: [[_number(cell) for cell in row] for row in csv.reader(lines)] for name, lines in files.items()}
    assert json_text(cells) == (GOLDEN / "csv.json").read_text(encoding="utf-8")


def _number(cell: str) -> float | str:
    """What looks like a fraction; all else as it stands in the file."""
    return float(cell) if cell.replace(".", "", 1).removeprefix("-").isdigit() and "." in cell else cell
