"""A folder with a learned model for each street, its attributes, and the class attribute that it predicts.

    FOLDER/model.json      format, class attribute, learner and attributes of each street, what it was learned from
    FOLDER/flop.arrays     what the learner of a street has learned

Models are stored as numbers and JSON, so that opening a folder of somebody else runs no code of theirs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from railbird import __version__
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.errors import DatasetError, LearnerError
from railbird.files import written_whole
from railbird.imitation.dataset import Attribute
from railbird.imitation.learners.learner_registry import learner_spec, make_learner
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.imitation.dataset import AttributeSchema
    from railbird.imitation.learners.learner import Learner

_FORMAT = 1
_ABOUT = "model.json"
_KIND = ArrayFileKind("imitation-model", 1, LearnerError)
_KEYS = ("format", "class_attribute", "about", "streets")


@dataclass(frozen=True)
class ImitationModel:
    """A model of a player: a fitted learner for each street."""

    class_attribute: Attribute
    learners: Mapping[str, Learner]
    about: Mapping[str, object]
    """What it was learned from, as JSON values."""

    def learner(self, street: str) -> Learner:
        """The learner of a street."""
        if street not in self.learners:
            raise LearnerError(f"the model has no street {street!r}: it has {', '.join(self.learners)}")
        return self.learners[street]

    def attributes(self, street: str) -> list[str]:
        """The names of the attributes that the model of a street needs."""
        return [attribute.name for attribute in self.learner(street).attributes_]

    def predict_one(self, street: str, row: Mapping[str, object]) -> str | float:
        """The predicted class of one decision."""
        return self.learner(street).predict_one(row)

    def check_attributes(self, schemas: Mapping[str, AttributeSchema], *, place: str = "the model") -> None:
        """Raise LearnerError if an attribute of the model does not exist or has other values in these schemas."""
        for street, learner in self.learners.items():
            if street not in schemas:
                raise LearnerError(f"{place}: {street} is unknown: {nearest(street, schemas)}")
            for attribute in learner.attributes_:
                if attribute.name not in schemas[street]:
                    hint = nearest(attribute.name, schemas[street].names)
                    raise LearnerError(f"{place}, {street}: attribute {attribute.name} does not exist: {hint}")
                present = schemas[street][attribute.name]
                if (present.kind, present.values) != (attribute.kind, attribute.values):
                    raise LearnerError(
                        f"{place}, {street}: attribute {attribute.name} has other values now: train the model again"
                    )


def save_model(folder: Path, learners: Mapping[str, Learner], *, about: Mapping[str, object]) -> None:
    """Store fitted learners; the description is written last, so that a folder with it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _ABOUT).unlink(missing_ok=True)
    streets = {}
    for street, learner in learners.items():
        description, arrays = learner.state()
        write_arrays(folder / f"{street}.arrays", _KIND, {"state": description}, arrays)
        streets[street] = {
            "learner": learner_spec(learner),
            "attributes": [attribute.as_json() for attribute in learner.attributes_],
        }
    (class_attribute,) = {learner.class_ for learner in learners.values()}
    content = {
        "format": _FORMAT,
        "railbird": __version__,
        "class_attribute": class_attribute.as_json(),
        "about": dict(about),
        "streets": streets,
    }
    with written_whole(folder / _ABOUT) as file:
        file.write(json.dumps(content, indent=1).encode())


def open_model(folder: Path) -> ImitationModel:
    """The model in a folder; one that has not changed is read once in a process."""
    path = folder / _ABOUT
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        raise LearnerError(f"{folder} is no model: it has no {_ABOUT}") from None
    return _open(folder.resolve(), changed)


@lru_cache(maxsize=16)
def _open(folder: Path, changed: int) -> ImitationModel:  # noqa: ARG001 (part of the key)
    content = _read_about(folder / _ABOUT)
    try:
        class_attribute = Attribute.of_json(content["class_attribute"])
        learners = {
            street: _restored(folder / f"{street}.arrays", stored, class_attribute)
            for street, stored in content["streets"].items()
        }
        return ImitationModel(class_attribute, learners, content["about"])
    except (LearnerError, DatasetError) as error:
        raise LearnerError(f"{folder}: {error}") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise LearnerError(f"{folder} is damaged: {type(error).__name__}: {error}") from None


def _read_about(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LearnerError(f"{path} is damaged: {error}") from None
    if not isinstance(content, dict) or any(key not in content for key in _KEYS):
        raise LearnerError(f"{path} is damaged, or from another version: {', '.join(_KEYS)} are needed")
    if content["format"] != _FORMAT:
        raise LearnerError(f"{path} has format {content['format']}: this version reads format {_FORMAT}")
    return content


def _restored(path: Path, stored: Mapping[str, Any], class_attribute: Attribute) -> Learner:
    learner = make_learner(stored["learner"])
    learner.attributes_ = tuple(map(Attribute.of_json, stored["attributes"]))
    learner.class_ = class_attribute
    if not path.exists():
        raise LearnerError(f"{path.name} is missing")
    description, arrays = open_arrays(path, _KIND, verify=True)
    learner.restore(description["state"], arrays)
    return learner
