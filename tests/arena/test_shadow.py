"""A second bot is asked at every decision of the first, and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.arena import (
    RunFolder,
    RunPlan,
    has_shadows,
    play_run,
    read_entrants,
    shadow_failures,
    shadow_table,
    with_shadows,
)
from railbird.arena.records import run_records
from railbird.arena.shadow import most_probable
from railbird.bots import make_bot
from railbird.errors import BotError
from railbird.games import CALL, FOLD, game_named, raise_to

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.games import Action

LIMIT = "holdem.limit.3p"
BOTS = ["Fair=all-in-equity", "Norris=check-norris", "call"]
SILENT = """
from railbird.bots import Bot
from railbird.games import CALL


class Silent(Bot):
    def act(self, view):
        return CALL
"""
DOUBTFUL = """
import time

from railbird.bots.reference.simple import CallBot, RandomBot
from railbird.games import CALL, FOLD


class Raising(CallBot):
    def probabilities(self, view):
        raise RuntimeError("do not ask")


class Leaving(CallBot):
    def probabilities(self, view):
        raise SystemExit(3)


class Talking(CallBot):
    def probabilities(self, view):
        return {"fold": 1.0}


class Folding(CallBot):
    def probabilities(self, view):
        return {FOLD: 0.9, CALL: 0.1}


class Slow(CallBot):
    def act(self, view):
        time.sleep(0.45)
        return super().act(view)


class Pondering(CallBot):
    def probabilities(self, view):
        time.sleep(30)
        return {CALL: 1.0}
"""
FAILING = """
from railbird.bots import Bot


class Failing(Bot):
    def hand_starts(self, view):
        raise RuntimeError("not me")

    def act(self, view):
        raise RuntimeError("nor here")
