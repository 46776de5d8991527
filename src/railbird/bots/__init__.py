"""Bots: their contract, how they are found by name, and a kit that checks them."""

from railbird.bots.bot import Bot
from railbird.bots.checking import BotReport, check_bot
from railbird.bots.failures import told
from railbird.bots.follower import Follower
from railbird.bots.registry import BotSpec, bot_names, make_bot, parse_spec

__all__ = ["Bot", "BotReport", "BotSpec", "Follower", "bot_names", "check_bot", "make_bot", "parse_spec", "told"]
