"""What the server of the page serves, where it listens, and what its visitors may do."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class WebSettings:
    """Settings of the server, fixed before it starts."""

    folder: Path = Path()
    """The folder with runs, logs, strategies, models and experiments; nothing outside it can be read."""
    start_folder: Path = field(default_factory=Path.cwd)
    """The folder in which the server was started, kept because a bot may change the current one."""
    host: str = "127.0.0.1"
    port: int = 8765
    token: str = ""
    """The secret that visitors must know; empty if everybody who reaches the server may use it."""
    programs: bool = False
    """Whether visitors may start programs and load Python files."""

    @property
    def spec_folders(self) -> tuple[Path, Path]:
        """The folders in which files of specs are looked up, in this order."""
        return self.folder.resolve(), self.start_folder

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether a host name or address is that of this machine."""
    if host.casefold() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
