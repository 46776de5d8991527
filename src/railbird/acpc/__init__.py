"""The competition's protocol: a dealer and a client over sockets, and the processes of bots."""

from railbird.acpc.client import Joined, join
from railbird.acpc.dealer import Dealer, DealerOptions
from railbird.acpc.match import Match, MatchPlan
from railbird.acpc.time_limits import TimeLimits

__all__ = ["Dealer", "DealerOptions", "Joined", "Match", "MatchPlan", "TimeLimits", "join"]
