"""Hand strength: arrays of hands, and one hand at a time."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import eval7
import numpy as np
import phevaluator
import pkrbot
import treys
from phevaluator import _pheval
from pokerkit import Card as KitCard
from pokerkit import StandardHighHand

from benchmarks.measure import Measurement, best_seconds, paced, paced_in_turn
from benchmarks.yardsticks import COMPILED, PYTHON
from railbird.cards import format_card
from railbird.cards.strength import strength, strengths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from benchmarks.measure import Pace


def random_hands(count: int, cards: int) -> NDArray[np.uint8]:
    """Hands of different cards."""
    generator = np.random.default_rng(1)
    chunks = [np.argsort(generator.random((100_000, 52)), axis=1)[:, :cards] for _ in range(-(-count // 100_000))]
    return np.concatenate(chunks)[:count].astype(np.uint8)


def measure() -> Iterator[Measurement]:
    """Seven cards: the array form against each peer's quickest call, then single calls."""
    hands = random_hands(4_000_000, 7)
    single = [tuple(hand) for hand in hands[:20_000].tolist()]
    ours, peers, single_pace = _single_rates(single)
    seconds, pace = paced(lambda: strengths(hands), COMPILED, repeat=15, clock=process_time)
    yield Measurement(
        "seven cards, array",
        "million hands/s",
        len(hands) / seconds / 1e6,
        goal=120,
        pace=pace,
        more_is_better=True,
        least_ratio=15,
        peers=peers,
        note="bound by loads: seven keys, a row offset and a strength for each hand",
    )
    for cards in (5, 6):
        fewer = np.ascontiguousarray(hands[:, :cards])
        rate = len(fewer) / best_seconds(lambda fewer=fewer: strengths(fewer), repeat=15)  # type: ignore[misc]
        yield Measurement(f"{cards} cards, array", "million hands/s", rate / 1e6, more_is_better=True)
    yield Measurement(
        "seven cards, one at a time",
        "million hands/s",
        ours,
        goal=5,
        pace=single_pace,
        more_is_better=True,
        least_ratio=0.9,
        peers=peers,
    )


def _single_rates(hands: list[tuple[int, ...]]) -> tuple[float, dict[str, float], Pace]:
    """Million hands a second of single calls, of ours and of each peer, all in turn."""
    works: dict[str, tuple[Callable[[], object], int]] = {
        "ours": (lambda: [strength(hand) for hand in hands], len(hands)),
        **_peer_calls(hands),
    }
    seconds, pace = paced_in_turn(
        *[work for work, _ in works.values()], yardstick=PYTHON, repeat=15, clock=process_time
    )
    rates = {name: count / each / 1e6 for (name, (_, count)), each in zip(works.items(), seconds, strict=True)}
    return rates.pop("ours"), rates, pace


def _peer_calls(hands: list[tuple[int, ...]]) -> dict[str, tuple[Callable[[], object], int]]:
    """The calls of each peer, with its own cards made beforehand, and their number."""
    texts = [[format_card(card) for card in row] for row in hands]
    for_eval7 = [[eval7.Card(text) for text in row] for row in texts]
    judge = treys.Evaluator()
    for_treys = [([treys.Card.new(c) for c in row[:2]], [treys.Card.new(c) for c in row[2:]]) for row in texts[:2000]]
    for_kit = ["".join(row) for row in texts[:100]]
    for_pkrbot = [[pkrbot.Card(text) for text in row] for row in texts]
    # Bound once: the module of phevaluator looks up its functions anew every time.
    evaluate_cards, evaluate_seven = phevaluator.evaluate_cards, _pheval.evaluate_7cards
    return {
        "eval7": (lambda: [eval7.evaluate(row) for row in for_eval7], len(for_eval7)),
        "phevaluator": (lambda: [evaluate_cards(*row) for row in hands], len(hands)),
        "phevaluator's C call": (lambda: [evaluate_seven(*row) for row in hands], len(hands)),
        "pkrbot": (lambda: [pkrbot.evaluate(row) for row in for_pkrbot], len(for_pkrbot)),
        "treys": (lambda: [judge.evaluate(*row) for row in for_treys], len(for_treys)),
        "PokerKit": (lambda: [StandardHighHand.from_game(tuple(KitCard.parse(row))) for row in for_kit], len(for_kit)),
    }
