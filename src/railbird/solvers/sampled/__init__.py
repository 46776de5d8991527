"""Solvers that look at one random deal at a time."""
