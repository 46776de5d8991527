"""Games: definitions, rules, the state of a hand, a player's view of it, and the record of a played hand."""

from railbird.games.action import CALL, FOLD, Action, raise_to
from railbird.games.betting_node import LegalActions
from railbird.games.builtin import GAME_NAMES, game_named
from railbird.games.deal import Deal, random_deal, seeded_deals
from railbird.games.definition import GameDefinition
from railbird.games.game_file import format_game, parse_game
from railbird.games.game_reading import read_game
from railbird.games.hand_record import HandRecord
from railbird.games.hand_seats import HandSeats, fixed_seats, rotating_seats
from railbird.games.payoffs import Chips
from railbird.games.public_state import PlayedAction
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
    "HandSeats",
    "LegalActions",
    "PlayedAction",
    "State",
    "View",
    "fixed_seats",
    "format_game",
    "game_named",
    "parse_game",
    "raise_to",
    "random_deal",
    "read_game",
    "rotating_seats",
    "seeded_deals",
]
