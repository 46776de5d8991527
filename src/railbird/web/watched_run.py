"""A run while it is played: how far it is, standings, profit, and its latest hand, from the files that it writes.

The process that plays is not asked for anything. Every match is read once, when its file appears.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.arena import RunFolder
from railbird.arena.stored_hands import RunHands
from railbird.reports.figure import plain
from railbird.reports.palette import Colors
from railbird.reports.plot_layout import layout_of, titled
from railbird.statistics import BB_PER_100, CHIPS, COUNT, MBB_PER_HAND, Column, RateUnit, Table, estimate
from railbird.web.hand_message import hand_message
from railbird.web.shown_table import shown_table
from railbird.web.sight import sight_of_everything

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import HandRecord
    from railbird.statistics import Cell
    from railbird.statistics.json_values import JsonValue

SHARE_OF_TIME = 0.02
"""The share of a processor's time that watching may take."""
_SHORTEST_PAUSE, _LONGEST_PAUSE = 1.0, 10.0
_HEIGHT = 360
_MOST_POINTS = 400


class WatchedRun:
    """Follows a run from file to file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.folder = RunFolder.open(path)
        self._cost = 0.0
        """Processor time of the last look, which a busy machine does not make longer."""
        self._times: dict[int, float] = {}
        """When each match that was read was stored."""
        self._deals = pl.DataFrame()
        """Chips and number of hands of each player, by the cards of a deal."""
        self._totals = {entrant.name: [(0, 0.0)] for entrant in self.folder.plan.entrants}
        """Hands and big blinds of each player after each match."""

    @property
    def is_complete(self) -> bool:
        """Whether all matches of the plan are played."""
        return len(self._times) >= len(self.folder.plan.chunks())

    @property
    def pause(self) -> float:
        """Seconds until the next look, so that looking takes only a small share of the time."""
        return min(max(_SHORTEST_PAUSE, self._cost / SHARE_OF_TIME), _LONGEST_PAUSE)

    def update(self) -> bool:
        """Read the matches that were stored since the last look; return whether there were any."""
        started = time.thread_time()
        new = {number: path for number, path in self.folder.played_files().items() if number not in self._times}
        times = {number: path.stat().st_mtime for number, path in new.items()}
        if new:
            self._times.update(times)
            results = self._results([new[number] for number in sorted(new, key=lambda number: times[number])])
            self._add_totals(results)
            known = [self._deals] if len(self._deals) else []
            self._deals = _by_deal(pl.concat([*known, _by_deal(results)]))
        self._cost = time.thread_time() - started
        return bool(new)

    def as_json(self) -> dict[str, JsonValue]:
        """Everything that the page shows."""
        started, plan = time.thread_time(), self.folder.plan
        content: dict[str, JsonValue] = {
            "game": plan.game.name or "unnamed game",
            "command": self.folder.command,
            "played": len(self._times),
            "matches": len(plan.chunks()),
            "hands": len(self._times) * plan.hands,
            "is_complete": self.is_complete,
            "hands_a_second": self._pace(),
            "standings": shown_table(self.standings()) if self._times else None,
            "profit": self._profit() if self._times else None,
            "hand": self._latest_hand() if self._times else None,
        }
        self._cost += time.thread_time() - started
        return content

    def standings(self) -> Table:
        """A row for each player, from the highest to the lowest rate. A sample is the mean of a deal so far."""
        unit = self.folder.plan.game.unit
        ranked: list[tuple[float, tuple[Cell, ...]]] = []
        for (name,), deals in self._deals.group_by("player"):
            chips = deals["chips"].to_numpy()
            rate = estimate(chips / deals["hands"].to_numpy())
            rates = [rate.times(kind.factor(big_blind=unit)) for kind in (RateUnit.MBB_PER_HAND, RateUnit.BB_PER_100)]
            ranked.append((rate.mean, (str(name), *rates, float(chips.sum()), int(deals["hands"].sum()))))
        rows = [row for _, row in sorted(ranked, key=lambda pair: -pair[0])]
        columns = [
            Column("bot"),
            Column("mbb/hand", MBB_PER_HAND, "thousandths of a big blind won per hand, with the 95 % interval"),
            Column("bb/100", BB_PER_100, "big blinds won per 100 hands, with the 95 % interval"),
            Column("chips", CHIPS),
            Column("hands", COUNT),
        ]
        return Table("standings", "Standings so far", columns, rows)

    def _results(self, files: list[Path]) -> pl.DataFrame:
        """A row for each player of each hand of some matches, with the number of the match in `order`."""
        places = range(self.folder.plan.game.players)
        wanted = ["match", "hand", *(f"{what}_{place}" for place in places for what in ("player", "payoff"))]
        hands = pl.concat(
            [
                pl.read_parquet(file, columns=wanted).with_columns(order=pl.lit(order, dtype=pl.UInt32))
                for order, file in enumerate(files)
            ]
        )
        one = pl.lit(1, dtype=pl.UInt32)
        return pl.concat(
            [
                hands.select("order", "match", "hand", player=f"player_{place}", chips=f"payoff_{place}", hands=one)
                for place in places
            ]
        )

    def _add_totals(self, results: pl.DataFrame) -> None:
        unit = self.folder.plan.game.unit
        by_match = results.group_by("order", "player").agg(pl.col("chips", "hands").sum()).sort("order")
        for _, name, chips, count in by_match.iter_rows():
            before_hands, before = self._totals[name][-1]
            self._totals[name].append((before_hands + count, before + chips / unit))

    def _pace(self) -> float | None:
        """Hands a second between the first and the last match that was stored."""
        times = sorted(self._times.values())
        seconds = times[-1] - times[0] if len(times) > 1 else 0.0
        return (len(times) - 1) * self.folder.plan.hands / seconds if seconds > 0 else None

    def _profit(self) -> dict[str, JsonValue]:
        colors = Colors.of([*self._totals])
        data: list[JsonValue] = []
        for name, points in self._totals.items():
            kept = [points[place] for place in np.unique(np.linspace(0, len(points) - 1, _MOST_POINTS).astype(int))]
            data.append(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "name": plain(name),
                    "x": [hands for hands, _ in kept],
                    "y": [round(total, 3) for _, total in kept],
                    "line": {"color": colors.color(name), "dash": colors.dash(name), "width": 2},
                }
            )
        layout = layout_of(
            height=_HEIGHT,
            x=titled("hands of the player"),
            y=titled("big blinds won"),
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        )
        return {"data": data, "layout": layout}  # type: ignore[dict-item]

    def _latest_hand(self) -> dict[str, JsonValue]:
        """The last hand of the match that was stored last, step by step, with all cards."""
        hands = RunHands(RunFolder.open(self._path))
        latest = max(self._times, key=lambda number: self._times[number])
        places = [
            place for place in range(0, len(hands), self.folder.plan.hands) if hands.chunk_of(place).number == latest
        ]
        last = places[0] + self.folder.plan.hands - 1
        (record,) = hands.records([last])
        return {"address": hands.address_of(last), "table": _table(record), "steps": _steps(record)}


def _by_deal(results: pl.DataFrame) -> pl.DataFrame:
    """Add up the results of a player with the same cards."""
    return results.group_by("player", "match", "hand").agg(pl.col("chips", "hands").sum())


def _table(record: HandRecord) -> dict[str, JsonValue]:
    """The table of a stored hand, as the felt draws it."""
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
