"""A run of the served folder, live."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing, suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from railbird.errors import NotFoundError, RailbirdError
from railbird.web.served_files import served_path
from railbird.web.watched_run import WatchedRun

router = APIRouter()
_GONE, _DONE = 4404, 1000


@router.websocket("/live/watch/{name:path}")
async def watch(socket: WebSocket, name: str) -> None:
    """Send the run whenever there is news of it, until it is complete or the browser leaves."""
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            path = served_path(socket.app.state.settings.folder, name)
            if not path.is_dir():
                raise NotFoundError(f"{name} is not a run, which is a folder")
            with closing(WatchedRun(path)) as run:
                await _follow(socket, run)
        except RailbirdError as error:
            await socket.close(_GONE if isinstance(error, NotFoundError) else _DONE, _short(str(error)))


async def _follow(socket: WebSocket, run: WatchedRun) -> None:
    leaving = asyncio.create_task(_left(socket))
    is_first = True
    while not leaving.done():
        if await asyncio.to_thread(run.update) or is_first:
            await socket.send_text(json.dumps(await asyncio.to_thread(run.as_json), allow_nan=False))
            is_first = False
        if run.is_complete:
            await socket.close(_DONE, "The run is complete.")
            break
        await asyncio.wait([leaving], timeout=run.pause)
    leaving.cancel()


async def _left(socket: WebSocket) -> None:
    """Wait until the browser closes the connection."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _short(reason: str) -> str:
    """A reason that fits into a closing message, which has at most 123 bytes."""
    return reason.encode()[:120].decode(errors="ignore")
