"""Three-player limit hands for the tests of the mappings."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from games.hands_at_random import random_cards, random_states
from railbird.formats.betting import read_betting
from railbird.games import View, game_named

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = game_named("holdem.limit.3p")
BOARD = "7s 8s 9s Jc 2d"


def view_of(betting: str, *, hole: str = "Ah Kd", board: str | None = None) -> View:
    """The view of whoever acts after a betting string."""
    street = betting.count("/")
    cards = " ".join(BOARD.split()[: GAME.board_sizes[street]]) if board is None else board
    return View.of(GAME, read_betting(GAME, betting), hole_cards=hole, board=cards)


def random_views(hands: int, *, seed: int) -> Iterator[View]:
    """Every decision of hands in which everybody acts at random."""
    rng = random.Random(seed)
    for hand in range(hands):
        for state in random_states(rng, GAME, random_cards(rng, GAME), hand=hand):
            if not state.is_over:
                yield state.view(state.acting)


def one_view_each(hands: int, *, seed: int) -> Iterator[View]:
    """A decision of each of many such hands, drawn from all decisions of the hand."""
    rng = random.Random(seed)
    for hand in range(hands):
        state = rng.choice(random_states(rng, GAME, random_cards(rng, GAME), hand=hand)[:-1])
        yield state.view(state.acting)
