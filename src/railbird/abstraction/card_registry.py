"""The registry that builds card abstractions from their identities in files."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.dealt_cards import DealtCards
from railbird.abstraction.equity_chain.equity_buckets import KIND as EQUITY
from railbird.abstraction.equity_chain.equity_buckets import equity_buckets
from railbird.abstraction.percentile.percentile_buckets import KIND as PERCENTILE
from railbird.abstraction.percentile.percentile_buckets import percentile_buckets
from railbird.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.abstraction.card_abstraction import CardAbstraction, CardIdentity
    from railbird.games import GameDefinition

Builder: TypeAlias = "Callable[[GameDefinition, CardIdentity], CardAbstraction]"
"""Builds the abstraction of a game with the parameters of an identity."""


def _suit_classes(game: GameDefinition, identity: CardIdentity) -> CardClasses:
    _check_no_parameters(identity)
    return CardClasses(game)


def _dealt_cards(game: GameDefinition, identity: CardIdentity) -> DealtCards:
    _check_no_parameters(identity)
    return DealtCards(game)


def _check_no_parameters(identity: CardIdentity) -> None:
    if set(identity) != {"kind"}:
        raise GameError(f"card abstraction {identity['kind']} has no parameters, but {dict(identity)} gives some")


_builders: dict[str, Builder] = {
    "suits": _suit_classes,
    "cards": _dealt_cards,
    PERCENTILE: percentile_buckets,
    EQUITY: equity_buckets,
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
        close = get_close_matches(str(kind), _builders, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_builders)}"
        raise GameError(f"card abstraction {kind!r} is not known: {hint}")


def card_abstraction(game: GameDefinition, identity: CardIdentity) -> CardAbstraction:
    """Build the card abstraction of a game from an identity."""
    check_kind(identity)
    return _builders[str(identity["kind"])](game, identity)
