"""Menus by name, in TOML files, and in the description of strategy files."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.abstraction.betting_tree import count_tree
from railbird.abstraction.menu import BetMenu, BetSizes, StreetMenu, parse_menu
from railbird.abstraction.menu_file import MENU_NAMES, menu_as_json, menu_from_json, read_menu
from railbird.errors import GameError
from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path

GAME = game_named("holdem.nolimit.2p.reverse_blinds")
STACK, BIG_BLIND = 20_000, 100

SIZES = st.builds(BetSizes, st.lists(st.floats(0.01, 100), min_size=1, max_size=8).map(tuple), st.booleans())
STREETS = st.builds(
    StreetMenu,
    first=SIZES,
    later=SIZES,
    all_in_above=st.floats(0, 1, exclude_min=True),
    most_raises=st.integers(1, 255),
)
MENUS = st.builds(BetMenu, st.lists(STREETS, min_size=1, max_size=4).map(tuple), st.text(max_size=5))


@settings(max_examples=40)
@given(MENUS)
def test_menus_survive_json_and_toml_exactly(menu: BetMenu) -> None:
    as_json = menu_as_json(menu)
    again = menu_from_json(json.loads(json.dumps(as_json)))
    assert (again, again.name) == (menu, menu.name)
    as_toml = {key: value for key, value in as_json.items() if key != "name"}
    assert menu_from_json(tomllib.loads(tomli_w.dumps(as_toml))) == menu


@pytest.mark.parametrize("text", ["1,all-in", "min,0.5,1,all-in", "0.1"])
def test_the_notation_of_earlier_files_is_a_menu(text: str) -> None:
    assert menu_from_json(text) == parse_menu(text)


def test_a_file_has_defaults_at_the_top_and_streets_below(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('first = ["min", 0.5, "all-in"]\nmost_raises = 3\n[preflop]\nfirst = [1]\n[river]\nlater = [2]\n')
    menu = read_menu(str(path))
    half = BetSizes((0.5,), smallest=True)
    pot, two_pots = BetSizes((1.0,), all_in=False), BetSizes((2.0,), all_in=False)
    assert menu.street(0) == StreetMenu(first=pot, later=pot, most_raises=3)
    assert menu.street(1) == menu.street(2) == StreetMenu(first=half, later=half, most_raises=3)
    assert menu.street(3) == StreetMenu(first=half, later=two_pots, most_raises=3)
    assert (menu.name, str(menu)) == ("own.toml", "own.toml")


def test_a_file_that_has_a_notation_prints_as_it(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('first = ["min", 0.5, "all-in"]\n')
    assert str(read_menu(str(tmp_path / "own.toml"))) == "min,0.5,all-in"


def test_the_menu_of_the_literature_is_as_it_is_printed() -> None:
    """Lilienthal 2019, section 3.2."""
    menu = read_menu("lilienthal")
    first = (0.25, 0.5, 0.75, 1, 1.5, 2, 4, 8, 15, 25, 50)
    later = (0.25, 0.5, 1, 2, 4, 8, 15, 25, 50)
    assert [len(first), len(later)] == [11, 9]
    for street, share in enumerate((0.6, 0.75, 0.75, 0.75)):
        assert menu.street(street) == StreetMenu(first=BetSizes(first), later=BetSizes(later), all_in_above=share)
    assert str(menu) == "lilienthal"


@pytest.mark.parametrize(("name", "decisions", "choices"), [("small", 19_996, 53_357), ("medium", 74_096, 203_265)])
def test_menus_of_the_package_have_the_sizes_that_are_documented(name: str, decisions: int, choices: int) -> None:
    size = count_tree(GAME, read_menu(name))
    assert (size.decisions.sum(), size.choices.sum()) == (decisions, choices)


@pytest.mark.parametrize("name", [*MENU_NAMES, "1,all-in", "0.5,1,2,all-in"])
def test_sizes_are_those_of_counting_by_states(name: str) -> None:
    menu = read_menu(name)
    decisions, choices = CountByStates(menu).count()
    if name != "lilienthal":  # its tree takes seconds
        size = count_tree(GAME, menu)
        assert size.decisions.sum(axis=0).tolist() == decisions
        assert size.choices.sum(axis=0).tolist() == choices
    else:
        assert (sum(decisions), sum(choices)) == (14_272_280, 38_517_929)


@pytest.mark.deep
def test_the_tree_of_the_menu_of_the_literature_is_counted() -> None:
    size = count_tree(GAME, read_menu("lilienthal"))
    assert (size.decisions.sum(), size.choices.sum()) == (14_272_280, 38_517_929)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("first = [1]\nlatter = [2]", "own.toml: unknown key 'latter': did you mean later?"),
        ("first = [1]\n[flopp]\nfirst = [2]", "own.toml: unknown key 'flopp': did you mean flop?"),
        ("first = [1]\n[flop]\nmost_raise = 2", "own.toml, flop: unknown key 'most_raise': did you mean most_raises?"),
        ("later = [1]", r"own.toml: first is missing: write a list of bets such as first = \[0.5, 1, \"all-in\"\]"),
        ("[preflop]\nfirst = [1]", "own.toml: first is missing"),
        ("first = []", "own.toml, first: a menu without any bet"),
        ("first = [0]", r"own.toml, first: bets of \(0.0,\) pots: each must be a number above 0"),
        ('first = ["half"]', "own.toml, first: bet 'half' in 'half': a bet is min, all-in or a part"),
        ("first = 1", "own.toml: first = 1: write a list of numbers or texts"),
        ("first = [true]", r"own.toml: first = \[True\]: write a list of numbers or texts"),
        (
            "first = [1]\nall_in_above = 60",
            "own.toml: all-in above 60.0 of the stack: give a share above 0 and up to 1",
        ),
        ("first = [1]\nmost_raises = 0", "own.toml: most_raises = 0: write a whole number of at least 1"),
        ("first = [1", "own.toml: this is not TOML"),
    ],
)
def test_files_that_are_wrong_are_one_line(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "own.toml").write_text(content)
    with pytest.raises(GameError, match=message) as raised:
        read_menu(str(tmp_path / "own.toml"))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nowhere.toml", "nowhere.toml: No such file or directory; the menus lilienthal, medium, small come with"),
        ("smal", "bet 'smal' in 'smal': a bet is min, all-in or .*; did you mean the menu small?"),
        ("1,pot", "bet 'pot' in '1,pot': a bet is min, all-in or a part of the pot such as 0.5$"),
    ],
)
def test_menus_that_do_not_exist_are_refused(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_menu(text)


@pytest.mark.parametrize("value", [None, 3, ["1"], {"first": [1], "bets": [2]}])
def test_values_that_are_no_menus_are_refused(value: object) -> None:
    with pytest.raises(GameError, match=r"is not a bet menu|the menu: unknown key 'bets'"):
        menu_from_json(value)


class CountByStates:
    """Decisions and choices of a two-player tree by street, each betting state counted once and then remembered.

    Histories that lead to the same chips, the same smallest raise and the same place in the street have equal subtrees.
    """

    def __init__(self, menu: BetMenu) -> None:
        self.menu = menu
        self.known: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}

    def count(self) -> tuple[list[int], list[int]]:
        return self.below(0, own=BIG_BLIND // 2, other=BIG_BLIND, lowest=2 * BIG_BLIND, raises=0, acted=0)

    def below(
        self, street: int, *, own: int, other: int, lowest: int, raises: int, acted: int
    ) -> tuple[list[int], list[int]]:
        rules = self.menu.street(street)
        key = (street, own, other, lowest, min(raises, rules.most_raises), acted)
        if key not in self.known:
            bet = max(own, other)
            children = [self.after_call(street, other=other, bet=bet, lowest=lowest, raises=raises, acted=acted)]
            for total in self.totals(street, other=other, bet=bet, lowest=lowest, raises=raises):
                higher = max(lowest, 2 * total - bet)
                children.append(self.below(street, own=other, other=total, lowest=higher, raises=raises + 1, acted=1))
            decisions, choices = (
                [sum(column) for column in zip(*counts, strict=True)] for counts in zip(*children, strict=True)
            )
            decisions[street] += 1
            choices[street] += len(children) + (own < bet)
            self.known[key] = decisions, choices
        return self.known[key]

    def after_call(
        self, street: int, *, other: int, bet: int, lowest: int, raises: int, acted: int
    ) -> tuple[list[int], list[int]]:
        if not acted:
            return self.below(street, own=other, other=bet, lowest=lowest, raises=raises, acted=1)
        if bet == STACK or street == 3:
            return [0] * 4, [0] * 4
        return self.below(street + 1, own=bet, other=bet, lowest=bet + BIG_BLIND, raises=0, acted=0)

    def totals(self, street: int, *, other: int, bet: int, lowest: int, raises: int) -> set[int]:
        if other == STACK:
            return set()
        rules = self.menu.street(street)
        sizes = rules.later if raises else rules.first
        low, wanted = min(lowest, STACK), set()
        if raises < rules.most_raises:
            wanted = {min(max(bet + round(part * 2 * bet), low), STACK) for part in sizes.pot_parts}
            wanted |= {low} if sizes.smallest else set()
        wanted = {STACK if total > rules.all_in_above * STACK else total for total in wanted}
        return wanted | ({STACK} if sizes.all_in else set())
