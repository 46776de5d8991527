"""Bots: the contract, specs that name bots, bots that delegate to other bots, and a conformance kit."""

from railbird.bots.bot import Bot, DeterministicBot
from railbird.bots.checking import BotReport, check_bot
from railbird.bots.delegating import DelegatingBot
from railbird.bots.explanation import Explanation
from railbird.bots.failures import describe_error
from railbird.bots.follower import Consultation, Follower
from railbird.bots.legal import nearest_legal
from railbird.bots.loaded_files import load_once
from railbird.bots.named_bots import bot_names
from railbird.bots.registry import BotSpec, located, make_bot, parse_spec

__all__ = [
    "Bot",
    "BotReport",
    "BotSpec",
    "Consultation",
    "DelegatingBot",
    "DeterministicBot",
    "Explanation",
    "Follower",
    "bot_names",
    "check_bot",
    "describe_error",
    "load_once",
    "located",
    "make_bot",
    "nearest_legal",
    "parse_spec",
]
