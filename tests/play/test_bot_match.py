"""Matches in one process: results, logs, seeds, and bots that misbehave."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acpc.players import score_in
from railbird.bots import Bot, make_bot
from railbird.errors import GameError, MatchError, RailbirdError
from railbird.formats.acpc_log import AcpcLog
from railbird.formats.logs import check_log
from railbird.games import CALL, FOLD, GAME_NAMES, game_named, raise_to
from railbird.play import MatchResult, play_match

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import Action, View

LIMIT, NOLIMIT = "holdem.limit.2p.reverse_blinds", "holdem.nolimit.2p.reverse_blinds"


def random_bots(game: str) -> list[Bot]:
    return [make_bot("random:fold=0.3,call=1,raise=0.7", seed=seat) for seat in range(game_named(game).players)]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_totals_are_those_of_the_log(game: str, tmp_path: Path) -> None:
    result = play_match(random_bots(game), game, hands=100, seed=3, log=tmp_path / "m.log")
    records = list(AcpcLog(tmp_path / "m.log", game_named(game)))
    assert [record.number for record in records] == list(range(100))
    totals = [sum(record.payoffs[record.players.index(name)] for record in records) for name in result.names]
    # A pot that is shared by three or more has no end of decimals.
    assert [float(total) for total in totals] == pytest.approx([float(total) for total in result.totals], abs=1e-4)
    assert sum(result.totals) == 0
    assert (
        tuple(score_in(tmp_path / "m.log"))
        == result.names
        == tuple(f"p{seat + 1}" for seat in range(len(result.names)))
    )
    check = check_log(AcpcLog(tmp_path / "m.log", game_named(game)))
    assert (check.hands, check.unchecked, check.problems) == (100, 0, [])
    assert result.hands == 100
    assert result.corrections == (0,) * len(result.names)


def test_the_header_of_the_log(tmp_path: Path) -> None:
    play_match(random_bots(LIMIT), LIMIT, hands=1, seed=3, names=("Me", "You"), log=tmp_path / "a.b.log")
    lines = (tmp_path / "a.b.log").read_text(encoding="utf-8").splitlines()
    assert lines[:4] == [
        f"# name/game/hands/seed a.b {LIMIT}.game 1 3",
        "#--t_response 600000",
        "#--t_hand 600000",
        "#--t_per_hand 7000",
    ]
    assert [line.partition(":")[0] for line in lines[4:]] == ["STATE", "SCORE"]
    assert lines[4].endswith(":Me|You")


def test_the_same_seed_is_the_same_match(tmp_path: Path) -> None:
    results, logs = [], []
    for seed in (5, 5, 6):
        results.append(play_match(random_bots(NOLIMIT), NOLIMIT, hands=200, seed=seed, log=tmp_path / "m.log"))
        logs.append((tmp_path / "m.log").read_bytes())
    assert (results[0], logs[0]) == (results[1], logs[1])
    assert logs[0] != logs[2]
    without_log = play_match(random_bots(NOLIMIT), NOLIMIT, hands=200, seed=5)
    assert without_log == results[0]


def test_bots_that_always_do_the_same() -> None:
    """Fold against raise: the blinds go to the one who raises, hand after hand."""
    result = play_match([make_bot("fold"), make_bot("raise")], LIMIT, hands=10, seed=0)
    assert result == MatchResult(("p1", "p2"), 10, (-75, 75), (0, 0))


class Stubborn(Bot):
    """Always asks for the same, legal or not."""

    def __init__(self, action: object) -> None:
        self.action = action

    def act(self, view: View) -> Action:  # noqa: ARG002
        return self.action  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("action", "betting", "corrections"),
    [
        # The caller is the small blind in hand 0, and first to act: the other one checks three streets more.
        (FOLD, "cc/cc/cc/cc", 4),
        (raise_to(1), "cr200c/r300c/r400c/r500c", 4),
        (raise_to(10**9), "cr20000c///", 1),
        (raise_to(300), "cr300c/r400c/r500c/r600c", 3),
        (CALL, "cc/cc/cc/cc", 0),
    ],
)
def test_actions_that_are_not_legal_are_corrected_and_counted(
    action: Action, betting: str, corrections: int, tmp_path: Path
) -> None:
    bots = [Stubborn(action), make_bot("call")]
    result = play_match(bots, NOLIMIT, hands=1, seed=0, log=tmp_path / "m.log")
    assert result.corrections == (corrections, 0)
    line = (tmp_path / "m.log").read_text(encoding="utf-8").splitlines()[4]
    assert line.split(":")[2] == betting


@pytest.mark.parametrize("answer", [None, "c", (1, 0), 3])
def test_an_answer_that_is_not_an_action_names_the_seat(answer: object, tmp_path: Path) -> None:
    with pytest.raises(MatchError, match=r"seat 2: the bot's answer .* is not an action"):
        play_match([make_bot("call"), Stubborn(answer)], LIMIT, hands=1, seed=0, log=tmp_path / "m.log")
    assert list(tmp_path.iterdir()) == []


class Failing(Bot):
    def __init__(self, where: str) -> None:
        self._where = where

    def act(self, view: View) -> Action:  # noqa: ARG002
        self._fail("act")
        return CALL

    def _fail(self, where: str) -> None:
        if where == self._where:
            raise KeyError("lost")


def failing_in(hook: str) -> Bot:
    """A bot that raises an exception in one of its methods."""
    if hook == "act":
        return Failing(hook)
    kind = type("FailingHook", (Failing,), {hook: lambda self, *_: self._fail(hook), "every": 1})
    return kind(hook)  # type: ignore[no-any-return]


HOOKS = ["match_starts", "hand_starts", "street_starts", "action_played", "hand_ends", "hands_played"]


@pytest.mark.parametrize("hook", ["act", *HOOKS])
def test_an_exception_of_a_bot_names_the_seat(hook: str, tmp_path: Path) -> None:
    with pytest.raises(
        MatchError,
        match=r"seat 2: the bot failed in hand \d: KeyError: 'lost' \(test_bot_match.py, line \d+, in \w+\)",
    ) as caught:
        play_match([make_bot("call"), failing_in(hook)], LIMIT, hands=2, seed=0, log=tmp_path / "m.log")
    assert isinstance(caught.value.__cause__, KeyError)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_match_leaves_the_log_of_the_one_before(tmp_path: Path) -> None:
    play_match(random_bots(LIMIT), LIMIT, hands=3, seed=0, log=tmp_path / "m.log")
    before = (tmp_path / "m.log").read_bytes()
    with pytest.raises(MatchError):
        play_match([Failing("act"), make_bot("call")], LIMIT, hands=3, seed=0, log=tmp_path / "m.log")
    assert (tmp_path / "m.log").read_bytes() == before


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_number_of_bots_is_that_of_players(count: int) -> None:
    with pytest.raises(GameError, match=f"{count} bots? for a game of 2 players"):
        play_match([make_bot("call")] * count, LIMIT, hands=1, seed=0)


@pytest.mark.parametrize("hands", [0, -1])
def test_at_least_one_hand(hands: int) -> None:
    with pytest.raises(GameError, match=f"a match of {hands} hands"):
        play_match(random_bots(LIMIT), LIMIT, hands=hands, seed=0)


@pytest.mark.parametrize("names", [("a",), ("a", "b", "c")])
def test_the_number_of_names_is_that_of_players(names: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(GameError, match=f"{len(names)} names for a game of 2 players"):
        play_match(random_bots(LIMIT), LIMIT, hands=1, seed=0, names=names, log=tmp_path / "m.log")


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_a_seed_that_the_dealer_does_not_have(seed: int) -> None:
    with pytest.raises(RailbirdError, match=str(seed)):
        play_match(random_bots(LIMIT), LIMIT, hands=1, seed=seed)


def test_an_unknown_game() -> None:
    with pytest.raises(GameError, match="no game is called 'chess'"):
        play_match(random_bots(LIMIT), "chess", hands=1, seed=0)
