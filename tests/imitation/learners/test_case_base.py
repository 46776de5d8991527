"""Cases after Sartre: similarity in levels, votes and earnings; and the learner that predicts outcomes."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from railbird.errors import LearnerError
from railbird.imitation.learners.best_outcome import BestOutcome
from railbird.imitation.learners.case_base import CaseBase

SEQUENCES = ("", "r", "rr", "c", "cr", "fr", "frc", "rc")
TEXTURES = ("NO_SALIENT", "F", "F+", "S", "F+_S+", "F+_S+_H+")
ACTIONS = ("RAISE", "FOLD", "CALL")


def situations(count: int, seed: int) -> pl.DataFrame:
    generator = np.random.default_rng(seed)

    def words(name: str, values: tuple[str, ...]) -> pl.Series:
        drawn = [values[place] for place in generator.integers(0, len(values), count)]
        return pl.Series(name, drawn, dtype=pl.Enum(values))

    return pl.DataFrame(
        [
            pl.Series("ALL_IN_EQUITY", generator.random(count)),
            pl.Series("ACTIVE_PLAYER_COUNT", generator.integers(2, 4, count).astype(float)),
            words("PREFLOP_ACTION", SEQUENCES),
            words("FLOP_ACTION", SEQUENCES),
            words("BOARD_TEXTURE", TEXTURES),
            words("CLASS_HERO_ACTION_TAKEN", ACTIONS),
            pl.Series("OUTCOME", generator.normal(size=count)),
        ]
    )


def similarity(first: dict[str, object], second: dict[str, object]) -> float:
    """The definition, for two rows."""
    if first["ACTIVE_PLAYER_COUNT"] != second["ACTIVE_PLAYER_COUNT"]:
        return 0.0
    betting = [[row["PREFLOP_ACTION"], row["FLOP_ACTION"]] for row in (first, second)]
    if first["ACTIVE_PLAYER_COUNT"] == 2:
        betting = [[actions.replace("f", "") for actions in streets] for streets in betting]
    raises = [[actions.count("r") for actions in streets] for streets in betting]
    if betting[0] == betting[1]:
        level = 1.0
    elif raises[0] == raises[1]:
        level = 0.9
    else:
        level = 0.8 if sum(raises[0]) == sum(raises[1]) else 0.0
    steps = 0
    for letter in "FSH":
        levels = [row["BOARD_TEXTURE"].split("_") for row in (first, second)]
        one, other = (2 if f"{letter}+" in parts else int(letter in parts) for parts in levels)
        steps += abs(one - other)
    texture = 1 - 0.1 * steps if steps <= 5 else 0.0
    strength = 1 - abs(first["ALL_IN_EQUITY"] ** 2 - second["ALL_IN_EQUITY"] ** 2) / 0.2
    return max(strength, 0.0) * level * texture


@pytest.mark.kernels
def test_weights_are_sums_of_similarities() -> None:
    cases, rows = situations(250, 1), situations(40, 2)
    inputs = cases.columns[:5]
    learner = CaseBase(nearness=0.2)
    learner.fit(cases.select(inputs), cases["CLASS_HERO_ACTION_TAKEN"], outcome=cases["OUTCOME"])
    matrix = rows.select(pl.col(inputs).to_physical().cast(pl.Float64)).to_numpy()
    weights, earned = learner._weights(matrix)
    for place, row in enumerate(rows.iter_rows(named=True)):
        sums, products = dict.fromkeys(ACTIONS, 0.0), dict.fromkeys(ACTIONS, 0.0)
        for case in cases.iter_rows(named=True):
            alike = similarity(row, case)
            sums[case["CLASS_HERO_ACTION_TAKEN"]] += alike
            products[case["CLASS_HERO_ACTION_TAKEN"]] += alike * case["OUTCOME"]
        assert weights[place] == pytest.approx(list(sums.values()))
        assert earned[place] == pytest.approx(list(products.values()))


def test_a_vote_and_the_best_earnings_may_differ() -> None:
    """1.1: the most frequent action, or the one that has earned most."""
    frame = situations(1, 1).drop("CLASS_HERO_ACTION_TAKEN", "OUTCOME")
    rows = pl.concat([frame] * 5)
    target = pl.Series("CLASS_A", ["CALL", "CALL", "CALL", "RAISE", "RAISE"], dtype=pl.Enum(ACTIONS))
    outcome = pl.Series([-1.0, 0.0, 1.0, 5.0, 3.0])
    vote = CaseBase().fit(rows, target, outcome=outcome)
    earnings = CaseBase("earnings").fit(rows, target, outcome=outcome)
    row = frame.row(0, named=True)
    assert (vote.predict_one(row), earnings.predict_one(row)) == ("CALL", "RAISE")
    far = {**row, "ALL_IN_EQUITY": 5.0}
    assert (vote.predict_one(far), earnings.predict_one(far)) == ("CALL", "CALL")  # without a similar case


def test_the_two_player_cases_take_over_once_one_has_folded() -> None:
    three = situations(1, 3).with_columns(ACTIVE_PLAYER_COUNT=3.0, FLOP_ACTION=pl.lit("fr", dtype=pl.Enum(SEQUENCES)))
    two = three.with_columns(ACTIVE_PLAYER_COUNT=2.0)
    rows = pl.concat([three, two]).drop("CLASS_HERO_ACTION_TAKEN", "OUTCOME")
    target = pl.Series("CLASS_A", ["FOLD", "RAISE"], dtype=pl.Enum(ACTIONS))
    learner = CaseBase().fit(rows, target)
    without_fold = {**rows.row(1, named=True), "FLOP_ACTION": "r"}
    assert learner.predict_one(without_fold) == "RAISE"
    assert learner.predict_one({**without_fold, "ACTIVE_PLAYER_COUNT": 3.0}) == "FOLD"


def test_the_best_outcome_is_chosen_whatever_was_done() -> None:
    generator = np.random.default_rng(4)
    equity = generator.random(3000)
    taken = generator.integers(0, 3, 3000)
    # A raise earns with good hands, a call nothing, a fold costs a little; the player acts at random.
    outcome = np.where(taken == 0, 20 * (equity - 0.5), np.where(taken == 1, -3.0, 0.0)) + generator.normal(size=3000)
    rows = pl.DataFrame({"ALL_IN_EQUITY": equity})
    target = pl.Series("CLASS_A", [ACTIONS[code] for code in taken], dtype=pl.Enum(ACTIONS))
    learner = BestOutcome(rounds=30).fit(rows, target, outcome=pl.Series(outcome))
    answers = learner.predict(pl.DataFrame({"ALL_IN_EQUITY": [0.1, 0.3, 0.7, 0.9]}))
    assert answers.to_list() == ["CALL", "CALL", "RAISE", "RAISE"]
    expected = learner.expected_outcomes(pl.DataFrame({"ALL_IN_EQUITY": [0.9]})).row(0, named=True)
    assert expected["RAISE"] == pytest.approx(8, abs=1)
    assert expected["FOLD"] == pytest.approx(-3, abs=0.5)


def test_bad_input_is_one_line() -> None:
    frame = situations(30, 1)
    target = frame["CLASS_HERO_ACTION_TAKEN"]
    with pytest.raises(LearnerError, match="cases are compared by ALL_IN_EQUITY"):
        CaseBase().fit(frame.select("FLOP_ACTION"), target)
    with pytest.raises(LearnerError, match="decision=earnings needs what the hero won"):
        CaseBase("earnings").fit(frame.select("ALL_IN_EQUITY"), target)
    with pytest.raises(LearnerError, match="best-outcome needs what the hero won"):
        BestOutcome().fit(frame.select("ALL_IN_EQUITY"), target)
    with pytest.raises(LearnerError, match="decision=coin: give vote or earnings"):
        CaseBase("coin")
    with pytest.raises(LearnerError, match="nearness=0: give a number above 0"):
        CaseBase(nearness=0)
