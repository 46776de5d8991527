"""Strategies: loading them, and asking them for decisions."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.measure import Measurement, paced
from benchmarks.yardsticks import COMPILED
from railbird.abstraction import abstract_game
from railbird.abstraction.percentile import PercentileBuckets
from railbird.games import State, game_named, random_deal
from railbird.rng import generator
from railbird.strategy import Origin, Strategy, open_strategy, save_strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import View

GAME = "holdem.limit.2p.reverse_blinds"
BUCKETS = (5, 5, 5, 5)
"""3,624,290 information sets."""
DECISIONS = 50_000


def measure() -> Iterator[Measurement]:
    """A compact strategy with buckets in a file; the tables of hand values are built if they are missing."""
    cards = PercentileBuckets(game_named(GAME), BUCKETS)
    cards.build()
    game = abstract_game(cards)
    uniform = game.probabilities(np.zeros(game.layout.count))
    origin = Origin(algorithm="none", iterations=0, seconds=0.0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "strategy"
        save_strategy(path, Strategy(game, uniform, origin).compact())
        seconds, pace = paced(lambda: _loaded(path), COMPILED, repeat=5)
        note = f"{GAME} with {','.join(map(str, BUCKETS))} buckets, {path.stat().st_size / 1e6:.1f} MB"
        yield Measurement("loading a strategy", "s", seconds, goal=0.3, pace=pace, note=note)
        strategy = _loaded(path)
        views = iter(_views(strategy, DECISIONS))
        batch = DECISIONS // 10
        seconds, pace = paced(lambda: _ask(strategy, views, batch), COMPILED, repeat=8)
        note = "decisions that did not come up before"
        yield Measurement("one decision of a strategy", "µs", 1e6 * seconds / batch, goal=50, pace=pace, note=note)


def _loaded(path: Path) -> Strategy:
    strategy = open_strategy(path)
    strategy.prepare()
    return strategy


def _views(strategy: Strategy, count: int) -> list[View]:
    """Decisions of random play; the strategy itself is not asked."""
    game, random = game_named(GAME), generator(1)
    views: list[View] = []
    while len(views) < count:
        state = State.start(game, random_deal(game, random))
        while not state.is_over:
            views.append(state.view(state.acting))
            choices = strategy.game.tree.actions(strategy.game.tree.decision_after(state.actions))
            state = state.apply(choices[random.integers(len(choices))])
    return views


def _ask(strategy: Strategy, views: Iterator[View], count: int) -> None:
    for _ in range(count):
        strategy.at(next(views))
