"""Decisions and actions of a strategy in the words of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from railbird.games import Deal, State
from railbird.games.position_names import position_names
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, GameDefinition
    from railbird.strategy import Decision, Strategy

_NO_CARDS = Deal((), ())


def choice_words(game: GameDefinition, decision: Decision) -> list[str]:
    """The choices of a decision: `check`, `bet`; with the total in no-limit games, `raise to 300`."""
    state = State.start_unchecked(game, _NO_CARDS).play(decision.actions)
    return [_word(state, action) for action in decision.choices]


def decision_words(game: GameDefinition, decision: Decision) -> str:
    """Who decides after which betting: `button, after check, bet`."""
    player = position_names(game)[decision.position]
    if not decision.actions:
        return f"{player}, first to act"
    return f"{player}, after {' / '.join(', '.join(words) for words in _line_words(game, decision.actions) if words)}"


class LineStep(NamedTuple):
    """An action of a line of betting, in words."""

    street: int
    position: int
    """The player who acts."""
    word: str


def line_steps(game: GameDefinition, actions: Sequence[Action]) -> list[LineStep]:
    """The actions of a line, one after the other."""
    state = State.start_unchecked(game, _NO_CARDS)
    steps = []
    for action in actions:
        steps.append(LineStep(state.street, state.acting, _word(state, action)))
        state = state.apply(action)
    return steps


def _line_words(game: GameDefinition, actions: Sequence[Action]) -> list[list[str]]:
    """The actions of a line in words, by round."""
    steps = line_steps(game, actions)
    return [[step.word for step in steps if step.street == street] for street in range(game.rounds)]


def strategy_words(strategy: Strategy) -> str:
    """What was solved, how, and how exploitable it is."""
    origin, name = strategy.origin, strategy.definition.name or "game"
    made = f"{name} by {origin.algorithm}, {number_of(origin.iterations, 'iteration')}"
    if not origin.points:
        return f"{made}; exploitability is not known"
    return f"{made}; exploitability{where_text(strategy)} {origin.points[-1].exploitability:.3g} chips a hand"


def where_text(strategy: Strategy) -> str:
    """Where the exploitability of a strategy holds: with buckets, players who see their cards could gain more."""
    return " in the abstract game" if strategy.has_buckets else ""


def _word(state: State, action: Action) -> str:
    if action.is_fold:
        return "fold"
    owes = state.to_call(state.acting) > 0
    if action.is_call:
        return "call" if owes else "check"
    # A blind that is larger than another is a bet: what comes on top of it is a raise.
    faces_blind = state.street == 0 and len({*state.game.blinds}) > 1
    word = "raise" if owes or state.raises or faces_blind else "bet"
    return word if state.game.is_limit else f"{word} to {action.total}"
