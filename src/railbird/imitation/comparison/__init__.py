"""Compares a model with its original in play: each in the same seat, with the same cards and opponents."""
