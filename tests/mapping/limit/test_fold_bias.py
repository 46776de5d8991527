"""The bias: learned from hands, written, read, and added to the probability of a fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mapping.limit.limit_views import GAME, view_of
from railbird.cards import parse_cards
from railbird.cards.hands import parse_class
from railbird.errors import BotError
from railbird.formats.betting import read_betting
from railbird.games import CALL, FOLD, HandRecord, raise_to
from railbird.mapping.limit.fold_bias import (
    FoldBias,
    FrequencyPair,
    learn_bias,
    read_bias,
    with_more_folds,
    write_bias,
)
from railbird.opponent_models import ActionFrequencies

if TYPE_CHECKING:
    from pathlib import Path

Q2O = FrequencyPair(mapped=ActionFrequencies(0.0, 0.136, 0.864), model=ActionFrequencies(0.974, 0.026, 0.0))
FLOP_OF_THREE = FrequencyPair(
    mapped=ActionFrequencies(0.017, 0.347, 0.636), model=ActionFrequencies(0.15, 0.543, 0.307)
)
BIAS = FoldBias(by_hand={parse_class("Q2o"): Q2O}, by_street={(0, 3): FLOP_OF_THREE, (1, 3): FLOP_OF_THREE})


def hand_of(betting: str, *, number: int = 0, hole: str = "Qh 2d", others: str = "As Ks Ac Kc") -> HandRecord:
    """The model player is the small blind, the mapped bot the big blind; both may hold the same kind of hand."""
    cards = parse_cards(others)
    hands = (tuple(parse_cards(hole)), tuple(parse_cards("Qs 2c")), tuple(cards[2:]))
    actions = read_betting(GAME, betting)
    return HandRecord(GAME, number, ("model", "mapped", "third"), hands, (), actions, (0, 0, 0))


def test_glockner_bias_of_q2o() -> None:
    assert Q2O.fold_shift == pytest.approx(0.974)
    assert BIAS.fold_shift(view_of("r", hole="Qh 2d")) == pytest.approx(0.974)
    # Suited it is another hand, for which the street and the number of players count.
    assert BIAS.fold_shift(view_of("r", hole="Qh 2h")) == pytest.approx(0.133)


def test_glockner_frequencies_of_the_flop_with_three_players() -> None:
    assert BIAS.fold_shift(view_of("ccc/r")) == pytest.approx(0.133)
    assert BIAS.fold_shift(view_of("ccc/")) == 0  # nothing is owed
    assert BIAS.fold_shift(view_of("cfc/r")) == 0  # never seen with two players


def test_the_bias_is_added_clipped_and_the_rest_rescaled() -> None:
    raise_ = raise_to(20)
    assert with_more_folds({FOLD: 0.2, CALL: 0.6, raise_: 0.2}, 0.4) == pytest.approx(
        {FOLD: 0.6, CALL: 0.3, raise_: 0.1}
    )
    assert with_more_folds({FOLD: 0.2, CALL: 0.6, raise_: 0.2}, -0.5) == pytest.approx(
        {FOLD: 0.0, CALL: 0.75, raise_: 0.25}
    )
    assert with_more_folds({FOLD: 0.2, CALL: 0.8}, 0.974) == pytest.approx({FOLD: 1.0, CALL: 0.0})
    assert with_more_folds({CALL: 0.8, raise_: 0.2}, 0.5) == pytest.approx({FOLD: 0.5, CALL: 0.4, raise_: 0.1})
    assert with_more_folds({FOLD: 1.0}, -0.25) == pytest.approx({FOLD: 0.75, CALL: 0.25})
    assert with_more_folds({FOLD: 0.2, CALL: 0.8}, 0.0) == {FOLD: 0.2, CALL: 0.8}


def test_frequencies_are_counted_by_hand_street_and_players() -> None:
    # The model player folds twice of three, the mapped bot never.
    hands = [hand_of("rfc/cc/cc/cc"), hand_of("rfr", number=1), hand_of("rcc/ccc", number=2)]
    bias = learn_bias(hands, model="model", mapped="mapped", fewest=3)
    assert bias.by_hand == {
        parse_class("Q2o"): FrequencyPair(
            mapped=ActionFrequencies(0, 2 / 3, 1 / 3), model=ActionFrequencies(2 / 3, 1 / 3, 0)
        )
    }
    assert bias.by_street == {}
    every = learn_bias(hands, model="model", mapped="mapped", fewest=1)
    assert [*every.by_street] == [(0, 3), (1, 3)]
    assert every.by_street[0, 3].model == ActionFrequencies(2 / 3, 1 / 3, 0)


def test_a_player_who_is_not_in_the_log_is_named() -> None:
    with pytest.raises(BotError, match="no hand was played by modle: did you mean model"):
        learn_bias([hand_of("rfc/")], model="modle", mapped="mapped")


def test_a_bias_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "bias.toml"
    write_bias(BIAS, path)
    assert read_bias(path) == BIAS


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[hand]\n", "unknown key 'hand': did you mean hands?"),
        ("[hands.Q2x]\n", "unknown class of hands 'Q2x'"),
        ("[hands.Q2o]\nmapped = [0.0, 0.5, 0.5]\nmodel = [0.9, 0.9, 0.0]\n", "which sum to 1"),
        ("[hands.Q2o]\nmapped = [0.5, 0.5]\nmodel = [1, 0, 0]\n", "write the shares"),
        ("[streets.flop.4]\n", "unknown key '4'"),
        ("hands = 3\n", "write a table"),
        ("[[", "this is not TOML"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "bias.toml"
    path.write_text(text)
    with pytest.raises(BotError) as refusal:
        read_bias(path)
    assert complaint in str(refusal.value)
    assert "bias.toml" in str(refusal.value)
