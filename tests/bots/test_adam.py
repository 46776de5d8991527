"""Adam: the solution before the flop, the best subtree afterwards (seed 004, section 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.chains import random_chain
from railbird.abstraction import EquityBuckets, abstract_game, exact_game
from railbird.abstraction.equity_chain.chain_counts import store_chain
from railbird.bots import check_bot, make_bot
from railbird.errors import BotError
from railbird.games import CALL, View, game_named, raise_to
from railbird.strategy import Origin, Strategy, open_strategy, save_strategy
from railbird.strategy.chain_search import ChainSearch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = "holdem.limit.2p.reverse_blinds"
BUCKETS = (4, 5, 6)
RANDOM = Origin(algorithm="random", iterations=0, seconds=0.0)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A random strategy for a few random buckets."""
    folder = tmp_path_factory.mktemp("adam")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAILBIRD_CACHE", str(folder))
        store_chain(BUCKETS, random_chain(BUCKETS))
        game = abstract_game(EquityBuckets(game_named(GAME), BUCKETS))
        cells = game.probabilities(np.random.default_rng(1).random(game.layout.count))
        save_strategy(folder / "adam.strategy", Strategy(game, cells, RANDOM))
        yield folder / "adam.strategy"


@pytest.mark.deep
def test_it_passes_every_check_of_its_game(file: Path) -> None:
    assert check_bot(f"adam:file={file}", games=[GAME], hands=30, seed=1).passed


def test_before_the_flop_it_plays_the_solution_and_afterwards_the_best_subtree(file: Path) -> None:
    bot, strategy = make_bot(f"adam:file={file}", seed=1), open_strategy(file)
    bot.match_starts(game_named(GAME), 0)
    first = View.of(game_named(GAME), (), position=1, hole_cards="AhKh")
    assert bot.probabilities(first) == strategy.at(first)
    actions = (CALL, CALL, raise_to(20))
    later = View.of(game_named(GAME), actions, position=1, hole_cards="AhKh", board="Qs Jh 2d")
    values = ChainSearch(strategy).action_values(actions, "AhKh", "Qs Jh 2d")
    best = max(values, key=lambda action: values[action])
    assert bot.probabilities(later) == {best: 1.0}
    assert bot.act(later) == best


def test_a_strategy_without_transitions_is_refused_before_the_first_hand(tmp_path: Path) -> None:
    kuhn = exact_game("kuhn.limit.2p")
    path = tmp_path / "kuhn.strategy"
    save_strategy(path, Strategy(kuhn, kuhn.probabilities(np.zeros(kuhn.layout.count)), RANDOM))
    bot = make_bot(f"adam:file={path}", seed=1)
    with pytest.raises(BotError, match="for the card abstraction suits"):
        bot.match_starts(game_named("kuhn.limit.2p"), 0)
