"""The log of a match, written as it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.formats.acpc_log import MatchHeader, format_header, format_score, format_state, format_time_limits
from railbird.games import HandRecord
from railbird.play.observer import MatchObserver

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from railbird.games import Chips, State
    from railbird.play.match_plan import MatchPlan, TimeLimits


def log_header(plan: MatchPlan, limits: TimeLimits) -> str:
    """The first lines of a log, with their ends."""
    header = MatchHeader(plan.name, plan.game_file, plan.hands, plan.seed)
    times = format_time_limits(response=limits.response, hand=limits.hand, per_hand=limits.per_hand)
    return f"{format_header(header)}\n{times}"


class LogWriter(MatchObserver):
    """Writes a line for every hand, and the score at the end."""

    def __init__(self, file: TextIO, names: Sequence[str]) -> None:
        """Names are by seat."""
        self.file = file
        self._names = tuple(names)

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:
        players = tuple([self._names[seat] for seat in seats])
        record = HandRecord(
            state.game, state.hand, players, state.deal.hole_cards, state.board, state.actions, payoffs=payoffs
        )
        self.file.write(format_state(record) + "\n")

    def match_over(self, totals: tuple[Chips, ...]) -> None:
        self.file.write(format_score(totals, self._names) + "\n")
