"""A small dataset on disk, with tables made at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from imitation.tables import SCHEMA, random_frame
from railbird.imitation.dataset import Dataset, DatasetWriter

if TYPE_CHECKING:
    from pathlib import Path


def small_dataset(folder: Path, *, rows: int = 700, card_sets: int = 14) -> Dataset:
    """Preflop and flop, with so many sets of cards."""
    writer = DatasetWriter.create(folder, {"preflop": SCHEMA, "flop": SCHEMA}, about={"hero": "akuma"})
    for number in range(2):
        frames = {
            "preflop": random_frame(rows // 2, number, card_sets=card_sets),
            "flop": random_frame(rows // 2, 10 + number, card_sets=card_sets),
        }
        writer.write_chunk(str(number), frames)
    return writer.finish()
