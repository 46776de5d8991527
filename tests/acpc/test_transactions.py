"""Matches that were killed and taken up again end as if nothing had happened."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest

from acpc.players import seated, shown
from acpc.programs import is_running
from railbird.bots import make_bot
from railbird.formats.betting import action_text
from railbird.formats.match_state import MatchStateReader
from railbird.games import game_named
from railbird.play import MatchPlan

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.programs import Program
    from acpc.starting import Start

LIMIT, NOLIMIT = "holdem.limit.2p.reverse_blinds", "holdem.nolimit.3p"
SEED = 21
KILLS = 10


def actions_of(path: Path) -> list[list[str]]:
    """Action and hand of every line of a transaction log; the times differ."""
    return [line.split()[:2] for line in path.read_text(encoding="ascii").splitlines()]


class Uninterrupted:
    """What a match should come to, played by bots in the dealer's process."""

    def __init__(self, start: Start, folder: Path, game: str, hands: int) -> None:
        self.game = game_named(game)
        names = [f"p{seat + 1}" for seat in range(self.game.players)]
        self.plan = MatchPlan("match", self.game, game, hands=hands, seed=SEED, names=tuple(names))
        self.arguments = ["dealer", "match", game, hands, SEED, *names, "-q", "-T"]
        self.bots = [word for _ in names for word in ("-b", "random")]
        dealer = start(*self.arguments, *self.bots)
        assert dealer.ports == [0] * len(names)
        assert dealer.wait() == 0
        self._log, self._transactions = folder / "match.log", folder / "match.tlog"
        self.log, self.output = self._log.read_bytes(), dealer.output
        self.actions = actions_of(self._transactions)
        self.tlog = self._transactions.read_bytes()
        self._log.unlink()
        self._transactions.unlink()

    @property
    def lines(self) -> int:
        """How many lines the transaction log of the interrupted match has."""
        return self._transactions.read_bytes().count(b"\n") if self._transactions.exists() else 0

    def assert_reached(self, dealer: Program) -> None:
        assert len(dealer.ports) == self.game.players
        assert dealer.wait() == 0, dealer.errors
        assert dealer.output == self.output
        assert self._log.read_bytes() == self.log
        assert actions_of(self._transactions) == self.actions

    def start(self, start: Start, *arguments: str) -> Program:
        return start(*self.arguments, *(["-a"] if self._transactions.exists() else []), *arguments)


@pytest.fixture
def heads_up(start: Start, tmp_path: Path) -> Uninterrupted:
    return Uninterrupted(start, tmp_path, LIMIT, 60)


def answer_until(match: Uninterrupted, dealer: Program, answers: int) -> None:
    """Clients play as the bots would, until the dealer has got so many answers: then it is killed."""
    bots = [make_bot("random", seed=seed) for seed in match.plan.bot_seeds()]
    readers = [MatchStateReader(match.game) for _ in bots]
    with seated(dealer.ports, match.game) as players:
        for states in shown(players):
            for player, bot, reader, line in zip(players, bots, readers, states, strict=True):
                view = reader.read(line)
                if view.acting == view.position:
                    player.answer(line, action_text(bot.act(view), match.game))
                    answers -= 1
            if not answers:
                dealer.kill()
                return


@pytest.mark.parametrize("game", [LIMIT, NOLIMIT])
def test_killed_ten_times_and_taken_up_with_clients_that_connect_again(game: str, start: Start, tmp_path: Path) -> None:
    match = Uninterrupted(start, tmp_path, game, 40)
    for moment in sorted(random.Random(game).sample(range(1, len(match.actions)), KILLS)):
        dealer = match.start(start)
        answer_until(match, dealer, max(moment - match.lines, 1))
        assert dealer.wait() == -9
        # Whether the dealer had time to take the last answer is chance.
        assert match.lines in (moment - 1, moment)
    dealer = match.start(start)
    answer_until(match, dealer, len(match.actions) + 1)
    match.assert_reached(dealer)


