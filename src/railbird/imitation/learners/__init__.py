"""Learners: what predicts a player's decisions from attributes."""
