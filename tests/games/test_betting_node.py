"""Nodes that are kept: the same betting is the same node, and keeping changes nothing that can be seen."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hands_at_random import random_states

from railbird.errors import ActionError
from railbird.games import CALL, FOLD, Action, State, View, betting_node, game_named, raise_to, random_deal
from railbird.games.betting_node import BettingNode, first_node
from railbird.games.public_state import PublicState
from railbird.games.state_array import RAISE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.games import Chips, GameDefinition

GAMES = ("holdem.limit.2p.reverse_blinds", "holdem.limit.3p", "holdem.nolimit.3p", "kuhn.limit.2p", "leduc.limit.3p")
COPIES = {"pickle": lambda one: pickle.loads(pickle.dumps(one)), "copy": copy.copy, "deepcopy": copy.deepcopy}
NUMBERS = count()


def fresh(name: str) -> GameDefinition:
    """The game under a name that nobody has used: nodes are kept by definition, and the name is part of it."""
    return replace(game_named(name), name=f"{name} {next(NUMBERS)}")


def kept_nodes(game: GameDefinition) -> list[BettingNode]:
    """All kept nodes of a game but the first."""
    nodes: list[BettingNode] = []
    waiting = [first_node(game)]
    while waiting:
        following = list(waiting.pop().next.values())
        nodes += following
        waiting += following
    return nodes


def started(game: GameDefinition, *, seed: int = 0) -> State:
    return State.start(game, random_deal(game, np.random.default_rng(seed)))


def random_hands(game: GameDefinition, hands: int, *, seed: int) -> Iterator[list[State]]:
    rng, generator = random.Random(seed), np.random.default_rng(seed)
    for _ in range(hands):
        yield random_states(rng, game, random_deal(game, generator))


def facts(state: State | View) -> dict[str, object]:
    """All that can be asked, by position where it takes one, but for the game's name."""
    facts_by_name: dict[str, object] = {"text": str(state), "game": replace(state.game, name="")}
    for name in vars(PublicState):
        if name.startswith("_") or name == "game":
            continue
        value = getattr(state, name)
        if name == "legal_actions":
            value = value()
        elif name == "array":
            value = value().tolist()
        elif name == "node":
            value = str(value)
        elif name == "without_cards":
            value = str(value())
        elif callable(value):
            value = [value(position) for position in range(state.game.players)]
        facts_by_name[name] = value
    facts_by_name["payoffs"] = state.payoffs() if state.is_over else None
    if isinstance(state, View):
        return facts_by_name | {name: getattr(state, name) for name in ("position", "hands", "hole_cards", "board")}
    views = [facts(state.view(position)) for position in range(state.game.players)]
    return facts_by_name | {"deal": state.deal, "board": state.board, "views": views}


@pytest.mark.parametrize("name", GAMES)
def test_a_state_that_is_reached_twice_has_the_same_node(name: str) -> None:
    game = fresh(name)
    for number, states in enumerate(random_hands(game, 50, seed=1)):
        again = started(game, seed=number)
        for state in states:
            if state.last_action is not None:
                again = again.apply(state.last_action)
            assert again._node is state._node
        assert started(game).play(states[-1].actions)._node is states[-1]._node


def test_the_same_chips_in_another_order_are_another_moment() -> None:
    start = started(fresh("holdem.limit.3p"))
    first = start.play([raise_to(20), CALL, CALL])
    second = start.play([CALL, raise_to(20), CALL, CALL])
    assert first._node is not second._node
    assert [first.spent(position) for position in range(3)] == [second.spent(position) for position in range(3)]
    assert first.actions == (raise_to(20), CALL, CALL)
    assert second.actions == (CALL, raise_to(20), CALL, CALL)


def test_games_of_other_rules_have_nodes_of_their_own() -> None:
    game = fresh("holdem.limit.3p")
    other = replace(game, free_folds=True)
    state, free = started(game).play([CALL, CALL]), started(other).play([CALL, CALL])
    assert not state.legal_actions().fold
    assert free.legal_actions().fold


