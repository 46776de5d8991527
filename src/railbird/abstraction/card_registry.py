"""The registry that builds card abstractions from their identities in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.bucket_kinds import BUCKET_KINDS
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.dealt_cards import DealtCards
from railbird.errors import GameError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from railbird.abstraction.bucket_kinds import Builder
    from railbird.abstraction.card_abstraction import CardAbstraction, CardArrays, CardIdentity
    from railbird.games import GameDefinition


def _suit_classes(game: GameDefinition, identity: CardIdentity, _: CardArrays) -> CardClasses:
    _check_no_parameters(identity)
    return CardClasses(game)


def _dealt_cards(game: GameDefinition, identity: CardIdentity, _: CardArrays) -> DealtCards:
    _check_no_parameters(identity)
    return DealtCards(game)


def _check_no_parameters(identity: CardIdentity) -> None:
    if set(identity) != {"kind"}:
        raise GameError(f"card abstraction {identity['kind']} has no parameters, but {dict(identity)} gives some")


_builders: dict[str, Builder] = {
    CardClasses.kind: _suit_classes,
    DealtCards.kind: _dealt_cards,
    **{kind.name: kind.from_identity for kind in BUCKET_KINDS.values()},
}


def register_card_abstraction(kind: str, build: Builder) -> None:
    """Register a kind of card abstraction, so that strategies with this kind can be opened."""
    if kind in _builders:
        raise GameError(f"a card abstraction {kind!r} is already registered")
    _builders[kind] = build


def check_kind(identity: CardIdentity) -> None:
    """Raise GameError if the kind of an identity is not registered."""
    kind = identity.get("kind")
    if kind not in _builders:
        raise GameError(f"card abstraction {kind!r} is not known: {nearest(str(kind), _builders)}")


def card_abstraction(game: GameDefinition, identity: CardIdentity, arrays: CardArrays | None = None) -> CardAbstraction:
    """Build the card abstraction of a game from an identity, and from the arrays of `card_arrays` if there are any."""
    check_kind(identity)
    return _builders[str(identity["kind"])](game, identity, {} if arrays is None else arrays)
