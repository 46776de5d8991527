"""The betting of one round and the hands on one board, as arrays for the kernels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.abstract_game import PokerGame
from railbird.errors import SolverError
from railbird.strategy.reach.betting_rounds import BettingRound, betting_rounds

DECK = 52
NODE, NEXT_ROUND, FOLD, SHOWDOWN = range(4)
"""Where a choice leads: to another decision of the round, to the next round, to a fold, to a showdown."""


class RoundArrays(NamedTuple):
    """The decisions of a round, in depth-first order. An entry is a decision with which the round begins.

    Decisions, folds and showdowns behind an entry are adjacent; the starts have one more value, the total.
    """

    node_starts: NDArray[np.int64]
    """By entry: its own decision, the first of those behind it."""
    fold_starts: NDArray[np.int64]
    showdown_starts: NDArray[np.int64]
    player: NDArray[np.int8]
    """By decision: the player to act."""
    slot: NDArray[np.int32]
    """By decision: the place of its first choice among the cells of a card class."""
    first_edge: NDArray[np.int64]
    """By decision: its first choice; and the total."""
    kind: NDArray[np.int8]
    """By choice: where it leads."""
    target: NDArray[np.int32]
    """By choice: the number of the decision, entry of the next round, fold or showdown."""
    fold_payoffs: NDArray[np.float64]
    """By player and fold."""
    showdown_payoffs: NDArray[np.float64]
    """By player, lose (0), tie (1) or win (2), and showdown."""

    @property
    def entries(self) -> int:
        """Number of entries."""
        return len(self.node_starts) - 1


class HandsOnBoard(NamedTuple):
    """The hands that have no card in common with a board; in the last round, weakest first."""

    number: NDArray[np.int32]
    """The number of the hand among all hands of the deck."""
    cards: NDArray[np.uint8]
    """Its two cards."""
    card_class: NDArray[np.int64]
    """Its class in the card abstraction of the strategy."""
    level: NDArray[np.int32]
    """In the last round: ascending with its strength, the same for hands that tie; 0 before."""


def round_arrays(game: PokerGame) -> list[RoundArrays]:
    """The rounds of a two-player game; raise SolverError if a hand can be all-in before the last round."""
    rounds = betting_rounds(game)
    if any(cut.showdowns.start < cut.showdowns.stop for cut in rounds[:-1]):
        raise SolverError("a hand can be all-in before the last round, and flop by flop only limit games are evaluated")
    return [_arrays(cut) for cut in rounds]


def _arrays(cut: BettingRound) -> RoundArrays:
    nodes = cut.nodes
    places = np.array([0, cut.folds.start, cut.showdowns.start, cut.exits.start])
    # By edge: in which of these ranges of places it ends, and where in the range.
    ranges = np.searchsorted(places, nodes.target, side="right") - 1
    kind = np.array([NODE, FOLD, SHOWDOWN, NEXT_ROUND], dtype=np.int8)[ranges]
    owner = np.repeat(np.arange(len(nodes.player)), np.diff(nodes.first_edge))
    starts = np.append(nodes.entrances, len(nodes.player))
    return RoundArrays(
        node_starts=starts.astype(np.int64),
        fold_starts=np.searchsorted(owner[kind == FOLD], starts).astype(np.int64),
        showdown_starts=np.searchsorted(owner[kind == SHOWDOWN], starts).astype(np.int64),
        player=nodes.player,
        slot=nodes.slot,
        first_edge=nodes.first_edge,
        kind=kind,
        target=(nodes.target - places[ranges]).astype(np.int32),
        fold_payoffs=np.ascontiguousarray(nodes.payoffs[:, cut.folds]),
        showdown_payoffs=_showdown_payoffs(nodes.payoffs[:, cut.showdowns]),
    )


def _showdown_payoffs(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """By player, lose, tie or win, and showdown: a showdown loses what it may win."""
    return np.stack([-wins, np.zeros_like(wins), wins], axis=1)
