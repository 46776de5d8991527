"""Hands of runs as logs and as PHH files: as a match of the same bots would have written them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT, LIMIT_3P, NOLIMIT, NOLIMIT_3P, plan_of
from railbird.arena import RunFolder, export_run, play_run
from railbird.bots import make_bot
from railbird.errors import FormatError, StoreError
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.logs import PhhLog, check_log
from railbird.games import game_named, parse_game
from railbird.play import play_match

if TYPE_CHECKING:
    from railbird.games import GameDefinition, HandRecord

# Where one of four folds, three may share a pot that cannot be divided by three.
FOUR = parse_game(
    """GAMEDEF
limit
numPlayers = 4
numRounds = 1
blind = 1 2 0 0
raiseSize = 2
firstPlayer = 3
maxRaises = 1
numSuits = 4
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
""",
    name="four",
)
HOLDEM_FOUR = parse_game(
    """GAMEDEF
limit
numPlayers = 4
numRounds = 4
blind = 5 10 0 0
raiseSize = 10 10 20 20
firstPlayer = 3 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
""",
    name="holdem.four",
)
BOTS = ["A=random:fold=0.2", "B=random:fold=0.2,raise=0.2", "C=call", "D=random:fold=1,call=9,raise=0"]


def played(folder: Path, game: str | GameDefinition, **others: object) -> RunFolder:
    definition = game_named(game) if isinstance(game, str) else game
    run = RunFolder.create(folder / "run", plan_of(*BOTS[: definition.players], game=definition, **others))  # type: ignore[arg-type]
    play_run(run)
    return run


def content(log: Path) -> list[str]:
    """All but the header, which tells the limits of time."""
    return [line for line in log.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("game", [LIMIT, NOLIMIT, LIMIT_3P, NOLIMIT_3P, "kuhn.limit.2p", "leduc.limit.3p", FOUR])
def test_logs_are_those_of_matches(game: str | GameDefinition, tmp_path: Path) -> None:
    run = played(tmp_path, game, hands=40, seed=9, matches=1 if game is FOUR else 2)
    chunks = run.plan.chunks()
    assert export_run(run, tmp_path / "logs") == len(chunks) == len(list((tmp_path / "logs").iterdir()))
    for chunk in chunks:
        plan = run.plan.match_plan(chunk)
        log = tmp_path / "logs" / f"{plan.name}.log"
        bots = [
            make_bot(run.plan.entrants[entrant].spec, seed=seed)
            for entrant, seed in zip(chunk.seats, plan.bot_seeds(), strict=True)
        ]
        play_match(bots, plan.game, hands=40, seed=chunk.seed, names=plan.names, log=tmp_path / "match.log")
        assert content(log) == content(tmp_path / "match.log")
        assert len(content(log)) == 41
        checked = check_log(AcpcLog(log, plan.game))
        assert (checked.hands, checked.unchecked, checked.problems) == (40, 0, [])


def test_the_header_names_the_match_and_its_limits(tmp_path: Path) -> None:
    run = played(tmp_path, LIMIT, hands=2, seed=9, seconds_per_action=2.5)
    export_run(run, tmp_path / "new" / "logs")
    logs = sorted((tmp_path / "new" / "logs").iterdir())
    assert [log.name for log in logs] == ["table0.match0.0.log", "table0.match0.1.log"]
    assert logs[1].read_text(encoding="utf-8").splitlines()[:2] == [
        f"# name/game/hands/seed table0.match0.1 {LIMIT}.game 2 9",
        "#--t_response 2500",
    ]
    assert logs[1].read_text(encoding="utf-8").endswith(":B|A\n")


def fractions(records: list[HandRecord]) -> set[int]:
    """The denominators of what was won."""
    return {Fraction(chips).denominator for record in records for chips in record.final_state().payoffs()}


def test_parts_of_chips_survive_exactly(tmp_path: Path) -> None:
    run = played(tmp_path, FOUR, hands=200, seed=9, duplicate=False)
    export_run(run, tmp_path / "logs")
    (log,) = (tmp_path / "logs").iterdir()
    records = list(AcpcLog(log, FOUR))
    assert fractions(records) == {1, 2, 3}
    totals = dict.fromkeys("ABCD", Fraction())
    for record in records:
        for name, chips in zip(record.players, record.final_state().payoffs(), strict=True):
            totals[name] += chips
    printed = [f"{float(chips):.6f}".rstrip("0").rstrip(".") for chips in totals.values()]
    assert content(log)[-1] == f"SCORE:{'|'.join(printed)}:A|B|C|D"


@pytest.mark.parametrize("game", [LIMIT, NOLIMIT, LIMIT_3P, NOLIMIT_3P, HOLDEM_FOUR])
def test_phh_files_have_the_same_hands(game: str | GameDefinition, tmp_path: Path) -> None:
    run = played(tmp_path, game, hands=60, seed=9, duplicate=False)
    assert export_run(run, tmp_path / "out", phh=True) == export_run(run, tmp_path / "out") == 1
    log = list(AcpcLog(tmp_path / "out" / "table0.match0.0.log", run.plan.game))
    file = PhhLog(tmp_path / "out" / "table0.match0.0.phhs")
    records = list(file)
    assert file.problems == []
    assert len(records) == 60
    for mine, theirs in zip(records, log, strict=True):
        assert (mine.number, mine.players, mine.actions) == (theirs.number, theirs.players, theirs.actions)
        assert mine.payoffs == theirs.final_state().payoffs()
        assert mine.board == theirs.board


def test_phh_files_have_exact_parts_of_chips(tmp_path: Path) -> None:
    """Pots are shared by two with half a chip, and by three with a third."""
    run = played(tmp_path, HOLDEM_FOUR, hands=60, seed=13, duplicate=False)
    export_run(run, tmp_path / "out", phh=True)
    records = list(PhhLog(tmp_path / "out" / "table0.match0.0.phhs"))
    assert {2, 3} <= fractions(records)
    assert all(record.payoffs == record.final_state().payoffs() for record in records)


def test_a_game_that_phh_has_not_leaves_no_file(tmp_path: Path) -> None:
    run = played(tmp_path, "leduc.limit.2p", hands=3)
    with pytest.raises(FormatError, match=r"table0.match0.0.phhs: hand 0 cannot be written"):
        export_run(run, tmp_path / "out", phh=True)
    assert not (tmp_path / "out").exists()


def test_a_run_that_is_not_complete_is_not_exported(tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path / "run", plan_of("call", "fold"))
    with pytest.raises(StoreError, match=f"{run.path} is not complete: .* --resume {run.path}"):
        export_run(run, tmp_path / "out")
    assert not (tmp_path / "out").exists()


GOLDEN = Path(__file__).parent / "golden"
MATCHES = {
    "limit": (("call", "raise", "all-in-equity"), {"game": LIMIT_3P, "hands": 6, "seed": 5}),
    "nolimit": (("all-in", "ev", "call"), {"game": NOLIMIT_3P, "hands": 3, "seed": 7}),
}


@pytest.mark.parametrize("phh", [False, True])
@pytest.mark.parametrize("name", MATCHES)
def test_exported_files_do_not_change(tmp_path: Path, name: str, phh: bool) -> None:
    """Byte for byte what they were when runs were stored as text."""
    bots, options = MATCHES[name]
    folder = RunFolder.create(tmp_path / "run", plan_of(*bots, **options))
    play_run(folder)
    export_run(folder, tmp_path / "files", phh=phh)
    files = sorted((tmp_path / "files").iterdir())
    text = "".join(f"### {path.name}\n{path.read_text(encoding='utf-8')}" for path in files)
    assert text == (GOLDEN / f"{name}.{'phh' if phh else 'logs'}.txt").read_text(encoding="utf-8")
