"""The app: its routers, its static files, and the shell of the page for every other path."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles

from railbird import __version__
from railbird.errors import NotFoundError
from railbird.reports.page import plotly_script
from railbird.web import (
    analysis_routes,
    experiment_routes,
    home_routes,
    replay_routes,
    runs_routes,
    strategy_routes,
    table_routes,
    training_routes,
    watch_routes,
    why_routes,
)
from railbird.web.access import Access
from railbird.web.answers import answer_errors
from railbird.web.table_room import TableRoom

if TYPE_CHECKING:
    from railbird.web.settings import WebSettings

STATIC = Path(__file__).parent / "static"
_ROUTERS = (
    home_routes.router,
    runs_routes.router,
    replay_routes.router,
    analysis_routes.router,
    experiment_routes.router,
    table_routes.router,
    watch_routes.router,
    strategy_routes.router,
    training_routes.router,
    why_routes.router,
)


def create_app(settings: WebSettings) -> FastAPI:
    """The app with these settings; routes find them in `request.app.state.settings`."""
    app = FastAPI(title="Railbird", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = settings
    app.state.tables = TableRoom()
    app.add_middleware(Access, settings=settings)
    answer_errors(app)
    for router in _ROUTERS:
        app.include_router(router)
    app.get("/static/plotly.js")(_plotly)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.get("/{path:path}")(_shell)
    return app


def _plotly() -> Response:
    headers = {"content-encoding": "gzip", "cache-control": "max-age=86400"}
    return Response(_compressed_plotly(), media_type="text/javascript", headers=headers)


@cache
def _compressed_plotly() -> bytes:
    """The script of the installed package, a quarter of its size."""
    return gzip.compress(plotly_script().encode(), 6)


def _shell(path: str) -> FileResponse:
    """The page itself: what it shows at a path is decided by its own routes."""
    if path.startswith(("api/", "live/", "static/")):
        raise NotFoundError(f"the server has nothing at /{path}")
    return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})
