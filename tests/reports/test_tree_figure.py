"""Drawings of trees: all leaves with their counts, down to a depth, as well-formed SVG."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import polars as pl

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.imitation.learners.tree import DecisionTree
from railbird.imitation.learners.tree.leaf_counts import leaf_table
from railbird.reports.tree_figure import tree_svg

INPUTS = [attribute.name for attribute in SCHEMA.inputs]
SVG = "{http://www.w3.org/2000/svg}"


def fitted() -> DecisionTree:
    frame = random_frame(800, 2)
    return DecisionTree().fit(frame.select(INPUTS), frame[ACTION])


def words(drawing: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(drawing).iter(f"{SVG}text")]


def test_every_leaf_with_examples_is_drawn() -> None:
    tree = fitted()
    drawn = words(tree_svg(tree, depth=50))
    size = tree.size()
    leaves = [text for text in drawn if text.startswith(("RAISE (", "FOLD (", "CALL ("))]
    assert len(leaves) == size["leaves"] - size["empty leaves"]
    assert "ALL_IN_EQUITY <= 0." in " ".join(drawn)
    assert "800 examples" in drawn
    boxes = list(ET.fromstring(tree_svg(tree, depth=50)).iter(f"{SVG}rect"))
    assert len(boxes) == 1 + size["nodes"] - size["empty leaves"]


def test_a_drawing_ends_at_its_depth() -> None:
    drawn = words(tree_svg(fitted(), depth=1))
    assert sum(text.endswith("more below") or " (" in text for text in drawn) == 2


def test_words_that_svg_would_read_are_escaped() -> None:
    rows = pl.DataFrame({"A<B": pl.Series([0.0, 0.0, 1.0, 1.0])})
    target = pl.Series("c", ["x&y", "x&y", "z", "z"], dtype=pl.Enum(["x&y", "z"]))
    drawn = words(tree_svg(DecisionTree().fit(rows, target)))
    assert "A<B <= 0" in drawn
    assert "x&y (2.0)" in drawn


def test_section_5_1_leaves_by_their_number_of_examples() -> None:
    tree = fitted()
    table = leaf_table(tree)
    assert table.column("examples") == ["0", "1", "2 to 4", "5 to 9", "10 to 99", "100 to 999", "1,000+"]
    counts = table.column("leaves")
    assert sum(counts) == tree.size()["leaves"]
    assert counts[0] == tree.size()["empty leaves"]
    assert sum(table.column("share_of_examples")) == 1
