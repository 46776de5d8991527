"""Three-player limit hold'em mapped to two-player limit hold'em (Glöckner 2013)."""

from railbird.mapping.limit.map_limit_bot import MapLimitBot
from railbird.mapping.limit.mapped_decision import MappedDecision
from railbird.mapping.limit.nearest_states import StateDistance, mapped_states
from railbird.mapping.limit.two_player_states import TwoPlayerState, two_player_states

__all__ = [
    "MapLimitBot",
    "MappedDecision",
    "StateDistance",
    "TwoPlayerState",
    "mapped_states",
    "two_player_states",
]
