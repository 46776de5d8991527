"""Phrases that messages share: a number with its noun, and the names that somebody may have meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_NAMES = 3


def number_of(count: int, noun: str) -> str:
    """Format a count with its noun: 1 hand, 2 hands."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """The question `did you mean A, B or C?` for a name that is none of the candidates; empty if none is similar."""
    *others, last = similar_names(name, candidates) or [""]
    return f"did you mean {', '.join(others)}{' or ' * bool(others)}{last}?" if last else ""


def similar_names(name: str, candidates: Iterable[str]) -> list[str]:
    """The names that somebody may have meant, the likeliest first. Case, punctuation and spaces do not count.

    Names that begin with the text or contain its words come before names that are spelled alike.
    """
    from difflib import get_close_matches  # noqa: PLC0415 (commands start without it)

    wanted = _plain(name)
    known = {candidate: _plain(candidate) for candidate in candidates}
    words = [_plain(word) for word in re.split(r"[\W_]+", name) if word]
    for fits in (
        lambda plain: plain == wanted,
        lambda plain: len(wanted) > 1 and plain.startswith(wanted),
        lambda plain: len(wanted) > 1 and all(word in plain for word in words),
    ):
        if similar := [candidate for candidate, plain in known.items() if fits(plain)]:
            return similar[:_MOST_NAMES]
    spelled_alike = get_close_matches(wanted, [*known.values()], n=1)
    return [candidate for candidate, plain in known.items() if plain in spelled_alike][:1]


def _plain(name: str) -> str:
    """A name in small letters and digits; a plus sign is a word."""
    return re.sub(r"[\W_]", "", name.lower().replace("+", "plus"))
