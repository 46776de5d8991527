"""Probabilities before the flop, from the equity and the models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from bots.situations import LIMIT, view_after
from railbird.bots.adaptive.ownbot import PARAMETERS
from railbird.bots.adaptive.preflop_triple import equity_triple, read_preflop, varied_triple
from railbird.errors import BotError
from railbird.games import CALL, FOLD, Action, View, raise_to
from railbird.opponent_models import ActionFrequencies, OpponentModel
from railbird.opponent_models.situations import SITUATIONS

if TYPE_CHECKING:
    from pathlib import Path

LINES = ("", "c", "c c", "r20", "r20 c", "c r20", "r20 r30", "c c r20", "r20 r30 r40", "r20 c r30 r40")
HANDS = ("As Ah", "Ks Qs", "9h 9c", "Jd Tc", "5s 4s", "Qc 2d", "7h 2s")
OWN = read_preflop(PARAMETERS)


def opponent_who(action: Action, *, times: int = 30, sincere: float = 0.8) -> OpponentModel:
    """A model of a player who always takes the same action, where it may fold or raise."""
    model = OpponentModel(prior_weight=10)
    for situation in range(SITUATIONS):
        for _ in range(times):
            model.observe(situation, action)
    for _ in range(times):
        model.observe_showdown([sincere], won=False)
    return model


def triples(played: str, hand: str, model: OpponentModel) -> tuple[ActionFrequencies, ActionFrequencies]:
    view = view_after(LIMIT, played, hole=hand)
    models = {position: model for position in range(3) if position != view.position}
    triple = equity_triple(view, OWN)
    return triple, varied_triple(triple, view, models, OWN)


@pytest.mark.parametrize("action", [FOLD, CALL, raise_to(0)])
@pytest.mark.parametrize("played", LINES)
def test_the_models_keep_the_character_of_the_triple(played: str, action: Action) -> None:
    for hand in HANDS:
        triple, varied = triples(played, hand, opponent_who(action))
        assert sum(triple) == pytest.approx(1)
        assert sum(varied) == pytest.approx(1)
        assert min(*triple, *varied) >= -1e-12
        assert np.abs(np.subtract(triple, varied)).max() <= OWN.bound + 1e-12
        for first in range(3):
            for second in range(3):
                if triple[first] >= triple[second]:
                    assert varied[first] >= varied[second] - 1e-12


@pytest.mark.parametrize("played", LINES)
def test_typical_opponents_change_nothing(played: str) -> None:
    for hand in HANDS:
        triple, varied = triples(played, hand, OpponentModel(prior_weight=10))
        assert varied == pytest.approx(triple)


@pytest.mark.parametrize("played", LINES)
def test_a_better_hand_folds_less_and_raises_more(played: str) -> None:
    views = sorted((view_after(LIMIT, played, hole=hand) for hand in HANDS), key=View.equity)
    ordered = [equity_triple(view, OWN) for view in views]
    assert [triple.fold for triple in ordered] == sorted((triple.fold for triple in ordered), reverse=True)
    assert [triple.raise_ for triple in ordered] == sorted(triple.raise_ for triple in ordered)


def test_it_steals_more_from_blinds_that_fold_to_steals() -> None:
    triple, varied = triples("", "Jd Tc", opponent_who(FOLD))
    assert varied.raise_ > triple.raise_ + 0.01


def test_it_raises_good_hands_more_against_players_who_call() -> None:
    triple, varied = triples("c", "Ks Qs", opponent_who(CALL))
    assert varied.raise_ > triple.raise_


def test_it_respects_raises_of_players_who_raise_rarely_and_sincerely() -> None:
    triple, wary = triples("r20", "Jd Tc", opponent_who(CALL, sincere=1))
    _, bold = triples("r20", "Jd Tc", opponent_who(raise_to(0), sincere=0))
    assert wary.fold > triple.fold > bold.fold


def test_it_never_folds_for_free_nor_raises_beyond_the_cap() -> None:
    assert equity_triple(view_after(LIMIT, "c c", hole="7h 2s"), OWN).fold == 0
    assert equity_triple(view_after(LIMIT, "r20 c r30 r40", hole="As Ah"), OWN).raise_ == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("raise_shares = [", "raise_shares = [1, ", "raise_shares = .* write a list of 4 numbers"),
        ("bound = ", "bound = 9", "bound = .* write a number from 0 to 1"),
        ("raise_shares = [1.03", "raise_shares = [nan", "raise_shares = .* write a list of numbers"),
        ("value_weight = 20", "value_weight = 1000", "value_weight = 1000: write a number from 0 to 100"),
        ("width = 0.05\nbound", "bound", "width is missing"),
        ("steal_weight", "stael_weight", "unknown key 'stael_weight': did you mean steal_weight"),
        ("[preflop]", "[flop]", "unknown key 'flop'|preflop is missing"),
    ],
)
def test_a_wrong_table_is_one_clear_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = PARAMETERS.read_text()
    assert old in text
    path = tmp_path / "own.toml"
    path.write_text(text.replace(old, new))
    with pytest.raises(BotError, match=message):
        read_preflop(path)
