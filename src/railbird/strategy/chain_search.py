"""Search from a decision of hold'em with a solution as reference, in the way of Adam (Dudziak 2006).

The solution is a strategy for equity buckets. At a decision after the flop, the opponent's buckets are inferred from
the actions so far by Bayes' rule, with transitions masked by the actual board. Each action then has the value of the
subtree behind it, if both players follow the solution there; later rounds have general transitions.
"""

from __future__ import annotations

from functools import cached_property, lru_cache, partial
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.equity_chain import EquityBuckets, masked_distribution, possible_buckets
from railbird.blas import single_blas_thread
from railbird.cards import as_cards, deck, format_cards
from railbird.cards.hands import HAND_CARDS
from railbird.cards.isomorphism import HAND
from railbird.errors import CardError, StrategyError
from railbird.strategy.reach import _kernels
from railbird.strategy.reach.betting_rounds import betting_rounds
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction.joint import JointTables
    from railbird.cards import Card
    from railbird.games import Action
    from railbird.strategy.reach.betting_rounds import BettingRound
    from railbird.strategy.strategy import Strategy

_CACHED_SUBTREES, _CACHED_ANSWERS = 512, 4_096


class ChainSearch:
    """Searches the betting tree of a strategy for equity buckets."""

    def __init__(self, strategy: Strategy) -> None:
        if not isinstance(strategy.game.cards, EquityBuckets):
            raise StrategyError(
                f"the strategy is for the card abstraction {strategy.cards.get('kind')}: "
                "the search needs transitions between buckets, as equity buckets have them"
            )
        self._game, self._cards = strategy.game, strategy.game.cards
        self._probabilities = strategy.checked_probabilities()
        self._cached_values = lru_cache(_CACHED_ANSWERS)(self._searched)
        self._rounds = lru_cache(_CACHED_SUBTREES)(partial(betting_rounds, strategy.game))

    def prepare(self) -> None:
        """Search once now, so that the first decision takes no longer than later ones."""
        tree = self._game.tree
        flop = int(np.flatnonzero(tree.street == 1)[0])
        cards = deck()
        self.action_values(tree.actions_to(flop), cards[:2], cards[2:5])

    def action_values(
        self, actions: Sequence[Action], hole_cards: str | Sequence[Card], board: str | Sequence[Card]
    ) -> dict[Action, float]:
        """The value of each action after these actions, in chips, to the player who is to act."""
        return dict(self._cached_values(tuple(actions), as_cards(hole_cards), as_cards(board)))

    def _searched(
        self, actions: tuple[Action, ...], hand: tuple[Card, ...], board: tuple[Card, ...]
    ) -> dict[Action, float]:
        tree = self._game.tree
        decision = tree.decision_after(actions)
        player, street = int(tree.player[decision]), int(tree.street[decision])
        wanted = self._game.definition.board_sizes[street]
        if len(board) != wanted:
            raise CardError(
                f"{format_cards(board) or 'no board'} after these actions: the board has "
                f"{number_of(wanted, 'card')} in round {street + 1}"
            )
        bucket = self._cards.class_of(hand, board)
        with single_blas_thread():
            values = self._values(player, decision, self.opponent_buckets(actions, hand, board))[bucket]
        return dict(zip(tree.actions(decision), values.tolist(), strict=True))

    def opponent_buckets(
        self, actions: Sequence[Action], hole_cards: str | Sequence[Card], board: str | Sequence[Card]
    ) -> NDArray[np.float64]:
        """The probability of each bucket of the opponent in the current round, to the player who is to act."""
        hand, cards = as_cards(hole_cards), as_cards(board)
        tree = self._game.tree
        player = int(tree.player[tree.decision_after(actions)])
        distribution, node, street = self._first_distribution(hand), 0, 0
        for action in actions:
            edge = int(tree.first_edge[node]) + tree.actions(node).index(action)
            if tree.player[node] != player:
                distribution = _updated(distribution, self._choice(node, edge))
            node = int(tree.child[edge])
            if tree.street[node] != street:
                street = int(tree.street[node])
                possible = self._possible(cards[: self._game.definition.board_sizes[street]], hand)
                distribution = masked_distribution(distribution, self._forward[street - 1], possible)
        return distribution

    def _first_distribution(self, hand: tuple[Card, ...]) -> NDArray[np.float64]:
        """The opponent's chances of the 169 hands, given the own hand."""
        free = ~np.isin(HAND_CARDS, hand).any(axis=1)
        counts = np.bincount(HAND.indices(HAND_CARDS)[free], minlength=HAND.size)
        return np.asarray(counts / counts.sum())

    def _possible(self, board: tuple[Card, ...], hand: tuple[Card, ...]) -> NDArray[np.bool_]:
        return possible_buckets(self._cards, board, dead=hand)

    def _choice(self, node: int, edge: int) -> NDArray[np.float64]:
        """By bucket: the probability of a choice in the solution."""
        tree = self._game.tree
        player, street = int(tree.player[node]), int(tree.street[node])
        return self._cells(player, street)[:, int(tree.slot[node]) + edge - int(tree.first_edge[node])]

    def _cells(self, player: int, street: int) -> NDArray[np.float64]:
        """The solution of a player and a round by bucket and choice."""
        return self._game.layout.rows(self._probabilities, player=player, street=street)

    @cached_property
    def _tables(self) -> JointTables:
        return self._cards.joint_tables()

    @cached_property
    def _forward(self) -> tuple[NDArray[np.float64], ...]:
        return self._cards.chain().forward()

    def _values(self, player: int, decision: int, opponent: NDArray[np.float64]) -> NDArray[np.float64]:
        """By bucket and choice: the value to a player of the choices at a decision, against the opponent's buckets."""
        first = int(self._game.tree.street[decision])
        chances = self._tables.probabilities[first].sum(axis=1)
        # Reach is by bucket, without the probability of the bucket, which the tables have; values include it.
        per_bucket = np.divide(opponent, chances, out=np.zeros_like(chances), where=chances > 0)
        rounds = self._rounds(decision)
        reach = self._opponent_reach(1 - player, first, rounds, per_bucket)
        leaving = np.empty((0, 0))
        for street, cut, reached in reversed(list(zip(count(first), rounds, reach, strict=False))):
            values = self._values_of_ends(street, cut, reached, leaving)
            leaving = np.empty((len(values), len(cut.nodes.entrances)))
            _kernels.follow(player, cut.nodes, self._cells(player, street), values, leaving)
        choices = rounds[0].nodes.target[: rounds[0].nodes.first_edge[1]]
        weighted = values[:, choices] * rounds[0].nodes.payoffs[player, choices]
        return np.asarray(
            np.divide(weighted, chances[:, None], out=np.zeros_like(weighted), where=chances[:, None] > 0)
        )

    def _opponent_reach(
        self, opponent: int, first: int, rounds: tuple[BettingRound, ...], per_bucket: NDArray[np.float64]
    ) -> list[NDArray[np.float64]]:
        """By round, bucket and place: the reach of the opponent's choices."""
        reach: list[NDArray[np.float64]] = []
        entering = per_bucket[:, None]
        for street, cut in enumerate(rounds, start=first):
            if reach:
                entering = self._tables.transitions[street - 1] @ reach[-1][:, rounds[street - 1 - first].exits]
            reach.append(np.empty((len(entering), cut.places)))
            cells = self._cells(opponent, street)
            _kernels.write_reach(opponent, cut.nodes, cells, entering, reach[-1], 0, len(entering))
        return reach

    def _values_of_ends(
        self, street: int, cut: BettingRound, reach: NDArray[np.float64], leaving: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """By bucket and place: the values of folds, showdowns and exits, payoffs aside."""
        values = np.empty_like(reach)
        values[:, cut.folds] = self._tables.probabilities[street] @ reach[:, cut.folds]
        values[:, cut.showdowns] = self._tables.margins[street] @ reach[:, cut.showdowns]
        if cut.exits.stop > cut.exits.start:
            values[:, cut.exits] = self._tables.transitions[street].T @ leaving
        return values


def _updated(distribution: NDArray[np.float64], likelihood: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bayes' rule; an action that the solution never takes says nothing."""
    updated = distribution * likelihood
    total = updated.sum()
    return np.asarray(updated / total) if total > 0 else distribution
