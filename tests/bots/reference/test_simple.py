"""The simplest bots: what they do in every situation, and how often the random one does what."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bots.situations import views_of_hands
from games.hands_at_random import random_states
from railbird.bots import Follower
from railbird.bots.reference.simple import CallBot, FoldBot, RaiseBot, RandomBot
from railbird.errors import BotError
from railbird.games import CALL, FOLD, State, game_named, raise_to, random_deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.bots import Bot
    from railbird.games import Action, GameDefinition, View

GAMES = ("kuhn.limit.2p", "leduc.limit.3p", "holdem.limit.3p", "holdem.nolimit.2p.reverse_blinds", "holdem.nolimit.6p")
LIMIT = "holdem.limit.2p.reverse_blinds"
NOLIMIT = "holdem.nolimit.2p.reverse_blinds"
HANDS = 20_000
SIGMAS = 5


def turns(game: GameDefinition, *, hands: int = 300, seed: int = 0) -> Iterator[View]:
    """The views of those who are to act, in hands that are played at random."""
    rng, generator = random.Random(seed), np.random.default_rng(seed)
    for _ in range(hands):
        for state in random_states(rng, game, random_deal(game, generator)):
            if not state.is_over:
                yield state.view(state.acting)


def first_view(name: str) -> View:
    game = game_named(name)
    state = State.start(game, random_deal(game, np.random.default_rng(0)))
    return state.view(state.acting)


def answers(bot: Bot, view: View, *, hands: int = HANDS) -> list[Action]:
    """What a bot says to the same view in many hands."""
    return [bot.act(seen) for seen in views_of_hands(view, hands)]


def assert_share(count: int, expected: float, *, of: int) -> None:
    allowed = SIGMAS * math.sqrt(expected * (1 - expected) / of)
    assert abs(count / of - expected) <= allowed


@pytest.mark.parametrize("game", GAMES)
def test_fold_bot_folds_only_when_it_owes(game: str) -> None:
    seen = Counter()
    for view in turns(game_named(game)):
        owes = view.to_call(view.position) > 0
        assert FoldBot().act(view) == (FOLD if owes else CALL)
        seen[owes] += 1
    assert min(seen[True], seen[False]) > 50


def test_fold_bot_checks_even_where_a_fold_is_free() -> None:
    game = replace(game_named(LIMIT), free_folds=True)
    free = [view for view in turns(game) if view.legal_actions().fold and not view.to_call(view.position)]
    assert len(free) > 50
    assert {FoldBot().act(view) for view in free} == {CALL}


@pytest.mark.parametrize("game", GAMES)
def test_call_bot_calls(game: str) -> None:
    assert {CallBot().act(view) for view in turns(game_named(game), hands=50)} == {CALL}


@pytest.mark.parametrize("game", GAMES)
def test_raise_bot_raises_by_the_least_that_is_legal_and_calls_where_it_may_not(game: str) -> None:
    seen = Counter()
    for view in turns(game_named(game)):
        legal = view.legal_actions()
        assert RaiseBot().act(view) == (raise_to(legal.lowest_raise) if legal.can_raise else CALL)
        seen[legal.can_raise] += 1
    assert min(seen[True], seen[False]) > 10


@pytest.mark.parametrize(("fold", "call", "raise_"), [(1, 1, 1), (0.1, 0.6, 0.3), (5, 0, 15), (0, 1, 0), (2, 0, 0)])
def test_random_bot_keeps_to_its_frequencies(fold: float, call: float, raise_: float) -> None:
    total = fold + call + raise_
    answered = Counter(answers(RandomBot(fold=fold, call=call, raise_=raise_, seed=3), first_view(LIMIT)))
    assert_share(answered[FOLD], fold / total, of=HANDS)
    assert_share(answered[CALL], call / total, of=HANDS)
    assert_share(answered[raise_to(20)], raise_ / total, of=HANDS)
    assert sum(answered.values()) == HANDS == answered[FOLD] + answered[CALL] + answered[raise_to(20)]


def test_random_bot_turns_what_is_not_legal_into_a_call() -> None:
    state = State.start(game_named(LIMIT), random_deal(game_named(LIMIT), np.random.default_rng(0)))
    unraised = state.apply(CALL)
    answered = Counter(answers(RandomBot(), unraised.view(unraised.acting)))
    assert_share(answered[CALL], 2 / 3, of=HANDS)
    assert_share(answered[raise_to(20)], 1 / 3, of=HANDS)
    capped = state.play([raise_to(20), raise_to(30), raise_to(40)])
    answered = Counter(answers(RandomBot(), capped.view(capped.acting)))
    assert_share(answered[FOLD], 1 / 3, of=HANDS)
    assert_share(answered[CALL], 2 / 3, of=HANDS)


def test_random_bot_makes_every_raise_equally_often_in_no_limit_games() -> None:
    bins = 10
    answered = answers(RandomBot(fold=0, call=0), first_view(NOLIMIT))
    totals = [action.total for action in answered]
    assert min(totals) >= 200
    assert max(totals) <= 20_000
    counts = Counter((total - 200) * bins // (20_000 - 200 + 1) for total in totals)
    for place in range(bins):
        assert_share(counts[place], 1 / bins, of=HANDS)


def test_random_bot_reaches_the_least_and_the_greatest_raise() -> None:
    game = replace(game_named(NOLIMIT), stacks=(204, 204))
    view = State.start(game, random_deal(game, np.random.default_rng(0))).view(1)
    answered = Counter(answers(RandomBot(fold=0, call=0), view))
    assert sorted(action.total for action in answered) == [200, 201, 202, 203, 204]


def test_random_bots_of_different_seeds_differ_and_of_the_same_do_not() -> None:
    view = first_view(LIMIT)
    first, again, other = (answers(RandomBot(seed=seed), view, hands=200) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_random_bot_that_joins_a_match_late_goes_on_as_if_it_had_been_there() -> None:
    game = game_named(NOLIMIT)
    generator = np.random.default_rng(0)
    deals = [random_deal(game, generator) for _ in range(40)]

    def played(first: int) -> dict[int, list[Action]]:
        bot = RandomBot(seed=5)
        follower = Follower(bot)
        actions = {}
        for number in range(first, len(deals)):
            state = State.start(game, deals[number], hand=number)
            while not state.is_over:
                follower.see(state.view(state.acting))
                state = state.apply(bot.act(state.view(state.acting)))
            actions[number] = list(state.actions)
        return actions

    assert played(25).items() <= played(0).items()


@pytest.mark.parametrize("game", [LIMIT, "kuhn.limit.2p", "leduc.limit.2p", "holdem.limit.3p"])
def test_random_bot_tells_its_probabilities(game: str) -> None:
    bot = RandomBot(fold=0.2, call=0.5, raise_=0.3)
    kinds = set()
    for view in turns(game_named(game), hands=100):
        legal = view.legal_actions()
        probabilities = bot.probabilities(view)
        assert probabilities is not None
        assert sum(probabilities.values()) == pytest.approx(1)
        expected = {CALL: 0.5 + 0.2 * (not legal.fold) + 0.3 * (not legal.can_raise)}
        if legal.fold:
            expected[FOLD] = 0.2
        if legal.can_raise:
            expected[raise_to(legal.lowest_raise)] = 0.3
        assert probabilities == pytest.approx(expected)
        kinds.add((legal.fold, legal.can_raise))
    assert len(kinds) >= 2


def test_random_bot_tells_none_where_raises_have_many_sizes() -> None:
    assert RandomBot().probabilities(first_view(NOLIMIT)) is None


@pytest.mark.parametrize(
    ("fold", "call", "raise_"),
    [(-0.1, 1, 1), (1, -1, 1), (1, 1, -1e-9), (0, 0, 0), (math.nan, 1, 1), (1, math.nan, 1), (1, 1, math.inf)],
)
def test_random_bot_rejects_bad_frequencies(fold: float, call: float, raise_: float) -> None:
    with pytest.raises(BotError, match="frequencies fold="):
        RandomBot(fold=fold, call=call, raise_=raise_)
