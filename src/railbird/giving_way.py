"""Giving way to other processes while waiting without sleep."""

from __future__ import annotations

import os
from functools import partial
from time import sleep

give_way = getattr(os, "sched_yield", partial(sleep, 0))
"""Let a process that waits for this core run first. A sleep, however short, would take tens of microseconds."""
