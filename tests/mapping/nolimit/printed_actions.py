"""Actions as Lilienthal 2019 prints them: `C`, `F` and `R` with a total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.games import CALL, FOLD, View, game_named, raise_to
from railbird.games.betting_node import first_node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.games import Action
    from railbird.games.betting_node import BettingNode

THREE = game_named("holdem.nolimit.3p")
TWO = game_named("holdem.nolimit.2p.reverse_blinds")
HERO = {"SB": 0, "BB": 1, "BU": 2}
BOARD = "Qs Jh 2d 3c 4c"


def actions_from(text: str) -> list[Action]:
    """Bars between streets are for the reader."""
    kinds = {"C": CALL, "F": FOLD}
    words = text.replace("|", " ").split()
    return [kinds[word] if word in kinds else raise_to(int(word[1:])) for word in words]


def printed_actions(actions: Iterable[Action]) -> str:
    return " ".join(f"R{action.total}" if action.is_raise else "F" if action.is_fold else "C" for action in actions)


def node_after(text: str) -> BettingNode:
    return first_node(THREE).play(actions_from(text))


def view_of(text: str) -> View:
    board = "".join(BOARD.split()[: THREE.board_sizes[node_after(text).street]])
    return View.of(THREE, actions_from(text), hole_cards="AsKd", board=board)
