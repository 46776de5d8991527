"""Reads the lines of a log file one at a time, and collects problems instead of raising them."""

from __future__ import annotations

import gzip
import zlib
from codecs import BOM_UTF8
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, cast

import numpy as np

from railbird.printable import printable

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from io import BufferedReader
    from pathlib import Path

    from numpy.typing import NDArray

LONGEST_LINE = 65_536
BLOCK = 2**18
"""Bytes read at once."""
_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True)
class Problem:
    """A line of a file that could not be used."""

    path: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return printable(f"{self.path}:{self.line}: {self.reason}")


@dataclass
class LogLines:
    """Iterates over numbered lines without line breaks, from the start each time. Lines that are not text are problems.

    Between two lines, the caller may look at the `pending` text and `skip` whole lines of it.
    """

    path: Path
    problems: list[Problem] = field(init=False, default_factory=list)
    number: int = field(init=False, default=0)
    """Number of the last line that was yielded or skipped."""
    damage: str = field(init=False, default="")
    """Why the rest of the file cannot be read; empty if it can."""
    _file: IO[bytes] | None = field(init=False, default=None, compare=False, repr=False)
    _last_position: int = field(init=False, default=0, compare=False, repr=False)
    _text: bytes = field(init=False, default=b"", compare=False, repr=False)
    _at: int = field(init=False, default=0, compare=False, repr=False)
    """Where the pending text starts in the block."""

    @property
    def position(self) -> int:
        """Number of bytes of the file on disk read so far, or when it was closed."""
        if self._file is None or self._file.closed:
            return self._last_position
        # A gzip file object wraps the file on disk.
        below: IO[bytes] = getattr(self._file, "fileobj", self._file)
        return below.tell()

    @property
    def pending(self) -> NDArray[np.uint8]:
        """The text after the last line, as far as it has been read from the file. It may end within a line."""
        return np.frombuffer(self._text, dtype=np.uint8)[self._at :]

    def skip(self, letters: int, *, last_line: int) -> None:
        """Skip whole lines at the start of the pending text, `letters` bytes in all."""
        self._at += letters
        self.number = last_line

    def next_section(self, end: re.Pattern[bytes]) -> str | None:
        """Take the pending text up to a line that matches `end`, and skip that line.

        None if the text is not plain, or if there is no such line in the part of the file that has been read.
        """
        match = end.search(self._text, self._at)
        if match is None or match.end() - self._at > LONGEST_LINE:
            return None
        try:
            text = self._text[self._at : match.start()].decode()
        except UnicodeDecodeError:
            return None
        if "\0" in text:
            return None
        self.number += self._text.count(b"\n", self._at, match.end())
        self._at = match.end()
        return text

    def __iter__(self) -> Iterator[tuple[int, str]]:
        self.problems = []
        self.number, self.damage, self._text, self._at = 0, "", b"", 0
        with open_file(self.path) as file:
            self._file = file
            try:
                while (line := self._next_line(file)) is not None:
                    self.number += 1
                    if self.number == 1:
                        line = line.removeprefix(BOM_UTF8)
                    text = self._decoded(line, file)
                    if text is not None:
                        yield self.number, text
            except (EOFError, OSError, zlib.error) as error:
                # Nothing after the damage in a truncated or damaged compressed file can be read.
                self.damage = f"the file cannot be read any further: {error}"
                self.add(self.number + 1, self.damage)
            self._last_position = self.position
        self._text = b""

    def add(self, line: int, reason: str) -> None:
        """Add a problem with a line."""
        self.problems.append(Problem(self.path, line, reason))

    def _next_line(self, file: IO[bytes]) -> bytes | None:
        """The next line with its line break, or the first part of a line that is too long; None after the last line."""
        start = self._at
        while (end := self._text.find(b"\n", start)) < 0:
            start = len(self._text) - self._at
            if start > LONGEST_LINE or not self._read_on(file):
                end = len(self._text) - 1
                break
        line = self._text[self._at : end + 1]
        self._at = end + 1
        return line or None

    def _read_on(self, file: IO[bytes]) -> bool:
        """Read the next block of the file, if there is one, and drop the text before the pending part."""
        # Everything before the damage in a damaged compressed file is read.
        more = cast("BufferedReader", file).read1(BLOCK)
        self._text = self._text[self._at :] + more
        self._at = 0
        return bool(more)

    def _decoded(self, line: bytes, file: IO[bytes]) -> str | None:
        number = self.number
        if len(line) > LONGEST_LINE + line.endswith(b"\n"):
            length = len(line)
            while not line.endswith(b"\n") and (line := self._next_line(file) or b""):
                length += len(line)
            self.add(number, f"a line of {length:,} bytes: lines have at most {LONGEST_LINE:,}")
            return None
        if b"\0" in line:
            self.add(number, f"a null byte at character {line.index(0) + 1}: this is not text")
            return None
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError as error:
            self.add(number, f"byte {line[error.start]:#04x} at character {error.start + 1}: the text is not in UTF-8")
            return None


def open_file(path: Path) -> IO[bytes]:
    """Open a file for reading its bytes. A gzip file is decompressed on the fly."""
    file = path.open("rb")
    if file.read(2) == _GZIP_MAGIC:
        file.close()
        return cast("IO[bytes]", gzip.open(path, "rb"))
    file.seek(0)
    return file
