"""Hands in columns: arrays of actions, cards, seats and payoffs, read from logs and written to them."""

from railbird.formats.columns._kernels import HIDDEN
from railbird.formats.columns.column_reader import ColumnReader
from railbird.formats.columns.hand_columns import HandColumns

__all__ = ["HIDDEN", "ColumnReader", "HandColumns"]
