"""The plan of a run: its entrants, game and number of hands, and its chunks, each an independent match."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.arena.bot_files import file_hashes
from railbird.arena.seat_orders import checked_seat_orders, drawn_places, have_same_orders, number_of_orders
from railbird.bots import located, parse_spec
from railbird.bots.game_check import check_game, is_railbird_bot, learns_when_asked, leaves_traces
from railbird.errors import BotError, GameError
from railbird.play import MatchPlan
from railbird.rng import derived_seed
from railbird.statistics import FEWEST_LOOKED_AT
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from railbird.arena.retelling import StoredPart
    from railbird.arena.seat_orders import SeatOrders
    from railbird.games import GameDefinition

_NAMED = re.compile(r"([^=:/\\]+)=(.+)")
_UNSPEAKABLE = re.compile(r"[:|,#\s]+")
SECONDS_PER_ACTION = 10.0
_DAY = 24 * 3600.0


@dataclass(frozen=True)
class Entrant:
    """A participant: its name in tables and logs, and the spec of the bot."""

    name: str
    spec: str
    shadow: str = ""
    """The spec of a shadow: a bot that is asked at every decision of this bot but does not play."""
    files: Mapping[str, str] = field(default_factory=dict)
    """A hash of each file that the bot and its shadow are made of. With a changed file it is another bot."""


@dataclass(frozen=True)
class Chunk:
    """A match of a run: a table in one order of seats. A chunk is played and stored as a whole."""

    number: int
    table: int
    match: int
    """Number of the match. The matches of a table differ in their cards."""
    permutation: int
    seats: tuple[int, ...]
    """Indices of the entrants, by seat."""
    seed: int
    stored: StoredPart | None = None
    """The first hands of the match, if they are played and the match is longer now."""


@dataclass(frozen=True)
class RunPlan:
    """Everything that determines the hands of a run. The same plan gives the same hands.

    All tables get the same cards, so that bots can be compared on them.
    """

    game: GameDefinition
    entrants: tuple[Entrant, ...]
    hands: int
    """Number of hands in a match."""
    seed: int
    seat_orders: SeatOrders = "default"
    """The orders of seats in which each match is played (default: all up to three players, rotations beyond)."""
    matches: int = 1
    """Number of matches of each table, with different cards. Bots start afresh in each match."""
    seconds_per_action: float = SECONDS_PER_ACTION
    until: tuple[str, ...] = ()
    """The bots whose order ends the run as soon as it is decided; `matches` is then the largest number of matches."""

    def __post_init__(self) -> None:
        if len(self.entrants) < self.game.players:
            bots = number_of(len(self.entrants), "bot")
            raise GameError(f"{bots} for {self.game.name or 'a game'} of {self.game.players} players")
        object.__setattr__(self, "seat_orders", checked_seat_orders(self.seat_orders, self.game.players))
        if self.matches < 1:
            raise GameError(f"{self.matches} matches: play at least 1")
        if not 0 < self.seconds_per_action <= _DAY:
            raise GameError(f"{self.seconds_per_action} seconds for an action: give more than 0, and a day at most")
        names = [entrant.name for entrant in self.entrants]
        if len({*names}) < len(names):
            raise BotError(f"{', '.join(names)}: the bots of a run must have different names")
        if self.until:
            self._check_until(names)
        for table in self.tables:
            # MatchPlan validates the names and the number of hands.
            self.match_plan(Chunk(number=0, table=0, match=0, permutation=0, seats=table, seed=self.seed))

    def _check_until(self, names: Sequence[str]) -> None:
        unknown = [name for name in self.until if name not in names]
        if unknown or len({*self.until}) < max(len(self.until), 2):
            raise BotError(
                f"until the order of {', '.join(self.until)} is decided: name two or more of {', '.join(names)}, or all"
            )
        if self.matches < FEWEST_LOOKED_AT:
            raise GameError(
                f"{self.matches} matches: an order is decided after {FEWEST_LOOKED_AT} at the earliest; give the "
                "largest number of matches to play"
            )

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """All combinations of entrants that fill a table, as indices."""
        return list(combinations(range(len(self.entrants)), self.game.players))

    @property
    def orders(self) -> int:
        """Number of orders of seats in which a match is played."""
        return number_of_orders(self.seat_orders, self.game.players)

    @property
    def duplicate(self) -> bool:
        """Whether the bots of a table play each deal in several orders of seats."""
        return self.orders > 1

    def has_same_orders(self, first: Sequence[str], second: Sequence[str]) -> bool:
        """Whether two tables, whose players are given in their first order, are played in the same orders of seats."""
        return have_same_orders(self.seat_orders, first, second)

    def chunks(self) -> list[Chunk]:
        """All chunks of the run, numbered from 0."""
        chunks: list[Chunk] = []
        for match in range(self.matches):
            seed = derived_seed(self.seed, match) if match else self.seed
            orders = drawn_places(self.seat_orders, self.game.players, seed=self.seed, match=match)
            for number, table in enumerate(self.tables):
                for permutation, places in enumerate(orders):
                    chunk = Chunk(
                        number=len(chunks),
                        table=number,
                        match=match,
                        permutation=permutation,
                        seats=tuple([table[place] for place in places]),
                        seed=seed,
                    )
                    chunks.append(chunk)
        return chunks

    def match_plan(self, chunk: Chunk) -> MatchPlan:
        """The plan of the match of a chunk, as a dealer takes it."""
        return MatchPlan(
            name=f"table{chunk.table}.match{chunk.match}.{chunk.permutation}",
            game=self.game,
            game_file=f"{self.game.name or 'unnamed'}.game",
            hands=self.hands,
            seed=chunk.seed,
            names=tuple(self.entrants[entrant].name for entrant in chunk.seats),
        )


def read_entrants(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Read entrants from specs, each with an optional name: `call`, `Loose=random:fold=0`.

    Raise BotError if a bot cannot be built.
    """
    entrants: list[Entrant] = []
    for text in texts:
        named = _NAMED.fullmatch(text)
        name, spec = (named[1], named[2]) if named else ("", text)
        parsed = parse_spec(spec)
        if parsed.bot_class is not None:
            parsed.build()
        taken = [entrant.name for entrant in entrants]
        whole = located(spec)
        entrants.append(Entrant(name or _free_name(name_of(spec), taken), whole, files=file_hashes([whole])))
    return tuple(entrants)


