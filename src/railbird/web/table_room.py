"""All tables of a server."""

from __future__ import annotations

import secrets
from threading import Lock
from typing import TYPE_CHECKING

from railbird.errors import ConflictError, NotFoundError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.web.live_table import LiveTable

MOST_TABLES = 100


class TableRoom:
    """Opens tables and finds them by name. Tables that are over make room for new ones."""

    def __init__(self) -> None:
        self._tables: dict[str, LiveTable] = {}
        self._lock = Lock()

    def open(self, make: Callable[[str], LiveTable]) -> LiveTable:
        """Open the table that `make` builds for a name; raise if there are too many."""
        with self._lock:
            over = [name for name, table in self._tables.items() if table.is_over]
            for name in over[: max(len(self._tables) + 1 - MOST_TABLES, 0)]:
                del self._tables[name]
            if len(self._tables) >= MOST_TABLES:
                raise ConflictError(f"{MOST_TABLES} tables are open: end one of them first")
            table = make(secrets.token_hex(4))
            self._tables[table.name] = table
        table.start()
        return table

    def table(self, name: str) -> LiveTable:
        """The table with a name."""
        try:
            return self._tables[name]
        except KeyError:
            raise NotFoundError("no such table: it may have ended with the server") from None

    def tables(self) -> list[LiveTable]:
        """All tables, the latest first."""
        return [*self._tables.values()][::-1]

    def close(self) -> None:
        """End all tables."""
        for table in self.tables():
            table.close()
