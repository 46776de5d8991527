"""The strategy browser: the list of strategies, one decision, the hands behind a cell, and the largest differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, Request

from railbird.errors import StrategyError
from railbird.reports.comparison_tables import comparison_table
from railbird.solvers.lines.strategy_comparison import compare_strategies
from railbird.web.shown_table import shown_table
from railbird.web.strategy_browser import OpenedStrategy, decision_as_json, hands_as_json, opened_strategy, random_board
from railbird.web.strategy_catalogue import strategy_file, strategy_list

if TYPE_CHECKING:
    from railbird.statistics.json_values import JsonValue

router = APIRouter(prefix="/api/strategy")
_MOST_DIFFERENCES = 40


@router.get("/list", response_model=None)
def listed(request: Request) -> dict[str, JsonValue]:
    """All strategies that can be opened."""
    return {"strategies": strategy_list(request.app.state.settings.folder)}


@router.get("/decision", response_model=None)
def decision(
    request: Request, name: str, actions: str = "", board: str = "", beside: Annotated[str, Query(alias="with")] = ""
) -> dict[str, JsonValue]:
    """A decision of a strategy, perhaps with another strategy beside it."""
    other = _opened(request, beside) if beside else None
    return decision_as_json(_opened(request, name), actions, board, other=other)


@router.get("/hands", response_model=None)
def hands(request: Request, name: str, hand: str, actions: str = "", board: str = "") -> dict[str, JsonValue]:
    """The hands behind a cell of the matrix."""
    return hands_as_json(_opened(request, name), actions, board, hand)


@router.get("/board", response_model=None)
def board(
    request: Request, name: str, actions: str = "", seed: Annotated[int, Query(ge=0, lt=2**32)] = 0
) -> dict[str, JsonValue]:
    """A random board for a decision."""
    return {"board": random_board(_opened(request, name), actions, seed=seed)}


@router.get("/differences", response_model=None)
def differences(request: Request, name: str, beside: Annotated[str, Query(alias="with")]) -> dict[str, JsonValue]:
    """Where two strategies differ most."""
    first, second = _opened(request, name), _opened(request, beside)
    try:
        comparison = compare_strategies(first.strategy, second.strategy, most=_MOST_DIFFERENCES)
    except StrategyError as error:
        raise StrategyError(f"{name} cannot be compared with {beside}: {error}") from None
    names = ("first", "second") if name == beside else (name, beside)
    table = comparison_table(comparison, first.strategy.definition, names=names)
    return {
        "table": shown_table(table),
        "histories": [difference.decision.history for difference in comparison.differences],
        "per_hand": comparison.per_hand,
        "deals": comparison.deals,
    }


def _opened(request: Request, name: str) -> OpenedStrategy:
    return opened_strategy(strategy_file(request.app.state.settings.folder, name), name)
