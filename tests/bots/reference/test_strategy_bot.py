"""The bot that plays a solved strategy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.menu_file import read_menu
from railbird.abstraction.translation import TRANSLATION_METHODS
from railbird.array_files import open_arrays, write_arrays
from railbird.bots import check_bot, make_bot
from railbird.errors import BotError
from railbird.formats.logs import open_log
from railbird.games import game_named
from railbird.play import play_match
from railbird.solvers.exact.exact_cfr import CFRPlus
from railbird.solvers.solving import Solve
from railbird.strategy import save_strategy
from railbird.strategy.strategy_file import STRATEGY_FILE

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 3_000
NOLIMIT = replace(
    game_named("leduc.limit.2p"),
    betting="nolimit",
    stacks=(30, 30),
    raise_sizes=(),
    max_raises=(255, 255),
    name="leduc.nolimit",
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = game_named("leduc.limit.2p")
    solve = Solve.begin(CFRPlus(exact_game(game)))
    solve.run(300)
    path = tmp_path_factory.mktemp("solved") / "leduc.strategy"
    save_strategy(path, solve.strategy())
    return path


def test_against_itself_it_wins_and_loses_the_value_of_the_game(file: Path, tmp_path: Path) -> None:
    bots = [make_bot(f"strategy:file={file}", seed=seed) for seed in (1, 2)]
    play_match(bots, "leduc.limit.2p", hands=HANDS, seed=3, log=tmp_path / "match.log")
    first = np.array([float(record.payoffs[0]) for record in open_log(tmp_path / "match.log")])
    assert len(first) == HANDS
    assert abs(first.mean() + 0.0856) < 4 * first.std() / HANDS**0.5


def test_it_passes_every_check_of_its_game(file: Path) -> None:
    assert check_bot(f"strategy:file={file}", games=["leduc.limit.2p"], hands=60, seed=1).passed


def test_other_games_are_refused_by_name(file: Path) -> None:
    bot = make_bot(f"strategy:file={file}")
    with pytest.raises(BotError, match=r"another game, leduc\.limit\.2p: raise sizes \(2, 4\) there, \(1,\) here"):
        bot.match_starts(game_named("kuhn.limit.2p"), 0)


@pytest.fixture(scope="module")
def nolimit_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    solve = Solve.begin(CFRPlus(exact_game(NOLIMIT, read_menu("small"))), evaluate=False)
    solve.run(200)
    path = tmp_path_factory.mktemp("solved") / "nolimit.strategy"
    save_strategy(path, solve.strategy())
    return path


@pytest.mark.parametrize("translation", TRANSLATION_METHODS)
def test_in_no_limit_it_plays_opponents_with_any_bets(nolimit_file: Path, translation: str) -> None:
    bot = make_bot(f"strategy:file={nolimit_file},translation={translation}", seed=1)
    result = play_match([bot, make_bot("random", seed=2)], NOLIMIT, hands=1_500, seed=3)
    assert result.totals[0] > 0


def test_in_no_limit_it_passes_every_check(nolimit_file: Path) -> None:
    assert check_bot(f"strategy:file={nolimit_file}", games=[NOLIMIT], hands=60, seed=1).passed


def test_unknown_translations_are_refused(nolimit_file: Path) -> None:
    with pytest.raises(BotError, match=r"translation 'nearst' is not known: did you mean nearest?"):
        make_bot(f"strategy:file={nolimit_file},translation=nearst")


def test_a_strategy_that_does_not_fit_its_game_is_noticed_when_the_bot_is_built(nolimit_file: Path) -> None:
    description, arrays = open_arrays(nolimit_file, STRATEGY_FILE)
    path = nolimit_file.with_name("other.strategy")
    write_arrays(path, STRATEGY_FILE, {**description, "menu": "1,all-in"}, arrays)
    with pytest.raises(
        BotError, match=r"other\.strategy: a strategy of .* probabilities for leduc.nolimit: its game has"
    ):
        make_bot(f"strategy:file={path}")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="cfr-nolimit, cfr3-limit; `railbird solve --out FILE`"):
        make_bot(f"strategy:file={tmp_path / 'nothing'}")
