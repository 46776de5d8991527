"""`railbird imitate train`, `evaluate` and `show` as their users meet them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import polars as pl
import pytest

from imitation.datasets import small_dataset
from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.imitation.dataset import DatasetWriter, write_arff

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Command


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return small_dataset(tmp_path / "data").folder


def test_train_show_and_evaluate(command: Command, data: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    done = command("imitate", "train", data, "--out", model, "--share", "0.5,1", "--inputs", "all")
    assert done.status == 0, done.stderr
    assert [line.split()[:3] for line in done.stdout.splitlines()[1:3]] == [
        ["preflop", "350", "5"],
        ["flop", "700", "5"],
    ]
    shown = command("imitate", "show", model, "--street", "flop", "--lines", 3).stdout.splitlines()
    assert shown[0] == "flop:"
    assert shown[1].startswith("ALL_IN_EQUITY <= 0.")
    assert shown[3].startswith("... and ")
    tested = command("imitate", "evaluate", data, "--model", model, "--json")
    scores = json.loads(tested.stdout)["scores"]
    assert [score["street"] for score in scores] == ["preflop", "flop"]
    assert all(score["accuracy"]["mean"] > 0.8 for score in scores)


def test_cross_validation_with_a_curve_and_a_leak_check(command: Command, data: Path) -> None:
    options = ["--street", "flop", "--share", "0.1,1", "--learner", "tree", "--learner", "tree:minimum=20"]
    done = command("imitate", "evaluate", data, *options, "--leak-check", "--json")
    assert done.status == 0, done.stderr
    scores = json.loads(done.stdout)["scores"]
    assert len(scores) == 8
    assert sum(score["is_split_by_row"] for score in scores) == 4
    assert {score["rows"] for score in scores} == {700}
    text = command("imitate", "evaluate", data, *options).stdout
    assert text.splitlines()[0].split()[:5] == ["street", "learner", "trained", "on", "rows"]
    assert "flop, tree:minimum=20, trained on 600 rows" in text


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--learner", "trie"], "no learner is called 'trie': did you mean tree?"),
        (["--learner", "tree:depth=3"], "learner 'tree:depth=3': no parameter depth"),
        (["--street", "turn"], "has no street 'turn': it has preflop, flop"),
        (["--class", "POT_SIZE"], "POT_SIZE is no class attribute: the class attributes are CLASS_HERO_ACTION_TAKEN"),
        (["--inputs", "POTSIZE"], "there is no attribute POTSIZE: did you mean POT_SIZE?"),
        (["--inputs", "FUTURE_HERO_OUTCOME"], "cannot be learned from: it is known only when the hand is over"),
        (["--folds", "20"], "14 sets of cards are too few for 20 folds"),
        (["--share", "2"], "give shares above 0 and up to 1"),
        (["--share", "half"], "give shares above 0 and up to 1"),
        (["--class", "CLASS_TO_INVEST"], "DecisionTree predicts nominal attributes, and CLASS_TO_INVEST is numeric"),
        (["--model", "nothing"], "nothing is no model: it has no model.json"),
    ],
)
def test_bad_input_is_one_line(command: Command, data: Path, arguments: list[str], complaint: str) -> None:
    done = command("imitate", "evaluate", data, *arguments)
    assert done.status == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_training_refuses_before_it_writes(command: Command, data: Path, tmp_path: Path) -> None:
    done = command("imitate", "train", data, "--out", tmp_path / "model", "--share", "0.5,0.5,0.5")
    assert "'0.5,0.5,0.5': give 1 share or 2" in done.stderr
    done = command("imitate", "train", data, "--out", data)
    assert "has other files in it: give a new folder" in done.stderr
    done = command("imitate", "train", tmp_path, "--out", tmp_path / "model")
    assert "is no dataset: it has no dataset.json" in done.stderr
    assert not (tmp_path / "model").exists()


def test_a_model_on_an_arff_file(command: Command, data: Path, tmp_path: Path) -> None:
    model, arff = tmp_path / "model", tmp_path / "others.arff"
    command("imitate", "train", data, "--out", model)
    learned = ["ALL_IN_EQUITY", "POT_SIZE", "HERO_POSITION", "FLOP_ACTION"]
    write_arff(arff, SCHEMA, [random_frame(100, 8)], class_attribute=ACTION, inputs=learned)
    done = command("imitate", "evaluate", arff, "--model", model, "--street", "flop", "--json")
    assert json.loads(done.stdout)["scores"][0]["rows"] == 100
    assert "an ARFF file has one street" in command("imitate", "evaluate", arff, "--model", model).stderr
    arff.write_text(arff.read_text().replace("{SB,BB,BU,INVALID}", "{SB,BB,BTN}"))
    done = command("imitate", "evaluate", arff, "--model", model, "--street", "flop")
    assert done.status == 2
    assert "others.arff: attribute HERO_POSITION has other values: 'BTN' is none of 'SB', 'BB', 'BU'" in done.stderr


def test_a_model_of_few_attributes_on_an_arff_file_with_more(command: Command, data: Path, tmp_path: Path) -> None:
    model, arff = tmp_path / "model", tmp_path / "others.arff"
    command("imitate", "train", data, "--out", model, "--inputs", "HERO_POSITION,ALL_IN_EQUITY")
    frame = random_frame(100, 8)
    accuracies = []
    for inputs in (["ALL_IN_EQUITY", "HERO_POSITION"], [attribute.name for attribute in SCHEMA.inputs]):
        write_arff(arff, SCHEMA, [frame], class_attribute=ACTION, inputs=inputs)
        done = command("imitate", "evaluate", arff, "--model", model, "--street", "flop", "--json")
        accuracies.append(json.loads(done.stdout)["scores"][0]["accuracy"]["mean"])
    assert accuracies[0] == accuracies[1] > 0.7
    assert f"{arff} is no dataset" in command("imitate", "train", arff, "--out", tmp_path / "more").stderr


def test_rows_of_an_arff_file_without_a_class_are_left_out(command: Command, data: Path, tmp_path: Path) -> None:
    model, arff = tmp_path / "model", tmp_path / "others.arff"
    command("imitate", "train", data, "--out", model)
    for known in (60, 0):
        action = pl.when(pl.int_range(pl.len()) < known).then(pl.col(ACTION))
        write_arff(arff, SCHEMA, [random_frame(100, 8).with_columns(action)], class_attribute=ACTION)
        done = command("imitate", "evaluate", arff, "--model", model, "--street", "flop", "--json")
        if known:
            assert json.loads(done.stdout)["scores"][0]["rows"] == known
    assert (done.status, done.stderr) == (2, f"railbird: {arff}: there is no row with a value of {ACTION}\n")


def test_a_street_without_decisions_is_no_test_of_a_model(command: Command, data: Path, tmp_path: Path) -> None:
    model, others = tmp_path / "model", tmp_path / "others"
    command("imitate", "train", data, "--out", model)
    small_dataset(others, rows=0)
    done = command("imitate", "evaluate", others, "--model", model)
    message = "preflop: there is no decision to test the model on: leave the street out"
    assert (done.status, done.stderr) == (2, f"railbird: {message}\n")


def test_the_ranking_of_attributes(command: Command, data: Path) -> None:
    done = command("imitate", "rank", data, "--street", "flop", "--top", 2)
    assert done.status == 0, done.stderr
    assert done.stdout.splitlines()[2].split()[0] == "ALL_IN_EQUITY"
    answer = json.loads(command("imitate", "rank", data, "--share", 0.5, "--json").stdout)
    assert list(answer["merged"]) == ["preflop", "flop"]
    assert "ALL_IN_EQUITY" in answer["merged"]["flop"]["important"]
    refused = command("imitate", "rank", data, "--class", "CLASS_TO_INVEST")
    assert "CLASS_TO_INVEST is numeric: attributes are selected for a nominal class" in refused.stderr


def test_streets_without_decisions_have_no_ranking(command: Command, tmp_path: Path) -> None:
    writer = DatasetWriter.create(tmp_path / "data", {"preflop": SCHEMA, "flop": SCHEMA}, about={"hero": "akuma"})
    writer.write_chunk("0", {"preflop": random_frame(100, 1, card_sets=5), "flop": random_frame(100, 2).clear()})
    data = writer.finish().folder
    done = command("imitate", "rank", data, "--json")
    assert done.status == 0, done.stderr
    assert list(json.loads(done.stdout)["merged"]) == ["preflop"]
    assert done.stderr == "railbird: no decisions on the streets flop, which have no ranking\n"
    refused = command("imitate", "rank", data, "--street", "flop")
    assert refused.status == 2
    assert refused.stderr == f"railbird: {data}: no decisions on the streets flop, which have no ranking\n"


def test_leaves_drawings_and_values(command: Command, data: Path, tmp_path: Path) -> None:
    model, drawing = tmp_path / "model", tmp_path / "tree.svg"
    command("imitate", "train", data, "--out", model)
    assert command("imitate", "show", model, "--leaves").stdout.count("share of leaves") == 2
    done = command("imitate", "show", model, "--street", "flop", "--figure", drawing)
    assert done.stdout == f"The tree is drawn in {drawing}.\n"
    assert drawing.read_text().startswith("<svg ")
    assert "a drawing has one street" in command("imitate", "show", model, "--figure", drawing).stderr
    refused = command("imitate", "show", model, "--street", "rver")
    assert refused.stderr == "railbird: the model has no street 'rver': it has preflop, flop\n"
    assert not refused.stdout
    command("imitate", "train", data, "--out", model, "--learner", "naive-bayes")
    refused = command("imitate", "show", model, "--street", "flop", "--figure", tmp_path / "none.svg")
    assert "the model is no decision tree, but NaiveBayes" in refused.stderr
    assert not (tmp_path / "none.svg").exists()
    assert "parameters" in command("imitate", "show", model).stdout
    shown = command("imitate", "values", data, "FLOP_ACTION", "--street", "flop", "--top", 2).stdout.splitlines()
    assert shown[0].startswith("flop, FLOP_ACTION: 4 values")
    assert len(shown) == 4
    assert "there is no attribute FLOP_ACT" in command("imitate", "values", data, "FLOP_ACT").stderr
