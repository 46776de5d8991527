"""Model folders: stored and opened again, read once, and what is wrong with them in one line."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING

import pytest

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.errors import LearnerError
from railbird.imitation.dataset import Attribute, AttributeKind, AttributeSchema
from railbird.imitation.learners.learner_registry import make_learner
from railbird.imitation.models import open_model, save_model

if TYPE_CHECKING:
    from pathlib import Path

INPUTS = [attribute.name for attribute in SCHEMA.inputs]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    frame = random_frame(400, 1)
    learners = {
        "preflop": make_learner("tree").fit(frame.select(INPUTS), frame[ACTION]),
        "flop": make_learner("tree:confidence=0.1,minimum=5").fit(frame.select(INPUTS[:3]), frame[ACTION]),
    }
    save_model(tmp_path / "model", learners, about={"hero": "akuma"})
    return tmp_path / "model"


def test_a_stored_model_predicts_as_before(folder: Path) -> None:
    model = open_model(folder)
    assert model.about == {"hero": "akuma"}
    assert model.class_attribute == SCHEMA[ACTION]
    assert model.attributes("flop") == INPUTS[:3]
    assert model.learner("flop").parameters() == {"confidence": 0.1, "minimum": 5}
    train, test = random_frame(400, 1), random_frame(200, 2)
    fitted = make_learner("tree").fit(train.select(INPUTS), train[ACTION])
    assert model.learner("preflop").predict(test).to_list() == fitted.predict(test).to_list()
    row = test.row(5, named=True)
    assert model.predict_one("preflop", row) == fitted.predict_one(row)


def test_a_model_is_read_once_until_it_changes(folder: Path) -> None:
    first = open_model(folder)
    assert open_model(folder) is first
    frame = random_frame(100, 9)
    save_model(folder, {"flop": make_learner("tree").fit(frame.select(INPUTS), frame[ACTION])}, about={})
    assert list(open_model(folder).learners) == ["flop"]


def test_no_code_is_loaded_from_a_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("unpickled")

    monkeypatch.setattr(pickle, "load", refuse)
    monkeypatch.setattr(pickle, "loads", refuse)
    assert open_model(folder).learners


def changed(folder: Path, **values: object) -> None:
    path = folder / "model.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def test_what_is_wrong_with_a_folder_is_one_line(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(LearnerError, match=r"is no model: it has no model\.json"):
        open_model(tmp_path)
    with pytest.raises(LearnerError, match="the model has no street 'river': it has preflop, flop"):
        open_model(folder).learner("river")
    arrays = (folder / "flop.arrays").read_bytes()
    (folder / "flop.arrays").write_bytes(arrays[:-1] + bytes([arrays[-1] ^ 1]))
    changed(folder, about={"hero": "b"})
    with pytest.raises(LearnerError, match=r"flop\.arrays is damaged: its content does not match its checksum"):
        open_model(folder)
    (folder / "flop.arrays").unlink()
    changed(folder, about={"hero": "c"})
    with pytest.raises(LearnerError, match=r"flop\.arrays is missing"):
        open_model(folder)
    changed(folder, format=7)
    with pytest.raises(LearnerError, match="has format 7: this version reads format 1"):
        open_model(folder)
    changed(folder, format=1, streets={"flop": {"learner": "trie", "attributes": []}})
    with pytest.raises(LearnerError, match=r"no learner is called 'trie': did you mean tree\?"):
        open_model(folder)
    changed(folder, streets={"flop": {}})
    with pytest.raises(LearnerError, match="is damaged: KeyError: 'learner'"):
        open_model(folder)
    (folder / "model.json").write_text("{")
    with pytest.raises(LearnerError, match=r"model\.json is damaged"):
        open_model(folder)


def test_attributes_that_do_not_exist_any_more(folder: Path) -> None:
    model = open_model(folder)
    model.check_attributes({"preflop": SCHEMA, "flop": SCHEMA})
    renamed = AttributeSchema((Attribute("POT_SIZES"), *SCHEMA.without(["POT_SIZE"]).attributes))
    with pytest.raises(LearnerError, match=r"attribute POT_SIZE does not exist: did you mean POT_SIZES\?"):
        model.check_attributes({"preflop": SCHEMA, "flop": renamed})
    others = Attribute("HERO_POSITION", AttributeKind.NOMINAL, ("SB", "BB"))
    changed_schema = AttributeSchema((others, *SCHEMA.without(["HERO_POSITION"]).attributes))
    with pytest.raises(LearnerError, match="attribute HERO_POSITION has other values now: train the model again"):
        model.check_attributes({"preflop": changed_schema, "flop": SCHEMA})
    with pytest.raises(LearnerError, match="flop is unknown"):
        model.check_attributes({"preflop": SCHEMA})
