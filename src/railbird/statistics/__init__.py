"""Estimates with confidence intervals, comparisons, and tables with typed columns."""

from railbird.statistics.comparisons import estimate_difference, samples_needed
from railbird.statistics.deal_estimates import estimate_from_deals, share_of_deals
from railbird.statistics.estimates import (
    FEWEST_SAMPLES,
    Caveat,
    Estimate,
    Method,
    estimate,
    estimate_from_sums,
    margins_of_totals,
)
from railbird.statistics.json_values import JsonValue, corrected_as_json, estimate_as_json, json_text
from railbird.statistics.multiple_comparisons import CorrectedEstimate, corrected_estimates, holm, p_value_of
from railbird.statistics.printed_tables import PrintedTable, printed
from railbird.statistics.rate_units import RateUnit
from railbird.statistics.sequential_tests import FEWEST_LOOKED_AT, anytime_p_values
from railbird.statistics.table import Table
from railbird.statistics.table_columns import (
    AMOUNT,
    BB_PER_100,
    CHIPS,
    CHIPS_A_HAND,
    CORRECTED_BB_PER_100,
    COUNT,
    FACTOR,
    MARGIN_IN_CHIPS,
    MBB_PER_HAND,
    NEED,
    SHARE,
    SHARE_ESTIMATE,
    SIGNIFICANT,
    TEXT,
    Cell,
    CellKind,
    Column,
)
from railbird.statistics.table_csv import parts_as_csv, table_as_csv
from railbird.statistics.table_json import definitions_as_json, rows_as_json, rows_as_json_text, table_as_json

__all__ = [
    "AMOUNT",
    "BB_PER_100",
    "CHIPS",
    "CHIPS_A_HAND",
    "CORRECTED_BB_PER_100",
    "COUNT",
    "FACTOR",
    "FEWEST_LOOKED_AT",
    "FEWEST_SAMPLES",
    "MARGIN_IN_CHIPS",
    "MBB_PER_HAND",
    "NEED",
    "SHARE",
    "SHARE_ESTIMATE",
    "SIGNIFICANT",
    "TEXT",
    "Caveat",
    "Cell",
    "CellKind",
    "Column",
    "CorrectedEstimate",
    "Estimate",
    "JsonValue",
    "Method",
    "PrintedTable",
    "RateUnit",
    "Table",
    "anytime_p_values",
    "corrected_as_json",
    "corrected_estimates",
    "definitions_as_json",
    "estimate",
    "estimate_as_json",
    "estimate_difference",
    "estimate_from_deals",
    "estimate_from_sums",
    "holm",
    "json_text",
    "margins_of_totals",
    "p_value_of",
    "parts_as_csv",
    "printed",
    "rows_as_json",
    "rows_as_json_text",
    "samples_needed",
    "share_of_deals",
    "table_as_csv",
    "table_as_json",
]
