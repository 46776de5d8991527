"""Games as solvers see them: bet menus, betting trees, card abstractions, and the layout of information sets."""

from railbird.abstraction.abstract_game import AbstractGame, PokerGame, abstract_game, exact_game
from railbird.abstraction.abstract_history import AbstractHistory, HistoryTranslator
from railbird.abstraction.betting_tree import BettingTree, TreeSize, build_tree, count_tree
from railbird.abstraction.board_draws import BoardBatch
from railbird.abstraction.card_abstraction import BoardSource, CardAbstraction, CardIdentity, DealSource
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.card_enumeration import CardEnumeration
from railbird.abstraction.card_registry import card_abstraction, register_card_abstraction
from railbird.abstraction.dealt_cards import DealtCards
from railbird.abstraction.equity_chain import EquityBuckets
from railbird.abstraction.information_set_layout import InformationSetLayout
from railbird.abstraction.menu import BetMenu, BetSizes, StreetMenu, parse_menu
from railbird.abstraction.menu_file import MENU_NAMES, read_menu
from railbird.abstraction.percentile import PercentileBuckets
from railbird.abstraction.translation import TRANSLATION_METHODS, Translation, pseudo_harmonic
from railbird.abstraction.written_game import ChanceNode, DecisionNode, WrittenGame, written_game

__all__ = [
    "MENU_NAMES",
    "TRANSLATION_METHODS",
    "AbstractGame",
    "AbstractHistory",
    "BetMenu",
    "BetSizes",
    "BettingTree",
    "BoardBatch",
    "BoardSource",
    "CardAbstraction",
    "CardClasses",
    "CardEnumeration",
    "CardIdentity",
    "ChanceNode",
    "DealSource",
    "DealtCards",
    "DecisionNode",
    "EquityBuckets",
    "HistoryTranslator",
    "InformationSetLayout",
    "PercentileBuckets",
    "PokerGame",
    "StreetMenu",
    "Translation",
    "TreeSize",
    "WrittenGame",
    "abstract_game",
    "build_tree",
    "card_abstraction",
    "count_tree",
    "exact_game",
    "parse_menu",
    "pseudo_harmonic",
    "read_menu",
    "register_card_abstraction",
    "written_game",
]
