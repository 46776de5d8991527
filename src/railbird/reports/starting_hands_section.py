"""The section on starting hands: what players do with each of the 169, as 13 x 13 matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis import starting_hands
from railbird.analysis.starting_hands import starting_hands_table
from railbird.cards.hands import class_name
from railbird.reports.figure import Figure, Plot, numbers
from railbird.reports.palette import LOST_TO_WON, SHARES
from railbird.reports.plot_layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.analysis import StartingHand
    from railbird.reports.figure import Part
    from railbird.reports.sources import Source

_NAMES = [[class_name(13 * row + column) for column in range(13)] for row in range(13)]
"""The starting hands by row and column of the matrix, with suited hands above the diagonal."""
_HEIGHT = 400
_USUAL = 0.95
"""The share of the starting hands within the colour scale; the few beyond get its last colour."""
_UNSEEN = float("nan")
_UNSEEN_COLOR = "rgba(128,128,128,0.13)"


def starting_hands_figure(source: Source) -> Figure | None:
    """Matrices of one player at a time; None if no hand of two cards is known."""
    by_player = {player: _by_name(source, player) for player in source.players}
    seen = {player: hands for player, hands in by_player.items() if any(hand.hands for hand in hands.values())}
    if not seen:
        return None
    return Figure(
        key="starting-hands",
        caption=(
            "The 169 starting hands: suited ones above the diagonal, offsuit ones below it. Only hands whose cards are "
            "known count. The fewer there were, the greyer the cell; a cross marks those that the player never held."
        ),
        command=source.analysis("--json"),
        tables=[starting_hands_table(source.tally, list(seen))],
        plots=[plot for player, hands in seen.items() for plot in _plots(player, hands, unit=source.unit)],
    )


def _by_name(source: Source, player: str) -> Mapping[str, StartingHand]:
    return {hand.name: hand for hand in starting_hands(source.tally, source.row(player))}


def _plots(player: str, hands: Mapping[str, StartingHand], *, unit: int | None) -> list[Plot]:
    """The matrices of a player; won chips are in big blinds if all hands have the same."""
    played = {name: _ratio(hand.played, hand.hands - hand.walks) for name, hand in hands.items()}
    raised = {name: _ratio(hand.raised, hand.hands - hand.walks) for name, hand in hands.items()}
    won = {name: _ratio(hand.chips / (unit or 1), hand.hands) for name, hand in hands.items()}
    title, word = ("Chips won in a hand", "chips") if unit is None else ("Big blinds won in a hand", "big blinds")
    limit = float(np.nanquantile([abs(value) for value in won.values()], _USUAL)) or 1.0
    share: Part = {"colorscale": SHARES, "zmin": 0, "zmax": 1}
    worth: Part = {"colorscale": LOST_TO_WON, "zmin": -limit, "zmax": limit}
    return [
        _matrix(player, "Played before the flop", hands=hands, values=played, scale=share),
        _matrix(player, "Raised before the flop", hands=hands, values=raised, scale=share),
        _matrix(player, title, hands=hands, values=won, word=word, scale=worth),
    ]


def _matrix(
    player: str,
    title: str,
    *,
    hands: Mapping[str, StartingHand],
    values: Mapping[str, float],
    scale: Part,
    word: str = "",
) -> Plot:
    """A matrix of shares of hands, or of amounts if there is a word for them."""
    percent = not word
    tick = ".0%" if percent else "~g"
    value = "%{z:.1%} of" if percent else f"%{{z:+.2f}} {word} a hand, in"
    trace: Part = {
        "type": "heatmap",
        "z": [numbers(values[name] for name in row) for row in _NAMES],
        "text": [[name if hands[name].hands else "" for name in row] for row in _NAMES],
        "customdata": [
            [f"{hands[name].hands - percent * hands[name].walks:,} hands" for name in row] for row in _NAMES
        ],
        "texttemplate": "%{text}",
        "textfont": {"size": 9},
        "hovertemplate": f"%{{text}}: {value} %{{customdata}}<extra></extra>",
        "hoverongaps": False,
        "xgap": 1,
        "ygap": 1,
        "colorbar": {
            "orientation": "h",
            "thickness": 8,
            "y": -0.02,
            "yanchor": "top",
            "tickformat": tick,
            "outlinewidth": 0,
            "nticks": 6,
        },
        **scale,
    }
    axis: Part = {"showticklabels": False, "showgrid": False, "zeroline": False, "fixedrange": True}
    across, down = {**axis, "range": [-0.5, 12.5]}, {**axis, "range": [12.5, -0.5]}
    layout = layout_of(height=_HEIGHT, x=across, y=down) | {"plot_bgcolor": _UNSEEN_COLOR}
    return Plot([trace, _veil(hands), _crosses(hands)], layout, title=title, choice=player)


def _veil(hands: Mapping[str, StartingHand]) -> Part:
    """Grey over the cells that rest on few hands."""
    counts = sorted(hand.hands for hand in hands.values() if hand.hands)
    usual = counts[len(counts) // 2] if counts else 1
    return {
        "type": "heatmap",
        "z": [
            [None if not hands[name].hands else 1 - min(1.0, hands[name].hands / usual) ** 0.5 for name in row]
            for row in _NAMES
        ],
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, "rgba(128,128,128,0)"], [1, "rgba(128,128,128,0.8)"]],
        "showscale": False,
        "hoverinfo": "skip",
        "xgap": 1,
        "ygap": 1,
    }


def _crosses(hands: Mapping[str, StartingHand]) -> Part:
    """A cross in each cell without a hand."""
    empty = [(row, column) for row in range(13) for column in range(13) if not hands[_NAMES[row][column]].hands]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [column for _, column in empty],
        "y": [row for row, _ in empty],
        "text": [_NAMES[row][column] for row, column in empty],
        "marker": {"symbol": "x-thin", "size": 6, "line": {"width": 1, "color": "#8a8a8a"}},
        "hovertemplate": "%{text}: no hands<extra></extra>",
    }


def _ratio(part: float, whole: int) -> float:
    return part / whole if whole else _UNSEEN
