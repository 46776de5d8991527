"""The memory of the machine: what is free, and numbers of bytes as text."""

from __future__ import annotations

import os
from pathlib import Path


def available_memory() -> int:
    """Bytes that this process can allocate without swapping, within the limit of its container."""
    free = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")] if hasattr(os, "sysconf") else []
    meminfo, group = Path("/proc/meminfo"), Path("/sys/fs/cgroup")
    if meminfo.exists():
        lines = dict(line.split(":") for line in meminfo.read_text(encoding="ascii").splitlines())
        free.append(int(lines["MemAvailable"].split()[0]) * 1024)
    limit, used = group / "memory.max", group / "memory.current"
    if limit.exists() and used.exists() and (most := limit.read_text().strip()) != "max":
        free.append(max(0, int(most) - int(used.read_text())))
    return min(free, default=2**33)


def bytes_text(count: float) -> str:
    """A number of bytes with a unit."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if count < 1000:
            return f"{count:,.0f} {unit}" if unit == "bytes" else f"{count:,.1f} {unit}"
        count /= 1000
    return f"{count:,.1f} PB"
