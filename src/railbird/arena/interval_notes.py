"""States in words what the intervals of a run are computed from, and where they do not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.statistics import FEWEST_SAMPLES
from railbird.statistics.deal_estimates import BATCHES, FAR, FEWEST_IN_BATCH
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena.results import Results
    from railbird.statistics import Caveat, Estimate

_MOST_NAMES = 4


def samples_text(results: Results) -> str:
    """What the samples of the win rates are, as in `200 deals` or `10 matches, because ...`."""
    plan = results.plan
    if not results.remembering:
        deals = plan.hands * plan.matches
        text = number_of(deals, "deal")
        return f"{text}, each with all its orders of seats one sample" if plan.duplicate else text
    names = [results.names[bot] for bot in sorted(results.remembering)]
    reason = f"because {_listed(names)} may remember earlier hands"
    if plan.matches > 1:
        return f"{plan.matches:,} matches, {reason}"
    parts = results.win_rate(0).samples
    return f"{number_of(parts, 'part')} of the match, {reason}"


def interval_caveats(results: Results) -> list[str]:
    """Sentences about intervals that are missing or may not hold."""
    plan = results.plan
    sentences = []
    if results.remembering and plan.matches == 1:
        sentences.append(
            "One match cannot show how much results differ from match to match: "
            f"play several, with --matches {FEWEST_SAMPLES} or more."
        )
    if _bots_with(results, "too few samples"):
        samples = "matches" if results.remembering and plan.matches > 1 else "deals"
        count = plan.matches if samples == "matches" else plan.hands * plan.matches
        are_parts = results.remembering and plan.matches == 1
        fewest = FEWEST_IN_BATCH * BATCHES if are_parts else FEWEST_SAMPLES
        sentences.append(f"Too few {samples} for intervals: {count:,} of at least {fewest}.")
    equal = _bots_with(results, "equal samples")
    if equal:
        sentences.append(f"No interval where every sample has the same result: {_listed(equal)}.")
    few = _bots_with(results, "few large results")
    if few:
        sentences.append(
            f"A few large pots could change the result, so the interval may be too narrow: {_listed(few)}."
        )
    none = _bots_with(results, "no large results yet")
    if none:
        sentences.append(
            f"A single pot of whole stacks would move the result by more than {FAR} margins, so the interval holds "
            f"only if no such pots come up: {_listed(none)}."
        )
    return sentences


def _bots_with(results: Results, caveat: Caveat) -> list[str]:
    """The names of the bots with a win rate, as won or all-in adjusted, that has this caveat."""

    def rates(bot: int) -> list[Estimate]:
        return [results.win_rate(bot), results.win_rate(bot, results.best_kind)]

    return [name for bot, name in enumerate(results.names) if any(rate.caveat == caveat for rate in rates(bot))]


def _listed(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMES:
        return f"{', '.join(names[: _MOST_NAMES - 1])} and {len(names) - _MOST_NAMES + 1} others"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
