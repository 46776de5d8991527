from railbird import arena as arena
from railbird import bots as bots
from railbird import cards as cards
from railbird import equity as equity
from railbird import games as games
from railbird import play as play
from railbird import solvers as solvers
from railbird import strategy as strategy
from railbird.bots import Bot as Bot
from railbird.bots import check_bot as check_bot
from railbird.bots import make_bot as make_bot
from railbird.cards import format_cards as format_cards
from railbird.cards import parse_cards as parse_cards
from railbird.cards.strength import strength as strength
from railbird.equity import Range as Range
from railbird.equity.metrics import draws as draws
from railbird.equity.metrics import final_strength as final_strength
from railbird.equity.metrics import hand_strength as hand_strength
from railbird.equity.metrics import potential as potential
from railbird.games import CALL as CALL
from railbird.games import FOLD as FOLD
from railbird.games import View as View
from railbird.games import game_named as game_named
from railbird.games import raise_to as raise_to
from railbird.play import play_match as play_match

__version__: str
