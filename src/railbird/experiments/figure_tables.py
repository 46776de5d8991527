"""Reads the tables `figures` and `theirs` of an experiment's file."""

from __future__ import annotations

import re
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING, get_args

from railbird.errors import ExperimentError
from railbird.experiments.experiment import LineupBot, Measure, ReportedFigure, SourceFigure, StrategySolve, Unit
from railbird.experiments.measurement import Measurement
from railbird.statistics import Estimate
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from railbird.experiments.experiment import ChipUnit
    from railbird.experiments.variation import Setting, Variation
    from railbird.strict_toml import StrictTable

_TEAM_KEYS = ("member", "method", "to_hand")
_PLAY_KEYS = ("lineup", "bot", "minus_lineup", "minus_bot", "all_in_adjusted", "from_hand", *_TEAM_KEYS)
_FIGURE_KEYS = ("title", "measure", "unit", "strategy", *_PLAY_KEYS)
_SOLVE_MEASURES: tuple[Measure, ...] = ("exploitability", "seconds")
_TEAM_MEASURES: tuple[Measure, ...] = (
    "chosen",
    "imagined earnings",
    "hands to switch",
    "games with a switch",
    "hands to lead",
)
_COMPARED: tuple[Measure, ...] = ("difference", "imagined earnings")
"""Measures from which the win rate of another bot may be subtracted."""
_SOURCE_KEYS = ("value", "interval", "margin", "samples", "successes", "trials", "tolerance", "hands")
_MEASURES: dict[str, Measure] = {measure: measure for measure in get_args(Measure)}
_CHIPS: dict[str, ChipUnit] = {"chips": "chips", "bb": "bb", "mbb": "mbb"}
_UNIT = re.compile(r"(chips|bb|mbb)/(hand|[1-9][0-9]*)")
_UNITS_OF_MEASURES: dict[Measure, Unit] = {
    "matches won": Unit("%"),
    "different actions": Unit("%"),
    "chosen": Unit("%"),
    "hands to switch": Unit("hands"),
    "games with a switch": Unit("%"),
    "hands to lead": Unit("hands"),
    "seconds": Unit("s"),
}
_COUNTED: dict[Measure, str] = {
    "matches won": "matches won are counted in percent, by the chips that were really won in all hands",
    "different actions": "different actions are counted in percent of the decisions in all hands",
}


def read_figures(
    root: StrictTable, lineups: Mapping[str, list[str]], variation: Variation, *, strategies: Collection[str]
) -> dict[str, ReportedFigure]:
    """Read all figures by key. A figure of a varied line-up is repeated for each setting."""
    table = root.table("figures")
    figures: dict[str, ReportedFigure] = {}
    for key in table:
        figure = table.table(key, keys=_FIGURE_KEYS)
        if _measure(figure) in _SOLVE_MEASURES:
            figures[key] = _solve_figure(key, figure, strategies)
            continue
        if "strategy" in figure:
            figure.refuse("strategy", f"only {' and '.join(_SOLVE_MEASURES)} have this key")
        of = _place(figure, lineups, lineup_key="lineup", bot_key="bot", default=None)
        if _measure(figure) == "different actions" and of.bot not in variation.shadows:
            figure.refuse("bot", f"it has no shadow: {nearest(of.bot, variation.shadows)}")
        minus = _minus(figure, lineups, of=of)
        bots = [*lineups[of.lineup], *(lineups[minus.lineup] if minus else [])]
        for setting in variation.settings(bots):
            name = variation.name(key, bots, setting)
            figures[name] = ReportedFigure(
                key=name,
                title=variation.name(figure.text("title"), bots, setting),
                measure=_measure(figure),
                unit=_unit(figure),
                of=_varied(of, lineups, variation=variation, setting=setting),
                minus=_varied(minus, lineups, variation=variation, setting=setting) if minus else None,
                all_in_adjusted=figure.boolean("all_in_adjusted", False),
                from_hand=figure.integer("from_hand", 0),
                to_hand=figure.integer("to_hand", 0),
                member=figure.text("member") if _measure(figure) in _TEAM_MEASURES else "",
                method=figure.text("method") if _measure(figure) == "imagined earnings" else "",
            )
    if not figures:
        raise ExperimentError(f"{table.place}: there is no figure: define at least one")
    return figures


