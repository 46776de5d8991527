"""The bots of a stored match, built again as they were for it, and the hands that they had played before a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena.bot_files import check_unchanged
from railbird.bots import parse_spec
from railbird.bots.spec_tree import names_code, read_spec
from railbird.errors import BotError, NotAllowedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.arena.plan import Entrant
    from railbird.arena.stored_hands import RunHands, StoredHands
    from railbird.bots import Bot
    from railbird.games import HandRecord


def bot_of_run(run: RunHands, place: int, name: str, *, may_load_files: bool) -> tuple[str, Callable[[], Bot]]:
    """The spec of a player of a hand, and how it was built for the match."""
    plan, chunk = run.folder.plan, run.chunk_of(place)
    names = [plan.entrants[entrant].name for entrant in chunk.seats]
    seat = names.index(name)
    entrant = plan.entrants[chunk.seats[seat]]
    return entrant.spec, builder_of(
        entrant, seed=plan.match_plan(chunk).bot_seeds()[seat], may_load_files=may_load_files
    )


def builder_of(entrant: Entrant, *, seed: int = 0, may_load_files: bool) -> Callable[[], Bot]:
    """How an entrant of a run is built. Raise NotAllowedError if it is made of code that may not be loaded."""
    if not may_load_files and names_code(read_spec(entrant.spec)):
        raise NotAllowedError(
            f"{entrant.name} is made of files that run ({entrant.spec}): start the server with --allow-programs to "
            "ask it"
        )
    check_unchanged([entrant])
    return builder(entrant.spec, seed=seed)


def builder(spec: str, *, seed: int = 0) -> Callable[[], Bot]:
    """How a bot is built. Raise BotError if it is a program."""
    parsed = parse_spec(spec)
    if parsed.bot_class is None:
        raise BotError(f"{spec} is a program, which answers only over a connection: it cannot be asked again")
    return lambda: parsed.build(seed=seed)


def earlier_hands(hands: StoredHands, place: int, record: HandRecord) -> list[HandRecord] | None:
    """The hands of the match before a hand; None if the source does not have them all."""
    first = place - record.number
    if first < 0:
        return None
    earlier = hands.records(range(first, place))
    return earlier if all(hand.number == number for number, hand in enumerate(earlier)) else None
