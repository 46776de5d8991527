"""The conformance kit for bots: `check_bot`."""

from railbird.bots.checking.bot_report import BotReport, CheckResult, Failure
from railbird.bots.checking.kit import check_bot

__all__ = ["BotReport", "CheckResult", "Failure", "check_bot"]