"""


def played(
    folder: Path,
    *shadows: str,
    game: str = LIMIT,
    bots: Sequence[str] = BOTS,
    hands: int = 30,
    seconds: float = 10,
    workers: int | None = None,
) -> RunFolder:
    entrants = with_shadows(read_entrants(bots), shadows)
    plan = RunPlan(game_named(game), entrants, hands, seed=3, seconds_per_action=seconds)
    run = RunFolder.create(folder, plan)
    play_run(run, workers=workers)
    return RunFolder.open(folder)


def counts(*runs: RunFolder) -> dict[tuple[object, object], tuple[object, ...]]:
    """By player and street: decisions, differences, failures."""
    return {(row[0], row[2]): row[3:6] for row in shadow_table(runs).rows}


@pytest.fixture
def doubtful(tmp_path: Path) -> str:
    """A file with bots of which something is wrong."""
    path = tmp_path / "doubtful.py"
    path.write_text(DOUBTFUL, encoding="utf-8")
    return str(path)


def in_kuhn(folder: Path, bot: str, shadow: str, *, hands: int = 3, seconds: float = 10) -> RunFolder:
    bots = [f"It={bot}", "call"]
    return played(folder, f"It={shadow}", game="kuhn.limit.2p", bots=bots, hands=hands, seconds=seconds, workers=1)


def test_who_shadows_itself_never_differs(tmp_path: Path) -> None:
    counted = counts(played(tmp_path / "run", "Fair=all-in-equity"))
    assert counted["Fair", "all"][0] > 100
    assert {row[1:] for row in counted.values()} == {(0, 0)}


def test_the_difference_to_a_caller_is_every_action_except_calls(tmp_path: Path) -> None:
    run = played(tmp_path / "run", "Fair=call")
    streets = ("preflop", "flop", "turn", "river")
    expected = {("Fair", street): [0, 0, 0] for street in ("all", *streets)}
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
    counted = counts(played(tmp_path / "run", "Norris=random:call=8,fold=1,raise=1"))
    assert counted["Norris", "all"][0] > 100
    assert counted["Norris", "all"][1:] == (0, 0)


def test_a_bot_that_always_does_the_same_is_compared_by_what_is_likeliest(tmp_path: Path) -> None:
    # Calling is what it does in three cases of four, and so the likeliest.
    asked, *differences = counts(played(tmp_path / "run", "Norris=call"))["Norris", "all"]
    assert asked > 100
    assert differences == [0, 0]


def test_a_bot_that_says_nothing_of_probabilities_is_compared_by_what_it_does(tmp_path: Path) -> None:
    silent = tmp_path / "silent.py"
    silent.write_text(SILENT)
    run = played(tmp_path / "run", f"Norris={silent}:Silent")
    played_otherwise = sum(
        record.players[state.acting] == "Norris" and not action.is_call
        for record in run_records(run)
        for state, action in zip(record.states(), record.actions, strict=False)
    )
    assert counts(run)["Norris", "all"][1:] == (played_otherwise, 0)
    assert played_otherwise > 0


def test_the_likeliest_action() -> None:
    class Silent:
        def probabilities(self, view: object) -> None:  # noqa: ARG002
            return None

    class Sure:
        def probabilities(self, view: object) -> dict[object, float]:  # noqa: ARG002
            return {FOLD: 0.3, CALL: 0.7}

    assert most_probable(Sure(), None) == CALL  # type: ignore[arg-type]
    assert most_probable(make_bot("call"), None) == CALL  # type: ignore[arg-type]
    assert most_probable(Silent(), None) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [(FOLD, CALL, raise_to(20)), (raise_to(20), FOLD, CALL), (raise_to(20), CALL, FOLD)])
def test_the_order_of_equally_likely_actions_decides_nothing(order: tuple[Action, ...]) -> None:
    class Unsure:
        def probabilities(self, view: object) -> dict[Action, float]:  # noqa: ARG002
            return {action: 0.2 if action == FOLD else 0.4 for action in order}

    assert most_probable(Unsure(), None) == CALL  # type: ignore[arg-type]


def test_mistakes_of_a_shadow_are_not_incidents_of_the_bot(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(FAILING, encoding="utf-8")
    run = played(tmp_path / "run", f"call={tmp_path / 'failing.py'}:Failing")
    assert run.incidents().is_empty()
    asked, different, failed = counts(run)["call", "all"]
    assert asked == failed > 0  # type: ignore[operator]
    assert different == 0
    assert shadow_table([run]).column("share")[0] is None
    message = f"the shadow failing.py(Failing) of call failed at {asked:,} of {asked:,} decisions"
    assert shadow_failures(run) == [message]
    assert shadow_table([run]).column("shadow")[0] == "failing.py(Failing)"


@pytest.mark.parametrize("kind", ["Raising", "Leaving", "Talking"])
def test_probabilities_that_fail_count_as_not_said(tmp_path: Path, doubtful: str, kind: str) -> None:
    """On either side what is played is compared: all of them call, although Folding says that it folds."""
    for number, (bot, shadow) in enumerate(((kind, "Folding"), ("Folding", kind))):
        run = in_kuhn(tmp_path / str(number), f"{doubtful}:{bot}", f"{doubtful}:{shadow}")
        assert run.incidents().is_empty()
        asked, different, failed = counts(run)["It", "all"]
        assert asked > 0  # type: ignore[operator]
        assert (different, failed) == (0, 0)


@pytest.mark.alone
def test_the_time_of_a_shadow_is_not_that_of_the_player(tmp_path: Path, doubtful: str) -> None:
    """A third of a second each: the player is never late, the shadow is."""
    run = in_kuhn(tmp_path / "run", "call", f"{doubtful}:Slow", hands=1, seconds=0.33)
    assert run.incidents().is_empty()
    asked, different, failed = counts(run)["It", "all"]
    assert asked == failed > 0  # type: ignore[operator]
    assert different == 0
    late = in_kuhn(tmp_path / "late", f"{doubtful}:Slow", "call", hands=1, seconds=0.33)
    assert set(late.incidents()["kind"]) == {"late"}
    assert counts(late)["It", "all"] == (0, 0, 0)  # it answered no decision


@pytest.mark.alone
def test_probabilities_that_take_too_long_count_as_not_said(tmp_path: Path, doubtful: str) -> None:
    run = in_kuhn(tmp_path / "run", f"{doubtful}:Pondering", f"{doubtful}:Folding", hands=1, seconds=0.2)
    assert run.incidents().is_empty()
    assert counts(run)["It", "all"][1:] == (0, 0)


def test_the_shadows_of_several_runs_are_counted_together(tmp_path: Path) -> None:
    bots = ["call", "raise"]
    first, two, other = (
        played(tmp_path / name, f"raise={shadow}", bots=bots, game=game, hands=4)
        for name, shadow, game in (
            ("one", "call", "kuhn.limit.2p"),
            ("two", "call", "holdem.limit.2p.reverse_blinds"),
            ("other", "fold", "kuhn.limit.2p"),
        )
    )
    plain = played(tmp_path / "plain", bots=bots, game="kuhn.limit.2p", hands=4)
    rows = shadow_table([first, plain, two, other]).rows
    assert [row[:3] for row in rows] == [
        *[("raise", "call", street) for street in ("all", "round 1", "round 2", "round 3", "round 4")],
        *[("raise", "fold", street) for street in ("all", "round 1", "round 2", "round 3", "round 4")],
    ]
    assert [row[2] for row in shadow_table([two]).rows] == ["all", "preflop", "flop", "turn", "river"]
    asked = [counts(run)["raise", "all"][0] for run in (first, two, other)]
    assert (rows[0][3], rows[5][3]) == (asked[0] + asked[1], asked[2])  # type: ignore[operator]


def test_in_no_limit_games_another_size_is_another_action(tmp_path: Path) -> None:
    run = played(tmp_path / "run", "raise=all-in", game="holdem.nolimit.2p.reverse_blinds", bots=["raise", "call"])
    decisions = [
        (state.legal_actions().highest_raise, action)
        for record in run_records(run)
        for state, action in zip(record.states(), record.actions, strict=False)
        if record.players[state.acting] == "raise"
    ]
    assert all(action.is_raise and action.total < highest for highest, action in decisions)
    assert counts(run)["raise", "all"] == (len(decisions), len(decisions), 0)


def test_a_run_without_shadows_has_no_column_for_them(tmp_path: Path) -> None:
    run = played(tmp_path / "run")
    assert "shadow" not in run.hands().collect_schema().names()
    assert not has_shadows(run)
    assert shadow_table([run]).rows == []


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


def test_a_bot_has_one_shadow() -> None:
    with pytest.raises(BotError, match="'call=fold': call already has a shadow"):
        with_shadows(read_entrants(BOTS), ["call=raise", "call=fold"])
