"""Why models predict what they do: paths through trees, rules that fire."""

from __future__ import annotations

import pytest

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.imitation.learners.learner_registry import make_learner
from railbird.imitation.models.model_reasons import reasons_as_json

INPUTS = [attribute.name for attribute in SCHEMA.inputs]


@pytest.mark.parametrize("spec", ["tree", "tree:minimum=20", "rules", "naive-bayes"])
def test_the_reasons_lead_to_what_is_predicted(spec: str) -> None:
    frame = random_frame(400, 1)
    learner = make_learner(spec).fit(frame.select(INPUTS), frame[ACTION])
    for row in random_frame(60, 2).select(INPUTS).iter_rows(named=True):
        reasons = reasons_as_json(learner, row)
        assert reasons["predicted"] == learner.predict_one(row)
        assert reasons["attributes"] == {name: row[name] for name in INPUTS}
        if spec == "rules":
            assert reasons["rule"]["answer"] == reasons["predicted"]
            assert all(meets(condition, row) for condition in reasons["rule"]["conditions"])
        elif spec.startswith("tree"):
            check_path(reasons, row)
        else:
            shares = reasons["probabilities"]
            assert max(shares, key=shares.get) == reasons["predicted"]


def check_path(reasons: dict, row: dict) -> None:
    *steps, leaf = reasons["path"]
    assert all(meets(step["condition"], row) for step in steps)
    totals = [sum(step["examples"].values()) for step in reasons["path"]]
    assert totals == sorted(totals, reverse=True)
    if leaf["condition"]:
        assert row[leaf["condition"].removesuffix(" is missing")] is None
    elif leaf["examples"]:
        assert max(leaf["examples"], key=leaf["examples"].get) == reasons["predicted"]


def meets(condition: str, row: dict) -> bool:
    name, sign, limit = condition.split(" ", 2)
    value = row[name]
    if sign == "=":
        return str(value) == limit
    rounded = 1e-6  # a limit is written with six decimals
    return value <= float(limit) + rounded if sign == "<=" else value >= float(limit) - rounded
