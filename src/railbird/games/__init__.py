"""Games: definitions, rules, the state of a hand, what one player sees of it, the record of a played hand."""

from railbird.games.action import CALL, FOLD, Action, raise_to
from railbird.games.betting_node import LegalActions
from railbird.games.builtin import GAME_NAMES, game_named
from railbird.games.deal import Deal, random_deal, seeded_deals
from railbird.games.definition import GameDefinition
from railbird.games.game_file import format_game, parse_game
from railbird.games.hand_record import HandRecord
from railbird.games.payoffs import Chips
from railbird.games.state import State
from railbird.games.view import View

__all__ = [
    "CALL",
    "FOLD",
    "GAME_NAMES",
    "Action",
    "Chips",
    "Deal",
    "GameDefinition",
    "HandRecord",
    "LegalActions",
    "State",
    "View",
    "format_game",
    "game_named",
    "parse_game",
    "raise_to",
    "random_deal",
    "seeded_deals",
]
