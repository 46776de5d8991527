"""Best responses to bots: the strategy of a bot in a whole game, and the bot that plays the best response to it."""

from railbird.responses.best_response_bot import BestResponseBot, best_responses
from railbird.responses.bot_strategy import strategy_of_bot
from railbird.responses.enumerable import with_enumerable_cards

__all__ = ["BestResponseBot", "best_responses", "strategy_of_bot", "with_enumerable_cards"]
