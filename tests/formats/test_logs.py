"""Logs of any kind: found out, checked, and what is wrong with them said in one line each."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from railbird.errors import FormatError, RailbirdError
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.lines import LONGEST_LINE, LogLines, Problem
from railbird.formats.logs import KINDS, check_log, detect_kind, kind_of, open_log
from railbird.formats.old_log import OldLog
from railbird.games import game_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Written = Callable[..., Path]

HEADER = "# name/game/hands/seed ring holdem.limit.3p.game 3 0\n"
GOOD = "STATE:7:frc/rc/rc/rc:AdJd|6dQc|5cQs/As6s2c/Ah/8d:70|-70|0:Alice|Bob|Charlie"
OLD_GOOD = "akuma|Bluechip|dpp:0:ccf/rrrc/rc/rrrrc:2cKs|Jd6h|9cJc/Kc6c2s/7d/9s:30|-2|-28"
HANDS = {
    "limit_3p.log": ("acpc", 4),
    "nolimit_2p.log": ("acpc", 4),
    "kuhn_3p.log": ("acpc", 3),
    "oddities_2p.log": ("acpc", 3),
    "old_limit_3p.log": ("acpc-old", 3),
    "old_doyle_2p.log": ("acpc-old", 4),
    "heads_up.phh": ("phh", 1),
    "side_pots.phh": ("phh", 1),
    "limit.phh": ("phh", 1),
}


def problems_of(path: Path, **options: str) -> list[Problem]:
    return check_log(open_log(path, **options)).problems  # type: ignore[arg-type]


def with_bad_line(bad: str | bytes) -> bytes:
    """A log of which line 3 is bad, between two good hands."""
    content = bad if isinstance(bad, bytes) else bad.encode()
    return HEADER.encode() + GOOD.encode() + b"\n" + content + b"\n" + GOOD.replace(":7:", ":8:").encode() + b"\n"


@pytest.mark.parametrize("name", HANDS)
def test_our_own_logs_are_detected_and_pass_the_check(fixtures: Path, name: str) -> None:
    kind, hands = HANDS[name]
    assert detect_kind(fixtures / name) == kind
    check = check_log(open_log(fixtures / name))
    assert (check.hands, check.unchecked, check.problems) == (hands, 0, [])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (GOOD, "acpc"),
        ("#--t_response 600000\n" + GOOD, "acpc"),
        ("SCORE:0|0:a|b", "acpc"),
        (
            "STATE : 7 : frc / rc / rc / rc : AdJd|6dQc|5cQs / As6s2c / Ah / 8d : 70 | - 70 | 0 : Alice|Bob|Charlie",
            "acpc",
        ),
        (OLD_GOOD, "acpc-old"),
        ("akuma|Bluechip|dpp : 0 : ccf / rrrc / rc / rrrrc : 2cKs|Jd6h|9cJc", "acpc-old"),
        ("## GAMESTATE Version 2.0", "acpc-old"),
        ("# a hand\nvariant = 'NT'", "phh"),
        ("[1]\nvariant = 'NT'", "phh"),
        ("\n\n" + GOOD, "acpc"),
        ("\xff\n" + GOOD, "acpc"),
    ],
)
def test_the_kind_is_detected_from_the_content(written: Written, text: str, kind: str) -> None:
    assert detect_kind(written(text.encode("latin-1") + b"\n")) == kind


@pytest.mark.parametrize("content", ["\n\n", "hello\n", b"\x00\x01\x02", "# only a comment\n", "x\n" * 1000 + GOOD])
def test_a_file_of_no_known_kind(written: Written, content: str | bytes) -> None:
    path = written(content)
    with pytest.raises(
        FormatError, match="not a log of a known kind: the kinds are acpc, acpc-old, phh, pokerstars"
    ) as caught:
        open_log(path)
    assert str(caught.value).startswith(str(path))


def test_an_empty_file(written: Written) -> None:
    with pytest.raises(FormatError, match=r": the file is empty: a log has at least one hand$"):
        open_log(written(""))


def test_names_of_kinds() -> None:
    assert [kind_of(kind) for kind in KINDS] == list(KINDS)
    assert kind_of("ComputerCompetition2012") == "acpc"
    assert kind_of("ComputerCompetition2009") == "acpc-old"
    with pytest.raises(
        FormatError, match=r"unknown kind of log 'csv': the kinds are acpc, acpc-old, phh, pokerstars, Computer"
    ):
        kind_of("csv")


@pytest.mark.parametrize(("name", "line"), [("ComputerCompetition2012", GOOD), ("ComputerCompetition2009", OLD_GOOD)])
def test_logs_are_opened_by_the_seeds_names_of_their_kinds(written: Written, name: str, line: str) -> None:
    log = open_log(written(line + "\n"), kind=name)
    assert isinstance(log, AcpcLog if name.endswith("2012") else OldLog)
    assert check_log(log).hands == 1


def test_a_table_of_many_columns_is_soon_found_to_be_no_log(written: Written) -> None:
    columns = " | ".join(f"name {number}" for number in range(60))
    path = written(f"{columns}\n" * 3)
    with pytest.raises(FormatError, match="not a log of a known kind"):
        detect_kind(path)


def test_reverse_blinds_are_for_old_logs_only(fixtures: Path) -> None:
    for name in ("limit_3p.log", "heads_up.phh"):
        with pytest.raises(FormatError, match="reverse blinds are for logs of the kind acpc-old only"):
            open_log(fixtures / name, reverse_blinds=True)


def test_three_players_with_reverse_blinds(written: Written) -> None:
    path = written("a|b|c:0:ff:2cKs|Jd6h|9cJc:-2|2|0\n")
    assert check_log(open_log(path, reverse_blinds=True)).problems == []
    assert len(check_log(open_log(path)).problems) == 1


BAD_LINES: list[tuple[str, str | bytes, str]] = [
    ("cut in mid-line", GOOD[:30], "4 fields between colons: STATE:hand:betting:cards:values:names has 6"),
    ("cut in the names", GOOD[:-16], "names"),
    ("null byte", GOOD[:20].encode() + b"\0" + GOOD[20:].encode(), "a null byte at character 21"),
    ("a megabyte", GOOD + "x" * 1_000_000, f"lines have at most {LONGEST_LINE:,}"),
    (
        "Latin-1",
        GOOD.replace("Bob", "J\xf6rg").encode("latin-1"),
        "byte 0xf6 at character 66: the text is not in UTF-8",
    ),
    ("payoffs", GOOD.replace("70|-70", "60|-60"), "hand 7 states the payoffs 60|-60|0, but they are 70|-70|0"),
    ("card twice among hands", GOOD.replace("6dQc", "AdQc"), "Ad is dealt twice"),
    ("card twice on the board", GOOD.replace("/8d", "/As"), "As is dealt twice"),
    ("no card", GOOD.replace("6dQc", "6dXx"), "'Xx' is not a card"),
    ("half a card", GOOD.replace("6dQc", "6dQ"), "'Q' is not a card"),
    ("a hand too few", GOOD.replace("|5cQs", ""), "2 hands for 3 players"),
    ("a hand too many", GOOD.replace("|5cQs", "|5cQs|2d2h"), "4 hands for 3 players"),
    ("three cards", GOOD.replace("5cQs", "5cQs2d"), "players hold 2 cards each"),
    ("board too short", GOOD.replace("/Ah/8d", "/Ah"), "4 board cards, but the betting ends on street 3, with 5"),
    ("board too long", GOOD.replace("/8d", "/8d/9d"), "the streets have (3, 1, 1) board cards"),
    ("board in other parts", GOOD.replace("/As6s2c/", "/As6s/2c"), "the streets have (3, 1, 1) board cards"),
    ("unknown action", GOOD.replace("frc", "frx"), "at character 3 ('x/rc/rc/'): an action is f, c or r"),
    ("illegal action", GOOD.replace("frc/rc", "frrrrc/rc"), "the action is not legal here"),
    ("free fold", GOOD.replace("frc/rc", "frc/f"), "the action is not legal here"),
    ("action after the end", GOOD.replace("rc:", "rcc:"), "the action is not legal here"),
    ("round without a slash", GOOD.replace("frc/rc", "frcrc"), "a / stands where a round ends"),
    ("slash too many", GOOD.replace("frc/rc", "frc//rc"), "a / stands where a round ends"),
    ("slash after the end", GOOD.replace("rc:", "rc/:"), "a / stands where a round ends"),
    ("unfinished", GOOD.replace("/rc:", "/r:"), "stops before the hand is over"),
    ("sizes in a limit game", GOOD.replace("frc", "fr20c"), "betting"),
    ("hand number", GOOD.replace(":7:", ":seven:"), "hand 'seven': a hand number has 1 to 18 digits"),
    ("negative hand number", GOOD.replace(":7:", ":-7:"), "hand '-7': a hand number has 1 to 18 digits"),
    ("superscript hand number", GOOD.replace(":7:", ":\u00b2:"), "hand '\u00b2': a hand number has 1 to 18 digits"),
    ("endless hand number", GOOD.replace(":7:", f":{'9' * 5000}:"), "a hand number has 1 to 18 digits"),
    ("values", GOOD.replace("70|-70|0", "70|x|0"), "'x' is not a number of chips"),
    ("no value", GOOD.replace("70|-70|0", "70||0"), "'' is not a number of chips"),
    ("values too few", GOOD.replace("70|-70|0", "70|-70"), "values '70|-70': the game has 3 players"),
    ("values too large", GOOD.replace("70|-70|0", "1e2000000|-70|0"), "is not a number of chips"),
    ("names too few", GOOD.replace("|Charlie", ""), "names 'Alice|Bob': the game has 3 players"),
    ("empty name", GOOD.replace("|Bob|", "||"), "names 'Alice||Charlie': the game has 3 players"),
    ("another word", GOOD.replace("STATE", "STATEMENT"), "neither STATE, SCORE nor a comment"),
    ("neither", "HELLO", "'HELLO' is neither STATE, SCORE nor a comment"),
    ("score", "SCORE:1|2:a|b|c", "a score of 2 values for 3 names"),
    ("score cut", "SCORE:1|2", "2 fields between colons: SCORE:values:names has 3"),
    ("score without numbers", "SCORE:1|x|2:a|b|c", "'x' is not a number of chips"),
    ("second header", "# name/game/hands/seed x", "after name/game/hands/seed come"),
]


@pytest.mark.parametrize(("bad", "reason"), [row[1:] for row in BAD_LINES], ids=[row[0] for row in BAD_LINES])
def test_one_bad_line_is_named_and_the_good_hands_are_read(written: Written, bad: str | bytes, reason: str) -> None:
    path = written(with_bad_line(bad))
    (problem,) = problems_of(path)
    assert (problem.path, problem.line) == (path, 3)
    assert reason in problem.reason
    assert str(problem) == f"{path}:3: {problem.reason}"
    assert "\n" not in str(problem)
    assert len(str(problem)) < 20_000
    assert [record.number for record in AcpcLog(path) if record.line != 3] == [7, 8]


def test_the_message_about_a_long_line_is_short(written: Written) -> None:
    (problem,) = problems_of(written(with_bad_line("STATE:" + "9" * 60_000)))
    assert len(problem.reason) < 1_000


def test_the_cards_must_be_in_the_deck_of_the_game(written: Written) -> None:
    text = "# name/game/hands/seed k kuhn.limit.3p.game 1 0\nSTATE:0:ccc:2c|3c|4c:-1|-1|2:a|b|c\n"
    (problem,) = problems_of(written(text))
    assert problem.line == 2


def test_a_log_cut_at_any_byte_gives_the_hands_before_the_cut(fixtures: Path, written: Written) -> None:
    whole = (fixtures / "limit_3p.log").read_bytes()
    start = whole.index(b"STATE:0")
    for end in range(start, len(whole)):
        path = written(whole[:end])
        complete = whole[:end].count(b"STATE:") - (not whole[:end].endswith(b"\n"))
        log = open_log(path)
        numbers = [record.number for record in log]
        assert numbers[:complete] == list(range(4))[: len(numbers)][:complete]
        assert len(log.problems) <= 1
        assert all(problem.line == whole[:end].count(b"\n") + 1 for problem in log.problems)


def test_every_byte_replaced_never_gives_more_than_problems(fixtures: Path, written: Written) -> None:
    whole = (fixtures / "nolimit_2p.log").read_bytes()
    for place in range(0, len(whole), 2):
        for byte in (0, ord("|"), ord(":"), ord("9"), 0xFF):
            path = written(whole[:place] + bytes([byte]) + whole[place + 1 :])
            check = check_log(open_log(path, kind="acpc"))
            # A line end that is gone takes two hands with it, and a damaged header takes the game.
            assert check.hands >= 2 or place < whole.index(b"STATE")


def test_all_bytes_are_read_or_refused(written: Written) -> None:
    """Whatever a file has in it, a RailbirdError or problems are all that come of it."""
    for content in (
        bytes(range(256)) * 4,
        GOOD.encode("utf-16"),
        b"STATE:" * 1000,
        b":" * 1000,
        b"|:0:" * 100,
    ):
        for kind in (None, "acpc", "acpc-old", "phh"):
            try:
                log = open_log(written(content), kind=kind)
            except RailbirdError:
                continue
            assert check_log(log).problems


def test_a_byte_order_mark_is_no_part_of_the_first_line(written: Written) -> None:
    path = written((GOOD + "\n").encode("utf-8-sig"))
    assert detect_kind(path) == "acpc"
    assert problems_of(path) == []


def test_line_ends_of_other_systems(written: Written) -> None:
    check = check_log(open_log(written((HEADER + GOOD + "\n").replace("\n", "\r\n"))))
    assert (check.hands, check.problems) == (1, [])


def test_gzip_is_read_as_it_is(fixtures: Path, written: Written) -> None:
    for name, (kind, hands) in HANDS.items():
        path = written(gzip.compress((fixtures / name).read_bytes()), f"{name}.gz")
        assert detect_kind(path) == kind
        check = check_log(open_log(path))
        assert (check.hands, check.problems) == (hands, [])


def test_gzip_that_is_cut_gives_the_hands_before_the_cut(written: Written) -> None:
    lines = [GOOD.replace(":7:", f":{number}:") for number in range(2_000)]
    packed = gzip.compress((HEADER + "\n".join(lines) + "\n").encode())
    check = check_log(open_log(written(packed[: len(packed) // 2])))
    assert 0 < check.hands < 2_000
    assert check.problems[-1].line >= check.hands + 2
    assert "the file cannot be read any further" in check.problems[-1].reason


def test_gzip_that_is_damaged(written: Written) -> None:
    lines = [GOOD.replace(":7:", f":{number}:") for number in range(2_000)]
    packed = bytearray(gzip.compress((HEADER + "\n".join(lines) + "\n").encode()))
    packed[len(packed) // 2] ^= 0xFF
    check = check_log(open_log(written(bytes(packed)), kind="acpc"))
    assert check.problems
    assert all("\n" not in str(problem) for problem in check.problems)


def test_gzip_with_nothing_behind_its_first_bytes(written: Written) -> None:
    for length in (2, 5, 12):
        with pytest.raises(FormatError, match="not a log of a known kind"):
            open_log(written(gzip.compress(b"STATE:")[:length]))


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        open_log(tmp_path)
    assert caught.value.filename == str(tmp_path) or caught.value.filename == tmp_path


def test_a_file_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_log(tmp_path / "none.log")


def test_the_wrong_game(written: Written) -> None:
    path = written(GOOD + "\n" + GOOD + "\n")
    log = open_log(path, game=game_named("holdem.limit.2p.reverse_blinds"))
    assert list(log) == []
    assert [problem.line for problem in log.problems] == [1, 2]
    assert "3 hands for 2 players" in log.problems[0].reason


def test_the_wrong_betting(written: Written) -> None:
    (problem,) = check_log(open_log(written(GOOD + "\n"), game=game_named("holdem.nolimit.3p"))).problems
    assert "a no-limit raise needs its total, like r300" in problem.reason


def test_a_header_that_names_an_unknown_game(written: Written) -> None:
    check = check_log(open_log(written(HEADER.replace("3p", "3pp") + GOOD + "\n")))
    assert check.hands == 1
    (problem,) = check.problems
    assert problem.line == 1
    assert "no game is called 'holdem.limit.3pp': did you mean holdem.limit.3p?" in problem.reason


def test_hands_that_are_not_shown_are_not_checked(written: Written) -> None:
    check = check_log(open_log(written(GOOD.replace("6dQc", "") + "\n" + GOOD.replace("5cQs", "") + "\n")))
    assert (check.hands, check.unchecked, check.problems) == (2, 1, [])


WON = "STATE:{}:f:AsKs|7d2c:50|-50:Ann|Bob\n"
# The small blind folds, and three others share 350 chips.
IN_THIRDS = (
    "STATE:{}:ccfffc/ccc/ccc/ccc:2c7d|2d7h|2h7s|3c4d|3d4h|3h4s/AsKsQs/Js/Ts:"
    "-50|16.666667|16.666667|16.666667|0|0:Ann|Bob|Cleo|Dan|Eve|Fay\n"
)


def three_hands(hand: str) -> str:
    return "".join(map(hand.format, range(3)))


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        (WON, "150|-150:Ann|Bob"),
        (WON, "-150|150:Bob|Ann"),
        (WON, "150.000000|-150.000000:Ann|Bob # 1341696001"),
        (WON.replace("Ann", "Ann Smith"), "150|-150:Ann Smith|Bob"),
        (IN_THIRDS, "-150|50|50|50|0|0:Ann|Bob|Cleo|Dan|Eve|Fay"),
        (IN_THIRDS, "-150|50.000001|50.000001|50.000001|0|0:Ann|Bob|Cleo|Dan|Eve|Fay"),
    ],
)
def test_a_score_is_the_sum_of_the_hands_up_to_their_rounding(written: Written, hand: str, score: str) -> None:
    assert problems_of(written(f"{three_hands(hand)}SCORE:{score}\n")) == []


@pytest.mark.parametrize(
    ("hand", "score", "reasons"),
    [
        (WON, "150|-149:Ann|Bob", ["the score of Bob is -149, but the hands add up to -150"]),
        (WON, "150|-150.00001:Ann|Bob", ["the score of Bob is -150.00001, but the hands add up to -150"]),
        (
            WON,
            "-150|150:Ann|Bob",
            [
                "the score of Ann is -150, but the hands add up to 150",
                "the score of Bob is 150, but the hands add up to -150",
            ],
        ),
        (WON, "150|-150:Ann|Bobby", ["the score of Bobby is -150, but the hands add up to 0"]),
        (
            IN_THIRDS,
            "-150|50.00001|50|50|0|0:Ann|Bob|Cleo|Dan|Eve|Fay",
            ["the score of Bob is 50.00001, but the hands add up to 50.000001"],
        ),
    ],
)
def test_a_score_that_is_not_the_sum_of_the_hands(written: Written, hand: str, score: str, reasons: list[str]) -> None:
    problems = problems_of(written(f"# a log\n{three_hands(hand)}\nSCORE:{score}\n"))
    assert [problem.reason for problem in problems] == reasons
    assert {problem.line for problem in problems} == {6}


def test_a_wrong_score_stands_after_the_wrong_payoffs(written: Written) -> None:
    problems = problems_of(written(three_hands(WON.replace(":50|-50", ":60|-60")) + "SCORE:150|-150:Ann|Bob\n"))
    assert [problem.line for problem in problems] == [1, 2, 3, 4, 4]
    assert problems[3].reason == "the score of Ann is 150, but the hands add up to 180"


@pytest.mark.parametrize("bad", ["HELLO", WON.format("x").strip(), WON.format(3).replace("As", "7d").strip()])
def test_nothing_is_said_of_the_score_if_a_hand_could_not_be_read(written: Written, bad: str) -> None:
    (problem,) = problems_of(written(f"{three_hands(WON)}{bad}\nSCORE:0|0:Ann|Bob\n"))
    assert problem.line == 4
    assert "score" not in problem.reason


def test_a_log_without_a_score_or_without_hands(written: Written) -> None:
    assert problems_of(written(three_hands(WON))) == []
    assert problems_of(written("SCORE:0|0:Ann|Bob\n")) == []


def test_the_score_of_a_player_against_itself(written: Written) -> None:
    """Seats may bear the same name, and have a score each."""
    hands = "STATE:0:f:AsKs|7d2c:50|-50:Ann|Ann\nSTATE:1:f:AsKs|7d2c:50|-50:Ann|Ann\n"
    assert problems_of(written(hands + "SCORE:0|0:Ann|Ann\n")) == []
    assert problems_of(written(hands.splitlines()[0] + "\nSCORE:50|-50:Ann|Ann\n")) == []


def test_every_score_is_compared_with_the_hands_since_the_one_before(written: Written) -> None:
    match = three_hands(WON) + "SCORE:150|-150:Ann|Bob\n"
    assert problems_of(written(match + match)) == []
    (problem,) = problems_of(written(match + match.replace("150|", "151|") + match))
    assert (problem.line, problem.reason) == (8, "the score of Ann is 151, but the hands add up to 150")
    (problem,) = problems_of(written(match.replace("|-150", "|-151") + match))
    assert (problem.line, problem.reason) == (4, "the score of Bob is -151, but the hands add up to -150")


def test_a_line_that_cannot_be_read_concerns_the_next_score_only(written: Written) -> None:
    match = three_hands(WON) + "SCORE:151|-151:Ann|Bob\n"
    lines = [problem.line for problem in problems_of(written(match + "nonsense\n" + match + match))]
    assert lines == [4, 4, 5, 13, 13]


def test_logs_of_other_kinds_have_no_scores(fixtures: Path) -> None:
    for name in ("old_limit_3p.log", "heads_up.phh"):
        log = open_log(fixtures / name)
        assert list(log)
        assert list(log.scores) == []


def test_problems_are_not_counted_twice(fixtures: Path, written: Written) -> None:
    bad = (fixtures / "heads_up.phh").read_text().replace("variant", "[1]\nvarian", 1)
    for content, kind in ((bad, "phh"), ("nonsense\n", "acpc"), ("nonsense\n", "acpc-old")):
        log = open_log(written(content), kind=kind)
        for _ in range(2):
            assert len(check_log(log).problems) == 1


@pytest.mark.parametrize(
    ("name", "kind"), [("old_limit_3p.log", "acpc-old"), ("session.phhs", "phh"), ("heads_up.phh", "phh")]
)
def test_a_game_is_given_for_new_logs_only(fixtures: Path, name: str, kind: str) -> None:
    for given in (None, kind):
        with pytest.raises(FormatError, match="a game can be given for logs of the kind acpc only") as caught:
            open_log(fixtures / name, kind=given, game=game_named("holdem.limit.3p"))
        message = str(caught.value)
        assert message.startswith(f"{fixtures / name}: ")
        assert kind in message
        assert len(message.splitlines()) == 1


def test_a_phh_hand_after_many_comments_is_not_lost(fixtures: Path, written: Written) -> None:
    """It is read, or it is a problem."""
    text = (fixtures / "heads_up.phh").read_text()
    for comments in (4_000, 5_000):
        check = check_log(open_log(written("[1]\n" + "# a comment\n" * comments + text, "session.phhs"), kind="phh"))
        assert check.hands + len(check.problems) == 1


def test_problems_of_phh_files_have_their_lines(fixtures: Path, written: Written) -> None:
    text = (fixtures / "heads_up.phh").read_text()
    good = text.replace("variant", "[1]\nvariant", 1)
    bad = text.replace("variant", "[2]\nvariant", 1).replace("[12100, 22900]", "[12000, 23000]")
    (problem,) = problems_of(written(good + bad, "session.phhs"))
    first = (good + bad).splitlines().index("[2]") + 1
    assert first <= problem.line <= len((good + bad).splitlines())
    assert "hand 12 states the payoffs -8000|8000, but they are -7900|7900" in problem.reason


def test_a_line_of_phh_that_is_no_text_does_not_move_the_other_lines(fixtures: Path, written: Written) -> None:
    text = (fixtures / "heads_up.phh").read_text()
    content = text.replace("variant", "[1]\n# \0\nvariant", 1) + text.replace("variant", "[2]\nvarian", 1)
    problems = problems_of(written(content, "session.phhs"))
    assert [problem.line for problem in problems] == [3, content.splitlines().index("[2]") + 2]


def test_amounts_of_phh_that_are_beyond_all_chips(fixtures: Path, written: Written) -> None:
    text = (fixtures / "heads_up.phh").read_text().replace("[12100, 22900]", "[1e3000000, 22900]")
    (problem,) = problems_of(written(text, "hand.phh"))
    assert len(str(problem)) < 1_000


def test_lines_are_read_one_at_a_time(fixtures: Path) -> None:
    lines = iter(LogLines(fixtures / "limit_3p.log"))
    assert next(lines) == (1, "# name/game/hands/seed ring project/holdem.limit.3p.game 4 0")
    assert next(lines) == (2, "#--t_response 600000")


def test_the_longest_line_is_read(written: Written) -> None:
    text = "#" * (LONGEST_LINE - 1) + "\n"
    lines = LogLines(written(text + "#" * LONGEST_LINE + "\n" + "#" * (LONGEST_LINE + 1) + "\nend\n"))
    assert [number for number, _ in lines] == [1, 2, 4]
    assert [problem.line for problem in lines.problems] == [3]


@pytest.mark.sample_data
def test_all_sample_logs_pass_the_check(sample_data: Path) -> None:
    paths = sorted([*(sample_data / "acpc").glob("*.log"), *(sample_data / "old").glob("*.log")])
    assert len(paths) == 12
    for path in paths:
        check = check_log(open_log(path))
        assert (check.unchecked, check.problems) == (0, [])
        assert check.hands > 900


@pytest.mark.sample_data
def test_sample_phh_files_are_detected(sample_data: Path) -> None:
    paths = sorted((sample_data / "phh").rglob("*.phh"))
    assert len(paths) == 76
    assert {detect_kind(path) for path in paths} == {"phh"}
