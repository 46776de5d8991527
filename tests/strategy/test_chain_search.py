"""Search with a solution as reference (seed 004, section 2.3), against a plain recursion over the betting tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.chains import random_chain
from railbird.abstraction import EquityBuckets, abstract_game, exact_game
from railbird.abstraction.equity_chain import possible_buckets
from railbird.abstraction.equity_chain.chain_counts import store_chain
from railbird.cards import parse_cards
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND
from railbird.errors import CardError, GameError, StrategyError
from railbird.games import CALL, FOLD, game_named, raise_to
from railbird.strategy import Origin, Strategy
from railbird.strategy.chain_search import ChainSearch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.games import Action

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
BUCKETS = (4, 5, 6)
HAND_TEXT, BOARD = "AhKh", parse_cards("Qs Jh 2d 7c 7d")
TO_FLOP = (CALL, CALL)
HISTORIES = {
    "flop, first": (TO_FLOP, 3),
    "flop, facing a raise": ((*TO_FLOP, raise_to(20), raise_to(30)), 3),
    "turn, after a raise": ((*TO_FLOP, CALL, raise_to(20), CALL), 4),
    "river, facing a bet": ((raise_to(20), CALL, CALL, CALL, CALL, CALL, raise_to(40)), 5),
}


@pytest.fixture(scope="module")
def strategy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Strategy]:
    """A random strategy for a few random buckets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAILBIRD_CACHE", str(tmp_path_factory.mktemp("cache")))
        store_chain(BUCKETS, random_chain(BUCKETS))
        game = abstract_game(EquityBuckets(LIMIT, BUCKETS))
        weights = np.random.default_rng(1).random(game.layout.count)
        yield Strategy(game, game.probabilities(weights), Origin(algorithm="random", iterations=0, seconds=0.0))


class Plain:
    """The same search by recursion, with distributions over both players' buckets."""

    def __init__(self, strategy: Strategy, player: int) -> None:
        self.game, self.player = strategy.game, player
        self.probabilities = strategy.checked_probabilities()
        chain = strategy.game.cards.chain()
        self.forward = chain.forward()
        pairs = chain.wins + chain.wins.T + chain.ties
        self.results = (chain.wins - chain.wins.T) / pairs

    def choice(self, node: int, choice: int) -> NDArray[np.float64]:
        """By bucket: the probability of a choice."""
        tree, layout = self.game.tree, self.game.layout
        player, street = int(tree.player[node]), int(tree.street[node])
        first = [
            layout.first_cell(player=player, street=street, card_class=bucket, slot=int(tree.slot[node]))
            for bucket in range(self.game.cards.counts[street])
        ]
        return self.probabilities[np.array(first) + choice]

    def behind(self, node: int, choice: int, mine: NDArray[np.float64], theirs: NDArray[np.float64]) -> float:
        """The expected payoff behind a choice."""
        tree = self.game.tree
        child = int(tree.child[tree.first_edge[node] + choice])
        if child >= 0:
            if tree.street[child] > tree.street[node]:
                step = self.forward[tree.street[node]]
                mine, theirs = mine @ step, theirs @ step
            return self.value(child, mine, theirs)
        row = tree.terminal_row[-1 - child]
        if tree.is_fold[row]:
            return float(tree.payoffs[row, 0, self.player] * mine.sum() * theirs.sum())
        stake = tree.payoffs[row, 2, 0]
        return float(stake * (mine @ self.results @ theirs))

    def value(self, node: int, mine: NDArray[np.float64], theirs: NDArray[np.float64]) -> float:
        total = 0.0
        for choice in range(len(self.game.tree.actions(node))):
            shares = self.choice(node, choice)
            if self.game.tree.player[node] == self.player:
                total += self.behind(node, choice, mine * shares, theirs)
            else:
                total += self.behind(node, choice, mine, theirs * shares)
        return total

    def opponent(
        self, actions: tuple[Action, ...], hand: tuple[int, ...], board: tuple[int, ...]
    ) -> NDArray[np.float64]:
        """The opponent's buckets, by Bayes' rule and masked transitions, written out."""
        tree, node = self.game.tree, 0
        chances = np.zeros(HAND.size)
        for other in HAND_CARDS.tolist():
            if not set(other) & set(hand):
                chances[HAND.index(other)] += 1
        for action in actions:
            choice = tree.actions(node).index(action)
            if tree.player[node] != self.player:
                chances = chances * self.choice(node, choice)
            child = int(tree.child[tree.first_edge[node] + choice])
            if tree.street[child] > tree.street[node]:
                street = int(tree.street[child])
                possible = possible_buckets(self.game.cards, board[: street + 2], dead=hand)
                later = np.zeros(len(possible))
                for bucket, chance in enumerate(chances):
                    masked = np.where(possible, self.forward[street - 1][bucket], 0)
                    later += chance * masked / masked.sum()
                chances = later
            node = child
        return chances / chances.sum()


@pytest.mark.kernels
@pytest.mark.parametrize("name", HISTORIES)
def test_values_of_actions_are_those_of_a_plain_recursion(name: str, strategy: Strategy) -> None:
    actions, size = HISTORIES[name]
    board, hand = BOARD[:size], parse_cards(HAND_TEXT)
    search, tree = ChainSearch(strategy), strategy.game.tree
    node = tree.decision_after(actions)
    plain = Plain(strategy, int(tree.player[node]))
    theirs = plain.opponent(actions, hand, board)
    assert search.opponent_buckets(actions, HAND_TEXT, board) == pytest.approx(theirs, abs=1e-12)
    mine = np.zeros(strategy.game.cards.counts[size - 2])
    mine[strategy.game.cards.class_of(hand, board)] = 1.0
    values = search.action_values(actions, HAND_TEXT, board)
    assert list(values) == list(tree.actions(node))
    for choice, value in enumerate(values.values()):
        assert value == pytest.approx(plain.behind(node, choice, mine, theirs), abs=1e-9)


def test_folding_loses_what_was_put_in(strategy: Strategy) -> None:
    values = ChainSearch(strategy).action_values((*TO_FLOP, raise_to(20)), HAND_TEXT, BOARD[:3])
    assert values[FOLD] == pytest.approx(-10)


def test_an_action_that_the_solution_never_takes_says_nothing(strategy: Strategy) -> None:
    """The opponent raises before the flop although the strategy never does."""
    game, cells = strategy.game, strategy.checked_probabilities().copy()
    for bucket in range(HAND.size):
        first = game.layout.first_cell(player=1, street=0, card_class=bucket, slot=int(game.tree.slot[0]))
        cells[first : first + 3] = (0, 1, 0)
    search = ChainSearch(Strategy(game, cells, strategy.origin))
    after_call = search.opponent_buckets((CALL, CALL), HAND_TEXT, BOARD[:3])
    after_raise = search.opponent_buckets((raise_to(20), CALL), HAND_TEXT, BOARD[:3])
    assert after_raise == pytest.approx(after_call)


def test_what_cannot_be_searched_is_refused(strategy: Strategy, tmp_path: Path) -> None:
    search = ChainSearch(strategy)
    with pytest.raises(CardError, match="the board has 3 cards in round 2"):
        search.action_values(TO_FLOP, HAND_TEXT, BOARD[:4])
    with pytest.raises(GameError, match="not in the tree"):
        search.action_values((raise_to(99),), HAND_TEXT, ())
    kuhn = exact_game("kuhn.limit.2p")
    other = Strategy(kuhn, kuhn.probabilities(np.zeros(kuhn.layout.count)), strategy.origin)
    with pytest.raises(StrategyError, match="for the card abstraction suits"):
        ChainSearch(other)
