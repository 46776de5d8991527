"""What somebody may see of a hand: the betting, and the cards that are known to them and no others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.cards import Card
    from railbird.games import State, View
    from railbird.games.public_state import PublicState

    Hands = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Sight:
    """A hand as one person sees it. Messages are made from it, so they cannot contain another card."""

    state: PublicState
    board: tuple[Card, ...]
    hands: Hands
    """Known hole cards by position; empty for hidden hands."""
    seat: int | None = None
    """The seat of the person; None for somebody who watches."""


def sight_of_player(view: View) -> Sight:
    """What a player sees."""
    return Sight(view.without_cards(), view.board, view.hands, view.seat)


def sight_of_spectator(state: State | View) -> Sight:
    """What everybody sees: no hole cards before a showdown, and then those that were not folded."""
    hands = _hole_cards(state) if state.is_showdown else ((),) * state.game.players
    shown = tuple(() if state.has_folded(position) else hand for position, hand in enumerate(hands))
    return Sight(state.without_cards(), state.board, shown)


def sight_of_everything(state: State) -> Sight:
    """All cards that are dealt so far, for those who watch a match between bots."""
    return Sight(state.without_cards(), state.board, state.deal.hole_cards)


def _hole_cards(state: State | View) -> Hands:
    return state.hands if hasattr(state, "hands") else state.deal.hole_cards
