"""The notation of options in a spec: numbers, words, bots in brackets, and lists of numbers or bots joined by `+`."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def read_options(text: str, spec: str, read_bot: Callable[[str], object]) -> dict[str, object]:
    """Options such as `fold=0.1,bots=[call]+[raise]`: what stands in brackets is read by `read_bot`."""
    options: dict[str, object] = {}
    for part in filter(None, split_outside_brackets(text, ",", spec)):
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise BotError(f"bot {spec!r}: {part!r} is no option like name=value")
        name = option_name(name)
        if name in options:
            raise BotError(f"bot {spec!r}: {part!r} stands after another value of that option")
        options[name] = _read_value(value, spec, read_bot)
    return options


def option_name(name: str) -> str:
    """The parameter of an option: `raise` is a word of Python, and its parameter is `raise_`."""
    return f"{name}_" if keyword.iskeyword(name) else name


def split_outside_brackets(text: str, separator: str, spec: str) -> list[str]:
    """The parts of a text between separators, those within brackets left alone."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if depth < 0:
            raise BotError(f"bot {spec!r}: a ] without its [")
        if character == separator and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    if depth:
        raise BotError(f"bot {spec!r}: a [ without its ]")
    return [*parts, text[start:]]


def replace_bots(text: str, replace: Callable[[str], str]) -> str:
    """The text of options with what stands in its brackets replaced."""
    return "".join(f"[{replace(part)}]" if is_bot else part for part, is_bot in _bots_and_text(text))


def _bots_and_text(text: str) -> Iterator[tuple[str, bool]]:
    depth, start = 0, 0
    for place, character in enumerate(text):
        opens, closes = character == "[", character == "]"
        if (opens and depth == 0) or (closes and depth == 1):
            yield text[start:place], closes
            start = place + 1
        depth += opens - closes
    yield text[start:], False


def with_brackets(text: str, spec: str) -> str:
    """How a value that names bots without brackets is to be written."""
    parts = split_outside_brackets(text, "+", spec)
    return "+".join(part if part.startswith("[") else f"[{part}]" for part in parts)


def _read_value(text: str, spec: str, read_bot: Callable[[str], object]) -> object:
    number = _number(text)
    if number is not None:
        return number
    parts = split_outside_brackets(text, "+", spec)
    values = [_read_item(part, read_bot) for part in parts]
    if all(value is not None for value in values):
        return values[0] if len(values) == 1 else tuple(values)
    if any(part.startswith("[") for part in parts):
        raise BotError(f"bot {spec!r}: {text!r} has something without its bracket: write {with_brackets(text, spec)}")
    return text


def _read_item(text: str, read_bot: Callable[[str], object]) -> object | None:
    if text.startswith("[") and _closes_at(text) == len(text) - 1:
        return read_bot(text[1:-1])
    return _number(text)


def _closes_at(text: str) -> int:
    """Where the bracket that a text begins with is closed."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if depth == 0:
            return place
    return -1


def _number(text: str) -> int | float | None:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None
