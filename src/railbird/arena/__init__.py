"""Matches of bots, and what can be concluded from them."""
