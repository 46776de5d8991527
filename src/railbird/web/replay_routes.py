"""Routes of the replayer and of the list of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from railbird.arena.replayed_bots import Permission
from railbird.web.hand_list import choices_as_json, hands_as_csv, hands_as_json, neighbours_as_json, read_search
from railbird.web.opened_sources import OpenedSource, opened_source
from railbird.web.replay_data import ALL, answers_as_json, copies_as_json, replay_as_json

if TYPE_CHECKING:
    from railbird.analysis.hand_facts import HandSearch
    from railbird.statistics.json_values import JsonValue
    from railbird.web.settings import WebSettings

router = APIRouter(prefix="/api/hands")
_OWN = {"name", "hand", "page", "order"}
"""Parameters that are not part of a search."""


@router.get("/list", response_model=None)
def hand_list(request: Request, name: str, page: int = 1, order: str = "") -> dict[str, JsonValue]:
    """A page of the hands that a search finds."""
    return hands_as_json(_opened(request, name), _search(request), page=page, order=order)


@router.get("/list.csv", response_model=None)
def hand_csv(request: Request, name: str, order: str = "") -> Response:
    """All hands that a search finds, as CSV."""
    text = hands_as_csv(_opened(request, name), _search(request), order=order)
    headers = {"content-disposition": 'attachment; filename="hands.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


@router.get("/choices", response_model=None)
def choices(request: Request, name: str) -> dict[str, JsonValue]:
    """What hands can be searched by."""
    return choices_as_json(_opened(request, name))


@router.get("/replay", response_model=None)
def replay(request: Request, name: str, hand: str, seat: str = ALL) -> dict[str, JsonValue]:
    """A hand, step by step."""
    return replay_as_json(_opened(request, name), hand, seat=seat)


@router.get("/neighbours", response_model=None)
def neighbours(request: Request, name: str, hand: str, order: str = "") -> JsonValue:
    """The hands before and after a hand among those that a search finds."""
    return neighbours_as_json(_opened(request, name), _search(request), hand, order=order)


@router.get("/answers", response_model=None)
def answers(request: Request, name: str, hand: str, everyone: bool = False) -> list[JsonValue]:
    """What the bots of a hand, or all bots of its run, say about its decisions."""
    settings: WebSettings = request.app.state.settings
    permission = Permission(settings.folder, code=settings.programs)
    return answers_as_json(_opened(request, name), hand, permission, everyone=everyone)


@router.get("/copies", response_model=None)
def copies(request: Request, name: str, hand: str, step: int = 0) -> dict[str, JsonValue]:
    """A hand in other notations."""
    return copies_as_json(_opened(request, name), hand, step=max(0, step))


def _opened(request: Request, name: str) -> OpenedSource:
    return opened_source(request.app.state.settings.folder, name)


def _search(request: Request) -> HandSearch:
    return read_search({key: value for key, value in request.query_params.items() if key not in _OWN})
