"""Named sets of attributes, on the attributes of three-player limit hold'em."""

from __future__ import annotations

import pytest

from railbird.errors import DatasetError
from railbird.games import game_named
from railbird.imitation.attributes import attributes_of, schemas_of
from railbird.imitation.selection import choose_inputs

GAME = game_named("holdem.limit.3p")
SCHEMAS = schemas_of(GAME, attributes_of(GAME))


@pytest.mark.parametrize(("street", "count"), [("preflop", 19), ("flop", 26), ("turn", 33), ("river", 40)])
def test_table_7_leaves_out_what_single_players_did(street: str, count: int) -> None:
    """Table 7 has 19 attributes preflop, and 7 more on each later street."""
    everything = set(choose_inputs(SCHEMAS[street], street, "all"))
    left_out = everything - set(choose_inputs(SCHEMAS[street], street))
    assert len(left_out) == count
    assert left_out == {name for name in everything if attributes_of(GAME)[name].section == "A.8"}


def test_table_11() -> None:
    names = {street: choose_inputs(SCHEMAS[street], street, "simplified") for street in SCHEMAS}
    assert {street: len(chosen) for street, chosen in names.items()} == {
        "preflop": 4,
        "flop": 6,
        "turn": 10,
        "river": 8,
    }
    assert set(names["preflop"]) == {
        "ACTIVE_PLAYER_COUNT",
        "PREFLOP_ACTION_ABSTR_ALL",
        "ALL_IN_EQUITY",
        "POT_ODDS_TO_ALL_IN_EQUITY_RATIO",
    }


def test_table_10_without_what_the_ratio_is_computed_from() -> None:
    with_base = choose_inputs(SCHEMAS["river"], "river")
    without = choose_inputs(SCHEMAS["river"], "river", "without-base")
    assert set(with_base) - set(without) == {
        "MAX_BET_SIZE_THIS_STREET",
        "POT_SIZE",
        "INVESTED_THIS_STREET",
        "CALL_AMOUNT",
        "HERO_INVESTED_THIS_STREET",
        "INVESTED_THIS_STREET_OPPONENT_0",
        "INVESTED_THIS_STREET_OPPONENT_1",
        "ALL_IN_EQUITY",
        "ALL_IN_EQUITY_2PLAYERS",
        "POT_ODDS",
    }


def test_section_6_3_1_one_form_of_hole_cards() -> None:
    forms = [{*choose_inputs(SCHEMAS["flop"], "flop", f"hole-cards-{form}")} for form in "abc"]
    common = forms[0] & forms[1] & forms[2]
    assert [form - common for form in forms] == [
        {"HERO_HOLE_CARDS"},
        {"ABSTRACTED_HOLE_CARDS", "HERO_HOLE_CARD_HIGH_SUIT", "HERO_HOLE_CARD_LOW_SUIT"},
        {"HERO_HOLE_CARD_HIGH", "HERO_HOLE_CARD_LOW", "HERO_HOLE_CARD_HIGH_SUIT", "HERO_HOLE_CARD_LOW_SUIT"},
    ]


def test_no_set_has_the_future_or_the_class() -> None:
    for street, schema in SCHEMAS.items():
        for name in choose_inputs(schema, street, "all"):
            assert not name.startswith(("FUTURE_", "CLASS_"))


def test_lists_of_names() -> None:
    assert choose_inputs(SCHEMAS["preflop"], "preflop", "POT_ODDS, FLOP_RAISES") == ["POT_ODDS"]
    with pytest.raises(DatasetError, match="it is known only when the hand is over"):
        choose_inputs(SCHEMAS["preflop"], "preflop", "FUTURE_HERO_OUTCOME")
    with pytest.raises(DatasetError, match="preflop has no attributes of 'FLOP_RAISES'"):
        choose_inputs(SCHEMAS["preflop"], "preflop", "FLOP_RAISES")
