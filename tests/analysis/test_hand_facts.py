"""The hands that are found are those that the tally counts."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from analysis.histories import random_records
from railbird.analysis import Tally
from railbird.analysis.categories import NAMES
from railbird.analysis.counters import (
    CATEGORY_HANDS,
    LOST,
    RAISED_FIRST_STREET,
    SEEN,
    SHOWDOWNS,
    SHOWDOWNS_WON,
    VOLUNTARY,
    WALKS,
    WON,
    WON_ON,
)
from railbird.analysis.hand_facts import HandIndex, HandSearch, find_hands
from railbird.analysis.starting_hands import starting_hands
from railbird.errors import StatisticsError
from railbird.formats.betting import format_betting
from railbird.formats.columns import HandColumns
from railbird.games.position_names import position_names

if TYPE_CHECKING:
    from railbird.games import HandRecord

HANDS = 400


@pytest.fixture(scope="module")
def records() -> list[HandRecord]:
    return [*random_records(random.Random(5), HANDS)]


@pytest.fixture(scope="module")
def index(records: list[HandRecord]) -> HandIndex:
    return HandIndex(HandColumns.of_records(records))


@pytest.fixture(scope="module")
def tally(records: list[HandRecord]) -> Tally:
    counted = Tally()
    counted.add_records(records)
    return counted


def found(index: HandIndex, **search: object) -> int:
    return len(find_hands(index, HandSearch(**search)))  # type: ignore[arg-type]


def test_the_hands_of_a_player_are_those_that_the_tally_counts(index: HandIndex, tally: Tally) -> None:
    for player in tally.names:
        counts = tally.counts(tally.row(player)).tolist()
        expected = {
            WON: {"result": "won"},
            LOST: {"result": "lost"},
            SHOWDOWNS: {"part": "showdown"},
            SHOWDOWNS_WON: {"part": "showdown won"},
            VOLUNTARY: {"action": "play", "street": 0},
            RAISED_FIRST_STREET: {"action": "raise", "street": 0},
            WALKS: {"part": "walk"},
            SEEN + 1: {"street": 1},
            WON_ON: {"part": "others folded", "ended": 0},
        }
        for counter, search in expected.items():
            assert found(index, player=player, **search) == counts[counter], (player, search)
        for number, name in enumerate(NAMES):
            assert found(index, player=player, category=name) == counts[CATEGORY_HANDS + number]


@pytest.mark.deep
def test_the_hands_with_starting_cards_are_those_that_the_tally_counts(index: HandIndex, tally: Tally) -> None:
    for player in tally.names:
        for hand in starting_hands(tally, tally.row(player))[:40]:
            assert found(index, player=player, hand=hand.name) == hand.hands


@pytest.mark.parametrize("pattern", ["*", "r*", "*f", "c?*/*", "*/*rr*"])
def test_a_pattern_is_that_of_the_betting_string(records: list[HandRecord], index: HandIndex, pattern: str) -> None:
    expression = re.compile(pattern.replace("*", ".*").replace("?", "[fcr]"))
    expected = [
        place
        for place, record in enumerate(records)
        if expression.fullmatch(re.sub(r"\d", "", format_betting(record.game, record.actions)))
    ]
    assert find_hands(index, HandSearch(betting=pattern)).tolist() == expected


def test_pots_and_showdowns_are_those_of_the_final_state(records: list[HandRecord], index: HandIndex) -> None:
    finals = [record.final_state() for record in records]
    pots = [final.pot / final.game.unit for final in finals]
    middle = sorted(pots)[HANDS // 2]
    large = [place for place, pot in enumerate(pots) if pot >= middle]
    assert find_hands(index, HandSearch(pot_from=middle)).tolist() == large
    shown = [place for place, final in enumerate(finals) if final.is_showdown]
    assert find_hands(index, HandSearch(showdown=True)).tolist() == shown
    assert len(find_hands(index, HandSearch(showdown=False))) == HANDS - len(shown)


def test_positions_and_opponents(records: list[HandRecord], index: HandIndex) -> None:
    last = [
        place
        for place, record in enumerate(records)
        if record.players[-1] == "Ann" and position_names(record.game)[-1] == "button"
    ]
    assert find_hands(index, HandSearch(player="Ann", position="button")).tolist() == last
    both = [place for place, record in enumerate(records) if {"Ann", "Bob"} <= {*record.players}]
    assert find_hands(index, HandSearch(player="Ann", opponent="Bob")).tolist() == both


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ({"player": "Zoe"}, "no player is called 'Zoe': give one of "),
        ({"position": "dealer"}, "no position is called 'dealer'"),
        ({"betting": "x"}, "betting 'x': write f, c and r"),
        ({"hand": "AKx"}, "no starting hand is called 'AKx'"),
        ({"street": 4}, "street 4: the streets are 0 to 3"),
    ],
)
def test_what_no_hand_can_have_is_refused(index: HandIndex, search: dict[str, object], message: str) -> None:
    with pytest.raises(StatisticsError, match=re.escape(message)):
        found(index, **search)
