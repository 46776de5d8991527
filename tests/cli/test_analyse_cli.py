"""`railbird analyse` as its users meet it: tables, files for programs, and one line for what is wrong."""

from __future__ import annotations

import csv
import gzip
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arena.runs import LIMIT_3P, plan_of
from railbird.analysis import Tally
from railbird.arena import RunFolder, RunPlan, export_run, play_run, read_entrants, read_results, with_shadows
from railbird.arena.playing import play_chunk
from railbird.formats.columns.hand_columns import BATCH
from railbird.games import game_named
from railbird.statistics import RateUnit

if TYPE_CHECKING:
    from cli.conftest import Command

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"
LOG = FIXTURES / "limit_3p.log"
GOOD = "STATE:7:frc/rc/rc/rc:AdJd|6dQc|5cQs/As6s2c/Ah/8d:70|-70|0:Alice|Bob|Charlie"
KEYS = ("results", "tracker", "ends", "streets", "frequencies", "showdowns", "categories")
TITLES = {
    "results": "Results",
    "tracker": "Tracker statistics",
    "ends": "Chips by the street on which hands ended",
    "streets": "Actions by street",
    "frequencies": "Frequencies of actions by street",
    "showdowns": "Showdowns",
    "categories": "Wins and losses by size",
}


@pytest.fixture
def analyse(command: Command) -> Command:
    return lambda *arguments: command("analyse", *arguments)


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Two good hands, and lines that cannot be read."""
    path = tmp_path / "mixed.log"
    path.write_text("\n".join([GOOD, "nonsense", GOOD.replace(":7:", ":8:"), GOOD[:40]]) + "\n")
    return path


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    run = RunFolder.create(
        folder, plan_of("A=random:fold=0.2", "B=random:raise=0.4", "C=call", game=LIMIT_3P, hands=20)
    )
    play_run(run)
    return folder


def rows_of(text: str) -> dict[str, list[list[str]]]:
    """By title of the table: its lines in words, the headings first."""
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    return {lines[0]: [re.split(r"\s{2,}", line.strip()) for line in lines[1:]] for lines in blocks}


def test_all_tables_are_printed(analyse: Command) -> None:
    done = analyse(LOG, "--wide")
    assert (done.status, done.stderr) == (0, "")
    rows = rows_of(done.stdout)
    assert list(rows) == list(TITLES.values())
    assert rows["Results"] == [
        ["player", "hands", "chips", "mbb/hand", "bb/100", "won", "lost", "all-in won"],
        ["Ann", "4", "+87.5", "+2,188", "+218.8", "2", "2", "-"],
        ["Bob", "4", "-52.5", "-1,312", "-131.2", "3", "1", "-"],
        ["Cleo", "4", "-35", "-875", "-87.5", "0", "3", "-"],
    ]
    assert rows["Tracker statistics"][1] == [
        *("Ann", "4", "0", "50.0 %", "25.0 %", "100.0 %", "1", "3.00", "3", "1", "66.7 %", "3", "50.0 %", "2"),
    ]
    assert ["Ann", "flop", "3", "0", "2", "1", "2", "0"] in rows["Actions by street"]
    assert ["Bob", "MinWin", "won at most the small and the big blind together", "2", "50.0 %", "+7.5"] in rows[
        "Wins and losses by size"
    ]


def test_only_the_tables_and_players_that_are_asked_for(analyse: Command) -> None:
    done = analyse(LOG, "--table", "ends", "--table", "showdowns", "--player", "Bob", "--player", "Ann")
    assert rows_of(done.stdout) == {
        TITLES["ends"]: [
            ["player", "net", "preflop", "flop", "turn", "river", "showdown"],
            ["Ann", "87.5", "-5.0", "0.0", "100.0", "0.0", "-7.5"],
            ["Bob", "-52.5", "5.0", "0.0", "-80.0", "0.0", "22.5"],
        ],
        TITLES["showdowns"]: [
            ["player", "showdowns", "won", "share"],
            ["Ann", "2", "1", "50.0 %"],
            ["Bob", "2", "2", "100.0 %"],
        ],
    }


@pytest.mark.parametrize("key", KEYS)
def test_every_table_is_known_by_its_name(analyse: Command, key: str) -> None:
    assert list(rows_of(analyse(LOG, "--table", key).stdout)) == [TITLES[key]]


def test_definitions_are_printed_on_request(analyse: Command) -> None:
    meaning = "W$SD: won money at showdown: share of showdowns won"
    assert meaning not in analyse(LOG).stdout
    lines = analyse(LOG, "--table", "tracker", "--definitions", "--wide").stdout.splitlines()
    assert meaning in lines
    headings = lines[1].replace("saw flop", "saw_flop").split()[1:-1]
    assert [line.partition(":")[0].replace(" ", "_") for line in lines[5:]] == headings


def test_json_has_everything(analyse: Command) -> None:
    done = analyse(LOG, "--json")
    assert (done.status, done.stderr) == (0, "")
    content = json.loads(done.stdout, parse_constant=pytest.fail)
    assert list(content) == ["hands", "games", "tables", "definitions", "starting_hands", "curves"]
    assert (content["hands"], content["games"]) == (4, {"holdem.limit.3p": 4})
    assert tuple(content["tables"]) == KEYS
    assert [row["player"] for row in content["tables"]["results"]] == ["Ann", "Bob", "Cleo"]
    assert content["tables"]["results"][0]["chips"] == 87.5
    assert content["tables"]["results"][0]["all-in won"] is None
    assert content["tables"]["results"][0]["bb/100"] == {"mean": 218.75, "margin": None}
    assert tuple(content["definitions"]) == KEYS
    assert content["definitions"]["tracker"]["W$SD"] == "won money at showdown: share of showdowns won"
    assert content["curves"]["Ann"] == [[0, 0.0], [1, -0.5], [2, -1.5], [3, -1.25], [4, 8.75]]
    assert set(content["starting_hands"]) == {"Ann", "Bob", "Cleo"}
    for hands in content["starting_hands"].values():
        assert all(hand["hands"] for hand in hands)
        assert sum(hand["hands"] for hand in hands) == 4
    (eights,) = [hand for hand in content["starting_hands"]["Bob"] if hand["name"] == "88"]
    assert eights == {"name": "88", "hands": 1, "walks": 0, "played": 1, "raised": 0, "chips": 20.0}


def test_json_of_one_hand_is_valid(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "one.log"
    path.write_text(GOOD + "\n")
    content = json.loads(analyse(path, "--json").stdout, parse_constant=pytest.fail)
    assert content["hands"] == 1
    assert [row["bb/100"]["margin"] for row in content["tables"]["results"]] == [None] * 3


def test_json_of_some_tables_and_players(analyse: Command) -> None:
    content = json.loads(analyse(LOG, "--json", "--table", "tracker", "--player", "Cleo").stdout)
    assert list(content["tables"]) == ["tracker"]
    assert [row["player"] for row in content["tables"]["tracker"]] == ["Cleo"]
    assert list(content["starting_hands"]) == list(content["curves"]) == ["Cleo"]


def test_csv_files_have_what_json_has(analyse: Command, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tables"
    done = analyse(LOG, "--csv", folder)
    assert (done.status, done.stdout, done.stderr) == (0, f"8 tables in {folder}\n", "")
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{key}.csv" for key in (*KEYS, "starting-hands"))
    tables = json.loads(analyse(LOG, "--json").stdout)["tables"]
    for key in KEYS:
        with (folder / f"{key}.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        expected = [
            {name: "" if cell is None else str(cell) for name, cell in numbers_of(row).items()} for row in tables[key]
        ]
        assert [list(row) for row in rows] == [list(row) for row in expected]
        assert rows == expected


def test_csv_of_starting_hands(analyse: Command, tmp_path: Path) -> None:
    assert analyse(LOG, "--csv", tmp_path / "all", "--player", "Bob").status == 0
    with (tmp_path / "all" / "starting-hands.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    eights = {"player": "Bob", "hand": "88", "hands": "1", "walks": "0", "played": "1", "raised": "0", "chips": "20.0"}
    assert eights in rows
    assert {row["player"] for row in rows} == {"Bob"}
    assert analyse(FIXTURES / "kuhn_3p.log", "--csv", tmp_path / "kuhn").stdout == f"7 tables in {tmp_path / 'kuhn'}\n"
    done = analyse(LOG, "--csv", tmp_path / "one", "--table", "ends")
    assert done.stdout == f"1 table in {tmp_path / 'one'}\n"


def numbers_of(row: dict[str, Any]) -> dict[str, Any]:
    """A rate is two numbers."""
    numbers = {}
    for name, cell in row.items():
        if isinstance(cell, dict):
            numbers |= {name: cell["mean"], f"{name} margin": cell["margin"]}
        else:
            numbers[name] = cell
    return numbers


def test_csv_of_names_with_commas_quotes_and_letters_beyond_ascii(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "names.log"
    path.write_text(GOOD.replace("Alice", 'A, "B"').replace("Bob", "Jörg") + "\n", encoding="utf-8")
    assert analyse(path, "--csv", tmp_path / "tables", "--table", "results").status == 0
    with (tmp_path / "tables" / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == ['A, "B"', "Jörg", "Charlie"]
    assert [row["bb/100 margin"] for row in rows] == [""] * 3  # nothing is known of the error of one hand


def test_csv_into_a_file_is_one_line(analyse: Command, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine\n")
    done = analyse(LOG, "--csv", taken)
    assert done.status == 1
    assert len(done.stderr.splitlines()) == 1
    assert taken.read_text() == "mine\n"


def test_several_sources_are_counted_together(analyse: Command) -> None:
    sources = [FIXTURES / name for name in ("limit_3p.log", "nolimit_2p.log", "old_limit_3p.log", "session.phhs")]
    done = analyse(*sources, "--json")
    assert done.status == 0
    games = "holdem.limit.3p, holdem.nolimit.2p.reverse_blinds, old.limit.3p, unnamed games"
    assert done.stderr == f"railbird: hands of different games are counted together: {games}\n"
    content = json.loads(done.stdout)
    assert content["hands"] == 4 + 4 + 3 + 2 == sum(content["games"].values())
    results = {row["player"]: row for row in content["tables"]["results"]}
    assert results["Ann"]["hands"] == 4 + 4 + 3
    assert results["Ann"]["chips"] == 87.5 + 20_350 + (10 + 0 - 2)
    assert set(results) == {"Ann", "Bob", "Cleo", "p1", "p2", "p3"}


def test_games_of_the_same_name_are_added_up(analyse: Command) -> None:
    done = analyse(FIXTURES / "session.phhs", FIXTURES / "heads_up.phh", "--json")
    assert json.loads(done.stdout)["games"] == {"": 3}


@pytest.mark.parametrize(
    ("name", "hands", "rows"),
    [
        ("old_doyle_2p.log", 4, {"Ann": 1000 + 1 + 10 + 2, "Bob": -1013}),
        ("old_limit_3p.log", 3, {"Ann": 8, "Bob": 0, "Cleo": -8}),
        ("heads_up.phh", 1, {'Ann "Ace" O\'Hara': -7900, "Bob": 7900}),
        ("side_pots.phh", 1, None),
        ("kuhn_3p.log", 3, {"Ann": -3, "Bob": 7, "Cleo": -4}),
    ],
)
def test_logs_of_every_kind(analyse: Command, name: str, hands: int, rows: dict[str, float] | None) -> None:
    done = analyse(FIXTURES / name, "--json")
    assert (done.status, done.stderr) == (0, "")
    content = json.loads(done.stdout)
    assert content["hands"] == hands
    chips = {row["player"]: row["chips"] for row in content["tables"]["results"]}
    assert sum(chips.values()) == 0
    assert rows is None or chips == rows


def test_a_gzipped_log(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "some.log.gz"
    path.write_bytes(gzip.compress(LOG.read_bytes()))
    assert analyse(path) == analyse(LOG)


def test_a_log_without_a_header_and_the_game_by_name(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "six.log"
    path.write_text("STATE:0:r9999fffff:5d5c|9hQd|8dAs||2c2d|:-50|-100|150|0|0|0:a|b|c|d|e|f\n")
    done = analyse(path, "--kind", "acpc", "--game", "pluribus.nolimit.6p", "--json")
    assert json.loads(done.stdout)["games"] == {"pluribus.nolimit.6p": 1}


def test_a_run_gives_what_its_logs_give(analyse: Command, run_folder: Path, tmp_path: Path) -> None:
    run = RunFolder.open(run_folder)
    export_run(run, tmp_path / "logs")
    logs = [tmp_path / "logs" / f"{run.plan.match_plan(chunk).name}.log" for chunk in run.plan.chunks()]
    of_run, of_logs = analyse(run_folder, "--json"), analyse(*logs, "--json")
    assert (of_run.status, of_run.stderr) == (of_logs.status, of_logs.stderr) == (0, "")
    first, second = json.loads(of_run.stdout), json.loads(of_logs.stdout)
    assert first["hands"] == 20 * len(logs)
    for content in (first, second):
        # Only a run knows which of its hands have the same cards.
        del content["definitions"]["results"]
        for row in content["tables"]["results"]:
            for rate in ("mbb/hand", "bb/100"):
                row[rate] = round(row[rate]["mean"], 6)
    assert first == second


def test_the_margins_of_a_run_are_those_of_its_standings(analyse: Command, run_folder: Path, tmp_path: Path) -> None:
    results = read_results(RunFolder.open(run_folder))
    rows = json.loads(analyse(run_folder, "--json", "--table", "results").stdout)["tables"]["results"]
    for row in rows:
        rate = results.win_rate(results.names.index(row["player"]), unit=RateUnit.BB_PER_100)
        assert (row["bb/100"]["mean"], row["bb/100"]["margin"]) == pytest.approx((rate.mean, rate.margin))
    # Two bots that win what the other one lost with the same cards: there is no doubt that they are equal.
    play_run(RunFolder.create(tmp_path / "kuhn", plan_of("call", "raise", game="kuhn.limit.2p", hands=20)), workers=1)
    printed = rows_of(analyse(tmp_path / "kuhn", "--table", "results").stdout)["Results"]
    assert printed[1][:5] == ["call", "40", "+0", "+0", "+0.0"]


def test_a_source_given_twice_is_one_line(analyse: Command, run_folder: Path) -> None:
    for sources in ((LOG, LOG), (run_folder, LOG, run_folder), (LOG, LOG.parent / ".." / "fixtures" / LOG.name)):
        done = analyse(*sources)
        assert (done.status, done.stdout) == (2, "")
        assert done.stderr == f"railbird: {sources[-1]} is given twice: its hands would count twice\n"


def test_only_the_first_of_many_problems_are_printed(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "other.log"
    path.write_text(GOOD + "\n" + "STATE:torn\n" * 30)
    done = analyse(path, "--table", "results")
    assert done.status == 1
    assert len(done.stderr.splitlines()) == 11
    assert done.stderr.splitlines()[-1] == "and 20 more: railbird log check shows them all"


def test_an_incomplete_run_is_one_line(analyse: Command, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run = RunFolder.create(folder, plan_of("A=call", "B=call", "C=call", game=LIMIT_3P, hands=2))
    for missing in (6, 5):
        done = analyse(folder)
        assert (done.status, done.stdout) == (2, "")
        lacks = f"it lacks {missing} of 6 matches, which railbird tournament --resume {folder} plays"
        assert done.stderr == f"railbird: {folder} is not complete: {lacks}\n"
        run.add(play_chunk(run.plan, run.plan.chunks()[0]))


def test_a_folder_without_a_run_is_one_line(analyse: Command, tmp_path: Path) -> None:
    done = analyse(tmp_path)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == f"railbird: {tmp_path} is not a run: it has no run.toml\n"
    (tmp_path / "some.log").touch()
    hint = f"if it has logs, name them: {tmp_path}/*"
    assert analyse(tmp_path).stderr == f"railbird: {tmp_path} is not a run: it has no run.toml; {hint}\n"


def test_a_missing_file_is_one_line(analyse: Command, tmp_path: Path) -> None:
    for sources in ([tmp_path / "none.log"], [LOG, tmp_path / "none.log"]):
        done = analyse(*sources)
        assert (done.status, done.stdout) == (2, "")
        assert done.stderr == f"railbird: {tmp_path / 'none.log'}: no such file or folder\n"


@pytest.mark.parametrize("content", [b"hello\n", b"\x00\xff" * 100, gzip.compress(b"STATE:", mtime=0)[:12]])
def test_files_that_are_no_logs_are_one_line(analyse: Command, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.log"
    path.write_bytes(content)
    done = analyse(path)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(
        f"railbird: {path}: not a log of a known kind: the kinds are acpc, acpc-old, phh, pokerstars"
    )
    assert len(done.stderr.splitlines()) == 1


def test_a_log_without_hands_is_one_line(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "header.log"
    path.write_text("# name/game/hands/seed ring holdem.limit.3p.game 4 0\n")
    done = analyse(path)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == f"railbird: {path}: there are no hands to count\n"


def test_a_log_of_bad_hands_only_tells_what_is_wrong_with_them(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.log"
    path.write_text(GOOD.replace("6dQc", "AdQc") + "\n")
    done = analyse(path)
    assert (done.status, done.stdout) == (2, "")
    first, last = done.stderr.splitlines()
    assert first.startswith(f"{path}:1: ")
    assert first.endswith("Ad is dealt twice")
    assert last == f"railbird: {path}: there are no hands to count"


def test_impossible_chips_are_one_line(analyse: Command, tmp_path: Path) -> None:
    path = tmp_path / "huge.phh"
    text = (FIXTURES / "heads_up.phh").read_text()
    path.write_text(text.replace("[12100, 22900]", f"[{10**25}, 22900]"))
    done = analyse(path, LOG, "--table", "results")
    assert done.status == 1
    assert done.stderr == (f"{path}:1: finishing_stacks or winnings of {10**25}: write chips from 0 to 21474836470\n")
    assert rows_of(done.stdout)["Results"][1][:2] == ["Ann", "4"]


@pytest.mark.parametrize("options", [[], ["--json"], ["--definitions"]])
def test_a_log_with_one_hand(analyse: Command, tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "one.log"
    path.write_text(GOOD + "\n")
    done = analyse(path, *options)
    assert (done.status, done.stderr) == (0, "")
    assert "Charlie" in done.stdout


def test_good_hands_among_bad_lines_are_counted(analyse: Command, mixed: Path) -> None:
    done = analyse(mixed, "--table", "results")
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{mixed}:2", f"{mixed}:4"]
    expected = ["Alice", "2", "+140", "+7,000", "+700.0", "2", "0", "-"]
    assert rows_of(done.stdout)["Results"][1] == expected
    assert json.loads(analyse(mixed, "--json").stdout)["hands"] == 2


def test_csv_of_a_log_with_bad_lines_is_written(analyse: Command, mixed: Path, tmp_path: Path) -> None:
    done = analyse(mixed, "--csv", tmp_path / "tables")
    assert done.status == 1
    assert len(done.stderr.splitlines()) == 2
    assert len(list((tmp_path / "tables").iterdir())) == 8


def test_the_first_unknown_table_is_reported_before_anything_is_counted(
    analyse: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tally, "add", lambda *_: pytest.fail("hands are counted"))
    done = analyse(LOG, "--table", "results", *[part for name in "edcba" for part in ("--table", name)])
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == f"railbird: no table e: the tables are {', '.join(KEYS)}, shadows\n"


def test_no_source_with_shadows_is_one_line(analyse: Command, run_folder: Path) -> None:
    for source in (LOG, run_folder):
        done = analyse(source, "--table", "shadows")
        assert (done.status, done.stdout) == (2, "")
        assert done.stderr == "railbird: no table shadows: no source has shadows\n"


@pytest.mark.parametrize("options", [["--json"], ["--definitions"], ["--json", "--definitions"]])
def test_csv_with_what_it_has_no_place_for_is_one_line(analyse: Command, tmp_path: Path, options: list[str]) -> None:
    done = analyse(LOG, "--csv", tmp_path / "tables", *options)
    assert (done.status, done.stdout) == (2, "")
    assert "cannot be combined with --json or --definitions" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "tables").exists()


@pytest.mark.parametrize("options", [["--kind", "acpc"], ["--game", LIMIT_3P], ["--reverse-blinds"]])
def test_options_of_logs_are_refused_where_there_are_none(
    analyse: Command, run_folder: Path, options: list[str]
) -> None:
    done = analyse(run_folder, *options)
    assert (done.status, done.stdout) == (2, "")
    assert options[0] in done.stderr
    assert "applies to logs only" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    if options[0] != "--reverse-blinds":
        assert analyse(run_folder, LOG, *options).status == 0


def test_the_first_unknown_player_is_one_line(analyse: Command) -> None:
    done = analyse(LOG, "--player", "Bob", "--player", "ann", "--player", "bob", "--player", "x")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == "railbird: no player 'ann': the players are Ann, Bob, Cleo\n"


@pytest.mark.parametrize("options", [[], [LOG, "--csv"], [LOG, "--kind", "csv"], [LOG, "--game", "poker"]])
def test_missing_or_wrong_arguments_are_one_line(analyse: Command, options: list[str | Path]) -> None:
    done = analyse(*options)
    assert (done.status, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["[/b]Alice", "[bold]", ":smile:", "A" * 300])
def test_names_are_printed_as_they_are(analyse: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / "names.phh"
    text = (FIXTURES / "heads_up.phh").read_text().replace('"Bob"', f'"{name}"')
    path.write_text(text)
    done = analyse(path)
    assert (done.status, done.stderr) == (0, "")
    for rows in rows_of(done.stdout).values():
        assert any(row[0] == name for row in rows)


def test_no_number_loses_its_end_where_the_terminal_is_narrow(
    analyse: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = analyse(FIXTURES / "nolimit_2p.log", "--wide").stdout
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    narrow = analyse(FIXTURES / "nolimit_2p.log").stdout
    assert "\x1b[" in narrow
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", narrow)
    assert "more with --wide" in plain
    tables = re.sub(r"\d+ columns? more with --wide:.*", "", plain)
    assert {*re.findall(r"\d[\d.,]*\d", tables)} <= {*re.findall(r"\d[\d.,]*\d", wide)}


def test_the_command_as_a_process(process: Command, mixed: Path) -> None:
    done = process("analyse", mixed, "--json")
    assert done.status == 1
    assert len(done.stderr.splitlines()) == 2
    assert json.loads(done.stdout)["hands"] == 2


@pytest.mark.sample_data
def test_all_sample_logs_together(analyse: Command, sample_data: Path) -> None:
    paths = sorted([*(sample_data / "acpc").glob("*.log"), *(sample_data / "old").glob("*.log")])
    done = analyse(*paths, "--json")
    assert done.status == 0
    assert done.stderr.startswith("railbird: hands of different games are counted together: ")
    assert len(done.stderr.splitlines()) == 1
    content = json.loads(done.stdout)
    assert content["hands"] == sum(content["games"].values()) > 10_000
    assert sum(row["chips"] for row in content["tables"]["results"]) == pytest.approx(0)


def test_the_shadows_of_a_run(tmp_path: Path, analyse: Command) -> None:
    entrants = with_shadows(read_entrants(["call", "raise"]), ["raise=call"])
    run = RunFolder.create(tmp_path / "run", RunPlan(game_named("kuhn.limit.2p"), entrants, 10, seed=1))
    play_run(run)
    lines = analyse(tmp_path / "run", "--table", "shadows").stdout.splitlines()
    assert lines[:2] == ["Differences from shadows", "player  shadow  street   asked  different  failed    share"]
    assert lines[2].split() == ["raise", "call", "all", "20", "20", "0", "100.0", "%"]
    assert lines[3].split()[:4] == ["raise", "call", "round", "1"]
    shutil.copytree(tmp_path / "run", tmp_path / "again")
    twice = analyse(tmp_path / "run", tmp_path / "again", "--table", "shadows").stdout.splitlines()
    assert len(twice) == len(lines)
    assert twice[2].split() == ["raise", "call", "all", "40", "40", "0", "100.0", "%"]
    done = analyse(tmp_path / "run", "--table", "shadows", "--player", "call")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == "railbird: no table shadows: call has no shadow\n"
    assert "shadows" not in analyse(tmp_path / "run", "--player", "call").stdout


def test_shadows_are_read_only_if_they_are_wanted(
    tmp_path: Path, analyse: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    entrants = with_shadows(read_entrants(["call", "raise"]), ["raise=call"])
    run = RunFolder.create(tmp_path / "run", RunPlan(game_named("kuhn.limit.2p"), entrants, 2, seed=1))
    play_run(run, workers=1)
    monkeypatch.setattr("railbird.arena.shadow_counts._count", lambda *_: pytest.fail("shadows are read"))
    assert analyse(tmp_path / "run", "--table", "results").status == 0


def test_progress_is_that_of_the_bytes_that_are_read(analyse: Command, tmp_path: Path, monkeypatch: Any) -> None:
    """Packed or not, batch by batch, up to the last byte."""
    advanced: list[int] = []
    monkeypatch.setattr("railbird.cli.terminal._Bar.advance", lambda _, amount=1: advanced.append(amount))
    plain, packed = tmp_path / "long.log", tmp_path / "long.log.gz"
    plain.write_text("".join(f"{GOOD.replace(':7:', f':{number}:')}\n" for number in range(2 * BATCH + 1)))
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for path in (plain, packed):
        advanced.clear()
        assert analyse(path, "--table", "results").status == 0
        assert len(advanced) == 3
        assert advanced[0] > 0
        assert min(advanced) >= 0
        assert sum(advanced) == path.stat().st_size
