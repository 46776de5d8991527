"""Equities of hands and ranges through `equity()`: beside OMPEval, and how well their run times are estimated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from statistics import quantiles
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.measure import Measurement, paced
from benchmarks.yardsticks import COMPILED, PYTHON
from railbird.cards import FULL_DECK, format_cards
from railbird.equity import equity
from railbird.equity.methods import exact_methods
from railbird.equity.questions import ask
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.yardsticks import Yardstick
    from railbird.equity.methods import ExactMethod
    from railbird.equity.questions import Question

SMALL = ["AA", "KK,QQ", "99,T9s"]
MIDDLE = ["TT+,AQs+,AKo", "88-55,KQs,AJs,QJs,KQo", "A5s-A2s,T9s-76s,44-22"]
QUESTIONS = 200
_QUIET = 0.5
"""The share of the time of that run that the quiet machine needs."""
_LONGEST = 0.25
"""Seconds: questions that are estimated to take longer are not asked."""
_LARGEST_ERROR = 1.5
"""How many times as long as estimated a method may take, and the other way round."""
_PASSES = 4
_LEAST_SPENT = 0.01
"""Seconds for which short work is repeated."""
_FEWEST_ROUNDS, _MOST_TURNS = 4, 50
"""Of work and yardstick; and of the yardstick in a round."""


@dataclass(frozen=True)
class Work:
    """A question, and the milliseconds of OMPEval, a library in C++, for questions of its size.

    It is not on the package index. Its times are from one run beside ours, in which ours took twice as long as on the
    quiet machine of the yardsticks; so they are halved, and scaled by the present pace of a yardstick.
    """

    name: str
    players: list[str]
    board: str
    ompeval: float
    least_ratio: float
    yardstick: Yardstick = COMPILED
    """Of the kind that most of the work is: around a single hand that is Python."""

    def measurement(self) -> Measurement:
        def ask_again() -> None:
            if equity(self.players, board=self.board, seed=1).method != "exact":
                raise ValueError(f"{self.name}: sampled")

        ask_again()  # loads compiled code, which is not to be measured
        # Around a single hand the first calls of a round pay for what other processes left of the caches.
        calls = 50 if self.yardstick is PYTHON else 5
        seconds, pace = paced(ask_again, self.yardstick, repeat=15, calls=calls, clock=process_time)
        peers = {"OMPEval, scaled": _QUIET * self.ompeval * pace.factor}
        return Measurement(self.name, "ms", seconds * 1e3, pace=pace, peers=peers, least_ratio=self.least_ratio)


WORKS = [
    Work("AA,KK against 22+, flop", ["AA,KK", "22+"], "Qs Jh 2d", 0.87, 1),
    Work("two middle ranges, flop", ["top 10%", "22+,A9s+,KTs+,QJs,AJo+"], "Qs Jh 2d", 17, 2),
    Work("three hands, flop", ["AsKs", "QhQd", "7c6c"], "Ts 5h 2d", 0.065, 0.5, PYTHON),
    Work("three hands, preflop", ["AsKs", "QhQd", "7c6c"], "", 3.8, 2),
    Work("three small ranges, preflop", ["AKs", "QsQh", "JTs"], "", 11, 1),
    Work("three small ranges, flop", SMALL, "Qs Jh 2d", 1.5, 1),
    Work("three middle ranges, flop", MIDDLE, "Qs Jh 2d", 231, 1),
    Work("three middle ranges, river", MIDDLE, "Qs Jh 2d 9c 3s", 4.7, 1),
    Work("a hand against one random, turn", ["AhKh"], "Qs Jh 2d 9c", 0.45, 2, PYTHON),
    Work("a hand against one random, river", ["AhKh"], "Qs Jh 2d 9c 3s", 0.21, 2, PYTHON),
]


def measure() -> Iterator[Measurement]:
    """The questions of the table, a large sample, and the estimates."""
    for work in WORKS:
        yield work.measurement()
    yield _large_sample()
    yield from _estimates()


def _large_sample() -> Measurement:
    """One million deals; OMPEval's time is that of its own sampling to as many."""

    def sample() -> object:
        return equity(["AsKd"], board="Qs Jh 2d", samples=1_000_000, seed=1)

    seconds, pace = paced(sample, COMPILED, repeat=15, clock=process_time)
    return Measurement(
        "a million deals against one",
        "ms",
        seconds * 1e3,
        pace=pace,
        least_ratio=1,
        peers={"OMPEval, scaled": _QUIET * 30 * pace.factor},
    )


