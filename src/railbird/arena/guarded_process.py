"""Keeps the code of bots from ending the process that it runs in, and from writing to its output."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

_OUTPUT, _ERROR_OUTPUT = 1, 2


@contextmanager
def guarded_process() -> Iterator[None]:
    """Within the context, output goes to the error output, and `os._exit` raises SystemExit, as `sys.exit` does.

    The descriptors of a process belong to all its threads, so in a thread, as on a cluster, only `print` is redirected.
    """
    with redirect_stdout(sys.stderr):
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        with _output_aside(), _without_exit():
            yield


@contextmanager
def _output_aside() -> Iterator[None]:
    """Let what is written to the descriptor of the output go to the error output."""
    try:
        os.fstat(_ERROR_OUTPUT)
        output = os.dup(_OUTPUT)
    except OSError:  # it is closed
        yield
        return
    _flush()
    os.dup2(_ERROR_OUTPUT, _OUTPUT)
    try:
        yield
    finally:
        _flush()
        os.dup2(output, _OUTPUT)
        os.close(output)


def _flush() -> None:
    """Write out what Python and libraries in C still keep for the output."""
    if sys.__stdout__ is not None and not sys.__stdout__.closed:
        sys.__stdout__.flush()
    ctypes.CDLL(None).fflush(None)


@contextmanager
def _without_exit() -> Iterator[None]:
    leave, process = os._exit, os.getpid()

    def raise_instead(status: int) -> NoReturn:
        if os.getpid() != process:
            leave(status)  # in a process that the bot has forked
        raise SystemExit(f"os._exit({status})")

    os._exit = raise_instead
    try:
        yield
    finally:
        os._exit = leave
