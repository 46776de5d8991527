"""Reads and writes actions as the letters f, c and r, and betting strings such as `cr/cc/r300f`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from railbird.compiled import EntryPoints
from railbird.errors import ActionError, FormatError
from railbird.formats.action_codes import encode_actions
from railbird.formats.columns._kernels import LONGEST_NUMBER, write_betting
from railbird.games.action import CALL, FOLD, raise_to
from railbird.games.deal import Deal
from railbird.games.state import State
from railbird.games.state_array import FOLD as FOLD_KIND
from railbird.games.state_array import RAISE as RAISE_KIND
from railbird.games.state_array import array_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from railbird.games.action import Action
    from railbird.games.betting_node import BettingNode
    from railbird.games.definition import GameDefinition

_ACTION = re.compile(r"[fc]|r(-?\d{1,18})?", re.ASCII)
_PIECE = re.compile(r"/|[fc]|r\d{0,18}", re.ASCII)
_LETTERS = {"f": FOLD, "c": CALL}
_NO_CARDS = Deal((), ())
_NUMBERS = np.empty(0, dtype=np.int64)
_direct = EntryPoints(write_betting=(write_betting, (_NUMBERS, _NUMBERS, False, np.empty(0, dtype=np.uint8))))


class _IllegalError(FormatError):
    def __init__(self, text: str, place: int, reason: str) -> None:
        super().__init__(f"betting {text!r}, character {place + 1}: {reason}")
        self.reason = reason


def format_betting(game: GameDefinition, actions: Iterable[Action], *, call_totals: bool = False) -> str:
    """Format the actions of a hand from its start as a betting string, with a / at the start of each later round.

    With `call_totals` the string starts with the blinds, the smaller one first, and calls carry totals.
    """
    played = tuple(actions)
    text = np.empty((len(played) + game.players + 1) * (LONGEST_NUMBER + 1) + game.rounds, dtype=np.uint8)
    numbers = np.array(encode_actions(played), dtype=np.int64)
    size = _direct.write_betting(_workspace(game), numbers, call_totals, text)
    if size < 0:
        State.start_unchecked(game, _NO_CARDS).play(played)  # raises the error that explains the failure
    return text[:size].tobytes().decode()


@lru_cache(maxsize=1024)
def betting_at(node: BettingNode) -> str:
    """The betting string that leads to a node, made from that of the node before."""
    before, action = node.before, node.action
    if before is None or action is None:
        return "/" * node.street  # the blinds may put every player all-in
    return betting_at(before) + action_text(action, node.tree.game) + "/" * (node.street - before.street)


def node_after(node: BettingNode, text: str) -> BettingNode | None:
    """The node after a betting string that goes on from a node; None if there is anything wrong with the string."""
    pieces: Sequence[str] = text
    if not node.tree.game.is_limit:
        pieces = _PIECE.findall(text)
        if len("".join(pieces)) < len(text):
            return None
    slashes = 0
    for piece in pieces:
        if (piece == "/") != (slashes > 0):
            return None
        if slashes:
            slashes -= 1
            continue
        # A call, the most frequent action, is found without a hash.
        after = (node.called if piece == "c" else None) or _child(node, piece)
        if after is None:
            return None
        slashes = after.street - node.street
        node = after
    return None if slashes else node


def _child(node: BettingNode, piece: str) -> BettingNode | None:
    """The node after the action that a piece of a betting string stands for; None if there is none."""
    game = node.tree.game
    if piece == "r" and game.is_limit:
        action: Action | None = raise_to(node.legal.highest_raise)
    else:
        action = _LETTERS.get(piece) or read_action(piece, game)
    if action is None:
        return None
    try:
        return node.next.get(action) or node.after(action)
    except ActionError:
        return None


def read_betting(game: GameDefinition, text: str) -> tuple[Action, ...]:
    """Read a betting string from the start of a hand, such as `cr` or `crc/r`; a / is optional, but never misplaced.

    Raise FormatError, with the place in the text, if it is not a betting string or an action is illegal.
    """
    state = State.start_unchecked(game, _NO_CARDS)
    place, begins_round = 0, False
    while place < len(text):
        match = _PIECE.match(text, place)
        if match is None:
            raise _unreadable(text, place, game)
        if match.group() == "/":
            if not begins_round:
                raise FormatError(f"betting {text!r}: no round begins at the / (character {place + 1})")
            begins_round = False
        else:
            after = _after(state, match.group(), text=text, place=place)
            begins_round = after.street > state.street
            state = after
        place = match.end()
    return state.actions


def why_illegal(game: GameDefinition, text: str) -> str:
    """Why the first illegal action of a betting string is illegal, and what is legal; empty if none is illegal."""
    try:
        read_betting(game, text)
    except _IllegalError as error:
        return error.reason
    except FormatError:
        pass
    return ""


def _after(state: State, piece: str, *, text: str, place: int) -> State:
    game = state.game
    action = read_action(piece, game)
    if action is None:
        raise _unreadable(text, place, game)
    legal = state.legal_actions()
    if action.is_raise and game.is_limit:
        if not legal.can_raise:
            raise _IllegalError(text, place, _why_no_raise(state))
        action = raise_to(legal.lowest_raise)
    try:
        return state.apply(action)
    except ActionError as error:
        raise _IllegalError(text, place, str(error)) from None


def _why_no_raise(state: State) -> str:
    game, most = state.game, state.game.max_raises[state.street]
    if state.acting < 0:
        return "the hand is over before this raise"
    if state.raises < most:
        return "no chips are left for a raise: only f or c can follow"
    name = game.name or "the game"
    return f"the most raises in round {state.street + 1} of {name} are {most}: only f or c can follow"


def _unreadable(text: str, place: int, game: GameDefinition) -> FormatError:
    raises = "r for a raise" if game.is_limit else "r with a total for a raise, like r300"
    return FormatError(
        f"betting {text!r}, character {place + 1}: write f for a fold, c for a check or call, {raises}, "
        "and / between rounds"
    )


@lru_cache(maxsize=256)
def _workspace(game: GameDefinition) -> NDArray[np.int64]:
    """The state array in which hands of the game are replayed from their start."""
    return array_of(game)


def action_text(action: Action, game: GameDefinition) -> str:
    """Format an action as `f`, `c` or `r`; in no-limit games a raise has its total, as in `r300`."""
    kind, total = action
    if kind == RAISE_KIND:
        return "r" if game.is_limit else f"r{total}"
    return "f" if kind == FOLD_KIND else "c"


def read_action(text: str, game: GameDefinition) -> Action | None:
    """Read an action, which need not be legal; return None if the text is not an action.

    In limit games a raise is returned with the total 0, because the rules fix its size.
    """
    match = _ACTION.fullmatch(text)
    if match is None:
        return None
    if text == "f":
        return FOLD
    if text == "c":
        return CALL
    total = match.group(1)
    if game.is_limit:
        return raise_to(0) if total is None else None
    return None if total is None else raise_to(int(total))
