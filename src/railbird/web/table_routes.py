"""Tables to play at and to watch: opening them, sitting down, and their live messages."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.websockets import WebSocketDisconnect

from railbird.bots import bot_names
from railbird.errors import NotFoundError
from railbird.statistics.json_values import JsonValue  # noqa: TC001 (FastAPI reads the annotations)
from railbird.web.audience import ConnectedBrowser
from railbird.web.match_table import MatchTable
from railbird.web.remote_table import RemoteTable
from railbird.web.table_games import games_as_json, permitted_game
from railbird.web.table_setup import LONGEST_NAME, RemoteTableRequest, TableRequest, table_setup

if TYPE_CHECKING:
    from railbird.web.settings import WebSettings
    from railbird.web.table_room import TableRoom

router = APIRouter()
_GONE = 4404
"""The code by which the server says that there is no such table."""


class SeatRequest(BaseModel):
    """A seat that a visitor wants."""

    model_config = ConfigDict(extra="forbid")

    seat: int | None = None
    name: str = Field(default="", max_length=LONGEST_NAME)


def _room(request: Request | WebSocket) -> TableRoom:
    room: TableRoom = request.app.state.tables
    return room


@router.get("/api/table-choices", response_model=None)
def table_choices(request: Request) -> dict[str, JsonValue]:
    """What can be played, against whom."""
    settings: WebSettings = request.app.state.settings
    return {**games_as_json(settings.folder), "bots": list(bot_names()), "programs": settings.programs}


@router.get("/api/tables", response_model=None)
def tables(request: Request) -> dict[str, JsonValue]:
    """All tables."""
    return {"tables": [table.status() for table in _room(request).tables()]}


@router.post("/api/tables", response_model=None)
def open_table(wanted: TableRequest, request: Request) -> dict[str, JsonValue]:
    """Open a table."""
    settings: WebSettings = request.app.state.settings
    setup = table_setup(wanted, permitted_game(wanted.game, settings.folder), settings)
    return {"table": _room(request).open(lambda name: MatchTable(name, setup)).name}


@router.post("/api/remote-tables", response_model=None)
def open_remote_table(wanted: RemoteTableRequest, request: Request) -> dict[str, JsonValue]:
    """Open a table for a seat at a dealer elsewhere."""
    game = permitted_game(wanted.game, request.app.state.settings.folder)

    def make(name: str) -> RemoteTable:
        return RemoteTable(name, game, host=wanted.host, port=wanted.port, seconds=wanted.seconds)

    return {"table": _room(request).open(make).name}


@router.post("/api/tables/{name}/seat", response_model=None)
def sit(name: str, wanted: SeatRequest, request: Request) -> dict[str, JsonValue]:
    """Take a seat. The answer has the key that keeps it."""
    person = _room(request).table(name).sit(wanted.seat, wanted.name)
    return {"seat": person.seat, "key": person.key}


@router.get("/api/tables/{name}/log", response_model=None)
def log(name: str, request: Request) -> PlainTextResponse:
    """The log of a match that is over."""
    table = _room(request).table(name)
    if not isinstance(table, MatchTable):
        raise NotFoundError("the dealer of this match keeps its log")
    headers = {"content-disposition": f'attachment; filename="table-{name}.log"'}
    return PlainTextResponse(table.log, headers=headers)


@router.websocket("/live/tables/{name}")
async def live(socket: WebSocket, name: str, key: str = "") -> None:
    """The messages of a table, and those to it."""
    await socket.accept()
    try:
        table = _room(socket).table(name)
    except NotFoundError as error:
        await socket.close(_GONE, str(error))
        return
    browser = ConnectedBrowser(asyncio.get_running_loop())
    table.join(browser, key)
    sending = asyncio.create_task(_send(socket, browser))
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            table.hear(browser, message.get("text") or "")
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        table.leave(browser)
        sending.cancel()


async def _send(socket: WebSocket, browser: ConnectedBrowser) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while (text := await browser.queue.get()) is not None:
            await socket.send_text(text)
        await socket.close(1013, "too slow")
