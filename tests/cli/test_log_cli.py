"""`railbird log` as its users meet it, with one line for each thing that is wrong."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli.conftest import Command

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"
GOOD = "STATE:7:frc/rc/rc/rc:AdJd|6dQc|5cQs/As6s2c/Ah/8d:70|-70|0:Alice|Bob|Charlie"


@pytest.fixture
def log(command: Command) -> Command:
    return lambda *arguments: command("log", *arguments)


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Two good hands and three bad lines."""
    path = tmp_path / "mixed.log"
    wrong = GOOD.replace(":7:", ":9:").replace("70|-70", "60|-60")
    path.write_text("\n".join([GOOD, "nonsense", GOOD.replace(":7:", ":8:"), wrong, GOOD[:40]]) + "\n")
    return path


def test_check_prints_hands_errors_and_speed(log: Command) -> None:
    done = log("check", FIXTURES / "limit_3p.log", FIXTURES / "old_doyle_2p.log", FIXTURES / "heads_up.phh")
    assert (done.status, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    for line, name, hands in zip(lines, ("limit_3p.log", "old_doyle_2p.log", "heads_up.phh"), (4, 4, 1), strict=True):
        assert re.fullmatch(rf".*{name}: {hands} hands?, 0 errors, [\d,]+ hands a second", line)


def test_check_names_every_bad_line_and_fails(log: Command, mixed: Path) -> None:
    done = log("check", mixed)
    assert done.status == 1
    lines = done.stderr.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{mixed}:{number}" for number in (2, 4, 5)]
    assert "hand 9 states the payoffs 60|-60|0, but they are 70|-70|0" in lines[1]
    assert f"{mixed}: 3 hands, 3 errors" in done.stdout


def test_the_command_as_a_process(process: Command, mixed: Path) -> None:
    done = process("log", "check", mixed)
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{mixed}:{number}" for number in (2, 4, 5)]
    assert f"{mixed}: 3 hands, 3 errors" in done.stdout


def test_check_goes_on_with_the_next_file(log: Command, mixed: Path) -> None:
    done = log("check", mixed, FIXTURES / "limit_3p.log")
    assert done.status == 1
    assert len(done.stdout.splitlines()) == 2
    assert "limit_3p.log: 4 hands, 0 errors" in done.stdout


def test_check_of_a_file_that_is_missing_does_not_hide_the_others(log: Command, tmp_path: Path) -> None:
    done = log("check", tmp_path / "none.log", FIXTURES / "limit_3p.log")
    assert done.status != 0
    assert "none.log" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "limit_3p.log: 4 hands, 0 errors" in done.stdout


def test_check_of_a_log_without_hands_fails(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "header.log"
    path.write_text("# name/game/hands/seed ring holdem.limit.3p.game 4 0\n")
    done = log("check", path)
    assert done.status == 1
    assert "0 hands" in done.stdout


def test_check_tells_of_hidden_hands(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "hidden.log"
    path.write_text(GOOD.replace("6dQc", "") + "\n")
    done = log("check", path)
    assert (done.status, done.stderr) == (0, "")
    assert "1 hand, 0 errors, 1 with hidden cards" in done.stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty: a log has at least one hand"),
        (b"hello\n", "not a log of a known kind"),
        (b"\x00\xff" * 100, "not a log of a known kind"),
        (gzip.compress(b"STATE:", mtime=0)[:12], "not a log of a known kind"),
    ],
)
def test_files_that_are_no_logs_are_one_line(log: Command, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.log"
    path.write_bytes(content)
    done = log("check", path)
    assert done.status == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"railbird: {path}: ")
    assert message in line


def test_no_log_is_not_converted_or_shown(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.log"
    path.write_text("hello\n")
    for arguments in (("convert", path, tmp_path / "out.log"), ("show", path, "--hand", "0")):
        done = log(*arguments)
        assert done.status == 2
        assert (
            done.stderr
            == f"railbird: {path}: not a log of a known kind: the kinds are acpc, acpc-old, phh, pokerstars\n"
        )
    assert [file.name for file in tmp_path.iterdir()] == ["bad.log"]


def test_a_folder_and_a_missing_file_are_one_line(log: Command, tmp_path: Path) -> None:
    for path, message in ((tmp_path, "Is a directory"), (tmp_path / "none.log", "No such file or directory")):
        done = log("check", path)
        assert done.status == 2
        assert done.stderr == f"railbird: {path}: {message}\n"


def test_damaged_lines_of_every_sort_are_one_line_each(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "damaged.log"
    damaged = [
        GOOD.encode()[:30],
        GOOD.encode()[:20] + b"\0" + GOOD.encode()[20:],
        GOOD.encode() + b"x" * 1_000_000,
        GOOD.replace("Bob", "J\xf6rg").encode("latin-1"),
        GOOD.replace("6dQc", "AdQc").encode(),
        GOOD.replace(":7:", ":\u00b2:").encode(),
    ]
    path.write_bytes(b"\n".join([GOOD.encode(), *damaged, GOOD.replace(":7:", ":8:").encode()]) + b"\n")
    done = log("check", path)
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{path}:{n}" for n in range(2, 8)]
    assert "2 hands, 6 errors" in done.stdout


def test_the_kind_and_the_game_can_be_given(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "six.log"
    path.write_text("STATE:0:r9999fffff:5d5c|9hQd|8dAs||2c2d|:-50|-100|150|0|0|0:a|b|c|d|e|f\n")
    assert log("check", path, "--kind", "ComputerCompetition2012", "--game", "pluribus.nolimit.6p").status == 0
    game = tmp_path / "own.game"
    game.write_text(
        "GAMEDEF\nnolimit\nnumPlayers = 6\nnumRounds = 4\nstack = 5 5 5 5 5 5\nblind = 1 2 0 0 0 0\n"
        "firstPlayer = 3 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n"
    )
    done = log("check", path, "--game", game)
    assert done.status == 1
    assert "the action is not legal here" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--kind", "csv"], "unknown kind of log 'csv'"),
        (["--game", "holdem.limit.3"], "no game is called 'holdem.limit.3': did you mean holdem.limit.3p?"),
        (["--game", "none.game"], "none.game: No such file or directory"),
    ],
)
def test_unknown_kinds_and_games(log: Command, options: list[str], message: str) -> None:
    done = log("check", FIXTURES / "limit_3p.log", *options)
    assert done.status in (1, 2)
    (line,) = done.stderr.splitlines()
    assert message in line


def test_a_game_file_that_is_wrong_or_no_text(log: Command, tmp_path: Path) -> None:
    game = tmp_path / "own.game"
    for content in (b"GAMEDEF\nlimit\n", b"\xff\xfe\x00"):
        game.write_bytes(content)
        done = log("check", FIXTURES / "limit_3p.log", "--game", game)
        assert done.status in (1, 2)
        (line,) = done.stderr.splitlines()
        assert "own.game" in line


def test_convert_there_and_back(log: Command, tmp_path: Path) -> None:
    phh, back = tmp_path / "hands.phhs", tmp_path / "back.log"
    there = log("convert", FIXTURES / "limit_3p.log", phh)
    assert (there.status, there.stderr, there.stdout) == (0, "", f"{phh}: 4 hands\n")
    assert log("convert", phh, back).status == 0
    lines = [line for line in (FIXTURES / "limit_3p.log").read_text().splitlines() if line.startswith("STATE")]
    assert [line for line in back.read_text().splitlines() if line.startswith("STATE")] == lines


def test_convert_names_what_cannot_be_expressed(log: Command, tmp_path: Path) -> None:
    done = log("convert", FIXTURES / "old_limit_3p.log", tmp_path / "new.log")
    assert done.status == 1
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [
        f"{FIXTURES / 'old_limit_3p.log'}:{number}" for number in (4, 5)
    ]
    assert done.stdout == f"{tmp_path / 'new.log'}: 1 hand\n"


def test_convert_to_a_kind_by_name(log: Command, tmp_path: Path) -> None:
    done = log("convert", FIXTURES / "limit_3p.log", tmp_path / "old.txt", "--to", "ComputerCompetition2009")
    assert done.stdout == f"{tmp_path / 'old.txt'}: 3 hands\n"
    assert (tmp_path / "old.txt").read_text().startswith("Ann|Bob|Cleo:0:ff:")


def test_convert_leaves_an_older_file_alone_if_it_fails(log: Command, tmp_path: Path) -> None:
    target = tmp_path / "out.log"
    target.write_text("older\n")
    done = log("convert", tmp_path / "none.log", target)
    assert done.status == 2
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["out.log"]
    assert target.read_text() == "older\n"


def test_convert_to_an_unknown_ending_or_a_folder_writes_nothing(log: Command, tmp_path: Path) -> None:
    done = log("convert", FIXTURES / "limit_3p.log", tmp_path / "out.csv")
    assert done.status == 2
    assert "the extension does not show the kind of log" in done.stderr
    folder = tmp_path / "folder.log"
    folder.mkdir()
    done = log("convert", FIXTURES / "limit_3p.log", folder)
    assert done.status == 2
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.log"]
    assert list(folder.iterdir()) == []


def test_show_prints_a_hand_action_by_action(log: Command) -> None:
    done = log("show", FIXTURES / "nolimit_2p.log", "--hand", "1")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "hand 1 of holdem.nolimit.2p.reverse_blinds, line 3",
        "  position 0: Bob, Jh 9h, blind 100",
        "  position 1: Ann, Ac Kd, blind 50",
        "street 0: no board, pot 150",
        "  Ann: raise to 300 (300 in all)",
        "  Bob: call (300 in all)",
        "street 1: 8h 5c 2d, pot 600",
        "  Bob: call (300 in all)",
        "  Ann: raise to 900 (900 in all)",
        "  Bob: fold (300 in all)",
        "  Bob: -300",
        "  Ann: +300",
    ]


def test_show_prints_all_hands_of_a_number(log: Command) -> None:
    done = log("show", FIXTURES / "oddities_2p.log", "--hand", "1")
    assert done.status == 0
    assert re.findall(r"line (\d)", done.stdout) == ["4", "5"]


def test_show_a_showdown_with_the_rest_of_the_board(log: Command) -> None:
    done = log("show", FIXTURES / "nolimit_2p.log", "--hand", "2")
    assert "showdown: 2c 7c 9d Ts 3h, pot 40000" in done.stdout


def test_show_a_hand_that_is_not_there(log: Command) -> None:
    done = log("show", FIXTURES / "limit_3p.log", "--hand", "99")
    assert done.status == 2
    assert done.stderr == f"railbird: {FIXTURES / 'limit_3p.log'} has no hand 99\n"


def test_show_tells_why_a_hand_cannot_be_read(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.log"
    path.write_text(GOOD.replace("6dQc", "AdQc") + "\n")
    done = log("show", path, "--hand", "7")
    assert (done.status, done.stdout) == (2, "")
    first, last = done.stderr.splitlines()
    assert first.startswith(f"{path}:1: ")
    assert first.endswith("Ad is dealt twice")
    assert last == f"railbird: {path} has no hand 7 that can be read"


def test_old_logs_with_reverse_blinds(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "old.log"
    path.write_text("a|b|c:0:ff:2cKs|Jd6h|9cJc:-2|2|0\n")
    assert log("check", path).status == 1
    assert log("check", path, "--reverse-blinds").status == 0
    assert "position 0: a, 2c Ks, blind 2" in log("show", path, "--hand", "0", "--reverse-blinds").stdout
    done = log("convert", path, tmp_path / "out.phhs", "--reverse-blinds")
    assert "cannot be written" in done.stderr
    done = log("check", FIXTURES / "limit_3p.log", "--reverse-blinds")
    assert done.status == 2
    assert "reverse blinds are for logs of the kind acpc-old only" in done.stderr


def test_check_compares_the_score(log: Command, tmp_path: Path) -> None:
    path = tmp_path / "score.log"
    path.write_text(f"{GOOD}\nSCORE:70|-60|0:Alice|Bob|Charlie\n")
    done = log("check", path)
    assert done.status == 1
    assert done.stderr == f"{path}:2: the score of Bob is -60, but the hands add up to -70\n"


def test_show_finds_a_good_hand_among_bad_lines(log: Command, mixed: Path) -> None:
    done = log("show", mixed, "--hand", "8")
    assert done.status == 0
    assert "hand 8 of holdem.limit.3p, line 3" in done.stdout


@pytest.mark.parametrize("arguments", [["check"], ["convert", "in.log"], ["show"], ["show", "a", "--hand", "x"]])
def test_missing_or_wrong_arguments_are_one_line(log: Command, arguments: list[str]) -> None:
    done = log(*arguments)
    assert done.status == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.sample_data
def test_check_of_all_sample_logs(log: Command, sample_data: Path) -> None:
    paths = sorted([*(sample_data / "acpc").glob("*.log"), *(sample_data / "old").glob("*.log")])
    done = log("check", *paths)
    assert done.status == 1
    (notice,) = done.stderr.splitlines()
    assert notice.startswith(f"{sample_data / 'acpc' / 'real_2016_2p_nolimit.first1500.log'}:1506: ")
    assert notice.endswith("the header announces 3,000 hands, but only 1,502 hands are there")
    assert len(done.stdout.splitlines()) == len(paths) == 12
