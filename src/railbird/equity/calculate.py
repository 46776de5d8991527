"""Equities of hands, ranges and random opponents: exact where that is fast, sampled otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.equity.methods import answer_from_samples, cheapest_exact_method
from railbird.equity.precision import Precision
from railbird.equity.preflop_answers import answer_from_shipped_samples
from railbird.equity.questions import ask
from railbird.errors import EquityError
from railbird.progress import Progress, Silence, duration_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.cards import Cards
    from railbird.equity.questions import PlayerRange
    from railbird.equity.result import EquityResult

QUICK_SECONDS = 2.0
"""Equities that would take longer than this to compute exactly are sampled, unless `exact` is true."""
PATIENCE_SECONDS = 24 * 3600.0
"""Equities that would take longer than this to compute exactly are refused."""
DEFAULT_PRECISION = Precision.of(standard_error=0.0005)


def equity(
    players: Sequence[PlayerRange] | str,
    *,
    opponents: int | None = None,
    board: Cards = (),
    dead: Cards = (),
    exact: bool = False,
    samples: int | None = None,
    standard_error: float | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """Equities of hands or ranges against each other and against random opponents.

    The result is exact if that takes at most about two seconds, or if `exact` is true. Otherwise it is sampled,
    to a standard error of 0.0005 or until the given `samples` or `standard_error` is reached.

        >>> equity(["AhKh"], board="Qs Jh 2d", opponents=2).players[0].equity
        0.4669688706225361
    """
    question = ask(players, opponents=opponents, board=board, dead=dead)
    progress = Silence() if progress is None else progress
    if samples is not None or standard_error is not None:
        if exact:
            raise EquityError(
                "an equity cannot be both exact and sampled: leave out exact, or samples and standard error"
            )
        precision = Precision.of(samples=samples, standard_error=standard_error)
        return answer_from_samples(question, precision=precision, seed=seed, progress=progress)
    method = cheapest_exact_method(question)
    if method.seconds <= (PATIENCE_SECONDS if exact else QUICK_SECONDS):
        return method.answer(progress)
    if exact:
        raise EquityError(f"the exact equity would take {duration_text(method.seconds)}: sample it instead")
    shipped = answer_from_shipped_samples(question) if seed is None else None
    if shipped is not None:
        return shipped
    return answer_from_samples(question, precision=DEFAULT_PRECISION, seed=seed, progress=progress)
