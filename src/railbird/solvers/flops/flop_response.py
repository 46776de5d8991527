"""The value of a best response on one flop, exact over all hands, turns and rivers."""

from __future__ import annotations

from itertools import pairwise
from math import comb
from threading import Event
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.abstraction.dealt_cards import DealtCards
from railbird.errors import SolverError
from railbird.games.showdown_strength import strengths_of
from railbird.solvers.flops import _kernels
from railbird.solvers.flops.round_arrays import HandsOnBoard, round_arrays
from railbird.solvers.flops.suit_symmetry import SuitSymmetry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.solvers.flops.suit_symmetry import Board, NextCards
    from railbird.strategy import Strategy
    from railbird.strategy.strategy import StoredProbabilities

_GROUP = 3
"""Entries of the last round that are valued together: some dozens of terminals, whose numbers fit into the cache."""
_PLAYERS = range(2)


class _Cells(NamedTuple):
    """Where a player's probabilities of a round are: arguments of the kernels."""

    stored: StoredProbabilities
    scale: float
    base: int
    width: int


class FlopResponse:
    """Evaluates best responses to a strategy of a two-player limit game, board by board.

    The responder sees its cards as they are; the strategy may merge them in any way that does not depend on suits.
    """

    def __init__(self, strategy: Strategy) -> None:
        game, rules = strategy.game, strategy.definition
        name = rules.name or "the game"
        if rules.players != 2 or rules.hole_cards != 2 or rules.rounds < 2:
            raise SolverError(f"{name}: only two-player games with two hole cards and a board are evaluated by flops")
        if isinstance(game.cards, DealtCards):
            raise SolverError(f"{name}: the strategy tells suits apart, and flops are merged up to suits")
        self.strategy = strategy
        self.stop = Event()
        """Set it to stop an evaluation in another thread at its next board."""
        self.rounds = round_arrays(game)
        self.symmetry = SuitSymmetry(rules)
        self.hands = self.symmetry.hands
        start = np.ones((len(self.hands), 1))
        self._first_hands = self._hands_on(())
        self._pushed = [self._push(player, 0, self._first_hands, start) for player in _PLAYERS]

    def flops(self) -> list[NextCards]:
        """The flops up to suits."""
        return list(self.symmetry.next_cards((), self.strategy.definition.board_cards[1]))

    def values_on(self, flop: NextCards) -> NDArray[np.float64]:
        """By player, class of starting hands and entry of the second round: the value of a hand of the class.

        It is the sum, over all flops that are the same up to suits and over the opponent's hands, of the reach of these
        hands times the mean payoff over turns and rivers.
        """
        values = self._values((flop.cards,), [next_reach for next_reach, _ in self._pushed])
        preimages = self.symmetry.preimages[list(flop.renamings)]
        return np.stack([_sum_of_images(each, preimages)[self.symmetry.examples] for each in values])

    def best_responses(self, values: NDArray[np.float64]) -> tuple[float, float]:
        """Each player's value of a best response in chips a hand, from the sum of `values_on` over all flops."""
        rules = self.strategy.definition
        left = len(self.symmetry.deck)
        flops, pairs = comb(left - 4, rules.board_cards[1]), comb(left, 2) * comb(left - 2, 2)
        results = []
        for player in _PLAYERS:
            first = np.zeros((len(self.hands), 1))
            folds = self._pushed[player][1]
            by_hand = values[player, self.symmetry.classes] / flops
            _kernels.pull_round(player, self.rounds[0], self._first_hands, by_hand, folds, first)
            results.append(float(first.sum()) / pairs)
        return results[0], results[1]

    def time_sample(self, random: np.random.Generator) -> tuple[float, int]:
        """The processor seconds that a random part of the work takes, and the number of boards of the last round in it.

        The part is all last cards after random cards before: all rivers after a random flop and turn.
        """
        board: Board = ()
        reaches = [next_reach for next_reach, _ in self._pushed]
        rules = self.strategy.definition
        for street in range(1, rules.rounds - 1):
            choices = list(self.symmetry.next_cards(board, rules.board_cards[street]))
            board = (*board, choices[random.integers(len(choices))].cards)
            hands = self._hands_on(board)
            reaches = [self._push(player, street, hands, reaches[player])[0] for player in _PLAYERS]
        last = list(self.symmetry.next_cards(board, rules.board_cards[-1]))
        self._values((*board, last[0].cards), reaches)  # so that compilation is not timed
        start = thread_time()
        self._next_values(board, reaches)
        return thread_time() - start, len(last)

    def _values(self, board: Board, reaches: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
        """By player: the values by hand and entry of a board's round, for the opponent's reach by hand and entry."""
        if self.stop.is_set():
            raise StoppedError
        street = len(board)
        hands, betting = self._hands_on(board), self.rounds[street]
        values = [np.zeros((len(self.hands), betting.entries)) for _ in _PLAYERS]
        if street == len(self.rounds) - 1:
            for player in _PLAYERS:
                cells = self._cells(1 - player, street)
                _kernels.value_last_round(player, _GROUP, betting, hands, *cells, reaches[player], values[player])
            return values
        pushed = [self._push(player, street, hands, reaches[player]) for player in _PLAYERS]
        later = self._next_values(board, [next_reach for next_reach, _ in pushed])
        for player in _PLAYERS:
            _kernels.pull_round(player, betting, hands, later[player], pushed[player][1], values[player])
        return values

    def _next_values(self, board: Board, reaches: list[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
        """By player: the mean over the next cards of the values by hand and entry of the next round."""
        count = self.strategy.definition.board_cards[len(board) + 1]
        left = len(self.symmetry.deck) - 4 - sum(map(len, board))
        sums = [np.zeros_like(reach) for reach in reaches]
        for following in self.symmetry.next_cards(board, count):
            values = self._values((*board, following.cards), reaches)
            preimages = self.symmetry.preimages[list(following.renamings)]
            for player in _PLAYERS:
                sums[player] += _sum_of_images(values[player], preimages)
        return [total / comb(left, count) for total in sums]

    def _push(
        self, player: int, street: int, hands: HandsOnBoard, reach: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The opponent's reach in the next round by hand and entry, and the values of folds by hand."""
        betting = self.rounds[street]
        next_reach = np.zeros((len(self.hands), self.rounds[street + 1].entries))
        folds = np.zeros((len(hands.number), betting.fold_payoffs.shape[1]))
        cells = self._cells(1 - player, street)
        _kernels.push_round(player, betting, hands, *cells, reach, next_reach, folds)
        return next_reach, folds

    def _cells(self, player: int, street: int) -> _Cells:
        strategy, layout = self.strategy, self.strategy.game.layout
        return _Cells(
            stored=strategy.stored,
            scale=strategy.scale,
            base=int(layout.base[player, street]),
            width=int(layout.width[player, street]),
        )

    def _hands_on(self, board: Board) -> HandsOnBoard:
        """The hands that a board leaves; in the last round, weakest first."""
        cards = [card for group in board for card in group]
        free = np.flatnonzero(~np.isin(self.hands, cards).any(axis=1))
        shown = np.array(cards, dtype=np.uint8)
        level = np.zeros(len(free), dtype=np.int32)
        if len(board) == len(self.rounds) - 1:
            strengths = strengths_of(self.strategy.definition, self.hands[free], shown)
            order = np.argsort(strengths, kind="stable")
            free, strengths = free[order], strengths[order]
            level[1:] = np.cumsum([high > low for low, high in pairwise(strengths.tolist())])
        class_of = self.strategy.game.cards.class_of
        classes = [class_of(hand, cards) for hand in self.hands[free].tolist()]
        return HandsOnBoard(
            number=free.astype(np.int32),
            cards=self.hands[free],
            card_class=np.array(classes, dtype=np.int64),
            level=level,
        )


def _sum_of_images(values: NDArray[np.float64], preimages: NDArray[np.int64]) -> NDArray[np.float64]:
    """The sum of values by hand and entry over renamings of suits."""
    total = np.zeros_like(values)
    for order in preimages:
        total += values[order]
    return total


class StoppedError(Exception):
    """The evaluation was asked to stop."""