def _estimates() -> Iterator[Measurement]:
    """Estimated against measured times of every method, on random questions; and the choice against the best."""
    rng = np.random.default_rng(1)
    questions = [random_question(rng) for _ in range(QUESTIONS)]
    timed = [_Timed(question, methods) for question in questions if (methods := _short_methods(question))]
    for _ in range(_PASSES):
        for each in timed:
            each.measure()
    for name in dict.fromkeys(method.name for each in timed for method in each.methods):
        wrong = [(each.error(name), _text(each.question)) for each in timed if name in each.seconds]
        most, worst = max(wrong)
        note = f"{len(wrong)} questions, 90 % within {_ninth_decile(wrong):.2f}; the worst: {worst}"
        yield Measurement(f"estimate for {name}, all within", "times", most, limit=_LARGEST_ERROR, note=note)
    losses = [each.seconds[each.chosen] / min(each.seconds.values()) for each in timed]
    yield Measurement("the chosen method, 95 % within", "times the best", quantiles(losses, n=20)[-1], limit=1.5)


def _short_methods(question: Question) -> list[ExactMethod]:
    """The methods that are measured; none if the answer is in a stored table."""
    if question.players == 2 and not question.board:
        return []
    return [method for method in exact_methods(question) if method.seconds < _LONGEST]


class _Timed:
    """A question with the time of each method, in seconds of the quiet machine.

    Other processes slow methods and yardstick down for moments, and not alike. So a method whose time is far from the
    estimate is measured again in a later pass, and the time that is nearest to it counts.
    """

    def __init__(self, question: Question, methods: list[ExactMethod]) -> None:
        self.question, self.methods = question, methods
        self.chosen = min(methods, key=lambda method: method.seconds).name
        self.seconds: dict[str, float] = {}

    def error(self, name: str) -> float:
        """How many times as long as estimated a method took, or the other way round."""
        (estimate,) = [method.seconds for method in self.methods if method.name == name]
        return _times_apart(estimate, self.seconds[name])

    def measure(self) -> None:
        """Measure what has not been measured, or is far from the estimate."""
        for method in self.methods:
            if method.name not in self.seconds or self.error(method.name) > _LARGEST_ERROR:
                seconds = _quiet_seconds(partial(method.answer, Silence()))
                before = self.seconds.get(method.name, seconds)
                self.seconds[method.name] = min(seconds, before, key=partial(_times_apart, method.seconds))


def _times_apart(first: float, second: float) -> float:
    return max(first / second, second / first)


def _ninth_decile(wrong: list[tuple[float, str]]) -> float:
    return quantiles([error for error, _ in wrong], n=10)[-1]


def _text(question: Question) -> str:
    players = [*question.names, *["random"] * question.opponents]
    return f"{' v '.join(players)} on {format_cards(question.board, separator=' ') or 'no board'}"


def _quiet_seconds(work: Callable[[], object]) -> float:
    """The least of some times of the processor, over the pace of a yardstick.

    Work and yardstick take turns of about the same length, so that both are interrupted equally often.
    """
    seconds = _processor_seconds(work, calls=2)
    calls = max(1, round(COMPILED.seconds / seconds))
    turns = min(_MOST_TURNS, max(1, round(seconds / COMPILED.seconds)))
    best, yard, spent, rounds = inf, inf, 0.0, 0
    while rounds < _FEWEST_ROUNDS or spent < _LEAST_SPENT:
        yard = min(yard, _processor_seconds(COMPILED.run, calls=turns))
        seconds = _processor_seconds(work, calls=calls)
        best, spent, rounds = min(best, seconds), spent + seconds * calls, rounds + 1
    return best / (yard / COMPILED.seconds)


def _processor_seconds(work: Callable[[], object], *, calls: int) -> float:
    """The mean of some calls."""
    started = process_time()
    for _ in range(calls):
        work()
    return (process_time() - started) / calls


def random_question(rng: np.random.Generator) -> Question:
    """Two or three players with a hand, a range or a random hand, on any street."""
    board_cards = int(rng.choice([0, 3, 3, 3, 4, 5]))
    cards = rng.choice(FULL_DECK, board_cards + 6, replace=False).tolist()
    board, hands = cards[:board_cards], cards[board_cards:]
    players = []
    for player in range(int(rng.integers(1, 4))):
        kind = rng.integers(3)
        if kind == 0:
            players.append(format_cards(hands[2 * player : 2 * player + 2]))
        else:
            players.append(f"top {float(rng.choice([2, 5, 10, 20, 40])):g}%")
    opponents = int(rng.integers(1, 3)) if len(players) == 1 else None
    return ask(players, board=board, opponents=opponents)
