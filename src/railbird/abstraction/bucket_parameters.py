"""The parameters of buckets: checks, and the options of the command line that name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.card_abstraction import identity_text
from railbird.errors import GameError, SeedError

if TYPE_CHECKING:
    from railbird.abstraction.card_abstraction import CardIdentity

_OPTIONS = {"buckets": "--buckets", "hands": "--buckets", "boards": "--boards", "seed": "--bucket-seed"}
"""By parameter of an identity: its option."""


def check_identity(identity: CardIdentity, *, names: tuple[str, ...], version: int) -> None:
    """Raise GameError if an identity does not have these parameters and a version, or is of another version."""
    if set(identity) != {"kind", "version", *names}:
        parameters = ", ".join(f"`{name}`" for name in names)
        raise GameError(
            f"card abstraction {identity_text(identity)}: {identity['kind']} buckets have {parameters} and `version`"
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


def bucket_options(identity: CardIdentity) -> list[str]:
    """The options of `railbird abstract` and `railbird solve` that name the buckets of an identity."""
    words = ["--cards", str(identity["kind"])]
    for name, value in identity.items():
        if name in _OPTIONS:
            words += [_OPTIONS[name], ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    return words


def build_command(identity: CardIdentity) -> str:
    """The command that builds the buckets of an identity."""
    return " ".join(["railbird", "abstract", "build", *bucket_options(identity)])


def not_built(identity: CardIdentity) -> GameError:
    """The error about buckets that have to be built first."""
    return GameError(f"{identity_text(identity)} is not built on this machine: `{build_command(identity)}` builds it")
