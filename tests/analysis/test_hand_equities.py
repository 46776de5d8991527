"""The equity of every hand at every state: known values, and plain enumeration."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from analysis.histories import random_records
from railbird.analysis.hand_equities import equities_of
from railbird.cards import deck
from railbird.equity import equity
from railbird.games import CALL, FOLD, Deal, State, game_named

HOLDEM, LEDUC = game_named("holdem.limit.3p"), game_named("leduc.limit.2p")


def start(hands: list[str], board: str) -> State:
    return State.start(HOLDEM, Deal.of(hands, board))


def test_equities_are_those_of_the_equity_command() -> None:
    state = start(["AsAh", "KdKc", "7h6h"], "2c7d9hJcTs")
    expected = equity(["AsAh", "KdKc", "7h6h"])
    assert equities_of(state) == pytest.approx([player.equity for player in expected.players])


def test_a_folded_hand_has_no_equity_but_its_cards_cannot_come() -> None:
    state = start(["AsAh", "KdKc", "7h6h"], "2c7d9hJcTs").apply(FOLD)
    expected = equity(["AsAh", "KdKc"], dead="7h6h")
    assert equities_of(state)[2] is None
    assert equities_of(state)[:2] == pytest.approx([player.equity for player in expected.players])


def test_the_last_player_has_all_of_the_pot_and_a_showdown_is_decided() -> None:
    assert equities_of(start(["AsAh", "KdKc", "7h6h"], "2c7d9hJcTs").play([FOLD, FOLD])) == (None, 1.0, None)
    shown = start(["AsAh", "KdKc", "7h6h"], "2c7d9hJcTs").play([CALL] * 12)
    assert shown.is_showdown
    assert equities_of(shown) == (1.0, 0.0, 0.0)


def test_an_unknown_hand_leaves_no_equity() -> None:
    record = next(record for record in random_records(random.Random(1), 50) if record.game.hole_cards == 2)
    hidden = ((), *record.hole_cards[1:])
    state = State.start_unchecked(record.game, Deal(hidden, record.board))
    assert set(equities_of(state)) == {None}


def test_leduc_by_plain_enumeration() -> None:
    cards = sorted(deck(ranks=LEDUC.ranks, suits=LEDUC.suits))
    for first, second, board in [(cards[0], cards[1], cards[2]), (cards[5], cards[0], cards[3])]:
        state = State.start(LEDUC, Deal(((first,), (second,)), (board,)))
        left = [card for card in cards if card not in (first, second)]
        wins = [
            (sum(chips > 0 for chips in payoffs[:1]) + 0.5 * (payoffs[0] == 0))
            for (last,) in combinations(left, 1)
            for payoffs in [State.start(LEDUC, Deal(((first,), (second,)), (last,))).play([CALL] * 4).payoffs()]
        ]
        assert equities_of(state)[0] == pytest.approx(sum(wins) / len(wins))
        assert sum(share for share in equities_of(state) if share is not None) == pytest.approx(1)
