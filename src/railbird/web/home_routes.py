"""What the home page knows about the server, and the reports of the served folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse

from railbird import __version__
from railbird.errors import NotFoundError
from railbird.strategy.shipped_strategies import shipped_strategies
from railbird.web.served_files import served_path

if TYPE_CHECKING:
    from railbird.statistics.json_values import JsonValue
    from railbird.web.settings import WebSettings

router = APIRouter()
DEMO_REPORT = "railbird-demo/report.html"
_SANDBOX = "sandbox allow-scripts allow-popups; frame-ancestors 'none'"
"""A report runs its own scripts, but never in the name of this server."""


@router.get("/api/home", response_model=None)
def home(request: Request) -> dict[str, JsonValue]:
    """What a first visit is offered."""
    settings: WebSettings = request.app.state.settings
    return {
        "version": __version__,
        "folder": str(settings.folder.resolve()),
        "programs": settings.programs,
        "demo_report": DEMO_REPORT if (settings.folder / DEMO_REPORT).is_file() else None,
        "shipped_strategies": list(shipped_strategies()),
    }


@router.get("/report/{name:path}", response_model=None)
def report(name: str, request: Request) -> FileResponse:
    """A report that `railbird report` wrote into the served folder."""
    path = served_path(request.app.state.settings.folder, name)
    if path.suffix != ".html" or not path.is_file():
        raise NotFoundError(f"{name} is not a report: reports are .html files")
    return FileResponse(path, media_type="text/html", headers={"content-security-policy": _SANDBOX})
