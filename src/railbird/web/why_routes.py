"""Why a bot played as it did, for the panels of the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request

from railbird.errors import ConflictError, NotFoundError
from railbird.web.match_table import MatchTable
from railbird.web.opened_sources import opened_source
from railbird.web.table_bots import permitted_bot
from railbird.web.why_data import why_as_json, why_at_table

if TYPE_CHECKING:
    from railbird.web.settings import WebSettings

_NO_BOTS = "why a bot acts can be asked at tables where only bots play: elsewhere cards are hidden"
router = APIRouter(prefix="/api/why")


@router.get("", response_model=None)
def why(request: Request, name: str, hand: str, step: int, bot: str = "") -> dict[str, Any]:
    """What a decision of a run came from; or what another bot would say about it, also in a log."""
    settings: WebSettings = request.app.state.settings
    opened = opened_source(settings.folder, name)
    if not bot:
        return why_as_json(opened, hand, step, folder=settings.folder, may_load_files=settings.programs)
    (record,) = opened.hands.records([opened.hands.place_of(hand)])
    spec = permitted_bot(bot, record.game, settings).text
    answer = why_as_json(opened, hand, step, folder=settings.folder, spec=spec, may_load_files=settings.programs)
    return {**answer, "spec": bot}


@router.get("/table", response_model=None)
def why_at(request: Request, table: str, seat: int) -> dict[str, Any]:
    """What the last decision of a bot came from, at a table where bots are watched."""
    watched = request.app.state.tables.table(table)
    if not isinstance(watched, MatchTable) or watched.decisions is None:
        raise ConflictError(_NO_BOTS)
    bots = watched.setup.bots
    spec = bots[seat] if 0 <= seat < len(bots) else None
    if spec is None or spec.executable is not None:
        raise NotFoundError(f"seat {seat} has no bot that can be asked")
    decision = watched.decisions.last_decision(seat)
    name, folder = watched.player_name(seat), request.app.state.settings.folder
    return {**why_at_table(decision, spec, name=name, folder=folder), "spec": watched.setup.names[seat]}
