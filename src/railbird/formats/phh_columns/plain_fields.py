"""Splits plain PHH text, as programs write it, into the texts of its values; other TOML is left to a TOML parser."""

from __future__ import annotations

import re
from functools import lru_cache

_STRING = r"(?:'[^'\x00-\x1f\x7f]*'|\"[^\"\\\x00-\x1f\x7f]*\")"
_INTEGER = r"(?:0|[1-9][0-9]{0,17})"
_AMOUNT = r"(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,2})?"
_FIELDS_OF = {
    _STRING: (
        "variant author event url venue address city region postal_code country time_zone time_zone_abbreviation "
        "currency currency_symbol"
    ),
    _INTEGER: "day month year level seat_count",
    f"{_STRING}|{_INTEGER}": "hand table",
    _AMOUNT: "small_bet big_bet min_bet",
    rf"\[{_AMOUNT}(?:, {_AMOUNT})*\]": "antes blinds_or_straddles finishing_stacks winnings",
    rf"\[(?:{_AMOUNT}|inf)(?:, (?:{_AMOUNT}|inf))*\]": "starting_stacks",
    rf"\[{_STRING}(?:, {_STRING})*\]": "players",
    rf"\[{_INTEGER}(?:, {_INTEGER})*\]": "seats",
    r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]": "time",
    "true|false": "ante_trimming_status",
}
_FIELDS = {name: re.compile(pattern) for pattern, names in _FIELDS_OF.items() for name in names.split()}
_STRINGS = re.compile(_STRING)
_FRACTION = re.compile(r"\.(?:[0-9]{2}|[1-9])")
"""Two decimals, or one that is not 0."""
_ACTIONS = "actions = ["
_CENTS = 100


def plain_fields(text: str) -> dict[str, str] | None:
    """The values of the fields as they are written, and what stands between the brackets of the actions.

    None if a line is not plain: `name = value` with a value of the kind of the field, without comments.
    """
    start = text.find(_ACTIONS)
    end = text.find("]", start)
    if start < 0 or end < 0:
        return None
    fields = {"actions": text[start + len(_ACTIONS) : end]}
    count = 1
    for line in (text[:start] + text[end + 1 :]).split("\n"):
        name, equals, value = line.partition(" = ")
        if not equals:
            if line and not line.isspace():
                return None
            continue
        pattern = _FIELDS.get(name)
        if pattern is None or pattern.fullmatch(value) is None:
            return None
        fields[name] = value
        count += 1
    return fields if len(fields) == count else None


def amounts_of(text: str) -> list[int]:
    """The amounts of an array in hundredths, -1 where they are not known."""
    return list(map(amount_of, text[1:-1].split(", ")))


def amount_of(text: str) -> int:
    """An amount in hundredths, -1 if it is not known."""
    if text == "0":
        return 0
    whole, _, decimals = text.partition(".")
    if len(decimals) == len("00"):
        return int(whole + decimals)
    return -1 if whole == "inf" else int(whole) * _CENTS + 10 * int(decimals or 0)


def has_cents(text: str) -> bool:
    """Whether an amount in a text has a fraction or two decimals."""
    return "." in text and _FRACTION.search(text) is not None


@lru_cache(maxsize=4096)
def strings_of(text: str) -> tuple[str, ...]:
    """The strings of an array."""
    return tuple(string[1:-1] for string in _STRINGS.findall(text))
