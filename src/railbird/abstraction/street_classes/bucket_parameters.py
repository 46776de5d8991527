"""Checks of the parameters of buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import GameError, SeedError

if TYPE_CHECKING:
    from railbird.abstraction.card_abstraction import CardIdentity


def check_identity(identity: CardIdentity, *, names: tuple[str, ...], version: int) -> None:
    """Raise GameError if an identity does not have these parameters, or is of another version."""
    expected = (*names, "version", "content")
    if set(identity) != {"kind", *expected}:
        raise GameError(
            f"card abstraction {dict(identity)}: {identity['kind']} buckets have "
            f"{', '.join(f'`{name}`' for name in expected)}"
        )
    if identity["version"] != version:
        raise GameError(
            f"{identity['kind']} buckets of version {identity['version']}: "
            f"this version of Railbird makes version {version}"
        )


def checked_counts(counts: object, *, name: str, example: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers of buckets as a tuple; raise GameError unless they are whole, at least 1, and as many as the example."""
    numbers = tuple(counts) if isinstance(counts, (tuple, list)) else ()
    if len(numbers) != len(example) or not all(type(number) is int and number >= 1 for number in numbers):
        given = ",".join(map(str, numbers)) if numbers else counts
        raise GameError(
            f"{name} {given}: give {len(example)} whole numbers of at least 1, such as {','.join(map(str, example))}"
        )
    return numbers


def checked_seed(seed: object) -> int:
    """A seed; raise SeedError unless it is a whole number of at least 0."""
    if type(seed) is not int or seed < 0:
        raise SeedError(f"seed {seed}: a seed must be a whole number of at least 0")
    return seed
