"""Strategies: probabilities by information set, kept in files that are opened without reading all of them."""

from railbird.array_files import is_array_file
from railbird.strategy.strategy import ConvergencePoint, Origin, Strategy, open_strategy, save_strategy
from railbird.strategy.strategy_json import exploitability_in_mbb, strategy_as_json

__all__ = [
    "ConvergencePoint",
    "Origin",
    "Strategy",
    "exploitability_in_mbb",
    "is_array_file",
    "open_strategy",
    "save_strategy",
    "strategy_as_json",
]
