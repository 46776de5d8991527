"""The exact payoffs of a finished hand, as fractions where chips are split."""

from __future__ import annotations

from array import array
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.compiled import EntryPoints
from railbird.errors import ActionError
from railbird.games import _kernels
from railbird.games.definition import MOST_PLAYERS, SHARES
from railbird.games.state_array import FOLDED, PLAYING, SHOWDOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games.betting_node import BettingNode
    from railbird.games.deal import Deal

Chips: TypeAlias = int | Fraction

_NO_CARDS = np.empty(0, dtype=np.uint8)
_NO_CHIPS = array("q", [0] * MOST_PLAYERS)
_direct = EntryPoints(write_payoffs=(_kernels.write_payoffs, (array("q"), _NO_CARDS, _NO_CHIPS)))


def payoffs_of(node: BettingNode, deal: Deal) -> tuple[Chips, ...]:
    """The payoff of each position. A showdown needs all hands that were not folded, and the whole board."""
    if node.outcome == PLAYING:
        raise ActionError(f"no payoffs yet in {node}: position {node.acting} is to act")
    tree, cards = node.tree, _NO_CARDS
    if node.outcome == SHOWDOWN:
        if all(deal.hole_cards):
            cards = deal.cards
        if len(cards) != tree.game.dealt_cards:
            cards = _with_folded_hands(node, deal)
    chips = _NO_CHIPS[: tree.players]
    is_whole = _direct.write_payoffs(node.numbers, cards, chips)
    return tuple(chips.tolist()) if is_whole else tuple(map(chips_of, chips))


def _with_folded_hands(node: BettingNode, deal: Deal) -> NDArray[np.uint8]:
    """The cards of a showdown, with arbitrary cards for folded hands, which cannot win."""
    game, folded = node.tree.game, node.numbers[FOLDED]
    cards = bytearray()
    for position in range(game.players):
        hand = deal.hole_cards[position] if position < len(deal.hole_cards) else ()
        if folded >> position & 1:
            hand = (0,) * game.hole_cards
        elif len(hand) != game.hole_cards:
            raise ActionError(f"no payoffs in {node}: the hand of position {position} is unknown")
        cards.extend(hand)
    if len(deal.board) != game.board_sizes[-1]:
        raise ActionError(f"no payoffs in {node}: {len(deal.board)} of {game.board_sizes[-1]} board cards are known")
    cards.extend(deal.board)
    return np.frombuffer(cards, dtype=np.uint8)


def chips_of(parts: int) -> Chips:
    """Chips from the fractional parts (2520ths) that the kernels count."""
    whole, rest = divmod(parts, SHARES)
    return Fraction(parts, SHARES) if rest else whole
