"""A model in the seat of its original: agreement, deviations and tables by seat (Kischka 2014, tables 14 to 16)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from imitation.calling_model import GAME, calling_model
from railbird.cli import app
from railbird.errors import GameError, StoreError
from railbird.imitation.comparison.action_deviations import action_deviations
from railbird.imitation.comparison.model_agreement import agreement_table
from railbird.imitation.comparison.place_runs import HERO, MODEL, ORIGINAL, PlacePlans, PlaceRuns, play_in_place
from railbird.imitation.comparison.placed_hands import PlacedHands
from railbird.imitation.comparison.play_comparison import PlayComparison
from railbird.imitation.comparison.seat_tables import seat_tables, with_differences
from railbird.statistics import COUNT, SHARE, Column, Table

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 40


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return calling_model(tmp_path_factory.mktemp("calling"))


def plans(original: str, model: Path, *, hands: int = HANDS) -> PlacePlans:
    return PlacePlans.of(original, model, ["call", "check-norris"], game=GAME, hands=hands, seed=9)


@pytest.fixture(scope="module")
def callers(model: Path, tmp_path_factory: pytest.TempPathFactory) -> PlaceRuns:
    return play_in_place(plans("call", model), tmp_path_factory.mktemp("callers"), workers=1)


@pytest.fixture(scope="module")
def raisers(model: Path, tmp_path_factory: pytest.TempPathFactory) -> PlaceRuns:
    return play_in_place(plans("raise", model), tmp_path_factory.mktemp("raisers"), workers=1)


@pytest.mark.deep
def test_a_perfect_model_does_not_differ(callers: PlaceRuns) -> None:
    agreements = agreement_table(callers.original).column("agreement")
    assert [getattr(agreement, "mean", None) for agreement in agreements] == [1.0] * 4
    hands = PlacedHands.of_runs(callers)
    assert all(done.original == done.model for done in action_deviations(hands))
    for original, model in seat_tables(hands):
        assert [row[2:] for row in original.rows] == [row[2:] for row in model.rows]
        assert {*original.column("player"), *model.column("player")} == {ORIGINAL, MODEL}
        assert {*model.column("seat")} == {0, 1, 2}


def test_every_raise_of_the_original_is_a_decision_on_which_a_caller_differs(raisers: PlaceRuns) -> None:
    agreement = agreement_table(raisers.original)
    deviations = {(done.street, done.kind): done for done in action_deviations(PlacedHands.of_runs(raisers))}
    for street, decisions, share in zip(*map(agreement.column, ("street", "decisions", "agreement")), strict=True):
        raises, calls = deviations[street, "raises"], deviations[street, "calls"]
        assert decisions == raises.original + calls.original
        assert getattr(share, "mean", None) == pytest.approx(calls.original / decisions)
        assert raises.model == 0
        assert raises.deviation is not None
        assert raises.deviation.mean == pytest.approx(-1.0)
        assert raises.largest == 1.0


def test_the_opponents_and_cards_are_the_same(callers: PlaceRuns) -> None:
    original, model = (folder.plan for _, folder in callers.named)
    assert original.entrants[1:] == model.entrants[1:]
    assert [chunk.seed for chunk in original.chunks()] == [chunk.seed for chunk in model.chunks()]
    assert len(original.chunks()) == GAME.players


@pytest.mark.deep
def test_several_matches_are_counted_together(model: Path, tmp_path: Path) -> None:
    opponents = ["call", "check-norris"]
    several = PlacePlans.of("raise", model, opponents, game=GAME, hands=20, seed=9, matches=3)
    runs = play_in_place(several, tmp_path, workers=1)
    hands = PlacedHands.of_runs(runs)
    assert [sum(map(len, parts)) for parts in hands.original.values()] == [60] * GAME.players
    deviations = {(done.street, done.kind): done for done in action_deviations(hands)}
    total = sum(deviations["preflop", kind].original for kind in ("raises", "calls", "folds"))
    assert agreement_table(runs.original).column("decisions")[0] == total


def test_a_report_draws_the_profit_curves_side_by_side(callers: PlaceRuns, tmp_path: Path) -> None:
    page = tmp_path / "figures.json"
    sources = [str(callers.original.path), str(page), "--compare", str(callers.model.path)]
    result = CliRunner().invoke(app, ["report", *sources])
    assert result.exit_code == 0, result.output
    figures = {figure["title"]: figure["by_source"] for figure in json.loads(page.read_text())["figures"]}
    names = [{part["name"] for plot in side["plots"] for part in plot["data"]} for side in figures["Profit"]]
    assert [HERO in drawn for drawn in names] == [True, True]


def test_differences_stand_in_brackets() -> None:
    columns = [Column("player"), Column("folds", COUNT), Column("share", SHARE)]
    original = Table("t", "T", columns, [("original", 22, 0.5)])
    model = Table("t", "T", columns, [("model", 20, None)])
    assert with_differences(original, model).rows == [("original", "22", "50.0 %"), ("model", "20 (-2)", "-")]


def test_other_hands_need_another_folder(callers: PlaceRuns, model: Path) -> None:
    with pytest.raises(StoreError, match="other bots, hands or cards"):
        play_in_place(plans("call", model, hands=HANDS + 1), callers.original.path.parent, workers=1)


def test_too_few_opponents_are_refused(model: Path) -> None:
    with pytest.raises(GameError, match=r"^1 opponent for holdem\.limit\.3p, which has 3 players: give 2$"):
        PlacePlans.of("call", model, ["call"], game=GAME, hands=1, seed=1)


def test_json_has_plain_numbers(callers: PlaceRuns) -> None:
    answer = PlayComparison(callers, {}).as_json()
    deviations = answer["deviations"]
    assert isinstance(deviations, list)
    assert deviations[0] == {
        "street": "preflop",
        "action": "raises",
        "original": 0,
        "model": 0,
        "deviation": None,
        "largest": None,
    }


def test_the_command_prints_the_tables_beside_the_predicted_accuracy(model: Path) -> None:
    command = ["imitate", "compare", str(model), "--original", "call", "--opponent", "call", "--opponent", "raise"]
    more = ["--hands", "20", "--workers", "1", "--dataset", str(model.parent / "decisions")]
    result = CliRunner().invoke(app, [*command, *more])
    assert result.exit_code == 0, result.output
    assert "predicted" in result.output
    assert "Showdowns" in result.output


def test_a_folder_without_a_model_is_one_clear_line(tmp_path: Path) -> None:
    command = ["imitate", "compare", str(tmp_path), "--original", "call", "--opponent", "call", "--opponent", "raise"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code != 0
    assert "is no model" in str(result.exception or result.output)
