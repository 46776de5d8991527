"""The hands of a run as records, one after the other, and counted."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from railbird.analysis.counting import count_hands, watched
from railbird.formats.hand_reader import HandReader
from railbird.games import HandRecord
from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.analysis import Tally
    from railbird.arena.store import RunFolder
    from railbird.games import Chips
    from railbird.progress import Progress


def count_run(tally: Tally, folder: RunFolder, *, progress: Progress) -> list[str]:
    """Count all hands of a run; what could not be counted is told."""
    hands = folder.plan.hands * len(folder.plan.chunks())
    with progress.task(f"Reading {folder.path.name}", total=hands) as task:
        return count_hands(tally, watched(run_records(folder), task), path=folder.path)


def run_records(folder: RunFolder) -> Iterator[HandRecord]:
    """All hands of a run that has been played to its end, match by match; a match at a time is in memory."""
    game = folder.plan.game
    reader = HandReader(game)
    players = [f"player_{position}" for position in range(game.players)]
    payoffs = [f"payoff_{position}" for position in range(game.players)]
    for table in folder.hands_by_chunk():
        rows = table.sort("hand").select("hand", "betting", "cards", *players, *payoffs)
        for number, betting, cards, *rest in rows.iter_rows():
            _, hole_cards, board, actions = reader.read_so_far(f"{number}:{betting}:{cards}")
            names, chips = tuple(rest[: game.players]), tuple(map(exact_chips, rest[game.players :]))
            yield HandRecord(
                game, number, players=names, hole_cards=hole_cards, board=board, actions=actions, payoffs=chips
            )


def exact_chips(chips: float) -> Chips:
    """A floating-point number is near enough to tell which part of a chip is meant."""
    if chips.is_integer():
        return int(chips)
    return Fraction(round(chips * SHARES), SHARES)
