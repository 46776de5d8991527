"""Errors as answers: one clear line in JSON, and never a traceback."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from railbird.errors import ConflictError, NotAllowedError, NotFoundError, RailbirdError

if TYPE_CHECKING:
    from fastapi import FastAPI, Request

_log = logging.getLogger(__name__)
_STATUSES: tuple[tuple[type[RailbirdError], int], ...] = (
    (NotFoundError, 404),
    (NotAllowedError, 403),
    (ConflictError, 409),
)
FAILURE = "the server failed to answer; what went wrong is in the terminal that runs it"


def status_of(error: RailbirdError) -> int:
    """The HTTP status of an error."""
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 400)


def error_answer(message: str, status: int) -> JSONResponse:
    """An error as the answer to a request."""
    return JSONResponse({"error": message}, status_code=status)


def answer_errors(app: FastAPI) -> None:
    """Let an app answer every error with one line."""

    @app.exception_handler(RailbirdError)
    def expected(_: Request, error: RailbirdError) -> JSONResponse:
        return error_answer(str(error), status_of(error))

    @app.exception_handler(RequestValidationError)
    def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return error_answer(_complaint(error), 400)

    @app.exception_handler(HTTPException)
    def refused(_: Request, error: HTTPException) -> JSONResponse:
        return error_answer(str(error.detail), error.status_code)

    @app.exception_handler(Exception)
    def unexpected(request: Request, error: Exception) -> JSONResponse:
        _log.error("%s %s", request.method, request.url.path, exc_info=error)
        return error_answer(FAILURE, 500)


def _complaint(error: RequestValidationError) -> str:
    """The first complaint about a request, with the place in the request."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return "the request is not JSON"
    place = ".".join(str(part) for part in first["loc"] if part not in {"body", "query", "path"})
    message = str(first["msg"]).removeprefix("Value error, ")
    return f"{place or 'the request'}: {message[:1].lower()}{message[1:]}"
