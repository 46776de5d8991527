"""Matches of bots, and what can be concluded from them."""

from railbird.arena.match import MatchResult, play_match

__all__ = ["MatchResult", "play_match"]
