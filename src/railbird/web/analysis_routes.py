"""Routes of the analysis of runs and logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from railbird.web.analysis_data import analysis_as_json
from railbird.web.opened_sources import opened_source

if TYPE_CHECKING:
    from railbird.statistics.json_values import JsonValue

router = APIRouter(prefix="/api/analysis")


@router.get("", response_model=None)
def analysis(request: Request, name: str) -> dict[str, JsonValue]:
    """All figures and tables of a run or a log."""
    return analysis_as_json(opened_source(request.app.state.settings.folder, name))
