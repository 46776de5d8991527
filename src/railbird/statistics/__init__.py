"""Estimates with their intervals, and tables with typed columns."""
