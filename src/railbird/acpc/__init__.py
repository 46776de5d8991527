"""The protocol of the ACPC: a dealer and a client over sockets, and programs that play."""

from railbird.acpc.client import Joined, join
from railbird.acpc.dealer import Dealer, DealerOptions
from railbird.acpc.dealer_seats import ClientSeat
from railbird.acpc.seating import program_seat

__all__ = ["ClientSeat", "Dealer", "DealerOptions", "Joined", "join", "program_seat"]
