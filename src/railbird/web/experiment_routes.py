"""Routes of the experiments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request

from railbird.web.experiment_data import experiment_as_json, experiments_as_json

if TYPE_CHECKING:
    from railbird.statistics.json_values import JsonValue

router = APIRouter(prefix="/api/experiments")


@router.get("", response_model=None)
def experiments(request: Request) -> dict[str, JsonValue]:
    """All experiments of the served folder."""
    return experiments_as_json(request.app.state.settings.folder)


@router.get("/{name}", response_model=None)
def experiment(request: Request, name: str, quick: bool = False) -> dict[str, JsonValue]:
    """An experiment with its figures and verdicts."""
    return experiment_as_json(request.app.state.settings.folder, name, quick=quick)
