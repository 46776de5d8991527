"""A bot that replays a player's actions from a log."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.bot import DeterministicBot
from railbird.bots.legal import nearest_legal
from railbird.bots.loaded_files import load_once
from railbird.errors import BotError, RailbirdError
from railbird.formats.logs import open_log
from railbird.formats.payoff_checks import sound_records
from railbird.games.action import CALL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railbird.games import Action, HandRecord, View

_log = logging.getLogger(__name__)


class ReplayingBot(DeterministicBot):
    """Does what a player did in a log: in the hand of the same number and on the same street the same, in order.

    It calls where the player has done nothing more. Where the hand has taken another course and the action is not
    legal, it is the nearest that is: raises to another total, or a call; nor does it fold where it owes nothing.
    Kischka 2014, 7.2.
    """

    def __init__(self, *, log: str | Path, player: str) -> None:
        # In a spec, a name that looks like a number is parsed as a number.
        self._actions = load_once(_actions_of, Path(str(log)), str(player))

    def act(self, view: View) -> Action:
        return next_recorded(self._actions.get((view.hand, view.street), []), view)


def next_recorded(recorded: Sequence[Action], view: View) -> Action:
    """The next of the actions that the acting player has taken on this street in a log, or the nearest legal one."""
    done = sum(played.position == view.position and played.street == view.street for played in view.history)
    return nearest_legal(recorded[done] if done < len(recorded) else CALL, view)


def _actions_of(path: Path, player: str) -> dict[tuple[int, int], list[Action]]:
    """The player's actions by hand number and street."""
    actions: dict[tuple[int, int], list[Action]] = {}
    names: set[str] = set()
    lines: dict[int, int] = {}
    for record in _read(path):
        if record.number in lines:
            raise BotError(
                f"{path}: hand {record.number} stands in line {lines[record.number]} and in line {record.line}: "
                "give the log of one match"
            )
        if record.players.count(player) > 1:
            raise BotError(f"{path}: hand {record.number} has several players called {player!r}")
        lines[record.number] = record.line
        names.update(record.players)
        for state, action in zip(record.states(), record.actions, strict=False):
            if record.players[state.acting] == player:
                actions.setdefault((record.number, state.street), []).append(action)
    if not lines:
        raise BotError(f"{path}: there are no hands in this log")
    if player not in names:
        raise BotError(f"{path}: no player is called {player!r}; there are {', '.join(sorted(names))}")
    return actions


def _read(path: Path) -> Iterator[HandRecord]:
    try:
        log = open_log(path)
        yield from sound_records(log)
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror}") from error
    except RailbirdError as error:
        raise BotError(str(error)) from error
    for problem in log.problems:
        _log.warning("%s; the hand is left out", problem)
