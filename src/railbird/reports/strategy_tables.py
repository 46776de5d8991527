"""Tables of strategies: information sets after some betting, single information sets, the tree of betting."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from railbird.formats.betting import format_betting
from railbird.games.position_names import position_names
from railbird.reports.strategy_words import choice_words, decision_words
from railbird.statistics import CHIPS_A_HAND, COUNT, MARGIN_IN_CHIPS, SHARE, TEXT, Column, Table
from railbird.strategy import class_names, decisions_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.games import Action
    from railbird.solvers.lines.studied_strategy import StudiedStrategy
    from railbird.statistics import Cell
    from railbird.strategy import Decision, Strategy

_MARGIN = 1.96
"""Standard errors in half of a 95 % interval."""
_MARGINS = "half of a 95 % interval"
_REACH = "how often a hand gets there if all play the strategy"
_VALUE = "chips that the player to act wins on average in these hands"


def decision_table(studied: StudiedStrategy, decision: Decision) -> Table:
    """All information sets after the same betting: how often each choice is made with each hand."""
    strategy = studied.strategy
    words = choice_words(strategy.definition, decision)
    names = class_names(strategy.game.cards, decision.street)
    shares = strategy.probabilities_of(decision.cells).tolist()
    reach, values = studied.reach_of(decision), studied.value_of(decision)
    has_board = any(name.board for name in names)
    columns = [Column("hand"), *([Column("board")] if has_board else []), *(Column(word, SHARE) for word in words)]
    known = reach is not None and values is not None
    columns += [Column("reach", SHARE, _REACH), Column("value", CHIPS_A_HAND, _VALUE)] if known else []
    rows: list[tuple[Cell, ...]] = []
    for number, name in enumerate(names):
        cards = (name.hand, name.board) if has_board else (name.hand,)
        last = (float(reach[number]), _number(values[number])) if reach is not None and values is not None else ()
        rows.append((*cards, *shares[number], *last))
    return Table("information-sets", decision_words(strategy.definition, decision), columns, rows)


def choice_table(studied: StudiedStrategy, decisions: Iterable[Decision], *, card_class: int | None = None) -> Table:
    """For programs: a row for each choice in each information set of some decisions, or with one card class."""
    strategy = studied.strategy
    rows: list[tuple[Cell, ...]] = []
    for decision in decisions:
        names = class_names(strategy.game.cards, decision.street)
        words = choice_words(strategy.definition, decision)
        reach = studied.reach_of(decision)
        for number in range(len(names)) if card_class is None else [card_class]:
            cells = decision.cells[number]
            set_reach = None if reach is None else float(reach[number])
            values = [None] * len(words) if studied.play is None else map(_number, studied.play.values[cells])
            rows += [
                (decision.position, decision.history, *names[number], word, share, set_reach, value)
                for word, share, value in zip(words, strategy.probabilities_of(cells).tolist(), values, strict=True)
            ]
    columns = [
        Column("position", COUNT),
        Column("history", TEXT, "the betting before, as a betting string"),
        Column("hand"),
        Column("board"),
        Column("action"),
        Column("probability", SHARE),
        Column("reach", SHARE, _REACH),
        Column("value", CHIPS_A_HAND, "chips that the player to act wins on average after this action"),
    ]
    return Table("choices", "Choices", columns, rows)


def information_set_table(studied: StudiedStrategy, decision: Decision, card_class: int) -> Table:
    """A single information set: how often each choice is made, and what it is worth."""
    strategy = studied.strategy
    cells = decision.cells[card_class]
    columns = [Column("action"), Column("share", SHARE)]
    rows: list[tuple[Cell, ...]] = list(
        zip(choice_words(strategy.definition, decision), strategy.probabilities_of(cells).tolist(), strict=True)
    )
    if studied.play is not None:
        columns.append(Column("value", CHIPS_A_HAND, "chips that the player wins on average after this action"))
        values = map(_number, studied.play.values[cells])
        rows = [(*row, value) for row, value in zip(rows, values, strict=True)]
    return Table("information-set", decision_words(strategy.definition, decision), columns, rows)


def tree_table(studied: StudiedStrategy, *, depth: int) -> Table:
    """The lines of betting up to `depth` actions: how often each is played, and what it is worth."""
    is_sampled = studied.sampled_deals is not None
    columns = [
        Column("line"),
        Column("player", TEXT, "who chooses the last action of the line"),
        Column("action"),
        Column("share", SHARE, "how often the player chooses it there"),
        Column("reach", SHARE, "how often the line is played"),
        *([Column("reach ±", SHARE, _MARGINS)] if is_sampled else []),
        Column("value", CHIPS_A_HAND, "chips that the player wins on average in these hands"),
        *([Column("value ±", MARGIN_IN_CHIPS, _MARGINS)] if is_sampled else []),
    ]
    rows = [(*_line_cells(studied, line), *_line_values(studied, line)) for line in _lines(studied.strategy, depth)]
    return Table("tree", "Lines of betting", columns, rows)


@dataclass(frozen=True)
class _Line:
    """A line of betting: a decision and one of its choices."""

    decision: Decision
    place: int
    path: tuple[int, ...]
    """The places of all its actions among the choices."""


def _lines(strategy: Strategy, depth: int) -> list[_Line]:
    """The lines of up to `depth` actions, each before those that continue it."""
    lines: list[_Line] = []
    paths: dict[tuple[Action, ...], tuple[int, ...]] = {(): ()}
    for decision in decisions_of(strategy.game, depth=depth):
        for place, action in enumerate(decision.choices):
            path = paths[*decision.actions, action] = (*paths[decision.actions], place)
            lines.append(_Line(decision, place, path))
    return sorted(lines, key=lambda line: line.path)


def _line_cells(studied: StudiedStrategy, line: _Line) -> tuple[Cell, ...]:
    game, decision = studied.strategy.definition, line.decision
    first = int(studied.strategy.game.tree.first_edge[decision.number])
    total = float(studied.lines.reach[first : first + len(decision.choices)].sum())
    return (
        format_betting(game, (*decision.actions, decision.choices[line.place])),
        position_names(game)[decision.position],
        choice_words(game, decision)[line.place],
        float(studied.lines.reach[first + line.place]) / total if total else None,
    )


def _line_values(studied: StudiedStrategy, line: _Line) -> tuple[Cell, ...]:
    lines = studied.lines
    edge = int(studied.strategy.game.tree.first_edge[line.decision.number]) + line.place
    reach, value = float(lines.reach[edge]), _number(lines.values[edge])
    if lines.deals is None:
        return reach, value
    return reach, _MARGIN * float(lines.reach_errors[edge]), value, _number(_MARGIN * lines.value_errors[edge])


def _number(value: float) -> float | None:
    return None if isnan(value) else float(value)