def _solve_figure(key: str, figure: StrictTable, strategies: Collection[str]) -> ReportedFigure:
    """A figure of the solve of a strategy."""
    measure = _measure(figure)
    for other in _PLAY_KEYS:
        if other in figure:
            figure.refuse(other, f"{measure} is a figure of a strategy")
    strategy = figure.text("strategy")
    if strategy not in strategies:
        figure.refuse("strategy", f"no strategy is called that: {nearest(strategy, strategies)}")
    return ReportedFigure(key, figure.text("title"), measure, _unit(figure), of=StrategySolve(strategy))


def _measure(figure: StrictTable) -> Measure:
    measure = _MEASURES.get(figure.text("measure"))
    if measure is None:
        figure.refuse("measure", nearest(figure.text("measure"), _MEASURES))
    if measure in _COUNTED:
        for key in ("unit", "all_in_adjusted", "from_hand"):
            if key in figure:
                figure.refuse(key, _COUNTED[measure])
    if measure == "seconds" and "unit" in figure:
        figure.refuse("unit", "it is the unit itself")
    _check_team_keys(figure, measure)
    return measure


def _check_team_keys(figure: StrictTable, measure: Measure) -> None:
    """Raise ExperimentError if a figure about teams has keys that it does not use, or another has theirs."""
    used = {"chosen": ("member", "to_hand", "from_hand"), "imagined earnings": ("member", "method", "unit")}
    allowed = used.get(measure, ("member",)) if measure in _TEAM_MEASURES else ("unit", "all_in_adjusted", "from_hand")
    for key in (*_TEAM_KEYS, "unit", "all_in_adjusted", "from_hand"):
        if key in figure and key not in allowed:
            about = "a figure about a member of a team" if key in _TEAM_KEYS else "other figures"
            figure.refuse(key, f"{measure} does not have this key; it is for {about}")
    if "to_hand" in figure and figure.integer("to_hand") <= figure.integer("from_hand", 0):
        figure.refuse("to_hand", "write a hand after from_hand, before which counting ends")


def _unit(figure: StrictTable) -> Unit:
    if _measure(figure) in _UNITS_OF_MEASURES:
        return _UNITS_OF_MEASURES[_measure(figure)]
    text = figure.text("unit")
    parts = _UNIT.fullmatch(text)
    if parts is None:
        figure.refuse("unit", "write bb/100, mbb/hand, chips/hand, or with another number of hands")
    return Unit(text, _CHIPS[parts[1]], 1 if parts[2] == "hand" else int(parts[2]))


def _minus(figure: StrictTable, lineups: Mapping[str, list[str]], *, of: LineupBot) -> LineupBot | None:
    measure = _measure(figure)
    given = [key for key in ("minus_lineup", "minus_bot") if key in figure]
    if given and measure not in _COMPARED:
        figure.refuse(given[0], f"only {' and '.join(_COMPARED)} have this key")
    if not given:
        if measure == "difference":
            raise ExperimentError(f"{figure.place}: a difference needs minus_bot, minus_lineup, or both")
        return None
    minus = _place(figure, lineups, lineup_key="minus_lineup", bot_key="minus_bot", default=of)
    if minus == of:
        raise ExperimentError(f"{figure.place}: this is the difference of {of.bot} in {of.lineup} from itself")
    return minus


