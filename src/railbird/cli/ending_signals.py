"""Signals that end a command which must first close its ports and end its programs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Ended(BaseException):
    """A signal ended the command. A BaseException, so that it is never taken for a bot's failure."""


@contextmanager
def raising_on_signals() -> Iterator[None]:
    """Raise Ended on the first SIGTERM or SIGHUP within the context, and exit with status 1 when it has come out."""
    import signal

    import typer

    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGHUP, _end)
    try:
        yield
    except Ended:
        raise typer.Exit(1) from None


def _end(*_: object) -> None:
    import signal

    # A second signal would interrupt the cleanup.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    raise Ended
