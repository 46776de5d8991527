"""The strength of every hand on a board and on sampled run-outs of it, for simulations.

A level is a hand strength in 255 steps: the share of opposing hands that the hand beats on the river, on average over
the run-outs. Run-outs of a flop are sampled with a seed that the board fixes, so that they are always the same; from
the turn on they are complete.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards import CARD_COUNT, as_cards
from railbird.cards.hands import CLASS_OF_HAND
from railbird.cards.strength.evaluator_tables import strength_tables
from railbird.equity.preflop import class_equities
from railbird.equity.run_outs import _kernels
from railbird.equity.run_outs._kernels import BEST_LEVEL, BLOCKED, HANDS
from railbird.errors import EquityError
from railbird.rng import generator, kernel_state

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.cards import Card, Cards

__all__ = ["BEST_LEVEL", "BLOCKED", "RunOuts", "levels_on", "preflop_run_outs", "run_outs_of"]

TURN_CARDS = 8
"""Turn cards that are sampled from a flop."""
RIVER_CARDS = 8
"""River cards that are sampled from each of these turns."""
PREFLOP_FLOPS = 192
"""Flops in the run-outs of an empty board, with four turn cards and four river cards each."""
_PREFLOP_CARDS = 4
_SEED = 2013


class RunOuts(NamedTuple):
    """Levels of all hands on boards of each street, in rows; a full board names the rows of the boards before it."""

    flops: NDArray[np.uint8]
    turns: NDArray[np.uint8]
    rivers: NDArray[np.uint8]
    flop_of: NDArray[np.int64]
    """Row of the flop of each full board."""
    turn_of: NDArray[np.int64]
    """Row of the turn of each full board."""
    showdowns: NDArray[np.uint16]
    """Strength of each hand on each full board; 0 if they share a card."""


def levels_on(board: Cards) -> NDArray[np.uint8]:
    """The level of every hand on a board of 0, 3, 4 or 5 cards; `BLOCKED` if it shares a card with the board."""
    cards = tuple(sorted(as_cards(board)))
    if len(cards) not in (0, 3, 4, 5):
        raise EquityError(f"levels on {len(cards)} board cards: give no cards, a flop, a turn or a river")
    return _levels(cards)


@lru_cache(maxsize=2**14)
def _levels(board: tuple[Card, ...]) -> NDArray[np.uint8]:
    if not board:
        return _preflop_levels()
    run_outs = _run_outs(board)
    levels = (run_outs.flops, run_outs.turns, run_outs.rivers)[len(board) - 3]
    return np.array(levels[0])  # a view would keep all run-outs in memory


@cache
def _preflop_levels() -> NDArray[np.uint8]:
    """Levels by the equity against a random hand."""
    equities = class_equities(1)[CLASS_OF_HAND]
    return (equities * BEST_LEVEL).astype(np.uint8)


def run_outs_of(board: Cards) -> RunOuts:
    """The run-outs of a flop (sampled), a turn (all), or the river itself."""
    cards = tuple(sorted(as_cards(board)))
    if not 3 <= len(cards) <= 5:
        raise EquityError(f"run-outs of {len(cards)} board cards: give a flop, a turn or a river")
    return _run_outs(cards)


@lru_cache(maxsize=64)
def _run_outs(board: tuple[Card, ...]) -> RunOuts:
    next_cards, last_cards = {3: (TURN_CARDS, RIVER_CARDS), 4: (1, CARD_COUNT - 4), 5: (1, 1)}[len(board)]
    return _sampled(board, next_cards, last_cards)


def _sampled(board: tuple[Card, ...], next_cards: int, last_cards: int) -> RunOuts:
    full_boards = next_cards * last_cards
    run_outs = RunOuts(
        np.full((1, HANDS), BLOCKED, dtype=np.uint8),
        np.empty((next_cards, HANDS), dtype=np.uint8),
        np.empty((full_boards, HANDS), dtype=np.uint8),
        np.zeros(full_boards, dtype=np.int64),
        np.repeat(np.arange(next_cards), last_cards),
        np.empty((full_boards, HANDS), dtype=np.uint16),
    )
    _kernels.write_run_outs(
        np.array(board, dtype=np.uint8),
        last_cards,
        strength_tables(7),
        kernel_state(_SEED, *board),
        run_outs.flops,
        run_outs.turns,
        run_outs.rivers,
        run_outs.showdowns,
    )
    return run_outs


@cache
def preflop_run_outs() -> RunOuts:
    """Run-outs of an empty board: of random flops, always the same."""
    drawn = generator(_SEED)
    flops = [tuple(sorted(drawn.choice(CARD_COUNT, 3, replace=False).tolist())) for _ in range(PREFLOP_FLOPS)]
    parts = [_sampled(flop, _PREFLOP_CARDS, _PREFLOP_CARDS) for flop in flops]
    full_boards = _PREFLOP_CARDS * _PREFLOP_CARDS
    return RunOuts(
        np.concatenate([part.flops for part in parts]),
        np.concatenate([part.turns for part in parts]),
        np.concatenate([part.rivers for part in parts]),
        np.repeat(np.arange(PREFLOP_FLOPS), full_boards),
        np.concatenate([part.turn_of + _PREFLOP_CARDS * place for place, part in enumerate(parts)]),
        np.concatenate([part.showdowns for part in parts]),
    )