def _place(
    figure: StrictTable, lineups: Mapping[str, list[str]], *, lineup_key: str, bot_key: str, default: LineupBot | None
) -> LineupBot:
    """Read an entrant in a line-up. A missing bot or line-up is taken from the default."""
    lineup = figure.text(lineup_key, default.lineup if default else None)
    if lineup not in lineups:
        figure.refuse(lineup_key, f"no line-up is called that: {nearest(lineup, lineups)}")
    bot = figure.text(bot_key, default.bot if default else None)
    if bot not in lineups[lineup]:
        raise ExperimentError(
            f"{figure.place}: {bot!r} does not play in line-up {lineup}: {nearest(bot, lineups[lineup])}"
        )
    return LineupBot(lineup, bot)


def _varied(place: LineupBot, lineups: Mapping[str, list[str]], *, variation: Variation, setting: Setting) -> LineupBot:
    return LineupBot(variation.name(place.lineup, lineups[place.lineup], setting), place.bot)


def read_source_figures(root: StrictTable, figures: Mapping[str, ReportedFigure]) -> dict[str, SourceFigure]:
    """Read the source's figures by key. Each key must be that of a reported figure."""
    table = root.table("theirs", required=False)
    for key in table:
        if key not in figures:
            raise ExperimentError(f"{table.place}: {key!r} is not one of the figures: {nearest(key, figures)}")
    return {key: _source_figure(table.table(key, keys=_SOURCE_KEYS)) for key in table}


def _source_figure(table: StrictTable) -> SourceFigure:
    kinds = [key for key in ("value", "samples", "successes") if key in table]
    if len(kinds) != 1:
        raise ExperimentError(f"{table.place}: give one of value, samples, or successes with trials")
    kind = kinds[0]
    for key, other in (("interval", "value"), ("margin", "value"), ("trials", "successes")):
        if key in table and kind != other:
            table.refuse(key, f"only a {other} has this key" if other == "value" else f"give {other} as well")
    measurement, has_interval = _MEASUREMENTS[kind](table)
    tolerance = table.number("tolerance", 0.0)
    if tolerance < 0:
        table.refuse("tolerance", "write a number of at least 0")
    if not has_interval and "tolerance" not in table:
        raise ExperimentError(
            f"{table.place}: a value without an interval needs a margin, which you estimate, or a tolerance, within "
            "which ours is the same"
        )
    hands = table.integer("hands", least=1) if "hands" in table else None
    return SourceFigure(
        measurement, tolerance=tolerance, has_interval=has_interval, is_estimated="margin" in table, hands=hands
    )


def _of_value(table: StrictTable) -> tuple[Measurement, bool]:
    value, bounds = table.number("value"), table.numbers("interval")
    if "margin" in table:
        if "interval" in table:
            table.refuse("margin", "it is estimated only if the source gives no interval")
        margin = table.number("margin")
        if margin <= 0:
            table.refuse("margin", "write half the width of the interval, a number above 0")
        return Measurement(value, value - margin, value + margin, 1), True
    if "interval" not in table:
        return Measurement(value, value, value, 1), False
    if len(bounds) != 2 or not bounds[0] <= value <= bounds[1]:
        table.refuse("interval", "write the lower and the upper bound, with the value between them")
    low, high = bounds
    return Measurement(value, low, high, 1), True


def _of_samples(table: StrictTable) -> tuple[Measurement, bool]:
    samples = table.numbers("samples")
    if len(samples) < 2:
        table.refuse("samples", "write at least two; a single one is a value")
    # The source trusts its samples, however few they are.
    error = stdev(samples) / sqrt(len(samples))
    return Measurement.of_estimate(Estimate(mean(samples), error, len(samples))), True


def _of_successes(table: StrictTable) -> tuple[Measurement, bool]:
    successes, trials = table.integer("successes"), table.integer("trials", least=1)
    if successes > trials:
        table.refuse("successes", f"write at most {trials}, the number of trials")
    return Measurement.of_share(successes, trials=trials), True


_MEASUREMENTS = {"value": _of_value, "samples": _of_samples, "successes": _of_successes}
