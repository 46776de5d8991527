"""Decisions recorded while a bot plays, against those that are read from the log of the same match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from imitation.watched_hands import random_hands
from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.bots import check_bot, make_bot
from railbird.errors import BotError
from railbird.formats.columns import HandColumns
from railbird.formats.logs import open_log
from railbird.games import game_named
from railbird.imitation.attributes import attributes_of
from railbird.imitation.conversion import convert_games, log_source
from railbird.imitation.dataset import AttributePrefix, Dataset
from railbird.imitation.decisions import STREETS, DecisionReader
from railbird.imitation.live import trainer_bot
from railbird.imitation.live.decision_row import DecisionRow
from railbird.imitation.live.watched_match import WatchedMatch
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("game", ["holdem.limit.3p", "holdem.nolimit.2p.reverse_blinds"])
def test_a_recorded_match_gives_the_rows_of_its_log(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer_bot, "_HANDS", 12)  # several chunks
    out = tmp_path / "recorded"
    trainer = make_bot(f"trainer:bot=[random:seed=4],out={out},name=Tina,match=match,card_set=seed 9")
    others = [make_bot("random", seed=7), make_bot("call")][: game_named(game).players - 1]
    names = ["Tina", "Rob", "Carl"][: game_named(game).players]
    play_match([trainer, *others], game, hands=30, seed=9, names=names, log=tmp_path / "match.log")
    del trainer  # the match is over
    recorded = Dataset.open(out)
    source = log_source(open_log(tmp_path / "match.log"))
    read, _ = convert_games([source], hero="Tina", folder=tmp_path / "read")
    for street in STREETS:
        mine, theirs = recorded.frame(street), read.frame(street)
        assert mine.equals(theirs), street
        assert mine.height


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.deep)])
def test_every_match_of_a_run_is_recorded_once(workers: int, tmp_path: Path) -> None:
    entrants = read_entrants([f"T=trainer:bot=[random],out={tmp_path / 'recorded'},name=T", "B=call", "C=random"])
    plan = RunPlan(game=game_named("holdem.limit.3p"), entrants=entrants, hands=8, seed=4)
    play_run(RunFolder.create(tmp_path / "run", plan), workers=workers)
    preflop = Dataset.open(tmp_path / "recorded").frame("preflop")
    hands = preflop.group_by("match").agg(pl.col("hand").n_unique())["hand"].to_list()
    assert hands == [8] * 6


@pytest.mark.parametrize("game", ["holdem.limit.3p", "holdem.nolimit.6p"])
def test_a_decision_at_the_table_has_the_values_of_its_row(game: str) -> None:
    definition = game_named(game)
    records = random_hands(definition, 12, seed=3)
    (columns,) = HandColumns.of_records(records)
    reader = DecisionReader("Ann")
    rows = {
        (int(columns.numbers[hand]), number): (decisions, place)
        for decisions in reader.read(columns)
        for place, (hand, number) in enumerate(zip(decisions.arrays.hands, decisions.arrays.numbers, strict=True))
    }
    known = {
        name: attribute
        for name, attribute in attributes_of(definition).items()
        if attribute.prefix is not AttributePrefix.FUTURE and not attribute.is_class
    }
    match = WatchedMatch(definition, seat=0, hero="Ann")
    columns_of = {id(d): {n: a.column(d) for n, a in known.items() if d.street in a.streets} for d, _ in rows.values()}
    compared = 0
    for record in records:
        position = record.players.index("Ann")
        turns = [view for view, _ in record.decisions() if view.position == position]
        for number, view in enumerate(turns):
            decisions, place = rows[record.number, number]
            row = DecisionRow(match.decision(view), known)
            for name, column in columns_of[id(decisions)].items():
                assert row[name] == column[place], name
            compared += 1
        match.hand_over(record.final_state().view(position), record.payoffs)
    assert compared == len(rows)


@pytest.mark.deep
def test_the_trainer_passes_the_kit(tmp_path: Path) -> None:
    report = check_bot(f"trainer:bot=[call],out={tmp_path / 'recorded'}", games=["holdem.limit.3p"], hands=8)
    assert report.passed, str(report)


def test_what_cannot_be_recorded_is_refused(tmp_path: Path) -> None:
    game = game_named("holdem.limit.3p")
    with pytest.raises(BotError, match="no category FLIP: did you mean FLOP"):
        make_bot(f"trainer:bot=[call],out={tmp_path},select=-categories FLIP")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").touch()
    with pytest.raises(BotError, match="has other files in it"):
        make_bot(f"trainer:bot=[call],out={tmp_path / 'other'}").match_starts(game, 0)
    make_bot(f"trainer:bot=[call],out={tmp_path / 'data'}").match_starts(game, 0)
    with pytest.raises(BotError, match="other decisions or other attributes"):
        make_bot(f"trainer:bot=[call],out={tmp_path / 'data'},name=Bob").match_starts(game, 0)
    with pytest.raises(BotError, match=r"no attributes for kuhn.limit.3p"):
        make_bot(f"trainer:bot=[call],out={tmp_path / 'k'}").match_starts(game_named("kuhn.limit.3p"), 0)
