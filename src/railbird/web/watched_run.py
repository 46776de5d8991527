"""A run while it is played, as the page shows it: read so rarely that the run is not slowed down."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from railbird.arena import RunFolder
from railbird.arena.live_matches import LONGEST_PAUSE, ask_for_live_matches, stop_asking
from railbird.arena.run_progress import RunProgress
from railbird.arena.store import PLAN_FILE
from railbird.reports.figure import plain
from railbird.reports.palette import Colors
from railbird.reports.plot_layout import layout_of, titled
from railbird.web.hand_message import hand_message
from railbird.web.shown_table import shown_table
from railbird.web.sight import sight_of_everything

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.arena.results_so_far import Points
    from railbird.games import HandRecord
    from railbird.statistics.json_values import JsonValue

SHARE_OF_TIME = 0.01
"""The share of a processor's time that watching may take."""
_SHORTEST_PAUSE = 1.0
_HEIGHT = 360


class WatchedRun:
    """Looks at a run, and asks whoever plays it for the matches that are not over."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._plan_time = 0.0
        self._progress = self._opened()
        self._cost = 0.0
        """Processor time of the last look, which a busy machine does not make longer."""

    @property
    def is_complete(self) -> bool:
        """Whether all matches of the plan are played."""
        return self._progress.is_complete

    @property
    def pause(self) -> float:
        """Seconds until the next look, so that looking takes only a small share of the time."""
        return min(max(_SHORTEST_PAUSE, self._cost / SHARE_OF_TIME), LONGEST_PAUSE)

    def update(self) -> bool:
        """Read what was played since the last look; return whether there was anything."""
        started = time.thread_time()
        if self._plan_time != self._written():  # the run was extended, or has stopped early
            self._progress = self._opened()
        is_new = self._progress.update()
        if not self.is_complete:
            ask_for_live_matches(self._path)
        self._cost = time.thread_time() - started
        return is_new

    def close(self) -> None:
        """Stop watching."""
        stop_asking(self._path)

    def as_json(self) -> dict[str, JsonValue]:
        """Everything that the page shows."""
        started, progress = time.thread_time(), self._progress
        plan, points = progress.folder.plan, progress.points()
        content: dict[str, JsonValue] = {
            "game": plan.game.name or "unnamed game",
            "command": progress.folder.command,
            "played": progress.played,
            "matches": progress.matches,
            "hands": progress.hands,
            "hands_planned": progress.matches * plan.hands,
            "is_complete": self.is_complete,
            "hands_a_second": progress.hands_a_second(),
            "running": self._running(),
            "standings": shown_table(progress.standings()) if progress.hands else None,
            "profit": _profit(points) if progress.hands else None,
            "hand": self._latest_hand(),
        }
        self._cost += time.thread_time() - started
        return content

    def _opened(self) -> RunProgress:
        self._plan_time = self._written()
        return RunProgress(RunFolder.open(self._path))

    def _written(self) -> float:
        path = self._path / PLAN_FILE
        return path.stat().st_mtime if path.exists() else 0.0

    def _running(self) -> list[JsonValue]:
        hands = self._progress.folder.plan.hands
        return [
            {"name": match.name, "hands": match.hands, "of": hands, "chips": {**match.chips}}
            for match in self._progress.running()
        ]

    def _latest_hand(self) -> dict[str, JsonValue] | None:
        """The latest hand step by step, with all cards."""
        latest = self._progress.latest_hand()
        if latest is None:
            return None
        record = latest.record
        place: dict[str, JsonValue] = {"address": latest.address, "is_stored": latest.is_stored}
        return {**place, "table": _table(record), "steps": _steps(record)}


def _profit(points: dict[str, Points]) -> dict[str, JsonValue]:
    colors = Colors.of([*points])
    data: list[JsonValue] = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": plain(name),
            "x": [hands for hands, _ in own],
            "y": [round(total, 3) for _, total in own],
            "line": {"color": colors.color(name), "dash": colors.dash(name), "width": 2},
        }
        for name, own in points.items()
    ]
    layout = layout_of(
        height=_HEIGHT,
        x=titled("hands of the player"),
        y=titled("big blinds won"),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
    )
    return {"data": data, "layout": layout}  # type: ignore[dict-item]


def _table(record: HandRecord) -> dict[str, JsonValue]:
    """The table of a hand, as the felt draws it."""
    start, game = record.start(), record.game
    seats: list[JsonValue] = [
        {"name": record.players[start.position_of(seat)], "is_person": False, "is_open": False, "is_present": True}
        for seat in range(game.players)
    ]
    return {
        "game": game.name,
        "seats": seats,
        "you": None,
        "big_blind": game.unit,
        "board_cards": game.board_sizes[-1],
        "hands_planned": None,
        "failures": {},
        "is_over": False,
    }


def _steps(record: HandRecord) -> list[JsonValue]:
    states = [*record.states()]
    payoffs = record.payoffs if record.payoffs is not None else states[-1].payoffs()
    return [hand_message(sight_of_everything(state), payoffs if state.is_over else None) for state in states]
