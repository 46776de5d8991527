"""Shows that memory does not grow with the hands of a log."""

from __future__ import annotations

import gc
import random
import tracemalloc
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from games.hands_at_random import random_cards, random_states
from railbird.formats import action_codes, lines
from railbird.formats.columns import hand_columns
from railbird.formats.phh_columns import phh_column_reader
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.games import HandRecord, betting_node, state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pytest

    from railbird.formats.acpc_log import MatchHeader, Score
    from railbird.formats.columns import HandColumns
    from railbird.formats.lines import Problem
    from railbird.formats.logs import Log
    from railbird.games import GameDefinition

    Game = Callable[[random.Random], GameDefinition]

NOISE = 100_000
"""Bytes, of which NumPy keeps some in small blocks to use them again. Records of the further hands would take more."""


class Watched:
    """A log, and the most memory that was in use between two of its hands."""

    def __init__(self, log: Log) -> None:
        self.path = log.path
        self.most = 0
        self._log = log

    @property
    def problems(self) -> list[Problem]:
        return self._log.problems

    @property
    def header(self) -> MatchHeader | None:
        return self._log.header

    @property
    def is_numbered(self) -> bool:
        return self._log.is_numbered

    @property
    def scores(self) -> Sequence[Score]:
        return self._log.scores

    def __iter__(self) -> Iterator[HandRecord]:
        for number, record in enumerate(self._log):
            if number % 50 == 49 or number < 10:
                gc.collect()  # which also gives back the tuples that Python has put aside to use again
                self.most = max(self.most, tracemalloc.get_traced_memory()[0])
            yield record

    def columns(self) -> Iterator[HandColumns]:
        for columns in self._log.columns():
            gc.collect()
            self.most = max(self.most, tracemalloc.get_traced_memory()[0])
            yield columns


def hand_records(game: Game, hands: int, *, seed: int) -> Iterator[HandRecord]:
    """Hands of random play, each in a game of its own."""
    rng = random.Random(seed)
    for number in range(hands):
        rules = game(rng)
        final = random_states(rng, rules, random_cards(rng, rules))[-1]
        names = ("Ann", "Bob", "Cleo")[: rules.players]
        yield HandRecord(rules, number, names, final.deal.hole_cards, final.board, final.actions, final.payoffs())


def phh_text(record: HandRecord) -> str:
    """A hand of a file of several."""
    return f"[{record.number + 1}]\n{format_phh(from_record(record))}"


def keep_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered up to a number of entries is full soon, and grows no more."""
    monkeypatch.setattr(betting_node, "MOST_KEPT", 100)
    monkeypatch.setattr(action_codes, "_CACHE_SIZE", 100)
    monkeypatch.setattr(action_codes, "_actions", action_codes._Actions())
    monkeypatch.setattr(hand_columns, "BATCH", 20)
    monkeypatch.setattr(phh_column_reader, "_BATCH", 20)
    games = lru_cache(maxsize=8)(phh_column_reader._game_of.__wrapped__)
    monkeypatch.setattr(phh_column_reader, "_game_of", games)
    monkeypatch.setattr(lines, "BLOCK", 1000)
    monkeypatch.setattr(state, "first_node", lru_cache(maxsize=8)(betting_node.first_node.__wrapped__))


@contextmanager
def traced(*, counted: bool = True) -> Iterator[None]:
    """Memory is counted from here on; collecting garbage takes no time for what was there before.

    It stays frozen: `gc.unfreeze` would hand the collector all modules and tests as well, for the rest of the run.
    """
    gc.collect()
    gc.freeze()
    if counted:
        tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()
