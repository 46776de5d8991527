"""Bots at decisions of stored matches: they are as they were, and what they say is what they play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.plan import is_asked_again
from railbird.arena.records import match_columns
from railbird.arena.replayed_decision import ReplayedDecision, replay_decision
from railbird.arena.team_notes import team_notes
from railbird.bots import make_bot, parse_spec
from railbird.errors import BotError
from railbird.formats.logs import open_log
from railbird.games import HandRecord, game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

TEAM = "ensemble:members=[call]+[raise]+[check-norris],names=caller+raiser+norris,decider=random"
HANDS = 12


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    entrants = read_entrants([f"Team={TEAM}", "Mapped=map-limit:nearest=3", "Solver=cfr3-limit"])
    plan = RunPlan(game_named("holdem.limit.3p"), entrants, hands=HANDS, seed=4, seat_orders="fixed")
    folder = RunFolder.create(tmp_path_factory.mktemp("runs") / "run", plan)
    play_run(folder, workers=1)
    return folder


def replayed(run: RunFolder, hand: int, step: int, *, seconds: float = 60) -> ReplayedDecision:
    chunk = run.plan.chunks()[0]
    records = [*match_columns(run, 0)]
    state = [*records[hand].states()][step]
    name = records[hand].players[state.acting]
    seat = next(seat for seat, entrant in enumerate(chunk.seats) if run.plan.entrants[entrant].name == name)
    entrant = run.plan.entrants[chunk.seats[seat]]
    seed = run.plan.match_plan(chunk).bot_seeds()[seat]
    return replay_decision(
        lambda: parse_spec(entrant.spec).build(seed=seed),
        records[:hand],
        records[hand],
        step,
        asks=is_asked_again(entrant.spec),
        seconds=seconds,
    )


def decisions(run: RunFolder, player: str) -> list[tuple[int, int]]:
    return [
        (record.number, step)
        for record in match_columns(run, 0)
        for step, (view, _) in enumerate(record.decisions())
        if record.players[view.position] == player
    ]


def test_a_solver_says_what_it_played(run: RunFolder) -> None:
    for hand, step in decisions(run, "Solver")[:8]:
        decision = replayed(run, hand, step)
        assert decision.memory == "none"
        assert decision.bot.act(decision.view) == decision.played
        explanation = decision.bot.explanation(decision.view)
        assert explanation is not None
        assert explanation.kind == "solver"
        choices = {choice["played_as"]: choice["probability"] for choice in explanation.content["choices"]}
        answers = decision.bot.probabilities(decision.view)
        assert answers is not None
        assert choices == {str(action): share for action, share in answers.items()}


def test_a_mapped_bot_says_which_states_it_was_asked_about(run: RunFolder) -> None:
    hand, step = decisions(run, "Mapped")[3]
    decision = replayed(run, hand, step)
    assert decision.bot.act(decision.view) == decision.played
    explanation = decision.bot.explanation(decision.view)
    assert explanation is not None
    assert explanation.kind == "mapping-limit"
    states = explanation.content["opponents"][0]["states"]
    assert len(states) == 3
    assert sum(state["weight"] for state in states) == pytest.approx(1)


def test_a_team_decides_again_as_it_did_and_as_it_noted(run: RunFolder) -> None:
    notes = team_notes(run, "Team").decisions
    own = decisions(run, "Team")
    place = len(own) - 1
    hand, step = own[place]
    decision = replayed(run, hand, step)
    assert (decision.memory, decision.retold, decision.differing) == ("rebuilt", hand, 0)
    explanation = decision.bot.explanation(decision.view)
    assert explanation is not None
    assert explanation.content["action"] == str(decision.played)
    row = notes.row(place, named=True)
    for member in explanation.content["members"]:
        assert member["is_chosen"] == row[f"chosen_{member['name']}"]
        assert member["answer"][0] == row[f"answer_{member['name']}"][0]


def test_a_memory_that_takes_too_long_is_missing_and_said_to_be(run: RunFolder) -> None:
    hand, step = decisions(run, "Team")[-1]
    decision = replayed(run, hand, step, seconds=0)
    assert (decision.memory, decision.retold) == ("missing", 0)
    assert decision.bot.explanation(decision.view) is not None


def test_a_decision_that_is_not_there_is_refused(run: RunFolder) -> None:
    record = next(iter(match_columns(run, 0)))
    with pytest.raises(BotError, match=f"hand 0 has {len(record.actions)} decisions: give a step from 0"):
        replayed_with_call(record, len(record.actions))
    hidden = HandRecord(record.game, 0, record.players, ((), (), ()), record.board, record.actions, record.payoffs)
    with pytest.raises(BotError, match=r"the cards of .* in hand 0 are not known"):
        replayed_with_call(hidden, 0)


def replayed_with_call(record: HandRecord, step: int) -> ReplayedDecision:
    return replay_decision(lambda: make_bot("call"), [], record, step, asks=False, seconds=1)


def test_a_bot_that_learns_from_earlier_hands_is_told_them(tmp_path: Path) -> None:
    bots = [make_bot(spec, seed=1) for spec in ("akuma", "call", "raise")]
    play_match(bots, "holdem.limit.3p", hands=4, seed=1, names=["a", "b", "c"], log=tmp_path / "match.log")
    records = [*open_log(tmp_path / "match.log")]
    positions = [view.position for view, _ in records[3].decisions()]
    step = positions.index(records[3].players.index("a"))
    decision = replay_decision(lambda: make_bot("akuma", seed=1), records[:3], records[3], step, asks=False, seconds=60)
    assert (decision.memory, decision.retold) == ("rebuilt", 3)