@pytest.mark.kernels
@pytest.mark.parametrize("most", [0, 7, *(pytest.param(most, marks=pytest.mark.deep) for most in (1, 100))])
@pytest.mark.parametrize("name", GAMES)
def test_play_goes_on_as_before_when_no_more_nodes_are_kept(
    monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    game, other = fresh(name), fresh(name)
    expected = [facts(state) for states in random_hands(other, 12, seed=2) for state in states]
    monkeypatch.setattr(betting_node, "MOST_KEPT", most)
    actual = [facts(state) for states in random_hands(game, 12, seed=2) for state in states]
    assert actual == expected
    assert first_node(game).tree.kept == len(kept_nodes(game))
    assert len(kept_nodes(game)) == min(most, len(kept_nodes(other)))


def test_nodes_that_are_not_kept_are_played_on_from() -> None:
    """The first nodes of a game are kept, those of a later hand are not, and both give the same results."""
    game = fresh("holdem.nolimit.3p")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(betting_node, "MOST_KEPT", 2)
        start = started(game)
        kept = start.play([CALL, CALL])
        beyond = kept.apply(CALL).apply(raise_to(500)).apply(FOLD)
        assert len(kept_nodes(game)) == 2
        assert kept._node is start.play([CALL, CALL])._node
        assert beyond._node is not start.play(beyond.actions)._node
        assert facts(beyond) == facts(start.play(beyond.actions)) == facts(started(game).play(beyond.actions))


@pytest.mark.parametrize(
    "illegal",
    [FOLD, raise_to(101), raise_to(0), raise_to(-5), raise_to(20_001), raise_to(2**62), raise_to(2**80), Action(7)],
    ids=str,
)
def test_an_illegal_action_leaves_nothing_behind(illegal: Action) -> None:
    game = fresh("holdem.nolimit.2p.reverse_blinds")
    state = started(game).play([CALL])
    before = facts(state)
    kept = kept_nodes(game)
    for _ in range(2):
        with pytest.raises(ActionError, match=r"is not legal in .*: position 0 may call or raise to 200 to 20000"):
            state.apply(illegal)
        with pytest.raises(ActionError):
            started(game).play([CALL, illegal])
    assert kept_nodes(game) == kept
    assert list(state._node.next) == []
    assert facts(state) == before
    assert state.apply(raise_to(200)).bet == 200


def test_an_action_after_the_end_leaves_nothing_behind() -> None:
    game = fresh("kuhn.limit.2p")
    final = started(game).play([CALL, CALL])
    for action in (FOLD, CALL, raise_to(2)):
        with pytest.raises(ActionError, match="the hand is over"):
            final.apply(action)
    assert len(kept_nodes(game)) == 2
    assert list(final._node.next) == []


@pytest.mark.parametrize("action", [Action(FOLD.kind, 100), Action(CALL.kind, 100), Action(RAISE, True)], ids=str)
def test_only_raises_have_totals_and_these_are_numbers(action: Action) -> None:
    for _ in range(2):
        with pytest.raises(
            ActionError, match=r"^Action\(kind=.*\) is not an action in .*: actions are FOLD, CALL and raise_to"
        ):
            started(fresh("holdem.limit.2p.reverse_blinds")).apply(action)


@pytest.mark.parametrize(
    "loose",
    [Action(RAISE, 300.0), Action(RAISE, np.int64(300)), Action(float(RAISE), 300), (RAISE, 300)],
    ids=["float", "int64", "kind", "tuple"],
)
def test_what_one_player_passes_for_an_action_is_not_what_others_did(loose: Action) -> None:
    """A bot that is careless with types may be refused, but later hands must not have its objects in them."""
    game = fresh("holdem.nolimit.2p.reverse_blinds")
    with suppress(ActionError, TypeError):
        started(game).apply(loose)
    (action,) = started(game).apply(raise_to(300)).actions
    assert type(action) is Action
    assert type(action.total) is int


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("hands", [5, pytest.param(10, marks=pytest.mark.deep)])
def test_copies_have_the_same_facts(name: str, copied: Callable[[State | View], State | View], hands: int) -> None:
    for states in random_hands(fresh(name), hands, seed=3):
        for state in states:
            again = copied(state)
            assert type(again) is State
            assert facts(again) == facts(state)
            for position in range(state.game.players):
                view = copied(state.view(position))
                assert type(view) is View
                assert facts(view) == facts(state.view(position))


@pytest.mark.parametrize("name", ["holdem.limit.2p.reverse_blinds", "holdem.limit.3p"])
def test_pickles_stay_small_whatever_has_been_played(name: str) -> None:
    game = fresh(name)
    longest = max((states[-1] for states in random_hands(game, 3_000, seed=4)), key=lambda final: len(final.actions))
    assert len(kept_nodes(game)) > 1_000
    assert len(pickle.dumps(longest)) < 2_048
    assert all(len(pickle.dumps(longest.view(position))) < 2_048 for position in range(game.players))


def test_all_nodes_of_two_player_limit_are_kept() -> None:
    game = fresh("holdem.limit.2p.reverse_blinds")
    waiting = [first_node(game)]
    while waiting:
        node = waiting.pop()
        if node.acting >= 0:
            fold, lowest, _ = node.legal
            actions = [CALL, *[FOLD] * fold, *[raise_to(lowest)] * bool(lowest)]
            waiting += [node.play([action]) for action in actions]
    assert len(kept_nodes(game)) + 1 == 16_584


def test_a_copy_is_played_on_like_the_original() -> None:
    state = started(fresh("holdem.nolimit.3p")).play([CALL, raise_to(300)])
    for copied in COPIES.values():
        assert facts(copied(state).play([CALL, FOLD])) == facts(state.play([CALL, FOLD]))


def results(game: GameDefinition, seed: int) -> list[tuple[tuple[Action, ...], tuple[Chips, ...]]]:
    """What was done and won in random hands."""
    return [(states[-1].actions, states[-1].payoffs()) for states in random_hands(game, 400, seed=seed)]


@pytest.fixture
def hasty_switches() -> Iterator[None]:
    """Threads take turns after a few steps each."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty_switches")
@pytest.mark.parametrize("name", ["holdem.limit.2p.reverse_blinds", "holdem.nolimit.3p", "leduc.limit.2p"])
def test_threads_play_the_same_game_as_if_alone(name: str) -> None:
    game, other = fresh(name), fresh(name)
    seeds = [5, 5, 6, 7]
    with ThreadPoolExecutor(max_workers=2) as pool:
        together = list(pool.map(results, [game] * 4, seeds))
    assert together == [results(other, seed) for seed in seeds]
    for node in kept_nodes(game):
        alone = first_node(other).play(node.actions)
        assert node.numbers == alone.numbers
        assert node.legal == alone.legal
