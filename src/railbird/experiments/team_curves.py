"""Curves about teams over the hands of a match: who was followed, ratings, imagined earnings, and what was really won.

They are stored beside the results of an experiment, a line of JSON for each curve, so that figures can be drawn without
the runs.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np
import polars as pl

from railbird.analysis.play_tables import street_names
from railbird.arena import team_notes
from railbird.arena.recorder import MATCH_KEYS
from railbird.errors import ExperimentError
from railbird.experiments.team_figures import TeamSwitches
from railbird.files import written_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.arena import Results, RunFolder, TeamNotes

CurveKind: TypeAlias = Literal["followed", "rating", "imagined", "won", "differs", "switch"]
ALL_STREETS = "all streets"
CURVES_FILE = "teams.jsonl"
_COLUMNS: Mapping[CurveKind, str] = {"followed": "chosen", "rating": "rating"}
_STRETCHES = 40
_DIGITS = 4


@dataclass(frozen=True)
class TeamCurve:
    """A curve of a line-up."""

    lineup: str
    team: str
    kind: CurveKind
    """The share of decisions at which a member was followed; its mean rating; the running total of what it would have
    earned; the running total of what a player won. `differs` and `switch` have one point: the mean hand in which a
    member first answers unlike all others, and that in which the team switches to it."""
    name: str
    """The member, or the player."""
    detail: str
    """The street, or the method of imagining earnings."""
    hands: tuple[int, ...]
    """Number of hands played up to each point."""
    values: tuple[float | None, ...]


def run_curves(lineup: str, results: Results, teams: Mapping[str, TeamNotes]) -> list[TeamCurve]:
    """All curves of a complete run; teams are its notes by player. Those that never had to decide have no curves."""
    plan = results.plan
    streets = street_names(plan.game.rounds, is_holdem=plan.game.is_holdem)
    curves = [*_won(lineup, results)]
    for team, notes in teams.items():
        if notes.decisions.is_empty():
            continue
        curves += _of_decisions(lineup, team, notes, hands=plan.hands, streets=streets)
        curves += _imagined(lineup, team, notes, hands=plan.hands)
        curves += _marks(lineup, team, notes)
    return curves


def teams_of(folder: RunFolder) -> dict[str, TeamNotes]:
    """The notes of all teams of a run by player."""
    players = folder.notes()["player"].unique().sort().to_list()
    return {player: team_notes(folder, player) for player in players}


def store_curves(curves: Sequence[TeamCurve], path: Path) -> None:
    """Write curves, a line for each."""
    with written_whole(path) as file:
        file.write("".join(json.dumps(asdict(curve)) + "\n" for curve in curves).encode())


def read_curves(path: Path) -> list[TeamCurve]:
    """Read curves; none if there is no file. Raise ExperimentError if it is damaged."""
    if not path.exists():
        return []
    try:
        return [_read(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (ValueError, TypeError, KeyError) as error:
        raise ExperimentError(f"{path} is damaged: {error}: run the experiment again") from None


def _read(line: str) -> TeamCurve:
    fields = json.loads(line)
    curve = TeamCurve(**{**fields, "hands": tuple(fields["hands"]), "values": tuple(fields["values"])})
    if curve.kind not in get_args(CurveKind):
        raise ValueError(f"no curve is called {curve.kind!r}")
    return curve


def _ends(hands: int) -> NDArray[np.int64]:
    """Numbers of hands at which the stretches of a match end."""
    return np.unique(np.linspace(0, hands, min(hands, _STRETCHES) + 1).round().astype(np.int64))[1:]


def _rounded(values: Iterable[float | None]) -> tuple[float | None, ...]:
    return tuple(None if value is None or not np.isfinite(value) else float(f"{value:.{_DIGITS}g}") for value in values)


def _won(lineup: str, results: Results) -> Iterator[TeamCurve]:
    hands = results.plan.hands
    ends = _ends(hands)
    for bot, name in enumerate(results.names):
        means = results.samples_of(bot).reshape(-1, hands).mean(axis=0)
        totals = means.cumsum()[ends - 1]
        yield TeamCurve(lineup, "", "won", name, "", tuple(ends.tolist()), _rounded(totals))


def _of_decisions(
    lineup: str, team: str, notes: TeamNotes, *, hands: int, streets: Sequence[str]
) -> Iterator[TeamCurve]:
    """The shares and ratings of members in each stretch of a match."""
    ends = _ends(hands)
    stretches = np.searchsorted(ends, notes.decisions["hand"].to_numpy(), side="right")
    decisions = notes.decisions.with_columns(stretch=pl.Series(stretches))
    parts = {ALL_STREETS: decisions} | {
        street: decisions.filter(pl.col("street") == number) for number, street in enumerate(streets)
    }
    for street, rows in parts.items():
        means = rows.group_by("stretch").agg(pl.col("^(chosen|rating)_.*$").cast(pl.Float64).mean())
        by_stretch = {row["stretch"]: row for row in means.iter_rows(named=True)}
        for kind, column in _COLUMNS.items():
            for name in notes.names:
                values = [by_stretch.get(stretch, {}).get(f"{column}_{name}") for stretch in range(len(ends))]
                yield TeamCurve(lineup, team, kind, name, street, tuple(ends.tolist()), _rounded(values))


def _imagined(lineup: str, team: str, notes: TeamNotes, *, hands: int) -> Iterator[TeamCurve]:
    """Running totals of what each member would have earned in a match, by each method."""
    ends = _ends(hands)
    games = notes.earnings.select(*MATCH_KEYS).n_unique()
    for column in notes.earnings.columns:
        method, _, name = column.partition("_")
        if name not in notes.names:
            continue
        chips = np.zeros(hands)
        rows = notes.earnings.select("hand", column).drop_nulls()
        np.add.at(chips, rows["hand"].to_numpy(), rows[column].to_numpy())
        totals = (chips / games).cumsum()[ends - 1]
        yield TeamCurve(lineup, team, "imagined", name, method, tuple(ends.tolist()), _rounded(totals))


def _marks(lineup: str, team: str, notes: TeamNotes) -> Iterator[TeamCurve]:
    """Where members first answer unlike all others, and where the team switches to them, if it does in most games."""
    if len(notes.names) == 1:
        return
    for name in notes.names:
        try:
            switches = TeamSwitches.of(notes, name)
        except ExperimentError:
            continue
        first = float(switches.games["first"].to_numpy().mean())
        switched, games = switches.counts
        yield TeamCurve(lineup, team, "differs", name, "", (), _rounded([first]))
        if 2 * switched > games:
            yield TeamCurve(lineup, team, "switch", name, "", (), _rounded([first + switches.delay.mean]))
