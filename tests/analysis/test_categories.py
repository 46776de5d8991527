"""The eleven categories of wins and losses at both of their bounds, at the thesis' stakes and at others."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from analysis.histories import CARDS, HEADS_UP, LIMIT, NAMES, NOLIMIT, RIVER, cells, hand, of_player, tally_of
from games.hands_at_random import nolimit
from railbird.analysis import categories
from railbird.games import CALL, FOLD, Deal, HandRecord, State, game_named

if TYPE_CHECKING:
    from railbird.games import Chips, GameDefinition

THESIS = {
    "SmallBlindLose": (-50, -1),
    "BigBlindLose": (-100, -51),
    "SmallLose": (-1500, -101),
    "HighLose": (-19_999, -1501),
    "AllInLose": (-20_000, -20_000),
    "NoWin": (0, 0),
    "MinWin": (1, 150),
    "MediumWin": (151, 3000),
    "HighWin": (3001, 19_999),
    "AllInWin": (20_000, 39_999),
    "MaxWin": (40_000, 40_000),
}
LIMIT_2P = game_named("holdem.limit.2p.reverse_blinds")
BOUNDS = [(net, name) for name, bounds in THESIS.items() for net in bounds]


def category(game: GameDefinition, net: Chips, *, position: int = 0) -> str:
    """Of a player with this result: categories go by what the record says."""
    state = State.start_unchecked(game, Deal((), ()))
    while not state.is_over:
        state = state.apply(FOLD if state.legal_actions().fold else CALL)
    names = NAMES[: game.players]
    payoffs: list[Chips] = [0] * game.players
    payoffs[position], payoffs[position - 1] = net, -net
    record = HandRecord(game, 0, players=names, hole_cards=(), board=(), actions=state.actions, payoffs=tuple(payoffs))
    (name,) = of_player(tally_of(record), "categories", "hands", player=names[position])
    return str(name)


def test_the_names_are_those_of_the_thesis() -> None:
    assert list(THESIS) == list(categories.NAMES)
    assert len(categories.DEFINITIONS) == 11


@pytest.mark.parametrize(("net", "name"), BOUNDS)
@pytest.mark.parametrize("position", [0, 2])
def test_bounds_at_50_and_100_with_stacks_of_20_000(net: int, name: str, position: int) -> None:
    assert category(NOLIMIT, net, position=position) == name


@pytest.mark.parametrize(("net", "name"), BOUNDS)
def test_bounds_are_scaled_to_other_stakes(net: int, name: str) -> None:
    """At 5 and 10 with stacks of 2,000: a tenth, and between whole chips there is no gap."""
    game = nolimit(2000, 2000, 2000, blinds=(5, 10, 0))
    assert category(game, Fraction(net, 10)) == name


def test_parts_of_chips_are_in_the_next_category() -> None:
    part = Fraction(1, 2520)
    assert category(NOLIMIT, -50 - part) == "BigBlindLose"
    assert category(NOLIMIT, -100 - part) == "SmallLose"
    assert category(NOLIMIT, -1500 - part) == "HighLose"
    assert category(NOLIMIT, -part) == "SmallBlindLose"
    assert category(NOLIMIT, part) == "MinWin"
    assert category(NOLIMIT, 150 + part) == "MediumWin"
    assert category(NOLIMIT, 3000 + part) == "HighWin"
    assert category(NOLIMIT, 20_000 - part) == "HighWin"
    assert category(NOLIMIT, 40_000 - part) == "AllInWin"


@pytest.mark.parametrize(
    ("net", "name"),
    [*[(net, name) for net, name in BOUNDS if -20_000 <= net < 20_000], (20_000, "AllInWin")],
)
def test_two_players_have_no_max_win(net: int, name: str) -> None:
    assert category(HEADS_UP, net) == name
    assert category(HEADS_UP, net, position=1) == name


def test_two_players_have_no_max_win_whatever_a_log_says() -> None:
    assert category(HEADS_UP, 1_000_000) == "AllInWin"
    assert category(LIMIT_2P, 2**33) == "AllInWin"


@pytest.mark.parametrize(
    ("net", "name"),
    [
        (-5, "SmallBlindLose"),
        (-10, "BigBlindLose"),
        (-11, "SmallLose"),
        (-150, "SmallLose"),
        (-151, "HighLose"),
        (-1_000_000, "HighLose"),
        (15, "MinWin"),
        (16, "MediumWin"),
        (300, "MediumWin"),
        (301, "HighWin"),
        (1_000_000, "HighWin"),
    ],
)
def test_nobody_is_all_in_with_unlimited_stacks(net: int, name: str) -> None:
    assert category(LIMIT, net) == name


@pytest.mark.parametrize(
    ("position", "net", "name"),
    [
        (0, 299, "MediumWin"),
        (0, 300, "AllInWin"),
        (0, 600, "AllInWin"),
        (0, -300, "AllInLose"),
        (1, 300, "MediumWin"),
        (1, 5299, "AllInWin"),
        (1, 5300, "MaxWin"),
        (1, -1000, "AllInLose"),
        (2, 1299, "MediumWin"),
        (2, 1300, "MaxWin"),
        (2, -4999, "HighLose"),
        (2, -5000, "AllInLose"),
    ],
)
def test_each_has_a_stack_of_its_own(position: int, net: int, name: str) -> None:
    assert category(nolimit(300, 1000, 5000), net, position=position) == name


def test_kuhn_has_stacks_of_two_blinds() -> None:
    game = game_named("kuhn.limit.3p")
    names = [category(game, net) for net in (-2, -1, 0, 1, 2, 3, 4)]
    assert names == ["AllInLose", "SmallBlindLose", "NoWin", "MinWin", "AllInWin", "AllInWin", "MaxWin"]


def test_chips_and_shares_of_played_hands() -> None:
    counted = tally_of(
        hand(NOLIMIT, f"r20000cc///:{CARDS}{RIVER}:40000|-20000|-20000"),
        hand(NOLIMIT, f"r20000fc///:{CARDS}{RIVER}:-50|20050|-20000"),
        hand(NOLIMIT, f"ff:{CARDS}:-50|50|0"),
        hand(NOLIMIT, f"r300ff:{CARDS}:-50|-100|150"),
    )
    assert of_player(counted, "categories", "hands", player="Ann") == {"SmallBlindLose": 3, "MaxWin": 1}
    assert of_player(counted, "categories", "chips", player="Ann") == {"SmallBlindLose": -150, "MaxWin": 40_000}
    assert of_player(counted, "categories", "share", player="Ann") == {"SmallBlindLose": 3 / 4, "MaxWin": 1 / 4}
    assert of_player(counted, "categories", "hands", player="Bob") == {
        "BigBlindLose": 1,
        "AllInLose": 1,
        "MinWin": 1,
        "AllInWin": 1,
    }
    assert of_player(counted, "categories", "hands", player="Cleo") == {"AllInLose": 2, "NoWin": 1, "MinWin": 1}
    assert cells(counted, "categories", "chips")["Cleo", "NoWin"] == 0
