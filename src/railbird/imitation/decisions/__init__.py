"""The decisions of a player in columns: read from hands, and described for attributes."""

from railbird.imitation.decisions.decision_columns import STREETS, Decisions
from railbird.imitation.decisions.decision_reader import DecisionReader, SkippedHands

__all__ = ["STREETS", "DecisionReader", "Decisions", "SkippedHands"]
