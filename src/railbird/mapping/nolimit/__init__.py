"""The no-limit mapping of Lilienthal 2019: one two-player hand for each decision at a table for three."""

from railbird.mapping.nolimit.nolimit_games import two_player_game
from railbird.mapping.nolimit.nolimit_hands import Deviations, MappedHand, map_betting, map_view
from railbird.mapping.nolimit.nolimit_variants import VARIANTS, Variant
from railbird.mapping.nolimit.translated_answers import translated

__all__ = [
    "VARIANTS",
    "Deviations",
    "MappedHand",
    "Variant",
    "map_betting",
    "map_view",
    "translated",
    "two_player_game",
]
