"""A dealer, a team and its members over real sockets, each in a process of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acpc.players import score_in
from railbird.bots import make_bot
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.logs import check_log
from railbird.formats.transaction_lines import read_transaction
from railbird.games import game_named
from railbird.play import MatchPlan, play_match

if TYPE_CHECKING:
    from pathlib import Path

    from acpc.programs import Program
    from acpc.starting import Start

GAME = "holdem.limit.2p.reverse_blinds"
HANDS, SEED = 40, 5
NAMES = ("Team", "Bob")
OPPONENT = "random:fold=0.05"


class Table:
    """A dealer at which a team and a bot play."""

    def __init__(self, start: Start, folder: Path) -> None:
        self.start = start
        self.folder = folder
        self.team: Program | None = None
        self.dealer: Program | None = None
        self._hands = HANDS

    def seat_team(self, *, game: str = GAME, hands: int = HANDS) -> Program:
        """Start the dealer and the team."""
        port = self._open(game, hands)
        self.team = self.start("team", "team.toml", "127.0.0.1", port, "--game", game)
        return self.team

    def seat_bot(self, spec: str) -> Program:
        """Start the dealer, and a bot in the seat of the team."""
        port = self._open(GAME, HANDS)
        self.team = self.start("connect", "127.0.0.1", port, "--game", GAME, "--bot", spec)
        return self.team

    @property
    def errors(self) -> str:
        """What the team says on standard error."""
        assert self.team is not None
        return self.team.errors

    def _open(self, game: str, hands: int) -> int:
        self._hands = hands
        self.dealer = self.start("dealer", "match", game, hands, SEED, *NAMES, "-b", "-", "-b", OPPONENT, "-q", "-T")
        return self.dealer.ports[0]

    def finish(self) -> str:
        """Wait for the end of a match that succeeds, check its log, and return what the team printed."""
        assert self.team is not None
        assert self.dealer is not None
        assert self.team.wait() == 0, self.team.errors
        assert self.dealer.wait() == 0, self.dealer.errors
        log = self.folder / "match.log"
        assert check_log(AcpcLog(log)).problems == []
        assert f"{self._hands} hands, {score_in(log)['Team']} chips" in self.team.output
        return self.team.output

    def longest_answer(self) -> float:
        """Seconds of the team's slowest answer, by the clock of the dealer."""
        game = game_named(GAME)
        times, hands = [], {hand.number: hand for hand in AcpcLog(self.folder / "match.log")}
        place, last = 0, -1
        for line in (self.folder / "match.tlog").read_text(encoding="ascii").splitlines():
            transaction = read_transaction(line, game)
            place = place + 1 if transaction.hand == last else 0
            last = transaction.hand
            hand = hands[last]
            view, _ = list(hand.decisions())[place]
            if hand.players[view.position] == "Team":
                times.append(transaction.answered_at - transaction.asked_at)
        return max(times)


def expected_log(spec: str, folder: Path, *, game: str = GAME, hands: int = HANDS) -> str:
    """The log of the same match with a bot in the place of the team."""
    plan = MatchPlan("match", game_named(game), game, hands=hands, seed=SEED, names=NAMES)
    bots = [make_bot(spec, seed=0), make_bot(OPPONENT, seed=plan.bot_seeds()[1])]
    log = folder / "twin" / "match.log"
    play_match(bots, game, hands=hands, seed=SEED, names=NAMES, log=log)
    return log.read_text(encoding="utf-8").replace(f"{game}.game", game)


def counts_of(output: str) -> dict[str, dict[str, str]]:
    """The rows of the table that the team prints, by member."""
    lines = re.split(r"^(?:decider|[\d,]+ hands,) ", output, maxsplit=1, flags=re.MULTILINE)[0].splitlines()
    heading = [*re.split(r"\s{2,}", lines[0].strip())]
    rows = [dict(zip(heading, re.split(r"\s{2,}", line.strip()), strict=True)) for line in lines[1:]]
    return {row["member"]: row for row in rows}
