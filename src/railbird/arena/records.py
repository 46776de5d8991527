"""The hands of a run as records, one after the other."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from railbird.formats.hand_reader import HandReader
from railbird.games import HandRecord
from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.arena.store import RunFolder
    from railbird.games import Chips


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
            yield HandRecord(game, number, names, hole_cards, board, actions, chips)


def exact_chips(chips: float) -> Chips:
    """Stored as a floating-point number, which is near enough to tell which part of a chip is meant."""
    if chips.is_integer():
        return int(chips)
    return Fraction(round(chips * SHARES), SHARES)
