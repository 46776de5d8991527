"""Hands that are played at random, and logs of them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from games.hands_at_random import random_states
from railbird.formats.acpc_log import MatchHeader, format_header, format_states
from railbird.formats.columns import HandColumns
from railbird.games import HandRecord, random_deal

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import GameDefinition

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def random_hands(game: GameDefinition, hands: int, *, seed: int) -> list[HandRecord]:
    """Random play by players whose seats rotate; some folded hands are not known."""
    rng = random.Random(seed)
    generator = np.random.default_rng(seed)
    records = []
    for number in range(hands):
        final = random_states(rng, game, random_deal(game, generator))[-1]
        names = tuple(NAMES[(place + number) % game.players] for place in range(game.players))
        record = HandRecord.of(final, names)
        shown = [
            () if final.has_folded(position) and names[position] != "Ann" and rng.random() < 0.3 else cards
            for position, cards in enumerate(final.deal.hole_cards)
        ]
        records.append(replace(record, number=number, hole_cards=tuple(shown)))
    return records


def write_log(path: Path, records: list[HandRecord], *, seed: int | None = None) -> Path:
    """An ACPC log, with a header if there is a seed."""
    game = records[0].game
    header = MatchHeader("match", f"{game.name}.game", len(records), seed or 0)
    text = b"" if seed is None else f"{format_header(header)}\n".encode()
    path.write_bytes(text + b"".join(map(format_states, HandColumns.of_records(records))))
    return path
