"""The training room: what is there, one item, the drawing of a tree, and a model tested on a dataset."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from railbird.web.training_catalogue import training_list
from railbird.web.training_data import item_as_json, scores_as_json, tree_drawing

router = APIRouter(prefix="/api/training")


@router.get("/list", response_model=None)
def listed(request: Request) -> dict[str, Any]:
    """All datasets, models and results."""
    return {"items": training_list(request.app.state.settings.folder)}


@router.get("/item", response_model=None)
def item(request: Request, name: str) -> dict[str, Any]:
    """A dataset, a model or results."""
    return item_as_json(request.app.state.settings.folder, name)


@router.get("/tree", response_model=None)
def tree(request: Request, name: str, street: str, depth: Annotated[int, Query(ge=1, le=30)] = 5) -> Response:
    """The tree of a street as a drawing."""
    drawing = tree_drawing(request.app.state.settings.folder, name, street, depth=depth)
    return Response(drawing, media_type="image/svg+xml")


@router.get("/scores", response_model=None)
def scores(request: Request, name: str, dataset: str) -> dict[str, Any]:
    """A model tested on a dataset."""
    return scores_as_json(request.app.state.settings.folder, name, dataset)
