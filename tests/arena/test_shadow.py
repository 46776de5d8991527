"""A second bot is asked at every decision of the first, and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, shadow_table, with_shadows
from railbird.arena.records import run_records
from railbird.arena.shadow import most_probable
from railbird.bots import make_bot
from railbird.errors import BotError
from railbird.games import CALL, FOLD, game_named

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = "holdem.limit.3p"
BOTS = ["Fair=all-in-equity", "Norris=check-norris", "call"]
FAILING = """
from railbird.bots import Bot


class Failing(Bot):
    def hand_starts(self, number, view):
        raise RuntimeError("not me")

    def act(self, view):
        raise RuntimeError("nor here")
"""


def played(folder: Path, *shadows: str, game: str = LIMIT, bots: list[str] = BOTS, hands: int = 30) -> RunFolder:
    entrants = with_shadows(read_entrants(bots), shadows)
    run = RunFolder.create(folder, RunPlan(game_named(game), entrants, hands, seed=3))
    play_run(run)
    return RunFolder.open(folder)


def counts(run: RunFolder) -> dict[tuple[str, str], tuple[int, int]]:
    return {(player, street): (asked, other) for player, _, street, asked, other, _ in shadow_table(run).rows}


def test_who_shadows_itself_never_differs(tmp_path: Path) -> None:
    found = counts(played(tmp_path / "run", "Fair=all-in-equity"))
    assert found["Fair", "all"][0] > 100
    assert {different for _, different in found.values()} == {0}


def test_the_difference_to_a_caller_is_every_action_that_is_no_call(tmp_path: Path) -> None:
    run = played(tmp_path / "run", "Fair=call")
    streets = ("preflop", "flop", "turn", "river")
    expected = {("Fair", street): [0, 0] for street in ("all", *streets)}
    for record in run_records(run):
        for state, action in zip(record.states(), record.actions, strict=False):
            if record.players[state.acting] == "Fair":
                for label in ("all", streets[state.street]):
                    expected["Fair", label][0] += 1
                    expected["Fair", label][1] += not action.is_call
    assert counts(run) == {key: tuple(value) for key, value in expected.items()}


def test_a_shadow_changes_nothing(tmp_path: Path) -> None:
    with_one, without = (played(tmp_path / str(len(some)), *some) for some in ((), ("Norris=raise", "Fair=fold")))
    columns = with_one.hands().collect_schema().names()
    assert with_one.hands().collect().equals(without.hands().select(columns).collect())


def test_where_probabilities_are_known_the_likeliest_actions_are_compared(tmp_path: Path) -> None:
    """CheckNorris draws its actions, but calls are always the likeliest, as they are of another one who draws."""
    found = counts(played(tmp_path / "run", "Norris=random:call=8,fold=1,raise=1"))
    assert found["Norris", "all"][0] > 100
    assert found["Norris", "all"][1] == 0
    # A bot that does not say how likely its actions are is compared by what it does.
    assert counts(played(tmp_path / "other", "Norris=call"))["Norris", "all"][1] > 0


def test_the_likeliest_action() -> None:
    class Sure:
        def probabilities(self, view: object) -> dict[object, float]:  # noqa: ARG002
            return {FOLD: 0.3, CALL: 0.7}

    assert most_probable(Sure(), None) == CALL  # type: ignore[arg-type]
    assert most_probable(make_bot("call"), None) is None  # type: ignore[arg-type]


def test_what_a_shadow_does_wrong_is_no_incident_of_the_bot(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(FAILING, encoding="utf-8")
    run = played(tmp_path / "run", f"call={tmp_path / 'failing.py'}:Failing")
    assert run.incidents().is_empty()
    asked, different = counts(run)["call", "all"]
    assert asked == different > 0


def test_in_no_limit_games_another_size_is_another_action(tmp_path: Path) -> None:
    run = played(tmp_path / "run", "raise=all-in", game="holdem.nolimit.2p.reverse_blinds", bots=["raise", "call"])
    asked, different = counts(run)["raise", "all"]
    assert 0 < different <= asked


def test_a_run_without_shadows_has_no_column_for_them(tmp_path: Path) -> None:
    run = played(tmp_path / "run")
    assert "shadow" not in run.hands().collect_schema().names()
    assert shadow_table(run).rows == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Nobody=call", "write NAME=bot, with one of Fair, Norris, call"),
        ("Fair", "write NAME=bot"),
        ("Fair=cal", "no bot is called 'cal'"),
    ],
)
def test_shadows_that_cannot_be(text: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint):
        with_shadows(read_entrants(BOTS), [text])
