"""Parser for the options of a spec: numbers, strings, bots in brackets, and lists of these joined by `+`.

Quotation marks keep commas and brackets in a string from being read: `file="a,b.npz"`.
"""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_QUOTE = '"'
_READ_DIFFERENTLY = re.compile(r"[,\[\]]")


def read_options(text: str, spec: str, read_bot: Callable[[str], object]) -> dict[str, object]:
    """Parse options such as `fold=0.1,bots=[call]+[raise]`; `read_bot` parses the text inside brackets."""
    options: dict[str, object] = {}
    for part in filter(None, split_outside_brackets(text, ",", spec)):
        name, equals, value = part.partition("=")
        is_bot = part.lstrip().startswith("[")
        if is_bot or not equals or not name:
            hint = "; join several bots with +" * is_bot
            raise BotError(f"bot {spec!r}: {part!r} is not an option like name=value{hint}")
        name = option_name(name)
        if name in options:
            raise BotError(f"bot {spec!r}: {part!r} sets an option that already has a value")
        options[name] = _read_value(value, spec, read_bot)
    return options


def option_name(name: str) -> str:
    """The parameter for an option: `raise` is a Python keyword, so its parameter is `raise_`."""
    return f"{name}_" if keyword.iskeyword(name) else name


def split_outside_brackets(text: str, separator: str, spec: str) -> list[str]:
    """Split a text at separators that are not inside brackets."""
    parts, depth, start = [], 0, 0
    for index, character in _outside_quotes(text, spec):
        depth += (character == "[") - (character == "]")
        if depth < 0:
            raise BotError(f"bot {spec!r}: a ] without its [")
        if character == separator and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    if depth:
        raise BotError(f"bot {spec!r}: a [ without its ]")
    return [*parts, text[start:]]


def quoted(text: str) -> str:
    """The text with quotation marks if it would be read differently without them."""
    if not _READ_DIFFERENTLY.search(text):
        return text
    if _QUOTE in text:
        raise BotError(f"{text} has a quotation mark, so that no spec can name it: rename it")
    return f"{_QUOTE}{text}{_QUOTE}"


def unquoted(text: str) -> str:
    """The text without its quotation marks."""
    is_quoted = len(text) > 1 and text[0] == text[-1] == _QUOTE and _QUOTE not in text[1:-1]
    return text[1:-1] if is_quoted else text


def _outside_quotes(text: str, spec: str) -> Iterator[tuple[int, str]]:
    """The characters that are not between quotation marks, with their places."""
    is_quoted = False
    for index, character in enumerate(text):
        if character == _QUOTE:
            is_quoted = not is_quoted
        elif not is_quoted:
            yield index, character
    if is_quoted:
        raise BotError(f"bot {spec!r}: a quotation mark without a second one")


def replace_bots(text: str, replace: Callable[[str], str]) -> str:
    """Replace the text inside each outer pair of brackets."""
    return "".join(f"[{replace(part)}]" if is_bot else part for part, is_bot in _bots_and_text(text, text))


def _bots_and_text(text: str, spec: str) -> Iterator[tuple[str, bool]]:
    depth, start = 0, 0
    for index, character in _outside_quotes(text, spec):
        opens, closes = character == "[", character == "]"
        if (opens and depth == 0) or (closes and depth == 1):
            yield text[start:index], closes
            start = index + 1
        depth += opens - closes
    yield text[start:], False


def with_brackets(text: str, spec: str) -> str:
    """The bots of a value as they should be written: each in brackets, and joined by +."""
    bots: list[str] = []
    for part, is_bot in _bots_and_text(text, spec):
        bots += [part] if is_bot else filter(None, map(str.strip, split_outside_brackets(part, "+", spec)))
    return "+".join(f"[{bot}]" for bot in bots or ["NAME"])


def _read_value(text: str, spec: str, read_bot: Callable[[str], object]) -> object:
    number = _number(text)
    if number is not None:
        return number
    parts = split_outside_brackets(text, "+", spec)
    values = [_read_item(part, read_bot) for part in parts]
    if all(value is not None for value in values):
        return values[0] if len(values) == 1 else tuple(values)
    if any(part.strip().startswith("[") for part in parts):
        raise BotError(f"bot {spec!r}: {text!r} is not a list of bots: write {with_brackets(text, spec)}")
    return unquoted(text)


def _read_item(text: str, read_bot: Callable[[str], object]) -> object | None:
    if text.startswith("[") and _closes_at(text) == len(text) - 1:
        return read_bot(text[1:-1])
    return _number(text)


def _closes_at(text: str) -> int:
    """Index of the bracket that closes the one at the start of the text, -1 if there is none."""
    depth = 0
    for index, character in _outside_quotes(text, text):
        depth += (character == "[") - (character == "]")
        if depth == 0:
            return index
    return -1


def is_number(text: str) -> bool:
    """Whether an option with this text is a number."""
    return _number(text) is not None


def _number(text: str) -> int | float | None:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None
