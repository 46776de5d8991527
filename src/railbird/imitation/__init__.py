"""Learns a player's behaviour from its games: attributes, datasets, learners, models that play."""
