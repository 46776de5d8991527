"""Routes of the list of runs and logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from railbird.web.run_list import runs_as_json

if TYPE_CHECKING:
    from railbird.statistics.json_values import JsonValue

router = APIRouter(prefix="/api/runs")


@router.get("", response_model=None)
def runs(request: Request) -> dict[str, JsonValue]:
    """All runs and logs of the served folder."""
    return runs_as_json(request.app.state.settings.folder)
