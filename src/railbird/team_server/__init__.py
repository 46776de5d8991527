"""A team at a dealer: a server of the ACPC for its members, and a client of the dealer at the same time."""

from railbird.team_server.server import TeamServer
from railbird.team_server.team_starting import team_server

__all__ = ["TeamServer", "team_server"]
