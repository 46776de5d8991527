"""Games of these tests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.written_game import ChanceNode, DecisionNode, written_game
from railbird.games import game_named

if TYPE_CHECKING:
    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.written_game import Payoffs, WrittenGame

KUHN, KUHN_3, LEDUC = "kuhn.limit.2p", "kuhn.limit.3p", "leduc.limit.2p"


@cache
def game(name: str) -> AbstractGame:
    written = {"bluff": bluffing, "rock-paper-scissors": rock_paper_scissors, "lone": lone_decision}
    return written[name]() if name in written else exact_game(game_named(name))


def rock_paper_scissors() -> WrittenGame:
    """Where rock wins two: rock and scissors a quarter of the time each, paper half of it."""
    payoffs: dict[str, dict[str, Payoffs]] = {
        "rock": {"rock": (0, 0), "paper": (-1, 1), "scissors": (2, -2)},
        "paper": {"rock": (1, -1), "paper": (0, 0), "scissors": (-1, 1)},
        "scissors": {"rock": (-2, 2), "paper": (1, -1), "scissors": (0, 0)},
    }
    choices = {name: DecisionNode(1, "second", ends) for name, ends in payoffs.items()}
    return written_game("rock-paper-scissors", DecisionNode(0, "first", choices))


def bluffing() -> WrittenGame:
    """One bet with an ace or a queen against a king: bluff a third of the queens, call two thirds of the bets."""

    def bet(win: int) -> DecisionNode:
        return DecisionNode(1, "king", {"fold": (1, -1), "call": (2 * win, -2 * win)})

    ace = DecisionNode(0, "ace", {"check": (1, -1), "bet": bet(1)})
    queen = DecisionNode(0, "queen", {"check": (-1, 1), "bet": bet(-1)})
    return written_game("bluff", ChanceNode({"ace": (0.5, ace), "queen": (0.5, queen)}))


def two_ends(first: float, second: float) -> WrittenGame:
    """One player, one choice, and no chance."""
    return written_game("two ends", DecisionNode(0, "start", {"first": (first,), "second": (second,)}))


def lone_decision() -> WrittenGame:
    """One player, and chance after its choice."""
    gamble = ChanceNode(
        {"good": (0.3, (2.0,)), "bad": (0.7, DecisionNode(0, "bad luck", {"pay": (-1.0,), "double": (-2.0,)}))}
    )
    return written_game("lone", DecisionNode(0, "start", {"gamble": gamble, "stay": (0.5,)}))
