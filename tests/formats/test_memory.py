"""Logs are read hand by hand: a file ten times as long needs no more memory."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest

from games.hands_at_random import random_nolimit
from memory import NOISE, Watched, hand_records, keep_little, phh_text, traced
from railbird.formats import lines, phh
from railbird.formats.acpc_log import format_state
from railbird.formats.logs import check_log, open_log
from railbird.formats.old_log import format_old_hand, old_game
from railbird.games import game_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from memory import Game
    from railbird.formats.logs import Log
    from railbird.games import HandRecord

    Written = Callable[..., Path]

HANDS = 50
PHH_HANDS = 15


KINDS: dict[str, tuple[Game, Callable[[HandRecord], str], int]] = {
    "acpc limit": (lambda _: game_named("holdem.limit.3p"), format_state, HANDS),
    "acpc no-limit": (lambda _: game_named("holdem.nolimit.3p"), format_state, HANDS),
    "old limit": (lambda _: old_game(3), format_old_hand, HANDS),
    "old no-limit": (lambda _: old_game(2, doyle=True), format_old_hand, HANDS),
    "phh": (lambda _: game_named("holdem.nolimit.3p"), phh_text, PHH_HANDS),
    "phh with other stacks in every hand": (lambda rng: random_nolimit(rng, 3), phh_text, PHH_HANDS),
}


def read_through(log: Log) -> int:
    return sum(1 for _ in log)


def check_through(log: Log) -> int:
    check = check_log(log)
    assert check.problems == []
    return check.hands


@pytest.fixture
def small_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered up to a number of entries is full soon, and grows no more."""
    keep_little(monkeypatch)


@pytest.mark.usefixtures("small_caches")
@pytest.mark.parametrize(
    ("kind", "use"),
    [
        ("acpc limit", check_through),
        ("old no-limit", check_through),
        ("phh with other stacks in every hand", check_through),
        *(pytest.param(kind, use, marks=pytest.mark.deep) for kind in KINDS for use in (read_through, check_through)),
    ],
)
def test_ten_times_the_hands_need_no_more_memory(written: Written, kind: str, use: Callable[[Log], int]) -> None:
    game, text, hands = KINDS[kind]
    most = {}
    for seed, count in enumerate((hands, hands, 10 * hands)):
        path = written("\n".join(map(text, hand_records(game, count, seed=seed))) + "\n", f"{seed}.log")
        log = Watched(open_log(path))
        with traced(counted=seed > 0):  # the first fills what is filled once, and loads compiled code
            assert use(log) == count
        most[count] = log.most
    assert most[10 * hands] < most[hands] + NOISE


def test_a_hand_without_end_is_one_problem_and_needs_no_more_memory(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phh, "LONGEST_HAND", 100_000)
    monkeypatch.setattr(lines, "BLOCK", 1000)
    most = []
    for count in (phh.LONGEST_HAND // 10, phh.LONGEST_HAND // 5):
        path = written('variant = "NT"\n' + "".join(f"_{n} = {n:06}\n" for n in range(count)), "endless.phhs")
        with traced():
            (problem,) = check_log(open_log(path)).problems
            most.append(tracemalloc.get_traced_memory()[1])
        assert (problem.line, problem.reason) == (1, "a hand of more than 100,000 characters")
    assert most[1] < most[0] + NOISE
