"""The reference bots: all are found by name and keep to the contract; those that look at no cards do what they say."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bots.situations import HOLDEM, LIMIT, NOLIMIT, view_after, views_of_hands
from railbird.bots import bot_names, check_bot, make_bot
from railbird.bots.checking.kit import GAMES
from railbird.bots.reference.all_in_bot import AllInBot
from railbird.bots.reference.check_norris import CheckNorris
from railbird.bots.reference.simple import RaiseBot
from railbird.games import CALL, FOLD, raise_to
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.games import Action

EVERYWHERE = [
    "min-raise",
    "all-in",
    "check-norris",
    "switching:bots=[random:fold=0,raise=2]+[check-norris],hands=3+2,repeat=1",
]
IN_HOLDEM = [
    "all-in-equity",
    "richie-rich",
    "exploitable",
    "exploiting",
    "exploiting:reactions=1",
    "opponent-aware:reactions=1",
    "early-exploiting:reactions=1",
    "bad-phase:first=2,last=6,reactions=1",
    "lone-exploiter:reactions=1",
    "ev",
    "switching:bots=[all-in-equity]+[exploiting:reactions=1]+[ev],hands=3+3",
]
HANDS = 20_000
SIGMAS = 5


@pytest.mark.parametrize("spec", EVERYWHERE)
def test_bots_that_look_at_no_cards_pass_every_check_in_every_kind_of_game(spec: str) -> None:
    report = check_bot(spec, hands=80, seed=1)
    assert report.games == GAMES
    assert report.passed, str(report)


@pytest.mark.parametrize("spec", IN_HOLDEM)
@pytest.mark.parametrize("hands", [40, pytest.param(60, marks=pytest.mark.deep)])
def test_bots_that_know_their_equity_pass_every_check_in_holdem(spec: str, hands: int) -> None:
    report = check_bot(spec, games=HOLDEM, hands=hands, seed=1)
    assert report.passed, str(report)


@pytest.mark.parametrize("hands", [40, pytest.param(60, marks=pytest.mark.deep)])
def test_a_replaying_bot_passes_every_check(tmp_path: Path, hands: int) -> None:
    log = tmp_path / "a.log"
    bots = [make_bot("random", seed=seed) for seed in range(3)]
    play_match(bots, NOLIMIT, hands=60, seed=1, names=["Ann", "Bob", "Cy"], log=log)
    report = check_bot(f"replaying:log={log},player=Bob", games=HOLDEM, hands=hands, seed=1)
    assert report.passed, str(report)


def test_all_of_them_are_known_by_name() -> None:
    assert {spec.partition(":")[0] for spec in (*EVERYWHERE, *IN_HOLDEM)} <= {*bot_names()}
    assert type(make_bot("min-raise")) is type(make_bot("raise")) is RaiseBot


@pytest.mark.parametrize(
    ("game", "played", "expected"),
    [
        (NOLIMIT, "", raise_to(20_000)),
        (NOLIMIT, "r300", raise_to(20_000)),
        (NOLIMIT, "r20000", CALL),
        (LIMIT, "", raise_to(20)),
        (LIMIT, "r20 r30 r40", CALL),
    ],
)
def test_all_in_bot_bets_as_much_as_is_legal(game: str, played: str, expected: Action) -> None:
    assert AllInBot().act(view_after(game, played)) == expected


def answers(game: str, played: str, *, seed: int = 3) -> Counter[Action]:
    bot = CheckNorris(seed=seed)
    return Counter(bot.act(view) for view in views_of_hands(view_after(game, played), HANDS))


@pytest.mark.parametrize(
    ("game", "played", "expected"),
    [
        (LIMIT, "", {CALL: 0.75, raise_to(20): 0.2, FOLD: 0.05}),
        (NOLIMIT, "r300", {CALL: 0.75, raise_to(500): 0.2, FOLD: 0.05}),
        (LIMIT, "c c", {CALL: 0.8, raise_to(20): 0.2}),
        (LIMIT, "r20 r30 r40", {CALL: 0.95, FOLD: 0.05}),
    ],
)
def test_thiel_6_7_check_norris_calls_75_raises_20_and_folds_5_percent(
    game: str, played: str, expected: dict[Action, float]
) -> None:
    view = view_after(game, played)
    answered = answers(game, played)
    assert answered.keys() == expected.keys()
    for action, share in expected.items():
        assert abs(answered[action] / HANDS - share) <= SIGMAS * math.sqrt(share * (1 - share) / HANDS)
    probabilities = CheckNorris().probabilities(view)
    assert probabilities is not None
    assert {action: share for action, share in probabilities.items() if share} == pytest.approx(expected)


def test_check_norris_of_another_seed_plays_other_hands_so() -> None:
    bots = [CheckNorris(seed=seed) for seed in (1, 1, 2)]
    played: list[list[Action]] = [[], [], []]
    for view in views_of_hands(view_after(LIMIT, ""), 200):
        for bot, actions in zip(bots, played, strict=True):
            actions.append(bot.act(view))
    assert played[0] == played[1] != played[2]
