"""The strategies of bots: OpenSpiel as the judge, what bots answer, and bots that have none."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from abstraction.merged_ranks import MergedRanks
from railbird.abstraction import abstract_game, exact_game, parse_menu
from railbird.abstraction.percentile import PercentileBuckets
from railbird.bots import Bot, make_bot
from railbird.errors import BotError, SolverError
from railbird.formats.betting import read_betting
from railbird.games import CALL, FOLD, Deal, State, View, game_named, raise_to
from railbird.responses import strategy_of_bot, with_enumerable_cards
from railbird.solvers import Evaluator, new_solver
from railbird.strategy import save_strategy, with_real_cards
from responses.leduc_bots import Broken, Careful, Confused, HeartsFirst, Learner, Listener, Silent, SmallRaiser, Unsure

LEDUC = game_named("leduc.limit.2p")


def asked(bot_class: type[Bot], game=LEDUC, **options):
    return strategy_of_bot(lambda _: bot_class(), game, name=bot_class.__name__, **options)


def evaluated(strategy):
    return Evaluator(strategy.game).evaluate(strategy.checked_probabilities())


def view_of(state: pyspiel.State) -> View:
    """The view of the player to act, from the history of OpenSpiel's Leduc: two private cards first."""
    history = state.full_history()
    dealt = [move.action for move in history if move.player == pyspiel.PlayerId.CHANCE]
    cards = [40 + 4 * (card // 2) + 2 + card % 2 for card in dealt]
    betting = State.start_unchecked(LEDUC, Deal((), ()))
    for move in history:
        if move.player >= 0:
            raising = raise_to(betting.legal_actions().lowest_raise)
            betting = betting.apply({0: FOLD, 1: CALL, 2: raising}[move.action])
    return View.of(LEDUC, betting.actions, hole_cards=[cards[state.current_player()]], board=cards[2:])


def judged(bot: Bot) -> float:
    """The NashConv of the bot's strategy, given to OpenSpiel."""
    game = pyspiel.load_game("leduc_poker")

    def action_probabilities(state: pyspiel.State, player_id: int | None = None) -> dict[int, float]:
        shares = bot.probabilities(view_of(state))
        kinds = {FOLD: 0, CALL: 1}
        return {kinds.get(action, 2): share for action, share in shares.items()}

    table = policy.tabular_policy_from_callable(game, action_probabilities)
    return exploitability.nash_conv(game, table)


@pytest.mark.parametrize("bot_class", [Careful, HeartsFirst])
def test_exploitability_in_leduc_equals_that_of_open_spiel(bot_class: type[Bot]) -> None:
    strategy = asked(bot_class)
    assert evaluated(strategy).exploitability == pytest.approx(judged(bot_class()), abs=1e-9)
    assert strategy.cards == {"kind": "suits" if bot_class is Careful else "cards"}


def test_every_answer_is_in_the_strategy() -> None:
    strategy, bot = asked(HeartsFirst), HeartsFirst()
    for hand, board, history in (("Kh", "", ""), ("Ks", "", ""), ("Qs", "Qh", "crc/r"), ("Ah", "Qs", "rrc/c")):
        view = View.of(LEDUC, read_betting(LEDUC, history), hole_cards=hand, board=board)
        shares = bot.probabilities(view)
        assert strategy.at(hand, board, history) == pytest.approx(
            {action: shares.get(action, 0.0) for action in strategy.at(hand, board, history)}
        )


def test_hooks_report_the_hand_that_is_asked_about() -> None:
    strategy = asked(Listener)
    assert strategy.at("Kh")[raise_to(3)] == 1
    assert strategy.at("Kh", history="cr")[CALL] == 1
    assert strategy.at("Kh", history="rr")[FOLD] == 1


def test_illegal_answers_are_corrected_as_in_a_match() -> None:
    """`fold` folds where there is nothing to call, which is played as a check."""
    strategy = strategy_of_bot(partial(make_bot_with_seed, "fold"), LEDUC, name="fold")
    assert strategy.at("Kh")[CALL] == 1
    assert strategy.at("Kh", history="r")[FOLD] == 1


def make_bot_with_seed(spec: str, seed: int) -> Bot:
    return make_bot(spec, seed=seed)


def test_three_players_have_gains_by_position() -> None:
    game = game_named("kuhn.limit.3p")
    always_call = strategy_of_bot(partial(make_bot_with_seed, "call"), game, name="call")
    result = evaluated(always_call)
    assert len(result.gains) == 3
    assert min(result.gains) > 0


def test_the_bot_of_a_strategy_file_has_the_exploitability_of_the_file(tmp_path) -> None:
    solver = new_solver("cfr+", exact_game("leduc.limit.2p"))
    solver.step(50)
    save_strategy(tmp_path / "s", solver.strategy())
    bot = strategy_of_bot(partial(make_bot_with_seed, f"strategy:file={tmp_path / 's'}"), LEDUC, name="s")
    assert evaluated(bot).gains == pytest.approx(evaluated(solver.strategy()).gains, abs=1e-9)


def test_buckets_are_judged_with_real_cards(tmp_path) -> None:
    solver = new_solver("external-sampling", abstract_game(MergedRanks(LEDUC)), seed=2)
    solver.step(2000)
    bucketed = solver.strategy()
    real = with_real_cards(bucketed)
    assert real.cards == {"kind": "suits"}
    for hand, board, history in (("Kh", "", ""), ("Qs", "Qh", "crc/r"), ("Ah", "Qs", "rrc/c")):
        assert real.at(hand, board, history) == bucketed.at(hand, board, history)
    assert evaluated(with_enumerable_cards(bucketed)).exploitability > 0.1
    assert with_real_cards(real) is real


@pytest.mark.deep
def test_the_price_of_buckets_is_measured_with_real_cards() -> None:
    """An equilibrium of the buckets cannot be exploited by players who see the buckets, but by those who see cards."""
    solver = new_solver("cfr+", abstract_game(PercentileBuckets(LEDUC, (2, 2))))
    solver.step(600)
    bucketed = solver.strategy()
    assert evaluated(bucketed).exploitability < 0.01
    assert evaluated(with_enumerable_cards(bucketed)).exploitability > 0.3
    assert evaluated(with_real_cards(bucketed)).values == pytest.approx(evaluated(bucketed).values, abs=1e-9)


@pytest.mark.parametrize(
    ("bot_class", "message"),
    [
        (Silent, r"Silent does not say its probabilities: its method probabilities\(view\) returns None"),
        (Learner, "Learner seems to remember earlier hands, so it has no fixed strategy; if it does not remember, set"),
        (Broken, r"Broken cannot play leduc.limit.2p: seat 1: the bot failed in hand 0: KeyError: 'no idea'"),
        (
            Confused,
            r"Confused: its method probabilities\(view\) returns \[.*\] in <View of leduc.*: it must return a dict",
        ),
        (Unsure, r"Unsure: its probabilities in <View of leduc.limit.2p.* are call: 0.5: they are below 0 or do not"),
    ],
)
def test_bots_without_a_strategy_get_one_clear_line(bot_class: type[Bot], message: str) -> None:
    with pytest.raises(BotError, match=message) as refusal:
        asked(bot_class)
    assert "\n" not in str(refusal.value)


def test_bets_outside_the_menu_are_named() -> None:
    game = replace(LEDUC, betting="nolimit", stacks=(12, 12), raise_sizes=(), name="no limit")
    with pytest.raises(BotError, match=r"SmallRaiser plays raise to 2 in .*, but the bet menu has only call, raise to"):
        asked(SmallRaiser, game)
    assert asked(SmallRaiser, game, menu=parse_menu("min,all-in")).at("Kh")[raise_to(2)] == 1


def test_large_games_are_refused_before_the_bot_is_asked() -> None:
    with pytest.raises(SolverError, match=r"Silent would have to be asked in [\d,]+ information sets of holdem\.limit"):
        asked(Silent, game_named("holdem.limit.2p.reverse_blinds"))
