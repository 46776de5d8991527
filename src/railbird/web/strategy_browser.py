"""What the page shows of a strategy at one decision: choices, matrix of hands, card classes, another strategy beside.

The JSON of a decision: `line` has the steps that lead to it, `choices` what can follow, `reach` how often a hand gets
there, `cells` the matrix of starting hands (before the flop, or on a board), `classes` the card classes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from railbird.analysis.play_tables import street_names
from railbird.bots.loaded_files import load_once
from railbird.cards import as_cards, format_cards
from railbird.cards.hands import class_name
from railbird.errors import StrategyError
from railbird.formats.betting import format_betting
from railbird.games import Deal, State, seeded_deals
from railbird.games.position_names import position_names
from railbird.reports.palette import choice_color
from railbird.reports.strategy_words import choice_words, decision_words, line_steps, strategy_words
from railbird.solvers.lines.decision_reach import DecisionReaches
from railbird.solvers.lines.studied_strategy import StudiedStrategy
from railbird.strategy import RangeOnBoard, class_names, decision_at, open_strategy, strategy_as_json
from railbird.wording import number_of

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.cards import Card
    from railbird.solvers.lines.decision_reach import DecisionReach
    from railbird.statistics.json_values import JsonValue
    from railbird.strategy import Decision, Strategy

    Json = dict[str, JsonValue]

MARGIN = 1.96
"""Standard errors in half of a 95 % interval."""
_MOST_CLASSES = 250
"""Number of card classes that are listed: those that are reached most often."""
_MOST_BOARDS = 16
_RANKS = 13
_NO_CARDS = Deal((), ())


@dataclass
class OpenedStrategy:
    """A strategy with what the page has computed of it so far."""

    name: str
    strategy: Strategy
    _boards: dict[tuple[Card, ...], RangeOnBoard] = field(default_factory=dict)

    @cached_property
    def studied(self) -> StudiedStrategy:
        """The strategy with reach and values."""
        return StudiedStrategy(self.strategy)

    @cached_property
    def reaches(self) -> DecisionReaches:
        """The reach of its decisions."""
        return DecisionReaches(self.studied)

    def hands_on(self, board: tuple[Card, ...]) -> RangeOnBoard:
        """The hands on a board; those of the last boards are kept."""
        if board not in self._boards:
            while len(self._boards) >= _MOST_BOARDS:
                self._boards.pop(next(iter(self._boards)))
            self._boards[board] = RangeOnBoard(self.strategy, board)
        return self._boards[board]


def opened_strategy(path: Path, name: str) -> OpenedStrategy:
    """Open a strategy file for the page; an unchanged file is opened once, and its probabilities are read on demand."""
    try:
        return load_once(_open, path, name)
    except StrategyError as error:
        raise StrategyError(str(error).replace(str(path), name)) from None


def _open(path: Path, name: str) -> OpenedStrategy:
    return OpenedStrategy(name, open_strategy(path))


def strategy_facts(opened: OpenedStrategy) -> Json:
    """What a strategy is, and how it was computed."""
    strategy, game = opened.strategy, opened.strategy.definition
    facts = {key: value for key, value in strategy_as_json(strategy).items() if key != "points"}
    return {
        "name": opened.name,
        "words": strategy_words(strategy),
        "facts": facts,  # type: ignore[dict-item]
        "players": list(position_names(game)),
        "streets": list(street_names(game.rounds, is_holdem=game.is_holdem)),
        "decisions": len(strategy.game.tree.player),
        "information_sets": strategy.game.information_set_count,
        "probabilities": int(strategy.stored.size),
    }


def decision_as_json(
    opened: OpenedStrategy, history: str, board: str = "", *, other: OpenedStrategy | None = None
) -> Json:
    """A decision of a strategy, on a board or over all boards; with another strategy for the same game beside it."""
    strategy = opened.strategy
    decision, cards = decision_at(strategy.game, history), as_cards(board)
    _check_board(strategy, decision, cards)
    answer: Json = {
        **strategy_facts(opened),
        **_place(opened, decision, cards),
        **_what_is_played(opened, decision, cards),
    }
    if other is not None:
        answer["other"] = _beside(opened, other, decision, cards)
    return answer


def _beside(opened: OpenedStrategy, other: OpenedStrategy, decision: Decision, board: tuple[Card, ...]) -> Json:
    """The same decision of another strategy, with the differences of the matrix."""
    opened.strategy.check_game(other.strategy.definition)
    theirs = decision_at(other.strategy.game, decision.history)
    if theirs.choices != decision.choices:
        raise StrategyError(
            f"after {decision.history!r} the strategies have different choices: {opened.name} has "
            f"{', '.join(map(str, decision.choices))}, {other.name} has {', '.join(map(str, theirs.choices))}"
        )
    answer = {"name": other.name, "words": strategy_words(other.strategy), **_what_is_played(other, theirs, board)}
    if _has_matrix(opened.strategy, decision, board):
        shares = [each.hands_on(board).shares(at) for each, at in ((opened, decision), (other, theirs))]
        apart = np.abs(shares[0] - shares[1]).sum(axis=1, keepdims=True) / 2
        matrix = opened.hands_on(board).matrix(apart).reshape(-1)
        answer["differences"] = [None if isnan(value) else float(value) for value in matrix]
    return answer


def _place(opened: OpenedStrategy, decision: Decision, board: tuple[Card, ...]) -> Json:
    """Where in the betting a decision is."""
    strategy, game = opened.strategy, opened.strategy.definition
    state = State.start_unchecked(game, _NO_CARDS).play(decision.actions)
    steps = line_steps(game, decision.actions)
    return {
        "actions": decision.history,
        "title": decision_words(game, decision),
        "player": decision.position,
        "street": decision.street,
        "pot": state.pot,
        "to_call": state.to_call(decision.position),
        "board": format_cards(board),
        "board_size": game.board_sizes[decision.street],
        "board_sizes": list(game.board_sizes),
        "has_hands": game.hole_cards == 2,
        "line": [
            {
                "street": step.street,
                "player": step.position,
                "word": step.word,
                "actions": format_betting(game, decision.actions[: place + 1]),
            }
            for place, step in enumerate(steps)
        ],
        "class_count": int(strategy.game.layout.classes[decision.street]),
    }


def _what_is_played(opened: OpenedStrategy, decision: Decision, board: tuple[Card, ...]) -> Json:
    reach = opened.reaches.of(decision)
    answer: Json = {
        "choices": _choices(opened, decision, reach),
        "reach": {"total": reach.total, "margin": MARGIN * reach.error, "deals": reach.deals},
        "classes": _classes(opened, decision, reach),
    }
    if _has_matrix(opened.strategy, decision, board):
        answer["cells"] = _cells(opened, decision, board)
    return answer


def _choices(opened: OpenedStrategy, decision: Decision, reach: DecisionReach) -> list[JsonValue]:
    """What can follow: the share of each choice over all hands that get there, and where it leads."""
    strategy, game = opened.strategy, opened.strategy.definition
    words = choice_words(game, decision)
    children = strategy.game.tree.children(decision.number)
    return [
        {
            "word": word,
            "color": choice_color(word, words),
            "share": float(share) / reach.total if reach.total else None,
            "reach": float(share),
            "actions": format_betting(game, (*decision.actions, action)) if children[action] >= 0 else None,
        }
        for word, action, share in zip(words, decision.choices, reach.by_choice, strict=True)
    ]


def _classes(opened: OpenedStrategy, decision: Decision, reach: DecisionReach) -> list[JsonValue]:
    """The card classes that are reached most often, in their order."""
    shares = opened.strategy.checked_shares(decision.cells)
    kept = np.sort(np.argsort(-reach.by_class, kind="stable")[:_MOST_CLASSES])
    names = class_names(opened.strategy.game.cards, decision.street)
    values = opened.studied.value_of(decision)
    return [
        {
            "number": number,
            "hand": names[number].hand,
            "board": names[number].board,
            "shares": shares[number].tolist(),
            "reach": float(reach.by_class[number]),
            "value": None if values is None or isnan(values[number]) else float(values[number]),
        }
        for number in kept.tolist()
    ]


def _cells(opened: OpenedStrategy, decision: Decision, board: tuple[Card, ...]) -> list[JsonValue]:
    """The matrix, row by row: how much of each starting hand is left in the player's range, and what is played."""
    hands = opened.hands_on(board)
    own = hands.own_reach(decision)
    matrix = hands.matrix(np.column_stack([own, hands.shares(decision)]))
    counts = np.bincount(hands.cells, minlength=_RANKS * _RANKS).reshape(_RANKS, _RANKS)
    return [
        None
        if isnan(matrix[row, column, 0])
        else {
            "hand": class_name(_RANKS * row + column),
            "combos": int(counts[row, column]),
            "weight": float(matrix[row, column, 0]),
            "shares": matrix[row, column, 1:].tolist(),
        }
        for row, column in np.ndindex(matrix.shape[:2])
    ]


