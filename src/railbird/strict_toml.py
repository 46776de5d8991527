"""Reads TOML files strictly: unknown keys, missing keys and values of a wrong type are errors."""

from __future__ import annotations

import tomllib
from math import inf, isfinite
from typing import TYPE_CHECKING, NoReturn, TypeVar

from railbird.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from railbird.errors import RailbirdError

Value = TypeVar("Value")


def nearest(name: str, candidates: Iterable[str]) -> str:
    """A hint at the right name: the most similar names, or all names if none is similar."""
    names = list(candidates)
    return did_you_mean(name, names) or f"give one of {', '.join(names) or 'none'}"


def read_toml(path: Path, *, error: type[RailbirdError]) -> dict[str, object]:
    """The content of a TOML file; raise an error of this class if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise error(f"{path}: this is not TOML: {problem}") from None
    except OSError as problem:
        raise error(f"{path}: {problem.strerror}") from None


class StrictTable:
    """A table of the file. `place` is its location for messages, and `error` the class of the errors."""

    def __init__(
        self,
        content: Mapping[str, object],
        place: str,
        *,
        error: type[RailbirdError],
        keys: Sequence[str] | None = None,
    ) -> None:
        """If `keys` is given, other keys are errors. Otherwise keys are names chosen by the author."""
        self.place = place
        self._content = content
        self._error = error
        if keys is not None:
            for key in content:
                if key not in keys:
                    raise self._error(f"{place}: unknown key {key!r}: {nearest(key, keys)}")

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def without(self, *keys: str) -> dict[str, object]:
        """The content of the file, without some keys and unchecked."""
        return {key: value for key, value in self._content.items() if key not in keys}

    def refuse(self, key: str, why: str) -> NoReturn:
        """Raise an error about the value of a key."""
        raise self._error(f"{self.place}: {key} = {self._content.get(key)!r}: {why}")

    def text(self, key: str, default: str | None = None) -> str:
        """A non-empty string."""
        return self._value(key, default, kinds=(str,), expected="write a text in quotes")

    def integer(self, key: str, default: int | None = None, *, least: int = 0) -> int:
        """An integer of at least `least`."""
        value = self._value(key, default, kinds=(int,), expected=f"write a whole number of at least {least}")
        if value < least:
            self.refuse(key, f"write a whole number of at least {least}")
        return value

    def number(self, key: str, default: float | None = None, *, least: float = -inf, most: float = inf) -> float:
        """A finite number from `least` to `most`."""
        value = self._value(key, default, kinds=(int, float), expected="write a number")
        if not isfinite(value):
            self.refuse(key, "write a number")
        if not least <= value <= most:
            bounds = f"from {least:g} to {most:g}" if isfinite(most) else f"of at least {least:g}"
            self.refuse(key, f"write a number {bounds}")
        return float(value)

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        return self._value(key, default, kinds=(bool,), expected="write true or false")

    def word(self, key: str) -> str:
        """A number or a string, as a string."""
        return str(self._value(key, None, kinds=(int, str), expected="write a number or a text"))

    def texts(self, key: str) -> list[str]:
        """A list of strings; empty if the key is missing."""
        return self._list(key, (str,), "write a list of texts")

    def numbers(self, key: str) -> list[float]:
        """A list of finite numbers; empty if the key is missing."""
        numbers = self._list(key, (int, float), "write a list of numbers")
        if not all(map(isfinite, numbers)):
            self.refuse(key, "write a list of numbers")
        return [float(number) for number in numbers]

    def words(self, key: str) -> list[str]:
        """A list of numbers or strings, as strings; empty if the key is missing."""
        return [str(value) for value in self._list(key, (int, float, str), "write a list of numbers or texts")]

    def table(self, key: str, *, keys: Sequence[str] | None = None, required: bool = True) -> StrictTable:
        """A table inside this table; empty if it is missing and not required."""
        content = self._value(key, None if required else {}, kinds=(dict,), expected="write a table")
        return StrictTable(content, f"{self.place}, {key}", error=self._error, keys=keys)

    def _list(self, key: str, kinds: tuple[type[Value], ...], expected: str) -> list[Value]:
        values = self._value(key, [], kinds=(list,), expected=expected)
        if not all(isinstance(value, kinds) and not isinstance(value, bool) for value in values):
            self.refuse(key, expected)
        return values

    def _value(self, key: str, default: Value | None, *, kinds: tuple[type[Value], ...], expected: str) -> Value:
        if key not in self._content:
            if default is None:
                raise self._error(f"{self.place}: {key} is missing")
            return default
        value = self._content[key]
        # In Python True is an integer.
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds) or value == "":
            self.refuse(key, expected)
        return value
