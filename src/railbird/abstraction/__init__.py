"""Games as solvers see them: bet menus, betting trees, classes of cards, and the numbering of information sets."""

from railbird.abstraction.abstract_game import AbstractGame, PokerGame, exact_game
from railbird.abstraction.betting_tree import BettingTree, TreeSize, build_tree, count_tree
from railbird.abstraction.menu import BetMenu, parse_menu
from railbird.abstraction.written_game import Decision, Draw, WrittenGame, written_game

__all__ = [
    "AbstractGame",
    "BetMenu",
    "BettingTree",
    "Decision",
    "Draw",
    "PokerGame",
    "TreeSize",
    "WrittenGame",
    "build_tree",
    "count_tree",
    "exact_game",
    "parse_menu",
    "written_game",
]
