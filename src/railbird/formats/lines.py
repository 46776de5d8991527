"""The lines of a log file, one at a time, with what is wrong with them collected instead of raised."""

from __future__ import annotations

import gzip
from codecs import BOM_UTF8
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST_LINE = 65_536
_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True)
class Problem:
    """Something in a file that could not be used."""

    path: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


@dataclass
class LogLines:
    """Iterates over numbered lines without their ends, each time anew; lines that are no text go to `problems`."""

    path: Path
    problems: list[Problem] = field(init=False, default_factory=list)
    _file: IO[bytes] | None = field(init=False, default=None, compare=False, repr=False)

    @property
    def position(self) -> int:
        """How many bytes of the file, as it is on disk, have been read so far; 0 while it is not being read."""
        if self._file is None or self._file.closed:
            return 0
        # A compressed file has another one below it.
        below: IO[bytes] = getattr(self._file, "fileobj", self._file)
        return below.tell()

    def __iter__(self) -> Iterator[tuple[int, str]]:
        self.problems = []
        with open_file(self.path) as file:
            self._file = file
            number = 0
            try:
                while line := file.readline(LONGEST_LINE + 1):
                    number += 1
                    if number == 1:
                        line = line.removeprefix(BOM_UTF8)
                    text = self._decoded(number, line, file)
                    if text is not None:
                        yield number, text
            except (EOFError, OSError) as error:
                # A compressed file that is cut or damaged cannot be read on.
                self.add(number + 1, f"the file cannot be read any further: {error}")

    def add(self, line: int, reason: str) -> None:
        """Collect a problem."""
        self.problems.append(Problem(self.path, line, reason))

    def _decoded(self, number: int, line: bytes, file: IO[bytes]) -> str | None:
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            length = len(line)
            while more := file.readline(LONGEST_LINE):
                length += len(more)
                if more.endswith(b"\n"):
                    break
            self.add(number, f"a line of {length:,} bytes: lines have at most {LONGEST_LINE:,}")
            return None
        if b"\0" in line:
            self.add(number, f"a null byte at character {line.index(0) + 1}: this is no text")
            return None
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError as error:
            self.add(number, f"byte {line[error.start]:#04x} at character {error.start + 1}: the text is not in UTF-8")
            return None


def open_file(path: Path) -> IO[bytes]:
    """Open a file to read its bytes; a gzip file is unpacked on the way."""
    file = path.open("rb")
    if file.read(2) == _GZIP_MAGIC:
        file.close()
        return cast("IO[bytes]", gzip.open(path, "rb"))
    file.seek(0)
    return file
