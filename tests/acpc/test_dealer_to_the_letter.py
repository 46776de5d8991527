"""What the reference dealer does with bad lines, odd answers, short stacks, and matches that are resumed."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from acpc.players import Player, play_back, score_in
from railbird.formats.acpc_log import AcpcLog
from railbird.games import game_named, read_game

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.programs import Program
    from acpc.starting import Start

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NOLIMIT = game_named("holdem.nolimit.2p.reverse_blinds")


def against_a_caller(start: Start, game: str, hands: int, *options: str | int) -> Program:
    return start("dealer", "odd", game, hands, 3, "Odd", "Caller", "-b", "-", "-b", "call", "-q", *options)


@pytest.mark.parametrize(("bad_lines", "status"), [(0, 0), (3, 1)])
def test_21_1_every_bad_line_is_charged_from_the_time_of_sending(bad_lines: int, status: int, start: Start) -> None:
    dealer = against_a_caller(start, LIMIT.name, 1, "--t_hand", 3000)
    with Player(dealer.ports[0], LIMIT) as player, suppress(ConnectionError):
        for turn, (state, _) in enumerate(player.asked()):
            if turn == 0:
                time.sleep(1)
                player.send(b"nonsense\n" * bad_lines)
            player.answer(state, "c")
    assert dealer.wait() == status
    if bad_lines:
        assert dealer.errors.splitlines()[-1] == "ERROR: seat 1 ran out of time"


def test_21_1_comments_are_not_charged(start: Start) -> None:
    dealer = against_a_caller(start, LIMIT.name, 1, "--t_hand", 3000)
    with Player(dealer.ports[0], LIMIT) as player:
        for turn, (state, _) in enumerate(player.asked()):
            if turn == 0:
                time.sleep(0.5)
                player.send(b"# thinking\n; still thinking\n" * 10)
            player.answer(state, "c")
    assert dealer.wait() == 0


def test_21_1_a_flood_of_bad_lines_ends_at_the_limit_with_few_messages(start: Start) -> None:
    dealer = against_a_caller(start, LIMIT.name, 1)
    with Player(dealer.ports[0], LIMIT) as player, suppress(ConnectionError):
        next(player.asked())
        player.send(b"x\n" * 500_000)
        assert not [*player.lines()]
    assert dealer.wait() == 1
    warnings = [line for line in dealer.errors.splitlines() if line.startswith("WARNING: ")]
    assert len(warnings) == 100
    assert warnings[0] == "WARNING: seat 1, hand 0: bad state format in response"
    assert "not mentioned any more" in warnings[-1]
    assert dealer.errors.splitlines()[-1] == "ERROR: seat 1 ran out of time"


class Interrupted:
    """A match of twenty hands of which the transaction log has lost its end; then it is resumed."""

    def __init__(self, start: Start, folder: Path, *options: str) -> None:
        self._start = start
        self.log, self.transactions = folder / "m.log", folder / "m.tlog"
        self._options = ("-T", "-q", "-b", "random", "-b", "call", *options)
        assert self.resumed("Ann", "Ben", is_first=True).wait() == 0
        self.whole = self.log.read_bytes() if self.log.exists() else b""
        lines = self.transactions.read_bytes().splitlines(keepends=True)
        kept = [line for line in lines if int(line.split()[1]) < 10]
        self.transactions.write_bytes(b"".join([*kept, lines[len(kept)]]))
        if self.whole:
            hands = [line for line in self.whole.splitlines(keepends=True) if not line.startswith(b"SCORE")]
            self.log.write_bytes(b"".join(hands[: 4 + 10]))
        self.before = [path.read_bytes() for path in (self.log, self.transactions) if path.exists()]

    def resumed(self, *words: str, is_first: bool = False) -> Program:
        append = () if is_first else ("-a",)
        return self._start("dealer", "m", LIMIT.name, 20, 7, *words, *self._options, *append)

    def assert_refused(self, dealer: Program, complaint: str) -> None:
        assert dealer.wait() == 1
        assert complaint in dealer.errors.splitlines()[-1]
        assert [path.read_bytes() for path in (self.log, self.transactions) if path.exists()] == self.before


@pytest.mark.parametrize("log", ["-L", "-l"])
@pytest.mark.parametrize("words", [("Ben", "Ann"), ("Ann", "Cid"), ("Ann", "Ben", "-f")])
def test_21_2_a_match_is_resumed_only_with_its_names_their_order_and_its_seats(
    words: tuple[str, ...], log: str, start: Start, tmp_path: Path
) -> None:
    match = Interrupted(start, tmp_path, log)
    match.assert_refused(match.resumed(*words), "another match")
    dealer = match.resumed("Ann", "Ben")
    assert dealer.wait() == 0
    assert not match.whole or match.log.read_bytes() == match.whole


def test_21_2_fixed_seats_are_resumed_with_fixed_seats(start: Start, tmp_path: Path) -> None:
    match = Interrupted(start, tmp_path, "-f")
    assert match.resumed("Ann", "Ben").wait() == 0
    assert match.log.read_bytes() == match.whole


@pytest.mark.parametrize("size", [0, 1, 20, 60, 90])
def test_21_2_a_torn_first_line_of_a_log_does_not_block_a_resume(size: int, start: Start, tmp_path: Path) -> None:
    match = Interrupted(start, tmp_path)
    match.log.write_bytes(match.whole[:size])
    assert match.resumed("Ann", "Ben").wait() == 0
    assert match.log.read_bytes() == match.whole


def test_21_2_a_log_is_replaced_by_a_longer_one_in_a_single_step(start: Start, tmp_path: Path) -> None:
    match = Interrupted(start, tmp_path)
    with match.log.open("rb") as earlier:
        assert match.resumed("Ann", "Ben").wait() == 0
        assert os.fstat(earlier.fileno()).st_size == len(match.before[0])
        assert earlier.read() == match.before[0]
    assert match.log.read_bytes() == match.whole


def test_21_2_a_log_with_more_hands_than_the_transactions_is_kept(start: Start, tmp_path: Path) -> None:
    match = Interrupted(start, tmp_path)
    match.log.write_bytes(match.whole)
    match.before[0] = match.whole
    match.assert_refused(match.resumed("Ann", "Ben"), "m.log has 21 results, m.tlog only 10: move m.log away")


def test_21_2_a_log_of_other_hands_is_kept(start: Start, tmp_path: Path) -> None:
    match = Interrupted(start, tmp_path)
    match.before[0] = match.before[0].replace(b"STATE:3:", b"STATE:5:")
    match.log.write_bytes(match.before[0])
    match.assert_refused(match.resumed("Ann", "Ben"), "m.log and m.tlog disagree in 'STATE:5:")


SHORT_STACKS = """GAMEDEF
limit
numPlayers = 3
numRounds = 2
stack = 75 75 75
blind = 5 10 0
raiseSize = 30 30
firstPlayer = 3 1
maxRaises = 8 8
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3
END GAMEDEF
"""


def test_21_3_limit_games_with_short_stacks_follow_the_reference(start: Start, tmp_path: Path) -> None:
    # The bets are 10, 40, 70 and all-in with 75. Then the small blind has 35 chips left, with which the bet is just
    # called; the reference dealer lets it raise to 75 all the same, because the big blind is not all-in.
    (tmp_path / "short.game").write_text(SHORT_STACKS, encoding="ascii")
    dealer = start("dealer", "short", "short.game", 1, 3, "A", "B", "C", "-q")
    answers = {"2:0:": "c", "0:0:c": "r", "1:0:cr": "r", "2:0:crr": "r", "0:0:crrr": "r", "1:0:crrrr": "c"}
    play_back(dealer.ports, read_game(str(tmp_path / "short.game")), answers)
    assert dealer.wait() == 0
    log = tmp_path / "short.log"
    assert log.read_text(encoding="utf-8").splitlines()[4].split(":")[2] == "crrrrc/"
    assert sorted(map(abs, map(int, score_in(log).values()))) == [75, 75, 150]
    check = start("log", "check", "short.log", "--game", "short.game")
    assert check.wait() == 0
    assert "1 hand, 0 errors" in check.output


@pytest.mark.parametrize(
    ("answer", "betting"),
    [
        ("{state}:r 300", "r300c"),
        ("{state}:r+300", "r300c"),
        ("{state}:R\t +300 and more", "r300c"),
        ("{state}:r- 300", "cc"),
        ("{state}:r4294967596", "r300c"),  # 2^32 + 300
        ("{state}:r3000000000", "r200c"),  # negative in 32 bits
        ("{state}:r99999999999999999999", "r200c"),  # beyond 64 bits: -1
        ("{state}:r-99999999999999999999", "r200c"),
        ("{lower}:r300", "r300c"),
        ("{upper}:r300", "r300c"),
        ("{state}r300", "cc"),  # no colon before the action
        ("{state} :r300", "cc"),
        ("{state}/2c:r300", "cc"),
        ("{spaced}:r300", "r300c"),
        ("{without_bar}:r300", "r300c"),
    ],
)
def test_21_3_odd_answers_are_read_as_by_the_reference(answer: str, betting: str, start: Start, tmp_path: Path) -> None:
    dealer = against_a_caller(start, NOLIMIT.name, 2)
    with Player(dealer.ports[0], NOLIMIT) as player:
        for state, view in player.asked():
            if view.hand == 0 or view.actions:
                player.answer(state, "c")
                continue
            position, hand, bets, cards = state.split(":")[1:]
            forms = {
                "lower": f"MATCHSTATE:{position}:{hand}:{bets}:{cards.lower()}",
                "upper": f"MATCHSTATE:{position}:{hand}:{bets}:{cards.upper()}",
                "spaced": f"MATCHSTATE: +{position}:\t0{hand}:{bets}:{cards}",
                "without_bar": f"MATCHSTATE:{position}:{hand}:{bets}:2c2d{cards.removeprefix('|')}",
            }
            player.send(answer.format(state=state, **forms).encode() + b"\n")
    assert dealer.wait() == 0, dealer.errors
    hands = [*AcpcLog(tmp_path / "odd.log", NOLIMIT)]
    assert len(hands) == 2
    line = (tmp_path / "odd.log").read_text(encoding="utf-8").splitlines()[5]
    assert line.split(":")[2].split("/")[0] == betting
