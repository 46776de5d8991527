"""Hands of PHH files in columns: plain hands in a compiled pass, all others one by one."""

from railbird.formats.phh_columns.phh_column_reader import PhhColumnReader

__all__ = ["PhhColumnReader"]
