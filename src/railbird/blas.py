"""Keeps BLAS to one thread, for code that divides matrix products among threads of its own.

The threads of BLAS wait for more work in a loop, and slow other threads down: an iteration of a solver took up to
three times the time of the processor.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np  # noqa: F401 (its BLAS must be loaded before it can be found)
from threadpoolctl import ThreadpoolController

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


def single_blas_thread() -> AbstractContextManager[object]:
    """A context in which BLAS uses one thread in each thread that calls it."""
    limit: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limit


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()
