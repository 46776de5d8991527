"""Strategies: probabilities by information set, kept in files that are opened without reading all of them."""

from railbird.array_files import is_array_file
from railbird.strategy.strategy import ConvergencePoint, Origin, Strategy, open_strategy, save_strategy

__all__ = ["ConvergencePoint", "Origin", "Strategy", "is_array_file", "open_strategy", "save_strategy"]