def random_board(opened: OpenedStrategy, history: str, *, seed: int) -> str:
    """Board cards for a decision, from the deal of a seed."""
    decision = decision_at(opened.strategy.game, history)
    board = next(seeded_deals(opened.strategy.definition, seed)).board
    return format_cards(board[: opened.strategy.definition.board_sizes[decision.street]])


def hands_as_json(opened: OpenedStrategy, history: str, board: str, starting_hand: str) -> Json:
    """The single hands behind a cell of the matrix, each with its card class."""
    strategy = opened.strategy
    decision, cards = decision_at(strategy.game, history), as_cards(board)
    _check_board(strategy, decision, cards)
    hands = opened.hands_on(cards)
    names = [class_name(cell) for cell in hands.cells.tolist()]
    kept = [place for place, name in enumerate(names) if name == starting_hand]
    if not kept:
        raise StrategyError(f"{starting_hand!r} has no hand on {format_cards(cards) or 'an empty board'}: like AKs")
    shares, own, numbers = hands.shares(decision), hands.own_reach(decision), hands.classes(decision.street)
    return {
        "hand": starting_hand,
        "hands": [
            {
                "cards": format_cards(sorted(hands.hands[place], reverse=True)),
                "class": int(numbers[place]),
                "weight": float(own[place]),
                "shares": shares[place].tolist(),
            }
            for place in kept
        ],
    }


def _has_matrix(strategy: Strategy, decision: Decision, board: tuple[Card, ...]) -> bool:
    game = strategy.definition
    return game.hole_cards == 2 and len(board) == game.board_sizes[decision.street]


def _check_board(strategy: Strategy, decision: Decision, board: tuple[Card, ...]) -> None:
    """Raise StrategyError unless the board is empty, or has as many cards as are dealt at the decision."""
    wanted = strategy.definition.board_sizes[decision.street]
    if board and len(board) != wanted:
        cards = number_of(len(board), "card")
        raise StrategyError(f"the board {format_cards(board)} has {cards}: give {wanted}, or none")
