"""Equity: the expected share of the pot, exact or sampled, of hands and ranges against each other or random hands."""

from railbird.equity.calculate import equity
from railbird.equity.equity_json import equity_as_json
from railbird.equity.ranges import Range
from railbird.equity.result import EquityResult, PlayerEquity

__all__ = ["EquityResult", "PlayerEquity", "Range", "equity", "equity_as_json"]
