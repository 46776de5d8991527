"""Bots that adapt to their opponents: opponent models and simulations."""
