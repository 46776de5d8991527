"""Logs are read hand by hand: a file ten times as long needs no more memory."""

from __future__ import annotations

import gc
import random
import tracemalloc
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from games.hands_at_random import random_cards, random_nolimit, random_states
from railbird.formats import hand_reader
from railbird.formats.acpc_log import format_state
from railbird.formats.logs import check_log, open_log
from railbird.formats.old_log import format_old_hand, old_game
from railbird.formats.phh import LONGEST_HAND
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.games import HandRecord, game_named, moment, state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from railbird.formats.acpc_log import Score
    from railbird.formats.lines import Problem
    from railbird.formats.logs import Log
    from railbird.games import GameDefinition

    Written = Callable[..., Path]
    Game = Callable[[random.Random], GameDefinition]

HANDS = 120
PHH_HANDS = 15
NOISE = 50_000
"""Bytes. Records of the hands that are more would take several times as many."""


def phh_text(record: HandRecord) -> str:
    return f"[{record.number + 1}]\n{format_phh(from_record(record))}"


KINDS: dict[str, tuple[Game, Callable[[HandRecord], str], int]] = {
    "acpc limit": (lambda _: game_named("holdem.limit.3p"), format_state, HANDS),
    "acpc no-limit": (lambda _: game_named("holdem.nolimit.3p"), format_state, HANDS),
    "old limit": (lambda _: old_game(3), format_old_hand, HANDS),
    "old no-limit": (lambda _: old_game(2, doyle=True), format_old_hand, HANDS),
    "phh": (lambda _: game_named("holdem.nolimit.3p"), phh_text, PHH_HANDS),
    "phh with other stacks in every hand": (lambda rng: random_nolimit(rng, 3), phh_text, PHH_HANDS),
}


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
    def scores(self) -> Sequence[Score]:
        return self._log.scores

    def __iter__(self) -> Iterator[HandRecord]:
        for number, record in enumerate(self._log):
            if number % 50 == 49 or number < 10:
                gc.collect()  # which also gives back the tuples that Python has put aside to use again
                self.most = max(self.most, tracemalloc.get_traced_memory()[0])
            yield record


def read_through(log: Log) -> int:
    return sum(1 for _ in log)


def check_through(log: Log) -> int:
    found = check_log(log)
    assert found.problems == []
    return found.hands


def hand_records(game: Game, hands: int, *, seed: int) -> Iterator[HandRecord]:
    rng = random.Random(seed)
    for number in range(hands):
        rules = game(rng)
        final = random_states(rng, rules, random_cards(rng, rules))[-1]
        names = ("Ann", "Bob", "Cleo")[: rules.players]
        yield HandRecord(rules, number, names, final.deal.hole_cards, final.board, final.actions, final.payoffs())


@pytest.fixture
def small_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered up to a number of entries is full soon, and grows no more."""
    monkeypatch.setattr(moment, "MOST_KEPT", 100)
    monkeypatch.setattr(hand_reader, "_MOST_KNOWN", 100)
    monkeypatch.setattr(hand_reader, "_actions", hand_reader._Actions())
    monkeypatch.setattr(state, "first_moment", lru_cache(maxsize=8)(moment.first_moment.__wrapped__))


@contextmanager
def traced() -> Iterator[None]:
    """Memory is counted from here on; collecting garbage takes no time for what was there before."""
    gc.collect()
    gc.freeze()
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()
        gc.unfreeze()


@pytest.mark.usefixtures("small_caches")
@pytest.mark.parametrize("use", [read_through, check_through])
@pytest.mark.parametrize("kind", KINDS)
def test_ten_times_the_hands_need_no_more_memory(written: Written, kind: str, use: Callable[[Log], int]) -> None:
    game, text, hands = KINDS[kind]
    most = {}
    for seed, count in enumerate((hands, hands, 10 * hands)):  # the first fills what is filled once
        path = written("\n".join(map(text, hand_records(game, count, seed=seed))) + "\n", f"{seed}.log")
        log = Watched(open_log(path))
        with traced():
            assert use(log) == count
        most[count] = log.most
    assert most[10 * hands] < most[hands] + NOISE


def test_a_hand_without_end_is_one_problem_and_needs_no_more_memory(written: Written) -> None:
    most = []
    for lines in (LONGEST_HAND // 15, LONGEST_HAND // 5):
        path = written('variant = "NT"\n' + "".join(f"_{n} = {n:06}\n" for n in range(lines)), "endless.phhs")
        with traced():
            (problem,) = check_log(open_log(path)).problems
            most.append(tracemalloc.get_traced_memory()[1])
        assert (problem.line, problem.reason) == (1, "a hand of more than 2,000,000 characters")
    assert most[1] < most[0] + NOISE
