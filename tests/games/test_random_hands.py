"""What holds for every hand: chips are conserved, and no hidden card is visible in any view."""

from __future__ import annotations

import gc
import itertools
import pickle
import random
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hands_at_random import random_cards, random_limit, random_nolimit, random_states

from railbird.games import GAME_NAMES, Action, Deal, GameDefinition, State, game_named, random_deal
from railbird.games.simulation import simulate
from railbird.games.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.cards import Card

RANDOM_GAMES = {"limit": random_limit, "nolimit": random_nolimit}


def hidden_cards(view: View, deal: Deal) -> set[Card]:
    """By the rules of the table: other hands, unless shown down, and board cards that are not dealt yet."""
    shown = {view.position}
    if view.is_showdown:
        shown |= {other for other in range(view.game.players) if not view.has_folded(other)}
    hands = {card for other, hand in enumerate(deal.hole_cards) if other not in shown for card in hand}
    return hands | set(deal.board[view.board_size :])


def with_others_hidden(rng: random.Random, view: View, deal: Deal) -> Deal:
    """The deal with every hidden card replaced by one that is not in it, or by another hidden one."""
    hidden = hidden_cards(view, deal)
    visible = {card for hand in deal.hole_cards for card in hand} | set(deal.board)
    others = [card for card in range(52) if card not in visible or card in hidden]
    rng.shuffle(others)
    drawn = iter(others)
    swapped = {card: next(drawn) for card in hidden}
    return Deal(
        tuple(tuple(swapped.get(card, card) for card in hand) for hand in deal.hole_cards),
        tuple(swapped.get(card, card) for card in deal.board),
    )


TEXTS = ("__str__", "__repr__")


def attribute_names(kind: type) -> list[str]:
    """All slots, properties and methods of a class and its bases, the private ones too, but not those of `object`."""
    names = {name for base in kind.__mro__[:-1] for name in vars(base)}
    return sorted(name for name in names if not name.startswith("__") or name in TEXTS)


ATTRIBUTES = attribute_names(View)
OF_A_POSITION = {
    "has_folded",
    "position_name",
    "position_of",
    "seat_of",
    "spent",
    "spent_this_street",
    "stack",
    "to_call",
}
OF_ANOTHER_VIEW = {"comes_after", "steps_since"}


def facts(view: View) -> dict[str, object]:
    """Every attribute of a view, whatever it has."""
    attributes: dict[str, object] = {}
    for name in ATTRIBUTES:
        value = getattr(view, name)
        if name in OF_A_POSITION:
            value = [value(position) for position in range(view.game.players)]
        elif name in OF_ANOTHER_VIEW:
            value = value(view.at_start())
            if name == "steps_since":
                value = [(str(before), after.hands, after.board) for before, after in value]
        elif name == "payoffs":
            value = value() if view.is_over else None
        elif name == "equity":
            value = value() if view.game.is_holdem and len(view.in_hand) <= 3 else None
        elif name in ("of", "later"):
            continue  # they make views of what they are given
        elif name in ("at_start", "_at", "_node"):
            value = str(view.at_start())
        elif name == "without_cards":
            value = str(value())
        elif name == "node":
            value = str(value)
        elif name == "array":
            value = value().tolist()
        elif callable(value):
            value = value()
        attributes[name] = value
    return attributes


def reachable(view: View) -> Iterator[object]:
    """Every object that can be reached from a view, without what belongs to the program and to the game."""
    seen = set()
    waiting: list[object] = [view]
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, type | ModuleType | FunctionType | GameDefinition):
            continue
        seen.add(id(item))
        yield item
        waiting.extend(gc.get_referents(item))


