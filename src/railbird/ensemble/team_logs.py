"""The three logs of a team, written as the match goes: timings, ensemble and statistics (Thiel 2013, 3.3.6)."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO

from railbird.ensemble.team_observer import TeamObserver
from railbird.errors import BotError
from railbird.formats.team_log_lines import (
    NO_ANSWER_TEXT,
    TeamHandLine,
    TeamStatisticsLine,
    TimingEvent,
    format_team_hand,
    format_team_statistics,
    format_timing,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.ensemble.played_hand import PlayedHand, TeamDecision
    from railbird.formats.team_log_lines import TimingKind
    from railbird.games import Action

TIMINGS, ENSEMBLE, STATISTICS = "timings.log", "ensemble.log", "statistics.log"
_MILLISECONDS = 1000
_LETTERS = "fcr"


class TeamLogs(TeamObserver):
    """Writes the three logs into a folder. What is written of a hand is on disk when the hand is over.

    The files of a match are opened when something is written to them, so a team that only says whether it plays a game
    leaves none.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: tuple[str, ...] = ()
        self._files: dict[str, TextIO] = {}

    def game_starts(self, names: Sequence[str]) -> None:
        self.close()
        self._names = tuple(names)

    def member_answered(self, hand: int, street: int, name: str, seconds: float) -> None:
        self._write_timing("BOT", hand, street, seconds, member=name)

    def waited(self, hand: int, street: int, seconds: float) -> None:
        self._write_timing("WAIT", hand, street, seconds)

    def decided(self, hand: int, decision: TeamDecision, seconds: float) -> None:
        self._write_timing("DECISION", hand, decision.street, seconds)
        if decision.values:
            line = TeamStatisticsLine(self._names, hand, decision.street, decision.values, decision.ratings)
            self._write(STATISTICS, format_team_statistics(line))

    def hand_over(self, hand: PlayedHand) -> None:
        self._write(ENSEMBLE, format_team_hand(team_hand_line(hand, self._names)))
        for file in self._files.values():
            file.flush()

    def close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _write_timing(self, kind: TimingKind, hand: int, street: int, seconds: float, *, member: str = "") -> None:
        event = TimingEvent(kind, hand, street, round(_MILLISECONDS * seconds), member)
        self._write(TIMINGS, format_timing(event))

    def _write(self, name: str, line: str) -> None:
        if not self._files:
            self._open()
        self._files[name].write(line + "\n")

    def _open(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for name in (TIMINGS, ENSEMBLE, STATISTICS):
                self._files[name] = (self._folder / name).open("w", encoding="ascii", newline="\n")
        except OSError as error:
            raise BotError(f"the logs of the team cannot be written to {self._folder}: {error.strerror}") from None


def check_folder(folder: Path) -> None:
    """Raise BotError if no logs could be written into a folder, which need not exist yet."""
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK):
        raise BotError(f"logs={folder}: {existing} is not a folder that can be written to")


def team_hand_line(
    hand: PlayedHand, names: tuple[str, ...], *, earnings: Mapping[str, Sequence[float | None]] | None = None
) -> TeamHandLine:
    """The line of the ensemble log about a hand; runs keep it with the imagined earnings."""
    game = hand.game
    by_street: list[list[tuple[str, ...]]] = [[] for _ in range(game.rounds)]
    for decision in hand.decisions:
        by_street[decision.street].append(
            tuple([_letter(answer, is_limit=game.is_limit) for answer in decision.answers])
        )
    return TeamHandLine(
        names=names,
        hand=hand.number,
        answers=tuple(map(tuple, by_street)),
        hole_cards=hand.hole_cards,
        board=tuple([hand.board[start:end] for start, end in pairwise(game.board_sizes)]),
        ratings=tuple([_ratings(decision) for decision in hand.decisions]),
        chosen=tuple([decision.chosen for decision in hand.decisions]),
        earnings={name: tuple(chips) for name, chips in (earnings or {}).items()},
    )


def _letter(answer: Action | None, *, is_limit: bool) -> str:
    if answer is None:
        return NO_ANSWER_TEXT
    letter = _LETTERS[answer.kind]
    return letter if is_limit or not answer.is_raise else f"{letter}{answer.total}"


def _ratings(decision: TeamDecision) -> tuple[float, ...]:
    """The ratings of a decision; if its decider has none, 1 for those who were followed and 0 for the others."""
    return decision.ratings or tuple([float(member in decision.chosen) for member in range(len(decision.answers))])
