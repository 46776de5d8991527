"""A kit that holds any bot to the contract of bots: `check_bot`."""

from railbird.bots.checking.bot_report import BotReport, CheckResult, Failure
from railbird.bots.checking.kit import check_bot

__all__ = ["BotReport", "CheckResult", "Failure", "check_bot"]
