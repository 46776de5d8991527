"""Extends a finished run by matches or by hands. The result is what a run planned that long would have been."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from railbird.arena.execution import played_in_this_process
from railbird.arena.isolation import check_isolation
from railbird.arena.order_decision import decided_order
from railbird.arena.plan import is_ours
from railbird.arena.results import read_results
from railbird.bots import parse_spec
from railbird.errors import MatchError, StoreError

if TYPE_CHECKING:
    from railbird.arena.plan import RunPlan
    from railbird.arena.store import RunFolder


def longer_plan(folder: RunFolder, *, matches: int | None = None, hands: int | None = None) -> RunPlan:
    """The plan of a finished run with more matches, or with more hands in each match.

    If the order of bots was to be decided and is not, it is looked at again after each of the new matches.
    """
    plan = folder.plan
    if folder.missing():
        raise StoreError(f"{folder.path} is not finished: resume it before you extend it")
    if matches is None and hands is None:
        raise StoreError(f"{folder.path} can be extended by --matches or by --hands: give the new total")
    if (matches or plan.matches) < plan.matches or (hands or plan.hands) < plan.hands:
        raise StoreError(
            f"{folder.path} has {plan.matches:,} matches of {plan.hands:,} hands: give more, because nothing is removed"
        )
    goes_on = plan.until and hands is None and decided_order(read_results(folder)) is None
    longer = replace(
        plan,
        matches=matches or plan.matches,
        hands=hands or plan.hands,
        until=plan.until if goes_on else (),
    )
    if (longer.matches, longer.hands) == (plan.matches, plan.hands):
        raise StoreError(f"{folder.path} already has {plan.matches:,} matches of {plan.hands:,} hands: give more")
    return longer


def extend_run(folder: RunFolder, plan: RunPlan, *, isolate: bool = False) -> RunFolder:
    """Give a finished run a longer plan. Nothing is changed if its bots cannot go on with it.

    Users' own bots are tried for this; with `isolate`, each in a process of its own.
    """
    if isolate:
        check_isolation(plan)
    with folder.being_played():
        return _extended(folder, plan, isolate=isolate)


def _extended(folder: RunFolder, plan: RunPlan, *, isolate: bool) -> RunFolder:
    folder.check_resumable()
    if plan.hands == folder.plan.hands:
        return folder.with_plan(plan)
    for entrant in plan.entrants:
        if parse_spec(entrant.spec).bot_class is None:
            raise MatchError(
                f"{entrant.name} is a program, to which played hands cannot be retold: extend the run by --matches, or "
                "start a new one"
            )
    if not all(is_ours(entrant.spec) for entrant in plan.entrants):
        _try_retelling(folder, isolate=isolate)
    return folder.set_aside().with_plan(plan)


def _try_retelling(folder: RunFolder, *, isolate: bool) -> None:
    """Retell the first match and play one hand more, to learn whether the bots answer as they did."""
    first, *_ = folder.plan.chunks()
    stored = folder.stored_parts({first.number})[first.number]
    longer = replace(folder, plan=replace(folder.plan, hands=folder.plan.hands + 1))
    for _ in played_in_this_process(longer, [replace(first, stored=stored)], isolate=isolate):
        pass
