"""Akuma: the contract, the games it plays, and that it adapts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, read_results
from railbird.bots import check_bot, make_bot
from railbird.bots.adaptive.akuma import PARAMETERS
from railbird.bots.follower import Follower
from railbird.errors import BotError
from railbird.games import CALL, View, game_named, parse_game, raise_to
from railbird.play import play_match

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.statistics import Estimate

LIMIT = "holdem.limit.3p"
QUICK = "akuma:strength=0.2"


def test_it_keeps_to_the_contract() -> None:
    report = check_bot(QUICK, games=[LIMIT, "holdem.limit.2p.reverse_blinds"], hands=60, seed=1)
    assert report.passed, report


@pytest.mark.deep
def test_the_same_seed_gives_the_same_match() -> None:
    totals = [
        play_match([make_bot(QUICK, seed=seed), make_bot("call"), make_bot("raise")], LIMIT, hands=60, seed=2).totals
        for seed in (1, 1, 2)
    ]
    assert totals[0] == totals[1] != totals[2]


def test_it_says_what_it_does() -> None:
    bot = make_bot(QUICK, seed=1)
    Follower(bot, seed=1)
    bot.match_starts(game_named(LIMIT), 0)
    view = View.of(LIMIT, [CALL, CALL], hole_cards="As Ah")
    assert bot.probabilities(view) == {bot.act(view): 1.0}


def test_until_it_knows_the_opponents_it_plays_the_fair_rule() -> None:
    bot, fair = make_bot(QUICK, seed=1), make_bot("all-in-equity")
    Follower(bot, seed=1)
    bot.match_starts(game_named(LIMIT), 0)
    for hole_cards in ("As Ah", "9c 8c", "7h 2c", "Kd 9s"):
        for actions in ([], [raise_to(20)], [raise_to(20), raise_to(30)]):
            view = View.of(LIMIT, actions, hole_cards=hole_cards)
            assert bot.act(view) == fair.act(view)


def test_without_a_model_it_is_the_fair_bot() -> None:
    totals = [
        play_match([make_bot(bot, seed=1), make_bot("call"), make_bot("raise")], LIMIT, hands=60, seed=2).totals
        for bot in ("akuma:model=0", "all-in-equity")
    ]
    assert totals[0] == totals[1]


def test_it_may_remember_earlier_hands_only_with_a_model(tmp_path: Path) -> None:
    entrants = read_entrants(["akuma", "off=akuma:model=0", "ownbot:model=0"])
    run = RunFolder.create(tmp_path / "run", RunPlan(game_named(LIMIT), entrants, hands=2, seed=5))
    play_run(run, workers=1)
    assert read_results(run).remembering == {0}


def test_six_players() -> None:
    game = parse_game(
        "GAMEDEF\nlimit\nnumPlayers = 6\nnumRounds = 4\nblind = 5 10 0 0 0 0\nraiseSize = 10 10 20 20\n"
        "firstPlayer = 3 1 1 1\nmaxRaises = 3 4 4 4\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\n"
        "numBoardCards = 0 3 1 1\nEND GAMEDEF\n"
    )
    bots = [make_bot(QUICK, seed=1), *(make_bot(name) for name in ("call", "raise", "all-in-equity", "fold", "call"))]
    result = play_match(bots, game, hands=60, seed=3)
    assert result.corrections == (0,) * 6
    assert sum(result.totals) == 0


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            "holdem.nolimit.3p",
            "akuma plays limit hold'em, but holdem.nolimit.3p is not: choose a game like holdem.limit.3p",
        ),
        (
            "leduc.limit.2p",
            "akuma plays limit hold'em, but leduc.limit.2p is not: choose a game like holdem.limit.2p.reverse_blinds",
        ),
        (
            "holdem.nolimit.6p",
            "is not: choose holdem.limit.2p.reverse_blinds or holdem.limit.3p, or write a .game file for 6 players",
        ),
    ],
)
def test_other_games_are_refused_before_the_match(game: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot("akuma").match_starts(game_named(game), 0)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("akuma:strength=0", "strength=0: give a number from 0.01 to 1000"),
        ("akuma:strength=-1", "strength=-1: give a number from 0.01 to 1000"),
        ("akuma:seconds=-1", "seconds=-1: give a time limit"),
        ("akuma:strength=much", "strength=much: give a number from 0.01 to 1000"),
        ("akuma:seconds=long", "seconds=long: give a time limit"),
        ("akuma:seed=-1", "seed=-1: give a whole number of 0 or more"),
        ("akuma:seed=1.5", "seed=1.5: give a whole number of 0 or more"),
        ("akuma:model=2", "model=2: give 1 to learn about the opponents, or 0 not to"),
        ("akuma:parameters=missing.toml", "missing.toml: No such file"),
        ("akuma:parameters=", "parameters=: give a TOML file like akuma.toml"),
        ("akuma:parameters=5", "parameters=5: give a TOML file like akuma.toml"),
    ],
)
def test_wrong_options_are_refused(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(spec)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("half_life", "halflife", "models: unknown key 'halflife': did you mean half_life"),
        ("[rollouts]", "[rollout]", "unknown key 'rollout': did you mean rollouts"),
        ("carry = 0.5", "", "rollouts: carry is missing"),
        ("carry = 0.5", "carry = 'much'", "carry = 'much': write a number"),
        ("carry = 0.5", "carry = 1.5", "rollouts: carry = 1.5: write a number from 0 to 1"),
        ("prior_weight = 10", "prior_weight = 0", r"prior_weight = 0: write a number from 0.01 to 1e\+06"),
        ("half_life = 200", "half_life = 0.001", "half_life = 0.001: write 0, or at least 1 hand"),
        ("change_odds = 1e6", "change_odds = 0.5", "change_odds = 0.5: write 0, or at least 2"),
        ("known_after = 60", "known_after = -1", "fair_rule: known_after = -1: write a number from 0"),
        ("known_after = 60", "", "fair_rule: known_after is missing"),
        ("deals = 400", "deals = 1e12", "deals = .*: write a number from 32 to 100000"),
        ("deals = 400", "deals = 1", "deals = 1: write a number from 32 to 100000"),
    ],
)
def test_wrong_parameters_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = PARAMETERS.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BotError, match=message):
        make_bot(f"akuma:parameters={file}")


@pytest.mark.deep
def test_it_wins_from_bots_that_call() -> None:
    totals = [
        play_match([make_bot(QUICK, seed=seed), make_bot("call"), make_bot("call")], LIMIT, hands=80, seed=seed).totals
        for seed in range(3)
    ]
    assert sum(own for own, *_ in totals) > 0


@pytest.mark.deep
@pytest.mark.parametrize(
    ("opponents", "hands"),
    [
        (("call", "call"), 20),
        (("raise", "raise"), 20),
        (("all-in-equity", "all-in-equity"), 70),
        (("richie-rich", "check-norris"), 40),
    ],
)
def test_it_beats_reference_bots(tmp_path: Path, opponents: tuple[str, str], hands: int) -> None:
    rate = won(tmp_path / "run", "akuma", *opponents, hands=hands, matches=10)
    assert rate.mean > rate.margin


def won(folder: Path, bot: str, *opponents: str, hands: int, matches: int) -> Estimate:
    """What a bot wins in duplicate matches.

    Rotations are enough: where both opponents are equal, the other orders of seats would only repeat these matches.
    """
    entrants = read_entrants([bot, *(f"opponent{place}={spec}" for place, spec in enumerate(opponents))])
    plan = RunPlan(game_named(LIMIT), entrants, hands, seed=5, matches=matches, seat_orders="rotations")
    run = RunFolder.create(folder, plan)
    play_run(run, workers=1)
    return read_results(run).win_rate(0)
