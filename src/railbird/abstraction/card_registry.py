"""Card abstractions by identity: how a file's name of an abstraction leads back to it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

from railbird.abstraction.card_classes import CardClasses
from railbird.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.abstraction.card_abstraction import CardAbstraction, CardIdentity
    from railbird.games import GameDefinition

Builder: TypeAlias = "Callable[[GameDefinition, CardIdentity], CardAbstraction]"
"""Makes the abstraction of a game with the parameters of an identity."""


def _suit_classes(game: GameDefinition, identity: CardIdentity) -> CardClasses:
    if set(identity) != {"kind"}:
        raise GameError(f"card abstraction suits has no parameters, but {dict(identity)} gives some")
    return CardClasses(game)


_builders: dict[str, Builder] = {"suits": _suit_classes}


def register_card_abstraction(kind: str, build: Builder) -> None:
    """Make a kind of card abstraction known, so that strategies that name it can be opened."""
    if kind in _builders:
        raise GameError(f"there is a card abstraction {kind!r} already")
    _builders[kind] = build


def check_kind(identity: CardIdentity) -> None:
    """Raise a GameError if an identity names no known kind."""
    kind = identity.get("kind")
    if kind not in _builders:
        near = get_close_matches(str(kind), _builders, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_builders)}"
        raise GameError(f"card abstraction {kind!r} is not known: {hint}")


def card_abstraction(game: GameDefinition, identity: CardIdentity) -> CardAbstraction:
    """The card abstraction of a game that an identity names."""
    check_kind(identity)
    return _builders[str(identity["kind"])](game, identity)