def test_killed_ten_times_and_taken_up_with_bots_of_its_own(start: Start, tmp_path: Path) -> None:
    match = Uninterrupted(start, tmp_path, NOLIMIT, 500)
    path, kills = tmp_path / "match.tlog", 0
    for size in sorted(random.Random(1).sample(range(len(match.tlog) * 3 // 4), KILLS)):
        dealer = match.start(start, *match.bots)
        assert dealer.ports == [0, 0, 0]
        while path.stat().st_size < size and is_running(dealer.pid):
            time.sleep(0.001)
        dealer.kill()
        kills += dealer.wait() == -9
    assert kills > 0
    match.assert_reached(match.start(start, *match.bots))


def test_bots_of_its_own_hear_again_of_all_that_was_played(start: Start, tmp_path: Path) -> None:
    (tmp_path / "telling.py").write_text(
        "from railbird.bots.reference.simple import RandomBot\n"
        "class Telling(RandomBot):\n"
        "    every = 2\n"
        "    def tell(self, *words): print(*words, file=open('heard', 'a'))\n"
        "    def match_starts(self, game, seat): self.tell('match', seat)\n"
        "    def hand_starts(self, view): self.tell('hand', view.hand)\n"
        "    def street_starts(self, view): self.tell('street', view.street)\n"
        "    def action_played(self, position, action, view): self.tell(position, action)\n"
        "    def hand_ends(self, view, payoffs): self.tell('end', *payoffs)\n"
        "    def hands_played(self, hands): self.tell('played', hands)\n",
        encoding="ascii",
    )
    words = ["dealer", "m", LIMIT, 5, SEED, "a", "b", "-q", "-T", "-b", "telling.py:Telling", "-b", "random"]
    assert start(*words).wait() == 0
    heard, transactions = tmp_path / "heard", tmp_path / "m.tlog"
    expected = heard.read_text(encoding="ascii")
    assert "played 4" in expected
    lines = transactions.read_text(encoding="ascii").splitlines(keepends=True)
    for cut in (0, 1, len(lines) // 2, len(lines) - 1, len(lines)):
        heard.unlink()
        (tmp_path / "m.log").unlink()  # which would have more hands than the transactions
        transactions.write_text("".join(lines[:cut]), encoding="ascii")
        assert start(*words, "-a").wait() == 0
        assert heard.read_text(encoding="ascii") == expected


def test_half_a_line_at_the_end_was_not_played(heads_up: Uninterrupted, start: Start, tmp_path: Path) -> None:
    place = heads_up.tlog.index(b"\n", len(heads_up.tlog) // 2) + 1
    for extra in (1, 5, 20):
        (tmp_path / "match.tlog").write_bytes(heads_up.tlog[: place + extra])
        heads_up.assert_reached(heads_up.start(start, *heads_up.bots))
        (tmp_path / "match.log").unlink()  # which has more hands than the next transaction log


def test_a_match_that_was_finished_is_finished_again(heads_up: Uninterrupted, start: Start, tmp_path: Path) -> None:
    (tmp_path / "match.tlog").write_bytes(heads_up.tlog)
    heads_up.assert_reached(heads_up.start(start, *heads_up.bots))
    assert (tmp_path / "match.tlog").read_bytes() == heads_up.tlog


def test_append_without_a_transaction_log_that_exists_starts_the_match(heads_up: Uninterrupted, start: Start) -> None:
    heads_up.assert_reached(start(*heads_up.arguments, "-a", *heads_up.bots))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"nonsense\n", "'nonsense"),
        (b"c 0 1.0\n", "'c 0 1.0"),
        (b"x 0 1.0 2.0\n", "'x 0"),
        (b"\xff\x00\n", "\\x00"),
        (b"c 99999 1.000000 2.000000\n", "hand 99999"),
        (b"c 0 1.000000 2.000000\n", "hand 0"),
    ],
)
def test_a_damaged_transaction_log_is_one_line_of_error(
    line: bytes, says: str, heads_up: Uninterrupted, start: Start, tmp_path: Path
) -> None:
    place = heads_up.tlog.index(b"\n", len(heads_up.tlog) // 2) + 1
    damaged = heads_up.tlog[:place] + line + heads_up.tlog[place:]
    (tmp_path / "match.tlog").write_bytes(damaged)
    dealer = heads_up.start(start, *heads_up.bots)
    assert dealer.wait() == 2
    after_header = dealer.errors.splitlines()[4:]
    assert len(after_header) == 1
    assert after_header[0].startswith("railbird: ")
    assert says in after_header[0]
    assert "SCORE" not in dealer.output
    assert (tmp_path / "match.tlog").read_bytes() == damaged


def test_a_transaction_log_that_goes_too_far_is_damaged(heads_up: Uninterrupted, start: Start, tmp_path: Path) -> None:
    number = int(heads_up.actions[-1][1]) + 1
    (tmp_path / "match.tlog").write_bytes(heads_up.tlog + b"c %d 1.000000 2.000000\n" % number)
    dealer = heads_up.start(start, *heads_up.bots)
    assert dealer.wait() == 2
    assert f"hand {number}" in dealer.errors.splitlines()[-1]


def test_a_match_that_nobody_takes_up_keeps_its_log(heads_up: Uninterrupted, start: Start, tmp_path: Path) -> None:
    (tmp_path / "match.tlog").write_bytes(heads_up.tlog)
    (tmp_path / "match.log").write_bytes(heads_up.log)
    dealer = heads_up.start(start, "--start_timeout", "100")
    assert dealer.wait() == 1
    assert (tmp_path / "match.log").read_bytes() == heads_up.log


def test_a_damaged_transaction_log_does_no_harm_to_the_log(
    heads_up: Uninterrupted, start: Start, tmp_path: Path
) -> None:
    (tmp_path / "match.tlog").write_bytes(b"nonsense\n" + heads_up.tlog)
    (tmp_path / "match.log").write_bytes(heads_up.log)
    assert heads_up.start(start, *heads_up.bots).wait() == 2
    assert (tmp_path / "match.log").read_bytes() == heads_up.log


@pytest.mark.parametrize(("old", "new"), [(SEED, SEED + 1), ("p1", "somebody"), (LIMIT, "kuhn.limit.2p")])
def test_another_match_is_not_taken_up(
    heads_up: Uninterrupted, start: Start, tmp_path: Path, old: str | int, new: str | int
) -> None:
    (tmp_path / "match.tlog").write_bytes(heads_up.tlog)
    (tmp_path / "match.log").write_bytes(heads_up.log)
    words = [new if word == old else word for word in heads_up.arguments]
    dealer = start(*words, *heads_up.bots, "-a")
    assert dealer.wait() == 1
    assert "match.log is the log of another match" in dealer.errors.splitlines()[-1]
    assert (tmp_path / "match.log").read_bytes() == heads_up.log


def test_a_log_without_its_transactions_is_not_taken_up(heads_up: Uninterrupted, start: Start, tmp_path: Path) -> None:
    (tmp_path / "match.log").write_bytes(heads_up.log)
    dealer = start(*heads_up.arguments, *heads_up.bots, "-a")
    assert dealer.wait() == 1
    assert "there is no match.tlog" in dealer.errors.splitlines()[-1]
    assert (tmp_path / "match.log").read_bytes() == heads_up.log
