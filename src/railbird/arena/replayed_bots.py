"""The bots of a stored match, built again as they were for it, and the hands that they had played before a hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.arena.bot_files import check_unchanged, found_again
from railbird.bots import parse_spec
from railbird.bots.game_check import without_traces
from railbird.bots.spec_tree import names_code, read_spec
from railbird.errors import BotError, MatchError, NotAllowedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.arena.plan import Entrant
    from railbird.arena.stored_hands import RunHands, StoredHands
    from railbird.bots import Bot
    from railbird.games import HandRecord


@dataclass(frozen=True)
class Permission:
    """What may be read and run to build the bots of a run again."""

    folder: Path | None = None
    """The folder in which files that have moved are looked for; None if they are not.

    Files outside it are read only if the run has recorded their content.
    """
    code: bool = False
    """Whether Python files may be loaded."""


def bot_of_run(run: RunHands, place: int, name: str, permission: Permission) -> tuple[str, Callable[[], Bot]]:
    """The spec of a player of a hand, and how it was built for the match."""
    plan, chunk = run.folder.plan, run.chunk_of(place)
    names = [plan.entrants[entrant].name for entrant in chunk.seats]
    seat = names.index(name)
    entrant = plan.entrants[chunk.seats[seat]]
    return entrant_of_run(run, entrant, permission, seed=plan.match_plan(chunk).bot_seeds()[seat])


def entrant_of_run(
    run: RunHands, entrant: Entrant, permission: Permission, *, seed: int = 0
) -> tuple[str, Callable[[], Bot]]:
    """The spec of an entrant, with files where they are now, and how it is built.

    Raise NotAllowedError if it is made of code that may not be loaded or of files that may not be read, and MatchError
    if a file has changed or is not found.
    """
    folder = permission.folder
    found = entrant if folder is None else found_again(entrant, run.folder.path, within=folder)
    missing = [name for name in found.files if not Path(name).exists()]
    if missing and folder is not None:
        raise MatchError(
            f"{entrant.name} cannot be asked: {missing[0]} is not there any more, and no file with the same content "
            f"and name is in the folder of the run or in the folders above it up to {folder.resolve()}"
        )
    if not permission.code and names_code(read_spec(found.spec)):
        raise NotAllowedError(
            f"{entrant.name} is made of files that run ({found.spec}): start the server with --allow-programs to ask it"
        )
    check_unchanged([found])
    if folder is not None and not permission.code:
        _check_recorded(found, folder.resolve())
    return found.spec, builder(found.spec, seed=seed)


def _check_recorded(entrant: Entrant, folder: Path) -> None:
    """Raise NotAllowedError if a bot would read a file outside a folder whose content the run did not record."""
    for file in parse_spec(entrant.spec).files():
        if str(file) not in entrant.files and not file.resolve().is_relative_to(folder):
            raise NotAllowedError(f"{entrant.name} names a file outside the served folder: {file}")


def builder(spec: str, *, seed: int = 0) -> Callable[[], Bot]:
    """How a bot is built that writes no files. Raise BotError if it is a program, or writes files in any case."""
    parsed = without_traces(parse_spec(spec))
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
