"""Writes PHH hands as TOML text that reads back to an equal hand."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from datetime import date, time
from decimal import Decimal

from railbird.errors import FormatError
from railbird.formats.phh import PhhHand

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def format_phh(hand: PhhHand, *, number: int | None = None) -> str:
    """Format a `.phh` file or, if `number` is given (from 1), a hand of a `.phhs` file."""
    lines = [] if number is None else [f"[{number}]"]
    for known in fields(PhhHand):
        value = getattr(hand, known.name)
        if known.name == "actions":
            lines += ["actions = [", *(f"  {_string(action)}," for action in value), "]"]
        elif known.name != "other_fields" and value is not None and value != ():
            lines.append(f"{known.name} = {_value(value)}")
    lines += [f"{_key(name)} = {_value(value)}" for name, value in hand.other_fields.items()]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_key(name)} = {_value(part)}' for name, part in value.items())}}}"
    raise FormatError(f"{value!r}: TOML has no such value")


def _decimal(value: Decimal) -> str:
    if value.is_infinite():
        return "inf" if value > 0 else "-inf"
    text = str(value).lower()
    return text if set(text) & set(".en") else f"{text}.0"


def _string(text: str) -> str:
    # TOML has the escapes of JSON, but unlike JSON it does not allow the delete character unescaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _string(name)
