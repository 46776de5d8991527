"""The all-in equity of what a bot sees: the right cards against the right number of opponents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, NOLIMIT, view_after
from railbird.bots import make_bot
from railbird.bots.equities import prepare
from railbird.cards import parse_cards
from railbird.equity import equity
from railbird.equity.all_in import _exact_equities, _sampled_equity, all_in_equity
from railbird.errors import BotError, CardError, EquityError
from railbird.games import game_named

if TYPE_CHECKING:
    from railbird.games import View

TO_FLOP, TO_TURN, TO_RIVER = "c c c", "c c c c c c", "c c c c c c c c c"
SIX = "holdem.nolimit.6p"


@pytest.mark.parametrize(
    ("hole", "played", "expected"),
    [
        ("AsAh", "", 0.7337),  # three players
        ("AsAh", "f", 0.8520),  # two
        ("7c2d", "", 0.2052),
        ("2d7c", "f", 0.3461),
    ],
)
def test_known_equities_before_the_flop(hole: str, played: str, expected: float) -> None:
    assert view_after(LIMIT, played, hole=hole).equity() == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(
    ("played", "board", "opponents"),
    [
        (TO_FLOP, "Qs Jh 2d", 2),
        (TO_TURN, "Qs Jh 2d 2c", 2),
        (TO_RIVER, "Qs Jh 2d 2c Kd", 2),
        ("f c c", "Qs Jh 2d", 1),
        ("f c c c c", "Qs Jh 2d 2c", 1),
        ("f c c c c c c", "Qs Jh 2d 2c Kd", 1),
        ("c c c r20 f", "Qs Jh 2d", 1),
    ],
)
def test_equities_on_the_board_are_the_exact_ones(played: str, board: str, opponents: int) -> None:
    expected = equity(["AhKh"], board=board, opponents=opponents, exact=True).players[0].equity
    assert view_after(LIMIT, played, hole="AhKh", board=board).equity() == pytest.approx(expected, abs=1e-12)


def test_a_number_of_opponents_can_be_given() -> None:
    view = view_after(LIMIT, TO_FLOP, hole="AhKh", board="Qs Jh 2d")
    assert view.equity(opponents=1) == pytest.approx(equity(["AhKh"], board="Qs Jh 2d", opponents=1).players[0].equity)
    assert view.equity(opponents=0) == 1


def test_a_board_that_everybody_plays_is_shared() -> None:
    board = "As Ks Qs Js Ts"
    assert view_after(LIMIT, TO_RIVER, hole="2c3d", board=board).equity() == pytest.approx(1 / 3)
    assert view_after(LIMIT, "f c c c c c c", hole="2c3d", board=board).equity() == 0.5


def cards_shuffled(view: View, hole: str, board: str) -> View:
    again = view_after(view.game, "c " * len(view.actions), hole=hole, board=board)
    assert again.street == view.street
    return again


def test_the_order_of_cards_does_not_matter() -> None:
    for game, opponents in ((LIMIT, 2), (SIX, 5)):
        view = view_after(game, "c " * (opponents + 1) * 2, hole="9h8h", board="Qs Jh 2d 2c")
        other = cards_shuffled(view, "8h9h", "2c Jh Qs 2d")
        assert other.equity() == view.equity()


def test_both_numbers_of_opponents_come_from_one_count() -> None:
    board = "Ks 9h 4d 4c 3s"
    view_after(LIMIT, TO_RIVER, hole="QhJh", board=board).equity()
    misses = _exact_equities.cache_info().misses
    view_after(LIMIT, "f c c c c c c", hole="QhJh", board=board).equity()
    assert _exact_equities.cache_info().misses == misses


@pytest.mark.parametrize("board", ["Qs Jh 2d", "Qs Jh 2d 2c 8d"])
def test_against_many_opponents_it_is_sampled_but_always_the_same(board: str) -> None:
    streets = {3: 1, 5: 3}[len(parse_cards(board))]
    view = view_after(SIX, "c " * 6 * streets, hole="AhKh", board=board)
    answer = view.equity()
    precise = equity(["AhKh"], board=board, opponents=5, samples=200_000, seed=1).players[0].equity
    assert answer == pytest.approx(precise, abs=0.02)
    _sampled_equity.cache_clear()
    assert view.equity() == answer


def test_before_the_flop_there_are_tables_for_any_number_of_opponents() -> None:
    view = view_after(SIX, "", hole="AhKh")
    assert view.equity() == pytest.approx(equity(["AhKh"], opponents=5).players[0].equity, abs=1e-9)


@pytest.mark.parametrize("game", ["kuhn.limit.2p", "leduc.limit.2p"])
def test_other_games_are_refused_in_words(game: str) -> None:
    definition = game_named(game)
    with pytest.raises(BotError, match=f"no all-in equity in {game}: it is defined only for hold'em"):
        prepare(definition)
    for spec in ("all-in-equity", "richie-rich", "exploitable", "exploiting", "ev"):
        bot = make_bot(spec)
        with pytest.raises(BotError, match="no all-in equity"):
            bot.match_starts(definition, 0)
        with pytest.raises(EquityError, match="no all-in equity"):
            bot.act(view_after(definition, ""))


def test_holdem_with_a_short_deck_is_refused() -> None:
    short = replace(game_named(NOLIMIT), ranks=9, name="")
    with pytest.raises(BotError, match="no all-in equity in this game"):
        prepare(short)


def test_hands_can_be_asked_about_without_a_view() -> None:
    view = view_after(LIMIT, TO_FLOP, hole="AhKh", board="Qs Jh 2d")
    assert all_in_equity("AhKh", "Qs Jh 2d", opponents=2) == view.equity()
    assert all_in_equity("AhKh", opponents=2) == view_after(LIMIT, "", hole="AhKh").equity()
    with pytest.raises(CardError, match="a board of 1 card"):
        all_in_equity("AhKh", "Qs", opponents=2)
