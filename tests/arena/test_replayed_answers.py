"""The bots of a run, asked again about a stored hand: what they say is what they played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants
from railbird.arena.replayed_answers import answers_of_everyone, answers_of_players
from railbird.arena.replayed_bots import Permission
from railbird.arena.stored_hands import RunHands
from railbird.games import CALL, FOLD, game_named

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 12
COUNTING = """
from pathlib import Path

from railbird.bots import Bot
from railbird.games import CALL, FOLD

Path(__file__).with_suffix(".ran").touch()


class Counting(Bot):
    hands = 0

    def hand_ends(self, view, payoffs):
        self.hands += 1

    def act(self, view):
        return CALL

    def probabilities(self, view):
        return {CALL: 1.0} if self.hands == view.hand else {FOLD: 1.0}


class Failing(Bot):
    def act(self, view):
        return CALL

    def probabilities(self, view):
        raise RuntimeError("lost count")
"""


def hands_of(folder: Path, *bots: str) -> RunHands:
    plan = RunPlan(game_named("holdem.limit.3p"), read_entrants(bots), hands=HANDS, seed=4)
    run = RunFolder.create(folder / "run", plan)
    play_run(run, workers=1)
    return RunHands(run)


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> RunHands:
    return hands_of(tmp_path_factory.mktemp("asked"), "call", "Wild=random:fold=0.1", "Raiser=raise")


def test_bots_are_asked_again_about_their_decisions(hands: RunHands) -> None:
    (record,) = hands.records([0])
    answers = {each.name: each for each in answers_of_players(hands, 0, Permission())}
    for position, name in enumerate(record.players):
        decisions = [step for step, state in enumerate(record.states()) if state.acting == position]
        said = answers[name].probabilities
        assert [*said] == (decisions if not answers[name].why_not else [])
        assert all(sum(shares.values()) == pytest.approx(1) for shares in said.values())
        for step in decisions:
            assert said[step].get(record.actions[step], 0) > 0


def test_all_bots_can_be_asked_about_all_decisions(hands: RunHands) -> None:
    (record,) = hands.records([0])
    answers = answers_of_everyone(hands, 0, Permission())
    assert [each.name for each in answers] == [entrant.name for entrant in hands.folder.plan.entrants]
    assert all([*each.probabilities] == [*range(len(record.actions))] for each in answers)
    assert all(each.probabilities[0] == {CALL: 1.0} for each in answers if each.name == "call")


def test_bots_from_files_learn_again_what_they_had_learned_and_only_with_permission(tmp_path: Path) -> None:
    file = tmp_path / "counting.py"
    file.write_text(COUNTING)
    hands = hands_of(tmp_path, f"Counting={file}:Counting", f"Failing={file}:Failing", "raise")
    place = HANDS + 5
    ran = file.with_suffix(".ran")
    ran.unlink()
    for ask in (answers_of_players, answers_of_everyone):
        refused = {each.name: each.why_not for each in ask(hands, place, Permission())}
        assert "--allow-programs" in refused["Counting"]
        assert "--allow-programs" in refused["Failing"]
    assert not ran.exists()
    answers = {each.name: each for each in answers_of_players(hands, place, Permission(code=True))}
    assert (answers["Counting"].memory, answers["Counting"].retold) == ("rebuilt", 5)
    assert {*map(str, answers["Counting"].probabilities.values())} == {str({CALL: 1.0})}
    assert "Failing fails" in answers["Failing"].why_not
    assert "lost count" in answers["Failing"].why_not
    answers = {each.name: each for each in answers_of_players(hands, place, Permission(code=True), seconds=0)}
    assert (answers["Counting"].memory, answers["Counting"].retold) == ("missing", 0)
    assert {*map(str, answers["Counting"].probabilities.values())} == {str({FOLD: 1.0})}
    everyone = {each.name: each for each in answers_of_everyone(hands, place, Permission(code=True))}
    assert {*map(str, everyone["Counting"].probabilities.values())} == {str({FOLD: 1.0})}
