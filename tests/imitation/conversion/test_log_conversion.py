"""Conversion of games to datasets: rows, keys, chunks, resuming, what is skipped and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl
import pytest

from arena.clusters import cluster
from imitation.watched_hands import random_hands, write_log
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.export import export_run
from railbird.errors import DatasetError, MatchError
from railbird.formats.columns import HandColumns
from railbird.formats.logs import open_log
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.games import game_named
from railbird.imitation.attributes import AttributeSelection, attributes_of
from railbird.imitation.conversion import convert_games, log_conversion, log_source, run_sources
from railbird.imitation.dataset import Dataset, DatasetWriter
from railbird.imitation.decisions import STREETS, DecisionReader

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.imitation.conversion import ConversionReport

LIMIT = game_named("holdem.limit.3p")
KEYS = ["match", "card_set", "hand", "decision"]


def converted(folder: Path, *paths: Path, hero: str = "Ann", **options: object) -> tuple[Dataset, ConversionReport]:
    sources = [log_source(open_log(path)) for path in paths]
    return convert_games(sources, hero=hero, folder=folder, **options)  # type: ignore[arg-type]


def rows(dataset: Dataset) -> dict[str, pl.DataFrame]:
    return {street: dataset.frame(street) for street in dataset.streets}


def test_rows_are_the_attributes_of_the_decisions(tmp_path: Path) -> None:
    records = random_hands(LIMIT, 30, seed=1)
    dataset, report = converted(tmp_path / "data", write_log(tmp_path / "ring3.log", records))
    (columns,) = HandColumns.of_records(records)
    for street, decisions in zip(STREETS, DecisionReader("Ann").read(columns), strict=True):
        frame = dataset.frame(street)
        assert frame["hand"].to_list() == columns.numbers[decisions.arrays.hands].tolist()
        assert frame["decision"].to_list() == decisions.arrays.numbers.tolist()
        assert set(frame["match"]) == {"ring3"}
        assert set(frame["card_set"]) == {"ring3"}
        for name in dataset.schema(street).names:
            assert frame[name].equals(attributes_of(LIMIT)[name].column(decisions)), name
        assert report.decisions[street] == frame.height
    assert report.hands == 30
    assert not any(report.skipped.values())


def test_the_history_of_a_match_goes_on_in_the_next_batch_and_not_in_the_next_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = random_hands(LIMIT, 40, seed=2)
    log = write_log(tmp_path / "long.log", records)
    other = write_log(tmp_path / "other.log", records)
    whole, _ = converted(tmp_path / "whole", log, other)
    monkeypatch.setattr("railbird.formats.columns.hand_columns.BATCH", 7)
    cut, _ = converted(tmp_path / "cut", log, other)
    for street in STREETS:
        frame = whole.frame(street)
        assert frame.equals(cut.frame(street))
        matches = [frame.filter(pl.col("match") == name).drop("match", "card_set") for name in ("long", "other")]
        assert matches[0].equals(matches[1])
    assert whole.frame("preflop")["HISTORY_VPIP_OPPONENT_0"].null_count() < 10


def test_an_interrupted_conversion_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = write_log(tmp_path / "match.log", random_hands(LIMIT, 30, seed=3))
    monkeypatch.setattr("railbird.formats.columns.hand_columns.BATCH", 8)
    monkeypatch.setattr(log_conversion, "_CHUNK", 20)
    whole, _ = converted(tmp_path / "whole", log)
    write, written = DatasetWriter.write_chunk, []

    def fail_at_the_third(self: DatasetWriter, name: str, frames: dict[str, pl.DataFrame]) -> None:
        if len(written) == 2:
            raise OSError(28, "No space left on device", str(self.folder))
        written.append(name)
        write(self, name, frames)

    monkeypatch.setattr(DatasetWriter, "write_chunk", fail_at_the_third)
    with pytest.raises(OSError, match="No space left"):
        converted(tmp_path / "data", log, workers=1)
    with pytest.raises(DatasetError, match="unfinished"):
        Dataset.open(tmp_path / "data")
    again: list[str] = []
    monkeypatch.setattr(DatasetWriter, "write_chunk", lambda *call: (again.append(call[1]), write(*call)))
    dataset, report = converted(tmp_path / "data", log)
    assert written
    assert again
    assert not set(written) & set(again)
    assert report.hands == 30
    for street in STREETS:
        assert dataset.frame(street).equals(whole.frame(street))


@pytest.mark.deep
def test_a_cluster_writes_the_same_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = write_log(tmp_path / "match.log", random_hands(LIMIT, 60, seed=3))
    monkeypatch.setattr("railbird.formats.columns.hand_columns.BATCH", 10)
    monkeypatch.setattr(log_conversion, "_CHUNK", 20)
    here, _ = converted(tmp_path / "here", log)
    with cluster(tmp_path, workers=2) as (address, _):
        there, report = converted(tmp_path / "there", log, cluster=address)
    assert report.hands == 60
    for street in STREETS:
        assert there.frame(street).equals(here.frame(street))


@pytest.mark.deep
def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.arena.cluster._TIMEOUT", 0.5)
    log = write_log(tmp_path / "match.log", random_hands(LIMIT, 2, seed=3))
    with pytest.raises(MatchError, match=r"no cluster answers at tcp://127.0.0.1:1"):
        converted(tmp_path / "data", log, cluster="tcp://127.0.0.1:1")


def test_a_stored_run_gives_the_rows_of_its_logs(tmp_path: Path) -> None:
    plan = RunPlan(game=LIMIT, entrants=read_entrants(["A=random", "B=call", "C=random", "D=raise"]), hands=6, seed=4)
    folder = play_run(RunFolder.create(tmp_path / "run", plan))
    export_run(folder, tmp_path / "logs")
    stored, report = convert_games(run_sources(folder, hero="C"), hero="C", folder=tmp_path / "stored")
    logs = sorted((tmp_path / "logs").glob("*.log"), key=lambda path: [int(n) for n in _numbers(path.stem)])
    read, read_report = converted(tmp_path / "read", *logs, hero="C")
    assert report.hands == read_report.hands == 3 * 6 * 6
    assert (report.skipped["absent"], read_report.skipped["absent"]) == (0, 6 * 6)
    for street in STREETS:
        mine, theirs = stored.frame(street), read.frame(street)
        assert mine.drop("match").equals(theirs.drop("match"))
        assert set(mine["card_set"]) == {f"seed {plan.seed}"}
        assert mine["match"].str.replace("run.", "", literal=True).equals(theirs["match"])


def _numbers(name: str) -> list[str]:
    return name.replace("table", "").replace("match", "").split(".")


def test_card_sets_come_from_the_name_or_the_seed(tmp_path: Path) -> None:
    records = random_hands(LIMIT, 3, seed=5)
    paths = [
        write_log(tmp_path / "ring12.AnnA.log", records),
        write_log(tmp_path / "match.log", records, seed=77),
        write_log(tmp_path / "unknown.log", records),
    ]
    dataset, _ = converted(tmp_path / "data", *paths)
    sets = dataset.frame("preflop").select("match", "card_set").unique().sort("match").rows()
    assert sets == [("match", "seed 77"), ("ring12.AnnA", "ring12"), ("unknown", "unknown")]


def test_logs_with_the_same_name_are_different_matches(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    paths = [write_log(tmp_path / name / "m.log", random_hands(LIMIT, 3, seed=6)) for name in ("one", "two")]
    dataset, _ = converted(tmp_path / "data", *paths)
    assert set(dataset.frame("preflop")["match"]) == set(map(str, paths))


def test_the_files_of_a_folder_with_a_hand_each_are_one_match(tmp_path: Path) -> None:
    (tmp_path / "session").mkdir()
    records = random_hands(game_named("holdem.nolimit.3p"), 8, seed=12)
    paths = [tmp_path / "session" / f"{number}.phh" for number in range(8)]
    for path, record in zip(paths, records, strict=True):
        path.write_text(format_phh(from_record(record)))
    dataset, report = converted(tmp_path / "data", *paths)
    assert report.hands == 8
    preflop = dataset.frame("preflop")
    assert set(preflop["match"]) == {"session"}
    assert set(preflop["card_set"]) <= {f"session {number}" for number in range(8)}
    assert preflop["card_set"].n_unique() == preflop["hand"].n_unique()
    assert 0 < preflop["HISTORY_VPIP_OPPONENT_0"].null_count() < 4


def test_each_hand_of_a_phh_file_with_several_is_a_set_of_cards(tmp_path: Path) -> None:
    records = random_hands(game_named("holdem.nolimit.3p"), 5, seed=12)
    path = tmp_path / "session.phhs"
    path.write_text("\n".join(format_phh(from_record(hand), number=hand.number + 1) for hand in records))
    dataset, report = converted(tmp_path / "data", path)
    assert report.hands == 5
    keys = dataset.frame("preflop").select("match", "card_set", "hand").unique()
    assert {(match, card_set) for match, card_set, _ in keys.rows()} == {
        ("session", f"session {hand}") for hand in keys["hand"]
    }
    assert len(keys) > 1


def test_each_hand_of_a_pokerstars_history_is_a_set_of_cards(tmp_path: Path) -> None:
    path = tmp_path / "history.txt"
    path.write_text("")
    assert log_source(open_log(path, kind="pokerstars")).card_set is None


def test_a_selection_always_has_a_class(tmp_path: Path) -> None:
    log = write_log(tmp_path / "m.log", random_hands(LIMIT, 3, seed=7))
    chosen = AttributeSelection.parse("-attributes POT_SIZE,DRAWS")
    dataset, _ = converted(tmp_path / "data", log, selection=chosen)
    assert dataset.schema("flop").names == ["CLASS_HERO_ACTION_TAKEN", "POT_SIZE", "DRAWS"]
    assert dataset.schema("river").names == ["CLASS_HERO_ACTION_TAKEN", "POT_SIZE"]
    other, _ = converted(tmp_path / "other", log, selection=AttributeSelection.parse("-attributes CLASS_TO_INVEST"))
    assert other.schema("turn").names == ["CLASS_TO_INVEST"]


def test_what_is_skipped_is_counted_and_the_rest_is_converted(tmp_path: Path) -> None:
    records = random_hands(LIMIT, 12, seed=8)
    records[2] = replace(records[2], players=("Bob", "Cleo", "Dan"))
    records[3] = replace(records[3], players=("Ann", "Ann", "Bob"))
    position = records[4].players.index("Ann")
    hidden = tuple(() if place == position else hand for place, hand in enumerate(records[4].hole_cards))
    records[4] = replace(records[4], hole_cards=hidden)
    log = write_log(tmp_path / "m.log", records)
    text = log.read_bytes()
    log.write_bytes(text[: text.rindex(b":") - 30])  # the log breaks off in its last line
    _, report = converted(tmp_path / "data", log)
    assert report.hands == 12 - 4
    assert report.skipped == {"absent": 1, "twice": 1, "refused": 0, "hidden": 1, "other_game": 0}
    assert report.problem_count == 1
    assert report.problems[0].startswith(f"{log}:12: ")


def test_hands_of_another_game_are_skipped(tmp_path: Path) -> None:
    two = game_named("holdem.limit.2p.reverse_blinds")
    paths = [
        write_log(tmp_path / "three.log", random_hands(LIMIT, 4, seed=9)),
        write_log(tmp_path / "two.log", random_hands(two, 5, seed=9), seed=1),
    ]
    _, report = converted(tmp_path / "data", *paths)
    assert (report.hands, report.skipped["other_game"]) == (4, 5)


def test_a_hero_in_no_hand_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    log = write_log(tmp_path / "m.log", random_hands(LIMIT, 3, seed=10))
    with pytest.raises(DatasetError, match="no hand is played by 'Zoe': the players are 'Ann', 'Bob', 'Cleo'"):
        converted(tmp_path / "data", log, hero="Zoe")
    assert not (tmp_path / "data").exists()


def test_other_logs_do_not_go_into_an_unfinished_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [write_log(tmp_path / f"{name}.log", random_hands(LIMIT, 3, seed=11)) for name in ("a", "b")]

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(DatasetWriter, "write_chunk", fail)
        with pytest.raises(KeyboardInterrupt):
            converted(tmp_path / "data", paths[0])
    with pytest.raises(DatasetError, match="unfinished dataset of other logs"):
        converted(tmp_path / "data", paths[1])
