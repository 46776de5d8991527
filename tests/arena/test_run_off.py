"""The instant run-off: rankings worked out by hand."""

from __future__ import annotations

from railbird.arena.run_off import instant_run_off


def test_the_run_off_of_two_player_matches() -> None:
    """Player 0 wins most by beating the weakest; without that one, player 0 loses to the others."""
    tables = {
        (0, 1): (-10, 10),
        (0, 2): (-5, 5),
        (0, 3): (100, -100),
        (1, 2): (1, -1),
        (1, 3): (20, -20),
        (2, 3): (9, -9),
    }
    # Out go 3 with -129, then 0 with -15, then 2 with -1.
    assert instant_run_off(tables, 4) == [2, 0, 1, 3]


def test_the_run_off_of_three_player_tables() -> None:
    tables = {(0, 1, 2): (5, -3, -2), (0, 1, 3): (8, 1, -9), (0, 2, 3): (4, 5, -9), (1, 2, 3): (2, 2, -4)}
    # Out goes 3; at the table that is left, 1 and 2 lose; two players make no table, so its totals decide.
    assert instant_run_off(tables, 4) == [0, 2, 1, 3]


def test_in_the_run_off_the_first_named_of_equals_is_ahead() -> None:
    assert instant_run_off({(0, 1): (0, 0)}, 2) == [0, 1]
