"""Strategies: action probabilities by information set, in files that are read on demand."""

from railbird.array_files import is_array_file
from railbird.strategy.class_names import ClassName, class_names
from railbird.strategy.decisions import Decision, decision_at, decisions_of, next_decisions
from railbird.strategy.explained_decision import ExplainedDecision, explain_decision
from railbird.strategy.lifting import with_cards, with_real_cards, with_whole_betting
from railbird.strategy.origin import ConvergencePoint, Origin
from railbird.strategy.range_on_board import RangeOnBoard
from railbird.strategy.shipped_strategies import shipped_strategies, strategy_path
from railbird.strategy.strategy import Strategy
from railbird.strategy.strategy_file import StrategySummary, open_strategy, read_summary, save_strategy
from railbird.strategy.strategy_json import exploitability_in_mbb, strategy_as_json

__all__ = [
    "ClassName",
    "ConvergencePoint",
    "Decision",
    "ExplainedDecision",
    "Origin",
    "RangeOnBoard",
    "Strategy",
    "StrategySummary",
    "class_names",
    "decision_at",
    "decisions_of",
    "explain_decision",
    "exploitability_in_mbb",
    "is_array_file",
    "next_decisions",
    "open_strategy",
    "read_summary",
    "save_strategy",
    "shipped_strategies",
    "strategy_as_json",
    "strategy_path",
    "with_cards",
    "with_real_cards",
    "with_whole_betting",
]
