"""The registry of attributes against the appendix of Kischka 2014."""

from __future__ import annotations

from collections import Counter

import pytest

from railbird.errors import DatasetError
from railbird.games import game_named
from railbird.imitation.attributes import attributes_of, schemas_of
from railbird.imitation.dataset import AttributeKind, AttributePrefix

LIMIT = game_named("holdem.limit.3p")
REGISTRY = attributes_of(LIMIT)


def test_appendix_a_defines_113_attributes() -> None:
    sections = Counter(definition.section for definition in REGISTRY.values())
    assert sections == {
        "A.1": 2,
        "A.2": 5,
        "A.3": 7,
        "A.4": 4,
        "A.5": 7,
        "A.6": 15,
        "A.7": 18,
        "A.8": 40,
        "A.9": 10,
        "A.10": 5,
    }
    assert len(REGISTRY) == 113


def test_table_1_attributes_by_street() -> None:
    """The data of the experiments has neither the amount to invest nor the future."""
    schemas = schemas_of(LIMIT, [name for name in REGISTRY if name != "CLASS_TO_INVEST"])
    known = {
        street: [a for a in schema.attributes if a.prefix is not AttributePrefix.FUTURE]
        for street, schema in schemas.items()
    }
    assert {street: len(attributes) for street, attributes in known.items()} == {
        "preflop": 55,
        "flop": 79,
        "turn": 93,
        "river": 106,
    }


def test_section_5_2_1_and_appendix_numbers_of_values() -> None:
    numbers = {name: len(REGISTRY[name].values) for name in REGISTRY}
    assert numbers["HERO_HOLE_CARDS"] == 1327
    assert numbers["ABSTRACTED_HOLE_CARDS"] == 92
    assert numbers["PREFLOP_ACTION"] == 178
    for name in ("FLOP_ACTION", "TURN_ACTION", "RIVER_ACTION", "CURRENT_STREET_ACTION"):
        assert numbers[name] == 370
    assert numbers["BOARD_TEXTURE"] == 27
    assert numbers["SIMPLE_BOARD_TEXTURE"] == 9
    assert numbers["HAND_RANK"] == 9
    assert numbers["HAND_TYPE"] == 11
    assert numbers["FLOP_CARD_1"] == 53
    assert numbers["HERO_HOLE_CARD_HIGH"] == 14
    assert numbers["HERO_HOLE_CARD_LOW_SUIT"] == 5
    assert numbers["HERO_POSITION"] == 11
    assert numbers["FLOP_ACTION_ABSTR"] == 7
    assert numbers["DRAWS"] == 4


def test_values_are_in_the_order_of_the_appendix() -> None:
    hands = REGISTRY["HERO_HOLE_CARDS"].values
    assert hands[:7] == ("3c2c", "3c2d", "3c2h", "3c2s", "4c2c", "4c3c", "4c2d")
    assert hands[-5:] == ("AsTs", "AsJs", "AsQs", "AsKs", "INVALID")
    ranks = REGISTRY["ABSTRACTED_HOLE_CARDS"].values
    assert ranks[:8] == ("22", "33", "32", "44", "42", "43", "55", "52")
    assert ranks[-5:] == ("AT", "AJ", "AQ", "AK", "INVALID")
    betting = REGISTRY["PREFLOP_ACTION"].values
    assert betting[:5] == ("", "r", "rr", "rrr", "rrrf")
    assert betting[-4:] == ("ccrcf", "ccrcc", "ccf", "ccc")


@pytest.mark.parametrize(("raises", "all_sequences", "without_ends"), [(3, 223, 178), (4, 463, 370)])
def test_betting_sequences_are_those_of_a_plain_walk(raises: int, all_sequences: int, without_ends: int) -> None:
    def walk(sequence: str, waiting: list[int], players: set[int]) -> set[str]:
        found = {sequence}
        if waiting and len(players) > 1:
            acting, *others = waiting
            found |= walk(sequence + "c", others, players)
            found |= walk(sequence + "f", others, players - {acting})
            if sequence.count("r") < raises:
                after = [(acting + step) % 3 for step in (1, 2)]
                found |= walk(sequence + "r", [player for player in after if player in players], players)
        return found

    found = walk("", [0, 1, 2], {0, 1, 2})
    assert len(found) == all_sequences
    open_ones = {sequence for sequence in found if sequence.count("f") < 2}
    assert len(open_ones) == without_ends
    name = "PREFLOP_ACTION" if raises == 3 else "RIVER_ACTION"
    assert set(REGISTRY[name].values) == open_ones


def test_sequences_of_every_street_are_values_of_the_current_street() -> None:
    assert set(REGISTRY["PREFLOP_ACTION"].values) <= set(REGISTRY["CURRENT_STREET_ACTION"].values)


@pytest.mark.parametrize("game", ["holdem.limit.3p", "holdem.nolimit.6p"])
def test_the_future_never_reaches_a_learner(game: str) -> None:
    names = attributes_of(game_named(game))
    future = {name for name in names if "FUTURE" in name}
    assert len(future) == 1 + 2 * (game_named(game).players - 1)
    for schema in schemas_of(game_named(game), names).values():
        assert not future & {attribute.name for attribute in schema.inputs}
        for name in future:
            with pytest.raises(DatasetError, match="known only when the hand is over"):
                schema.chosen_inputs([name])


@pytest.mark.parametrize(("game", "opponents"), [("holdem.limit.2p.reverse_blinds", 1), ("holdem.nolimit.6p", 5)])
def test_opponents_are_numbered_up_to_the_table_size(game: str, opponents: int) -> None:
    names = attributes_of(game_named(game))
    assert sum(name.startswith("OPPONENT_HAS_FOLDED_") for name in names) == opponents
    assert f"HISTORY_VPIP_OPPONENT_{opponents - 1}" in names


def test_no_limit_games_have_sizes_of_raises_and_betting_as_text() -> None:
    registry = attributes_of(game_named("holdem.nolimit.3p"))
    assert registry["FLOP_ACTION"].kind is AttributeKind.STRING
    assert {name for name, definition in registry.items() if not definition.section} == {
        "CLASS_RAISE_POT_FRACTION",
        "LAST_RAISE_POT_FRACTION",
    }


def test_every_attribute_says_what_it_means() -> None:
    for definition in REGISTRY.values():
        assert definition.description.endswith(".")
        assert definition.streets


def test_games_that_are_not_holdem_are_refused() -> None:
    with pytest.raises(DatasetError, match=r"no attributes for leduc.limit.2p: they are defined for hold'em"):
        attributes_of(game_named("leduc.limit.2p"))
