"""The front door: hands, ranges and random opponents in, equities out, exact wherever that is quick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.equity.methods import answer_from_samples, cheapest_exact_method
from railbird.equity.preflop_answers import answer_from_shipped_samples
from railbird.equity.questions import ask
from railbird.errors import EquityError
from railbird.progress import Progress, Silence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.cards import Card
    from railbird.equity.ranges import Range
    from railbird.equity.result import EquityResult

QUICK_SECONDS = 2.0
"""Exact work that takes longer than this is sampled, unless it is asked for."""
PATIENCE_SECONDS = 24 * 3600.0
"""Exact work that takes longer than this is refused."""
STANDARD_ERROR = 0.0005
MOST_SAMPLES = 20_000_000


def equity(
    players: Sequence[str | Range | Sequence[Card]],
    *,
    opponents: int | None = None,
    board: str | Sequence[Card] = (),
    dead: str | Sequence[Card] = (),
    exact: bool = False,
    samples: int | None = None,
    standard_error: float | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """The equities of hands or ranges against each other and against random opponents.

    The result is exact if that takes about two seconds or less, or if `exact` is true; otherwise, or if
    `samples` or `standard_error` is given, it is sampled until one of them is reached.

        >>> equity(["AhKh"], board="Qs Jh 2d", opponents=2).players[0].equity
        0.4669688706225361
    """
    question = ask(players, opponents=opponents, board=board, dead=dead)
    progress = progress or Silence()
    if samples is not None or standard_error is not None:
        if exact:
            raise EquityError("exact and sampled at once: leave out either exact, or samples and standard_error")
        return answer_from_samples(question, _precision(samples, standard_error), seed, progress)
    method = cheapest_exact_method(question)
    if method.seconds <= (PATIENCE_SECONDS if exact else QUICK_SECONDS):
        return method.answer(progress)
    if exact:
        raise EquityError(f"the exact answer would take about {method.seconds / 86_400:,.0f} days: let it be sampled")
    shipped = answer_from_shipped_samples(question) if seed is None else None
    return shipped or answer_from_samples(question, _precision(None, STANDARD_ERROR), seed, progress)


def _precision(samples: int | None, standard_error: float | None) -> tuple[int, float]:
    if samples is not None and samples < 1:
        raise EquityError(f"{samples} samples: take at least 1")
    if standard_error is not None and not 0 < standard_error < 1:
        raise EquityError(f"a standard error of {standard_error}: it lies between 0 and 1")
    return samples or MOST_SAMPLES, standard_error or 0.0