def with_shadows(entrants: Sequence[Entrant], texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Add shadows to entrants, each written as the name of an entrant and a bot, such as `Loose=call`."""
    shadowed = list(entrants)
    names = [entrant.name for entrant in entrants]
    for text in texts:
        name, equals, spec = text.partition("=")
        if not equals or name not in names:
            raise BotError(f"shadow {text!r}: write NAME=bot, with one of {', '.join(names)}")
        place = names.index(name)
        if shadowed[place].shadow:
            raise BotError(f"shadow {text!r}: {name} already has a shadow, and a bot can have only one")
        parse_spec(spec).build()
        if parse_spec(shadowed[place].spec).bot_class is None:
            raise BotError(f"shadow {text!r}: {name} is an executable, which has no shadow")
        whole = located(spec)
        files = {**shadowed[place].files, **file_hashes([whole])}
        shadowed[place] = replace(shadowed[place], shadow=whole, files=files)
    return tuple(shadowed)


def is_ours(spec: str) -> bool:
    """Whether only Railbird's own code plays for a spec."""
    return is_railbird_bot(parse_spec(spec))


def is_asked_again(spec: str) -> bool:
    """Whether a bot must be asked again about hands that are retold to it, because it learns while it is asked."""
    return not is_ours(spec) or learns_when_asked(parse_spec(spec))


def is_recorded(plan: RunPlan) -> bool:
    """Whether the play of a bot is recorded outside the run, so that no match must be begun twice."""
    return any(leaves_traces(parse_spec(entrant.spec)) for entrant in plan.entrants)


def check_games(entrants: Iterable[Entrant], game: GameDefinition) -> None:
    """Raise BotError if a bot or shadow of Railbird does not support the game. Other bots may raise when they play."""
    for entrant in entrants:
        for spec in filter(None, (entrant.spec, entrant.shadow)):
            check_game(parse_spec(spec), game)


def name_of(spec: str) -> str:
    """Convert a spec to a name that is valid in logs: `random:fold=0.1` becomes random(fold=0.1)."""
    first, _, options = spec.partition(":")
    words = _UNSPEAKABLE.sub(";", options)
    return _UNSPEAKABLE.sub("_", Path(first).name.removesuffix(".toml")) + (f"({words})" if words else "")


def _free_name(name: str, taken: Sequence[str]) -> str:
    """The name if it is free, otherwise the name with the next free number, from 2."""
    if name not in taken:
        return name
    return next(other for number in range(2, len(taken) + 3) if (other := f"{name}.{number}") not in taken)