def random_states_and_deals(kind: str, hands: int, *, seed: int) -> Iterator[tuple[random.Random, list[State], Deal]]:
    """Random hands for 2 to 10 players, as their states, one game for each ten hands."""
    rng = random.Random(seed)
    for number in range(hands):
        if number % 10 == 0:
            game = RANDOM_GAMES[kind](rng, 2 + number // 10 % 9)
        deal = random_cards(rng, game)
        yield rng, random_states(rng, game, deal), deal


@pytest.mark.parametrize("hands", [1_000, pytest.param(4_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("kind", RANDOM_GAMES)
def test_chips_are_conserved_and_hidden_cards_hidden_in_random_hands(kind: str, hands: int) -> None:
    showdowns = 0
    for rng, states, deal in random_states_and_deals(kind, hands, seed=1):
        final = states[-1]
        game = final.game
        payoffs = final.payoffs()
        assert sum(payoffs) == 0
        spent = [final.spent(position) for position in range(game.players)]
        assert sum(spent) == final.pot
        assert all(0 <= chips <= stack for chips, stack in zip(spent, game.stacks, strict=True))
        assert all(won >= -chips for won, chips in zip(payoffs, spent, strict=True))
        assert all(isinstance(won, int | Fraction) for won in payoffs)
        assert all(payoffs[position] <= 0 for position in range(game.players) if final.has_folded(position))
        showdowns += final.is_showdown
        state = rng.choice((final, *states))
        assert_nothing_hidden_is_visible(rng, state, deal)
    assert showdowns > hands // 5


def assert_nothing_hidden_is_visible(rng: random.Random, state: State, deal: Deal) -> None:
    position = rng.randrange(state.game.players)
    view = state.view(position)
    hidden = hidden_cards(view, deal)
    assert hidden.isdisjoint(card for hand in view.hands for card in hand)
    assert hidden.isdisjoint(view.board)
    assert view.hole_cards == deal.hole_cards[position]
    twin = state_of(with_others_hidden(rng, view, deal), state).view(position)
    assert facts(view) == facts(twin)


def state_of(deal: Deal, state: State) -> State:
    """The same betting with other cards."""
    return State.start(state.game, deal).play(state.actions)


@pytest.mark.parametrize("kind", RANDOM_GAMES)
def test_chips_move_only_forward(kind: str) -> None:
    for _, states, _ in random_states_and_deals(kind, 1_000, seed=2):
        for before, after in itertools.pairwise(states):
            actor = before.acting
            assert after.pot - before.pot == after.spent(actor) - before.spent(actor) >= 0
            assert after.bet >= before.bet
            assert after.street in (before.street, before.street + 1) or after.is_showdown
            assert all(before.to_call(position) >= 0 for position in range(before.game.players))
            assert all(after.spent(other) == before.spent(other) for other in range(actor))


@pytest.mark.parametrize("kind", RANDOM_GAMES)
def test_the_acting_player_has_chips_and_has_not_folded(kind: str) -> None:
    for _, states, _ in random_states_and_deals(kind, 1_000, seed=3):
        for state in states[:-1]:
            assert not state.has_folded(state.acting)
            assert state.spent(state.acting) < state.game.stacks[state.acting]


@pytest.mark.parametrize("kind", RANDOM_GAMES)
@pytest.mark.parametrize("hands", [50, pytest.param(300, marks=pytest.mark.deep)])
def test_hidden_cards_cannot_be_reached_from_a_view(kind: str, hands: int) -> None:
    """Whatever a bot does with its view: there is no way from it to the deal, nor to a card that it may not see."""
    gc.collect()
    for rng, states, deal in random_states_and_deals(kind, hands, seed=4):
        state = rng.choice(states)
        view = state.view(rng.randrange(state.game.players))
        visible = {*view.hands, view.board, deal.hole_cards[view.position]}
        secret = [hand for hand in deal.hole_cards if hand not in visible]
        if deal.board != view.board:
            secret.append(deal.board)
        for item in reachable(view):
            assert not isinstance(item, Deal | State)
            if isinstance(item, tuple) and not isinstance(item, Action):
                assert item not in secret


@pytest.mark.parametrize("kind", RANDOM_GAMES)
def test_pickles_and_texts_of_a_view_are_the_same_for_other_hidden_cards(kind: str) -> None:
    for rng, states, deal in random_states_and_deals(kind, 300, seed=5):
        state = rng.choice(states)
        view = state.view(rng.randrange(state.game.players))
        twin = state_of(with_others_hidden(rng, view, deal), state).view(view.position)
        assert (str(view), repr(view)) == (str(twin), repr(twin))
        assert not hasattr(view, "__dict__")
        again = pickle.loads(pickle.dumps(view))
        assert facts(again) == facts(view) == facts(pickle.loads(pickle.dumps(twin)))


def test_a_view_has_no_attributes_that_these_tests_do_not_know() -> None:
    """A new method of a position must be added above, lest it be called with none."""
    private = {name for name in ATTRIBUTES if name.startswith("_") and name not in TEXTS}
    assert private == {"_at", "_node", "_seats", "_summary"}
    assert set(ATTRIBUTES) >= OF_A_POSITION


@pytest.mark.parametrize("name", GAME_NAMES)
def test_built_in_games_conserve_chips(name: str) -> None:
    rng, generator, game = random.Random(6), np.random.default_rng(6), game_named(name)
    for _ in range(200):
        final = random_states(rng, game, random_deal(game, generator))[-1]
        assert sum(final.payoffs()) == 0
        assert sum(final.spent(position) for position in range(game.players)) == final.pot


@pytest.mark.kernels
@pytest.mark.parametrize("at_random", [False, True])
@pytest.mark.parametrize("name", GAME_NAMES)
def test_compiled_games_conserve_chips(name: str, at_random: bool) -> None:
    totals = simulate(game_named(name), hands=20_000, seed=7, at_random=at_random)
    assert sum(totals) == 0
    assert any(totals)
