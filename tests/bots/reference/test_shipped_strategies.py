"""The strategies that come with the package, and the bots that play them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, read_results
from railbird.bots import check_bot, make_bot
from railbird.bots.bot_memory import may_remember
from railbird.bots.follower import Follower
from railbird.errors import BotError
from railbird.games import game_named
from railbird.solvers import read_recipe
from railbird.strategy import open_strategy, shipped_strategies

if TYPE_CHECKING:
    from railbird.statistics import Estimate

RECIPES = Path(__file__).parents[3] / "experiments" / "strategies"
LIMIT, NOLIMIT = "holdem.limit.2p.reverse_blinds", "holdem.nolimit.2p.reverse_blinds"
MOST_BYTES = 25_000_000
THREE = "holdem.limit.3p"
BOTS = {"cfr-limit": LIMIT, "adam": LIMIT, "cfr-nolimit": NOLIMIT, "cfr3-limit": THREE}


@pytest.mark.parametrize("bot", BOTS)
def test_each_was_solved_from_its_recipe(bot: str) -> None:
    strategy, recipe = open_strategy(shipped_strategies()[bot]), read_recipe(RECIPES / f"{bot}.toml")
    strategy.check_game(recipe.definition)
    assert (strategy.cards, strategy.menu, strategy.recall) == (recipe.cards.identity, recipe.menu, recipe.recall)
    assert (strategy.origin.algorithm, strategy.origin.iterations) == (recipe.algorithm, recipe.goal.iterations)
    assert strategy.is_compact


def test_a_bot_takes_them_by_name_and_remembers_nothing() -> None:
    game = game_named(LIMIT)
    bot = make_bot("strategy:file=cfr-limit", seed=1)
    Follower(bot, seed=1)  # which gives it a generator
    bot.match_starts(game, 0)
    assert not may_remember(
        bot, lambda seed: make_bot("strategy:file=cfr-limit", seed=seed), game=game, seat=0, seeds=[1, 2]
    )


def test_together_they_are_small() -> None:
    assert sum(path.stat().st_size for path in shipped_strategies().values()) <= MOST_BYTES


@pytest.mark.parametrize(
    "bot",
    # tests/bots/test_adam.py asks adam less often: it searches at every decision.
    [pytest.param(bot, marks=pytest.mark.deep) if bot == "adam" else bot for bot in BOTS],
)
def test_they_keep_to_the_contract(bot: str) -> None:
    report = check_bot(bot, games=[BOTS[bot]], hands=40, seed=1)
    assert report.passed, report


@pytest.mark.deep
@pytest.mark.parametrize("opponent", ["call", "raise", "all-in-equity", "richie-rich"])
def test_the_limit_bot_beats_simple_bots(tmp_path: Path, opponent: str) -> None:
    win_rate = won(tmp_path / "run", LIMIT, "cfr-limit", opponent, deals=1_000)
    assert win_rate.mean > win_rate.margin


@pytest.mark.deep
@pytest.mark.parametrize("opponent", ["all-in", "ev"])
def test_the_no_limit_bot_beats_the_bots_of_lilienthal(tmp_path: Path, opponent: str) -> None:
    win_rate = won(tmp_path / "run", NOLIMIT, "cfr-nolimit", opponent, deals=1_500)
    assert win_rate.mean > win_rate.margin


@pytest.mark.deep
@pytest.mark.parametrize("opponent", ["call", "raise", "all-in-equity"])
def test_the_three_player_bot_beats_two_simple_bots(tmp_path: Path, opponent: str) -> None:
    win_rate = won(tmp_path / "run", THREE, "cfr3-limit", opponent, opponent, deals=500)
    assert win_rate.mean > win_rate.margin


def test_all_probabilities_of_the_three_player_bot_add_up_to_one() -> None:
    strategy = open_strategy("cfr3-limit")
    assert len(strategy.checked_probabilities()) == strategy.game.layout.count
    assert strategy.game.information_set_count == 637_410


def test_the_three_player_bot_answers_three_players_only() -> None:
    with pytest.raises(BotError, match=r"^cfr3-limit\.strategy: .* holdem\.limit\.3p: 3 players there, 2 here$"):
        make_bot("cfr3-limit").match_starts(game_named(LIMIT), 0)


def won(folder: Path, game: str, bot: str, *opponents: str, deals: int) -> Estimate:
    """What a bot wins in a duplicate match."""
    run = RunFolder.create(folder, RunPlan(game_named(game), read_entrants([bot, *opponents]), deals, seed=5))
    play_run(run, workers=2)
    return read_results(run).win_rate(0)
