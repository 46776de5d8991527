"""What was done with each of the 169 starting hands, on hand-made histories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.histories import LIMIT, hand, tally_of
from railbird.analysis import StartingHand, starting_hands
from railbird.cards.hands import class_name
from railbird.games import game_named

if TYPE_CHECKING:
    from railbird.analysis import Tally


def dealt(tally: Tally, name: str) -> dict[str, StartingHand]:
    hands = starting_hands(tally, tally.names.index(name))
    return {hand.name: hand for hand in hands if hand.hands}


def test_there_are_169_in_the_order_of_the_matrix() -> None:
    hands = starting_hands(tally_of(hand(LIMIT, "ff:AsKs|7d2c|Jh9h:-5|5|0")), 0)
    assert [each.name for each in hands] == [class_name(number) for number in range(169)]
    assert [hands[place].name for place in (0, 1, 13, 168)] == ["AA", "AKs", "AKo", "22"]


def test_hands_played_raised_and_their_chips() -> None:
    counted = tally_of(
        hand(LIMIT, "ff:AsKs|7d2c|Jh9h:-5|5|0"),  # Ann folds what she has
        hand(
            LIMIT, "ccc/ccc/ccc/ccc:KdAd|7c2s|QsQd/3c8d9h/Jc/4s:-10|-10|20"
        ),  # and calls the same, dealt the other way
        hand(LIMIT, "frf:AhKh|2h7s|QhQc:10|-10|0"),
        hand(LIMIT, "frf:AhKc|7h2d|TsTd:10|-10|0"),
    )
    assert dealt(counted, "Ann") == {
        "AKs": StartingHand(name="AKs", hands=3, walks=0, played=2, raised=1, chips=-5),
        "AKo": StartingHand(name="AKo", hands=1, walks=0, played=1, raised=1, chips=10),
    }
    assert dealt(counted, "Bob") == {"72o": StartingHand(name="72o", hands=4, walks=1, played=0, raised=0, chips=-25)}
    assert dealt(counted, "Cleo") == {
        "J9s": StartingHand(name="J9s", hands=1, walks=0, played=0, raised=0, chips=0),
        "QQ": StartingHand(name="QQ", hands=2, walks=0, played=1, raised=0, chips=20),
        "TT": StartingHand(name="TT", hands=1, walks=0, played=0, raised=0, chips=0),
    }


def test_a_hand_raised_after_the_flop_only_is_not_raised() -> None:
    counted = tally_of(hand(LIMIT, "fcc/rc/cc/cc:AsKs|7d2c|Jh9h/2h8d9c/Jc/3s:-20|20|0"))
    assert dealt(counted, "Ann")["AKs"] == StartingHand(name="AKs", hands=1, walks=0, played=1, raised=0, chips=-20)
    assert dealt(counted, "Bob")["72o"] == StartingHand(name="72o", hands=1, walks=0, played=0, raised=0, chips=20)


def test_hands_that_are_not_known_are_left_out() -> None:
    counted = tally_of(hand(LIMIT, "ff:|7d2c|:-5|5|0"))
    assert [list(dealt(counted, name)) for name in ("Ann", "Bob", "Cleo")] == [[], ["72o"], []]


def test_hands_of_one_card_are_no_starting_hands() -> None:
    counted = tally_of(hand(game_named("kuhn.limit.3p"), "rcf:Qs|As|Ks:-2|3|-1"))
    assert [dealt(counted, name) for name in ("Ann", "Bob", "Cleo")] == [{}, {}, {}]
