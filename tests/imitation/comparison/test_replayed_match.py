"""Logged hands played again with a model: its cards, its opponents, and tables 17 to 22 of Kischka 2014."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from imitation.calling_model import calling_model
from railbird.bots import make_bot
from railbird.cli import app
from railbird.errors import DatasetError
from railbird.formats.logs import open_log
from railbird.games import CALL
from railbird.imitation.comparison.place_runs import HERO
from railbird.imitation.comparison.replay_comparison import ReplayComparison
from railbird.imitation.comparison.replayed_match import replay_match
from railbird.play import play_match
from railbird.progress import Silence

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import HandRecord
    from railbird.imitation.comparison.replayed_match import ReplayedMatch

NAMES = ("Ann", "Bob", "Cy")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return calling_model(tmp_path_factory.mktemp("calling"))


def write_log(path: Path, *specs: str, game: str = "holdem.limit.3p", hands: int = 60) -> Path:
    play_match([make_bot(spec, seed=3) for spec in specs], game, hands=hands, seed=8, names=NAMES, log=path)
    return path


def replayed(path: Path, model: Path, hero: str = "Ann") -> ReplayedMatch:
    return replay_match(open_log(path), hero, model, progress=Silence())


def in_brief(record: HandRecord) -> tuple[object, ...]:
    players = tuple("Ann" if name == HERO else name for name in record.players)
    return record.number, players, record.hole_cards, record.board, record.actions, record.payoffs


@pytest.mark.deep
def test_kischka_7_2_a_perfect_model_replays_every_hand_that_reached_the_river(tmp_path: Path, model: Path) -> None:
    path = write_log(tmp_path / "match.log", "call", "random:fold=0.9", "random:fold=0.9")
    match = replayed(path, model)
    logged = [in_brief(record) for record in open_log(path) if len(record.board) == 5]
    assert 0 < len(logged) < match.hands_in_log == 60
    assert [*map(in_brief, match.original)] == logged
    assert [*map(in_brief, match.model)] == logged
    assert (match.decisions == match.agreements).all()


def test_kischka_7_2_opponents_do_what_they_did_and_then_call(tmp_path: Path, model: Path) -> None:
    match = replayed(write_log(tmp_path / "match.log", "raise", "random:fold=0.1", "random:fold=0.1"), model)
    assert (match.agreements < match.decisions).any()
    for original, model_hand in zip(match.original, match.model, strict=True):
        assert model_hand.hole_cards == original.hole_cards
        assert model_hand.board == original.board[: len(model_hand.board)]
        assert sum(model_hand.payoffs) == 0
        hero = model_hand.players.index(HERO)
        states = zip(model_hand.states(), model_hand.actions, strict=False)
        assert all(action == CALL for state, action in states if state.acting == hero)
        first, first_logged = (next(iter(hand.decisions())) for hand in (model_hand, original))
        if first_logged[0].position != hero:
            assert first[1] == first_logged[1]


def test_tables_17_to_22_of_a_perfect_model_have_no_differences(tmp_path: Path, model: Path) -> None:
    paths = [write_log(tmp_path / f"{seed}.log", "call", f"random:fold=0.{seed}", "raise") for seed in (1, 2)]
    comparison = ReplayComparison([replayed(path, model) for path in paths], {})
    matches, agreement, deviations, *_, actions, showdowns = comparison.tables()
    assert matches.column("hands") == [60, 60]
    assert {getattr(share, "mean", None) for share in agreement.column("agreement")} == {1.0}
    assert all(done.original == done.model for done in comparison.deviations)
    assert "largest in a match" in [column.heading for column in deviations.columns]
    for table in (actions, showdowns):
        assert {*table.column("match")} == {0, 1}
        assert not any(sign in str(cell) for row in table.rows for cell in row for sign in ("(-", "(+1"))


def test_the_command_writes_logs_that_a_report_draws_side_by_side(tmp_path: Path, model: Path) -> None:
    path, out, page = write_log(tmp_path / "match.log", "raise", "call", "call"), tmp_path / "out", tmp_path / "p.json"
    command = ["imitate", "compare", str(model), "--log", str(path), "--hero", "Ann", "--out", str(out), "--json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert content["matches"] == [{"match": 0, "log": "match.log", "hands": 60, "replayed": 60}]
    sources = [str(out / "original.0.log"), str(page), "--compare", str(out / "model.0.log")]
    report = CliRunner().invoke(app, ["report", *sources])
    assert report.exit_code == 0, report.output
    profit = next(figure for figure in json.loads(page.read_text())["figures"] if figure["title"] == "Profit")
    assert all(profit["by_source"])


@pytest.mark.deep
@pytest.mark.sample_data
@pytest.mark.parametrize(
    ("name", "hero"), [("acpc/3p.limit.h1000.r0.log", "p2"), ("old/ring30.RandA.RandAB.RandAC.log", "RandAB")]
)
def test_real_matches_are_replayed_with_their_own_cards(name: str, hero: str, sample_data: Path, model: Path) -> None:
    match = replayed(sample_data / name, model, hero=hero)
    whole = [record for record in open_log(sample_data / name) if len(record.board) == 5]
    assert [record.number for record in match.original] == [record.number for record in whole]
    assert [record.payoffs for record in match.original] == [record.payoffs for record in whole]
    assert all(sum(record.payoffs) == 0 for record in match.model)


def test_a_hero_who_is_in_no_hand_is_one_clear_line(tmp_path: Path, model: Path) -> None:
    path = write_log(tmp_path / "match.log", "call", "call", "call", hands=3)
    with pytest.raises(DatasetError, match=r"match\.log is played by 'Anne': the players are Ann, Bob, Cy"):
        replayed(path, model, hero="Anne")


def test_a_log_without_a_whole_deal_is_one_clear_line(tmp_path: Path, model: Path) -> None:
    path = write_log(tmp_path / "match.log", "fold", "fold", "fold", hands=3)
    with pytest.raises(DatasetError, match="no hand of Ann has all hole cards and the whole board"):
        replayed(path, model)


@pytest.mark.parametrize("options", [[], ["--log", "x.log"], ["--original", "call"], ["--hero", "Ann"]])
def test_bots_or_logs_must_be_named(options: list[str], model: Path) -> None:
    result = CliRunner().invoke(app, ["imitate", "compare", str(model), *options])
    assert result.exit_code == 2
    assert "--hero" in result.output
