"""Writes a hand as Python code that rebuilds its state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards import format_cards
from railbird.errors import GameError
from railbird.games.builtin import game_named

if TYPE_CHECKING:
    from railbird.games import Action, GameDefinition, HandRecord


def format_python(record: HandRecord, *, actions: int | None = None) -> str:
    """Code whose variable `state` is the state after the first `actions` actions (default: after all).

    Cards that are not known are left empty, as in the record.
    """
    played = record.actions[:actions]
    uses = sorted({"CALL" if action.is_call else "FOLD" for action in played if not action.is_raise})
    uses += ["Deal", "State", "game_named" if _is_builtin(record.game) else "GameDefinition"]
    uses += [*(["raise_to"] if any(action.is_raise for action in played) else []), "rotating_seats"]
    hands = ", ".join(f'"{format_cards(hand)}"' for hand in record.hole_cards)
    lines = [
        f"from railbird.games import {', '.join(uses)}",
        "",
        f"game = {_game_code(record.game)}",
        f'deal = Deal.of([{hands}], "{format_cards(record.board)}")',
        f"seats = rotating_seats({record.number}, game.players)",
        "state = State.start_unchecked(game, deal, seats)",
        f"state = state.play([{', '.join(map(_action_code, played))}])",
    ]
    return "\n".join(lines) + "\n"


def _is_builtin(game: GameDefinition) -> bool:
    try:
        return game_named(game.name) == game
    except GameError:
        return False


def _game_code(game: GameDefinition) -> str:
    return f"game_named({game.name!r})" if _is_builtin(game) else repr(game)


def _action_code(action: Action) -> str:
    if action.is_raise:
        return f"raise_to({action.total})"
    return "CALL" if action.is_call else "FOLD"
