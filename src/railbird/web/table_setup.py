"""What is fixed before people sit down: the game, who plays on which seat, the time for a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from railbird.errors import GameError
from railbird.rng import new_seed
from railbird.web.table_bots import permitted_bot
from railbird.wording import number_of

if TYPE_CHECKING:
    from railbird.bots import BotSpec
    from railbird.games import GameDefinition
    from railbird.web.settings import WebSettings

MOST_HANDS = 100_000
LONGEST_NAME = 24
LONGEST_GAME = 1000
PERSON = ""
"""The spec of a seat that a person takes."""


class TableRequest(BaseModel):
    """A table that a visitor wants to open."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=LONGEST_GAME)
    """A built-in game, or a `.game` file of the served folder."""
    seats: list[str] = Field(min_length=1, max_length=10)
    """The bot of each seat; empty for a person."""
    hands: int = Field(default=1000, ge=1, le=MOST_HANDS)
    seed: int | None = Field(default=None, ge=0, lt=2**32)
    seconds: float = Field(default=60.0, ge=1, le=3600)
    """Seconds that a person has for a decision."""


class RemoteTableRequest(BaseModel):
    """A seat at a dealer of the ACPC elsewhere, which a visitor wants to play on."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=LONGEST_GAME)
    host: str = Field(min_length=1, max_length=255)
    port: int = Field(ge=1, le=65_535)
    seconds: float = Field(default=60.0, ge=1, le=3600)


@dataclass(frozen=True)
class TableSetup:
    """A table before anybody has sat down."""

    game: GameDefinition
    bots: tuple[BotSpec | None, ...]
    """The bot of each seat; None for a person."""
    names: tuple[str, ...]
    """The spec of each bot as it was given; empty for a person."""
    hands: int
    seed: int
    seconds: float

    @property
    def has_people(self) -> bool:
        """Whether a seat is for a person."""
        return None in self.bots


def table_setup(request: TableRequest, game: GameDefinition, settings: WebSettings) -> TableSetup:
    """Check a request for a table of a game; raise if it has too many seats or a bot that cannot play."""
    if len(request.seats) != game.players:
        raise GameError(f"{number_of(len(request.seats), 'seat')} for {game.name}, which {game.players} players play")
    return TableSetup(
        game=game,
        bots=tuple(None if spec == PERSON else permitted_bot(spec, game, settings) for spec in request.seats),
        names=tuple(request.seats),
        hands=request.hands,
        seed=new_seed() if request.seed is None else request.seed,
        seconds=request.seconds,
    )
