"""Who wins what at the end of a hand: the pots of the reference dealer, clause by clause."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hands_at_random import nolimit
from rule_states import DEEP, PAIRS, play, start

from railbird.games import CALL, game_named


def test_all_but_one_folded() -> None:
    state = play(start(DEEP), "r300 f f")
    assert (state.is_over, state.is_showdown, state.acting, state.street) == (True, False, -1, 0)
    assert state.board == ()
    assert state.payoffs() == (-50, -100, 150)


def test_an_uncalled_excess_nets_to_0() -> None:
    assert play(start(DEEP), "r20000 f f").payoffs() == (-50, -100, 150)
    assert play(start(nolimit(20_000, 400)), "c r20000 c").payoffs() == (400, -400)
    assert play(start(nolimit(20_000, 400), "KsKh", "AsAh"), "c r20000 c").payoffs() == (-400, 400)


def test_side_pots_one_for_each_level() -> None:
    game = nolimit(400, 1000, 300)
    # The shortest has the best hand, the deepest the worst.
    state = play(start(game, "KsKh", "QsQh", "AsAh"), "r300 r400 c")
    assert state.is_showdown
    assert state.payoffs() == (-200, -400, 600)
    assert play(start(game, "AsAh", "QsQh", "KsKh"), "r300 r400 c").payoffs() == (700, -400, -300)
    assert play(start(game, "KsKh", "AsAh", "QsQh"), "r300 r400 c").payoffs() == (-400, 700, -300)


def test_five_levels() -> None:
    game = nolimit(200, 300, 400, 500, 600)
    state = play(start(game, *PAIRS[:5]), "r400 r500 r600 c c")
    assert state.is_showdown
    # 5 x 200 to the aces, 4 x 100 to the kings, 3 x 100 to the queens, 2 x 100 to the tens, 100 back.
    assert state.payoffs() == (800, 100, -100, -300, -500)


def test_folded_chips_count_but_cannot_win() -> None:
    game = nolimit(300, 20_000, 20_000)
    # Position 2 holds the best hand, and folds after the flop.
    state = play(start(game, "KsKh", "QsQh", "AsAh"), "r300 c c r1000 f")
    assert state.is_over
    assert state.payoffs() == (600, -300, -300)
    # Both bet 1000 on the side, and then the strongest folds to a bet that nobody calls.
    state = play(start(game, "KsKh", "QsQh", "AsAh"), "r300 c c r1000 c r2000 f")
    assert state.payoffs() == (600, 400, -1000)


def test_folded_chips_of_a_side_pot_stay_in_it() -> None:
    game = nolimit(400, 20_000, 20_000, 400)
    # Position 2 raises and folds to a raise; positions 0 and 3 are all-in for 400.
    state = play(start(game, "KsKh", "QsQh", "AsAh", "TsTh"), "r1000 c c r2000 f")
    assert state.is_over
    assert state.payoffs() == (400 * 3, -400 + 600, -1000, -400)


def test_folded_chips_above_the_last_level_go_to_its_winner() -> None:
    """Where players may fold for free, the one who is left may have paid less than those who folded."""
    game = nolimit(400, 2000, 2000, free_folds=True)
    state = play(start(game), "r400 c c r1000 c f f")
    assert (state.is_over, state.is_showdown) == (True, False)
    assert state.payoffs() == (2000, -1000, -1000)


def test_fractional_ties_are_exact() -> None:
    state = start(game_named("holdem.limit.3p"), "4c7d", "AsQd", "AhQc", board="AdQs9h5c2c")
    assert play(state, "c f c c c c c c c").payoffs() == (-5, Fraction(5, 2), Fraction(5, 2))


@pytest.mark.parametrize("winners", range(2, 10))
def test_ties_of_many_are_exact(winners: int) -> None:
    """The board plays for all; the first player folds one chip."""
    players = winners + 1
    game = nolimit(*[100] * players, blinds=(1, *[0] * (players - 1)), first_players=(1, 0, 0, 0))
    hands = [f"{rank}{suit}{rank}{other}" for rank in "23456" for suit, other in ("cd", "hs")][:players]
    state = start(game, *hands, board="AsKsQsJsTs")
    state = play(state, "r2 " + "c " * (winners - 1) + "f")
    while not state.is_over:
        state = state.apply(CALL)
    assert state.payoffs() == (-1, *[Fraction(1, winners)] * winners)
    assert sum(state.payoffs()) == 0


def test_side_pots_are_split_each_among_its_own_winners() -> None:
    game = nolimit(300, 1000, 1000)
    state = play(start(game, "AsKd", "AhKc", "AdKh", board="2c7d9hJs4d"), "r1000 c c")
    assert state.payoffs() == (0, 0, 0)
    state = play(start(game, "AsKd", "AhKc", "QdQh", board="2cAd9hJs4d"), "r1000 c c")
    assert state.payoffs() == (150, 850, -1000)
