"""Standard fields of bots: their bots and games, and names and games that do not fit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.arena import FIELDS, BotField, field_named
from railbird.errors import GameError
from railbird.games import game_named


def test_the_reference_field_has_seven_bots_in_three_player_limit() -> None:
    field = field_named("reference")
    assert field.game == "holdem.limit.3p"
    assert len({*field.bots}) == 7


@pytest.mark.parametrize("field", FIELDS.values(), ids=str)
def test_the_game_of_a_field_fits_whatever_it_is_called(field: BotField) -> None:
    field.check_game(replace(game_named(field.game), name="mine"))


@pytest.mark.parametrize("game", ["holdem.nolimit.3p", "holdem.limit.2p.reverse_blinds", "kuhn.limit.3p"])
def test_another_game_is_refused(game: str) -> None:
    with pytest.raises(GameError, match=rf"reference plays holdem.limit.3p, not {game}: leave the game out"):
        field_named("reference").check_game(game_named(game))


@pytest.mark.parametrize(
    ("name", "hint"), [("referense", "did you mean reference"), ("strong", "give one of reference"), ("", "give one")]
)
def test_an_unknown_field_is_refused_with_the_nearest_name(name: str, hint: str) -> None:
    with pytest.raises(GameError, match=f"no field is called '{name}': {hint}"):
        field_named(name)
