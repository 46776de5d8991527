"""The plan of a match: its name, game, cards, players, and the seeds of its bots."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from railbird.errors import FormatError, GameError
from railbird.formats.fields import format_names
from railbird.games import fixed_seats, rotating_seats
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from railbird.games import GameDefinition, HandSeats


@dataclass(frozen=True)
class TimeLimits:
    """Time limits in milliseconds, as in the header of a log; the defaults are those of the ACPC's reference dealer.

    The limit for the whole match is `per_hand` times its number of hands.
    """

    response: int = 600_000
    hand: int = 600_000
    per_hand: int = 7_000


@dataclass(frozen=True)
class MatchPlan:
    """Everything that is fixed before a match. The same plan deals the same cards."""

    name: str
    game: GameDefinition
    game_file: str
    """Name of the game file in the log."""
    hands: int
    seed: int
    names: tuple[str, ...]
    """Names of the players, by seat."""
    fixed_seats: bool = False
    """Whether every seat keeps its position; otherwise the button moves after every hand."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"\S+", self.name):
            raise FormatError(f"the name of a match {self.name!r}: a log names it in one word")
        if len(self.names) != self.game.players:
            raise GameError(f"{len(self.names)} names for a game of {self.game.players} players")
        if self.hands < 1:
            raise GameError(f"a match of {self.hands} hands: play at least 1")
        if not re.fullmatch(r"\S+", self.game_file):
            raise FormatError(f"the game file {self.game_file!r}: a log names it in one word, without spaces")
        format_names(self.names)
        try:
            "".join((self.name, self.game_file, *self.names)).encode()
        except UnicodeEncodeError as error:
            raise FormatError(f"a name {error.object!r} is not valid text: a log is in UTF-8") from None

    def seats(self, hand: int) -> HandSeats:
        """The seat of each position in a hand."""
        return (fixed_seats if self.fixed_seats else rotating_seats)(hand, self.game.players)

    def bot_seeds(self) -> list[int]:
        """Seed of the bot in each seat.

        Seeds are independent of each other. They depend on who sits where: a bot that repeated its draws in another
        order of seats or at another table would make deals depend on each other.
        """
        table = [crc32(name.encode()) for name in self.names]
        return [derived_seed(self.seed, *table, seat) for seat in range(len(self.names))]
