"""The log of a match that is resumed: whether it is of the same match, and how a longer log takes its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from railbird.errors import MatchError
from railbird.files import written_whole

if TYPE_CHECKING:
    from railbird.play import MatchPlan


class EarlierLog:
    """A log as an interrupted dealer left it, perhaps with an incomplete last line, or no log at all."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._path = Path(f"{plan.name}.log")
        content = self._path.read_bytes() if self._path.exists() else b""
        *self._lines, self._incomplete = content.decode(errors="replace").split("\n")

    def check(self, header: str) -> None:
        """Raise MatchError if the log belongs to a match with another game, seed, length, players or seats."""
        expected = header.partition("\n")[0]
        first = self._lines[0] if self._lines else self._incomplete
        if first != expected and not (not self._lines and expected.startswith(first)):
            raise MatchError(
                f"{self._path} is the log of another match: it begins {first[:120].rstrip()!r}, not {expected!r}"
            )
        hands = [line for line in self._lines if line.startswith("STATE:")]
        for line in hands:
            self._check_players(line)
        if hands and not Path(f"{self._plan.name}.tlog").exists():
            raise MatchError(f"{self._path} has hands, but there is no {self._plan.name}.tlog to resume it")

    def _check_players(self, line: str) -> None:
        fields = line.split(":")
        if len(fields) < 2 or not fields[1].isascii() or not fields[1].isdigit():
            raise MatchError(f"{self._path} has the line {line[:80]!r}, which is not a hand")
        hand, players = int(fields[1]), fields[-1].split("|")
        expected = [self._plan.names[seat] for seat in self._plan.seats(hand).seats]
        if players == expected:
            return
        played = f"{self._path} is the log of another match: hand {hand} was played by {', '.join(players)}"
        if sorted(players) == sorted(expected):
            raise MatchError(
                f"{played} in this order, not by {', '.join(expected)}: "
                "resume with the same order of names, and with -f if the match was begun with it"
            )
        raise MatchError(f"{played}, not by {', '.join(expected)}")

    def replace(self, text: str) -> None:
        """Put a log in the place of this one in a single step; raise MatchError if that would lose or change hands."""
        before, after = _results(self._lines), _results(text.split("\n"))
        if before == after[: len(before)]:
            with written_whole(self._path) as file:
                file.write(text.encode())
            return
        transactions = f"{self._plan.name}.tlog"
        advice = f"move {self._path} away to resume the match as {transactions} has it"
        if after == before[: len(after)]:
            raise MatchError(f"{self._path} has {len(before)} results, {transactions} only {len(after)}: {advice}")
        place = next(i for i, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
        raise MatchError(f"{self._path} and {transactions} disagree in {before[place][:80]!r}: {advice}")


def _results(lines: list[str]) -> list[str]:
    """The lines of finished hands and the score."""
    return [line for line in lines if line.startswith(("STATE:", "SCORE:"))]
