"""The bot that plays best responses wins what exploitability says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.abstraction import exact_game
from railbird.bots import Bot, check_bot, make_bot
from railbird.errors import BotError
from railbird.games import State, game_named
from railbird.play import play_match
from railbird.responses import strategy_of_bot
from railbird.solvers import Evaluator, new_solver
from railbird.strategy import save_strategy
from responses.leduc_bots import Careful, HeartsFirst
from solvers.boards.board_games import all_deals

if TYPE_CHECKING:
    from pathlib import Path

LEDUC = game_named("leduc.limit.2p")
BOTS = {"Careful": Careful, "HeartsFirst": HeartsFirst}


def won_over_all_deals(bot: Bot, opponent: Bot, *, position: int) -> float:
    """The exact mean over all deals, with every choice of the opponent weighed by its probability."""

    def won(state: State) -> float:
        if state.is_over:
            return float(state.payoffs()[position])
        view = state.view(state.acting)
        if state.acting == position:
            return won(state.apply(bot.act(view)))
        return sum(share * won(state.apply(action)) for action, share in opponent.probabilities(view).items())

    deals = list(all_deals(LEDUC))
    return sum(won(State.start(LEDUC, deal)) for deal in deals) / len(deals)


@pytest.mark.parametrize("name", BOTS)
def test_it_wins_the_value_of_a_best_response_in_every_position(name: str) -> None:
    opponent = BOTS[name]()
    strategy = strategy_of_bot(lambda _: BOTS[name](), LEDUC, name=name)
    best = Evaluator(strategy.game).evaluate(strategy.checked_probabilities()).best_responses
    bot = make_bot(f"best-response:to=[{__file__.replace('test_best_response_bot', 'leduc_bots')}:{name}]")
    bot.match_starts(LEDUC, 0)
    for position in range(2):
        assert won_over_all_deals(bot, opponent, position=position) == pytest.approx(best[position], abs=1e-9)


def test_it_answers_a_strategy_file_in_a_match(tmp_path: Path) -> None:
    """Over many hands it wins as much as exploitability says, within four standard errors."""
    solver = new_solver("cfr", exact_game("leduc.limit.2p"))
    solver.step(3)
    save_strategy(tmp_path / "s", solver.strategy())
    bots = [make_bot(f"best-response:file={tmp_path / 's'}"), make_bot(f"strategy:file={tmp_path / 's'}", seed=1)]
    result = play_match(bots, LEDUC, hands=4000, seed=2)
    expected = Evaluator(solver.game).evaluate(solver.average_strategy()).exploitability / 2
    assert abs(float(result.totals[0]) / 4000 - expected) < 4 * 5 / 4000**0.5
    assert expected > 0.5


def test_it_keeps_the_contract_of_bots() -> None:
    report = check_bot("best-response:to=[call]", games=["kuhn.limit.2p", "kuhn.limit.3p"], hands=40, seed=1)
    assert report.passed, str(report)


def test_against_callers_it_bets_what_wins_and_checks_what_loses() -> None:
    bot = make_bot("best-response:to=[call]")
    bot.match_starts(game_named("kuhn.limit.2p"), 0)
    from railbird.games import View

    assert bot.act(View.of("kuhn.limit.2p", hole_cards="As")).is_raise
    assert bot.act(View.of("kuhn.limit.2p", hole_cards="Qs")).is_call


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("best-response", r"give either to=\[BOT\] or file=FILE"),
        ("best-response:to=[call],file=x", r"give either to=\[BOT\] or file=FILE"),
        ("best-response:to=call", "is a bot without brackets"),
        ("best-response:file=nothing", "nothing: No such file or directory"),
    ],
)
def test_what_cannot_be_answered_is_refused_when_it_is_built(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(spec)


def test_other_games_are_refused_when_the_match_starts(tmp_path: Path) -> None:
    solver = new_solver("cfr", exact_game("leduc.limit.2p"))
    solver.step(1)
    save_strategy(tmp_path / "s", solver.strategy())
    with pytest.raises(BotError, match=r"the strategy is for another game, leduc\.limit\.2p: raise sizes"):
        make_bot(f"best-response:file={tmp_path / 's'}").match_starts(game_named("kuhn.limit.2p"), 0)
    with pytest.raises(BotError, match="would have to be asked in"):
        make_bot("best-response:to=[call]").match_starts(game_named("holdem.limit.2p.reverse_blinds"), 0)
