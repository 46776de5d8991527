"""Information gain, symmetrical uncertainty, intervals and subsets: by definition, by exhaustion, and by Weka."""

from __future__ import annotations

import re
from itertools import combinations
from math import log2
from typing import TYPE_CHECKING

import numpy as np
import pytest

from imitation.tables import ACTION, SCHEMA, random_frame
from railbird.errors import LearnerError
from railbird.imitation.dataset import write_arff
from railbird.imitation.learners.weka.weka_process import run_weka
from railbird.imitation.selection.attribute_measures import DiscreteColumns
from railbird.imitation.selection.correlation_subsets import CorrelationSubsets
from railbird.imitation.selection.discretizing import cut_points
from railbird.imitation.selection.ranking import merged_table, rank_attributes, ranking_table
from railbird.progress import Silence

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

INPUTS = [attribute.name for attribute in SCHEMA.inputs]
WEKA = "weka.attributeSelection"


def columns_of(frame: pl.DataFrame) -> DiscreteColumns:
    return DiscreteColumns.of(frame.select(INPUTS), frame[ACTION])


def entropy(words: list[object]) -> float:
    return -sum(words.count(word) / len(words) * log2(words.count(word) / len(words)) for word in set(words))


def test_measures_are_their_definitions() -> None:
    frame = random_frame(400, 1, missing=0)
    columns = columns_of(frame)
    for name in ("HERO_POSITION", "FLOP_ACTION"):
        place = INPUTS.index(name)
        pairs = list(zip(frame[name], frame[ACTION], strict=True))
        own, label, both = (entropy(list(words)) for words in (frame[name], frame[ACTION], pairs))
        gain = own + label - both
        assert columns.information_gain(place) == pytest.approx(gain)
        assert columns.symmetrical_uncertainty(place, columns.attributes) == pytest.approx(2 * gain / (own + label))


def test_intervals_separate_what_differs_and_nothing_else() -> None:
    numbers = np.arange(200.0)
    assert cut_points(numbers, (numbers >= 120).astype(np.int32), 2).tolist() == [119.5]
    three = np.select([numbers < 50, numbers < 120], [0, 1], 2).astype(np.int32)
    assert cut_points(numbers, three, 3).tolist() == [49.5, 119.5]
    noise = np.random.default_rng(1).integers(0, 2, 200).astype(np.int32)
    assert cut_points(numbers, noise, 2).tolist() == []
    assert cut_points(np.full(5, np.nan), np.zeros(5, np.int32), 2).tolist() == []


def test_both_searches_find_the_best_subset_of_all() -> None:
    subsets = CorrelationSubsets(columns_of(random_frame(600, 2)))
    everything = [
        frozenset(chosen) for size in range(len(INPUTS) + 1) for chosen in combinations(range(len(INPUTS)), size)
    ]
    best = max(everything, key=subsets.merit)
    assert best <= subsets.best_first()
    assert best <= subsets.best_first(both_ways=True, start=frozenset([0]))
    assert best <= subsets.greedy()
    assert INPUTS.index("HISTORY_VPIP_OPPONENT_0") not in subsets.greedy()


def test_tables_6_and_7_are_merged_from_all_methods() -> None:
    frame = random_frame(600, 2)
    ranking = rank_attributes(frame.select(INPUTS), frame[ACTION], street="flop", top=2, progress=Silence())
    assert set(ranking.important) | set(ranking.unimportant) == set(INPUTS)
    assert ranking.important[0] == "ALL_IN_EQUITY"
    assert "HISTORY_VPIP_OPPONENT_0" in ranking.unimportant
    assert ranking_table(ranking).column("mentions")[0] == 4
    assert merged_table([ranking]).column("street") == ["flop"]
    with pytest.raises(LearnerError, match="attributes are selected for a nominal class"):
        rank_attributes(frame.select(INPUTS), frame["POT_SIZE"], street="flop", progress=Silence())


def ranked(text: str) -> dict[str, float]:
    return {name: float(score) for score, name in re.findall(r"^\s*(-?[\d.]+)\s+\d+\s+(\w+)", text, re.M)}


@pytest.mark.weka
@pytest.mark.deep
@pytest.mark.parametrize("missing", [0.1, 0.0])
def test_weka_says_the_same(tmp_path: Path, missing: float) -> None:
    frame = random_frame(2000, 3, missing=missing)
    path = tmp_path / "flop.arff"
    write_arff(path, SCHEMA, [frame], class_attribute=ACTION)
    columns = columns_of(frame)
    gains = ranked(run_weka(f"{WEKA}.InfoGainAttributeEval", ["-i", str(path), "-s", f"{WEKA}.Ranker"]).text)
    arguments = ["-i", str(path), "-M", "-s", f"{WEKA}.Ranker"]
    uncertainties = ranked(run_weka(f"{WEKA}.SymmetricalUncertAttributeEval", arguments).text)
    for place, name in enumerate(INPUTS):
        assert gains[name] == pytest.approx(columns.information_gain(place), abs=6e-5)
        assert uncertainties[name] == pytest.approx(
            columns.symmetrical_uncertainty(place, columns.attributes), abs=6e-5
        )
    subsets = CorrelationSubsets(columns)
    for search, ours in [
        ("BestFirst -P 1 -D 2 -N 5 -S 2", subsets.best_first(both_ways=True, start=frozenset([0]))),
        ("GreedyStepwise", subsets.greedy()),
    ]:
        text = run_weka(f"{WEKA}.CfsSubsetEval", ["-i", str(path), "-M", "-s", f"{WEKA}.{search}"]).text
        chosen = re.search(r"Selected attributes: ([\d,]+)", text)
        assert chosen is not None
        assert {int(number) - 1 for number in chosen[1].split(",")} == ours
