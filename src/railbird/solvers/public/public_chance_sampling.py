"""Public chance sampling: counterfactual regret minimisation on sampled boards (Johanson et al. 2012).

An iteration draws a board for each player's update, and updates all classes of hands on it, against all hands of the
opponent. An update costs as much as thousands of walks for single deals, and its regrets have far less noise.
"""

from __future__ import annotations

from functools import partial
from math import comb
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from railbird.abstraction.betting_tree import BettingTree
from railbird.abstraction.board_draws import BoardBatch
from railbird.abstraction.card_abstraction import has_boards, identity_text
from railbird.errors import SolverError
from railbird.lanes import LANES
from railbird.solvers.boards.board_arrays import new_workspace
from railbird.solvers.boards.board_values import MOST_HOLE_CARDS
from railbird.solvers.exact.information_sets import last_edges
from railbird.solvers.public import _kernels
from railbird.solvers.public.player_decisions import block_bounds, player_decisions, terminal_batches
from railbird.solvers.public.public_arrays import BoardClasses, PublicWorkspace
from railbird.solvers.sampled.sampling import SampledCFR

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_abstraction import CardAbstraction

_HANDS_AT_ONCE = 8_192
"""Number of hands in a batch of boards: enough that the start of a batch costs little."""


def public_sampling_obstacle(cards: CardAbstraction | None) -> str:
    """Why public chance sampling cannot solve games with these cards; empty if it can."""
    if cards is None or cards.game.players != 2:
        return "public chance sampling is for card games for two players"
    if cards.game.hole_cards > MOST_HOLE_CARDS:
        return f"public chance sampling is for games with up to {MOST_HOLE_CARDS} hole cards"
    if not has_boards(cards):
        return (
            f"public chance sampling needs boards with all hands on them, which {identity_text(cards.identity)} lacks"
        )
    return ""


class PublicChanceSampling(SampledCFR):
    """Public chance sampling (Johanson et al. 2012): an update covers all hands of both players on one board."""

    algorithm: ClassVar[str] = "public-chance-sampling"

    def __init__(self, game: AbstractGame, *, seed: int, linear: bool = False, threads: int = 1) -> None:
        tree = game.tree
        cards = game.cards if isinstance(tree, BettingTree) else None
        obstacle = public_sampling_obstacle(cards)
        # The obstacle covers the other conditions, which narrow the types.
        if obstacle or not has_boards(cards) or not isinstance(tree, BettingTree):
            raise SolverError(f"{game.name}: {obstacle}; take another sampling algorithm, such as chance-sampling")
        self._rules = cards.game
        super().__init__(game, seed=seed, linear=linear, threads=threads)
        self._source = cards.boards()
        rounds, last = game.layout.base.shape[1], last_edges(tree)
        bounds = block_bounds(tree, rounds=rounds)
        self._decisions = player_decisions(tree, last, bounds=bounds, rounds=rounds)
        self._batches, self._batch_starts = terminal_batches(tree, last, self._decisions, bounds=bounds, rounds=rounds)
        at_once = 2 * max(1, _HANDS_AT_ONCE // (2 * self._source.hands))
        shape = {"hands": self._source.hands, "hole_cards": self._rules.hole_cards, "rounds": rounds}
        self._boards = [BoardBatch.empty(at_once, **shape) for _ in range(threads)]
        self._updates = [self._new_update() for _ in range(threads)]

    def _new_update(self) -> Callable[..., None]:
        """The updates of a thread, with its own workspace."""
        hands, (_, rounds) = self._source.hands, self._layout.base.shape
        classes = BoardClasses(
            counts=np.zeros(rounds + 1, dtype=np.int64),
            number=np.zeros((rounds, hands), dtype=np.int64),
            parent=np.zeros((rounds, hands), dtype=np.int64),
            hands=np.zeros((rounds, hands), dtype=np.int64),
            places=np.zeros(1 << (2 * hands).bit_length(), dtype=np.int32),
        )
        cells = self._most_cells()
        workspace = PublicWorkspace(
            numbers=np.arange(hands),
            base=np.zeros((2, rounds + 1), dtype=np.int64),
            width=np.zeros((2, rounds + 1), dtype=np.int64),
            starts=np.zeros(rounds + 1, dtype=np.int64),
            plan=np.zeros(cells),
            values=np.zeros(cells),
            by_class=np.zeros((hands, LANES)),
        )
        return partial(
            _kernels.run_public_chance_sampling,
            self._decisions,
            self._batches,
            self._batch_starts,
            self._layout,
            self._tables,
            classes,
            workspace,
            new_workspace(hands, rounds),
            self._pairs(),
            self.linear,
        )

    def _most_cells(self) -> int:
        """The most cells of a player's classes on a board, with those of one block in the last round."""
        widths = self._layout.width.copy()
        widths[:, -1] = np.diff(self._decisions.block_slots, axis=1).max(axis=1, initial=0)
        # Without perfect recall a board may have more sequences of classes than classes, but not more than hands.
        return 1 + self._source.hands * int(widths.sum(axis=1).max())

    def _pairs(self) -> int:
        """Number of pairs of hands that two players can hold on a board."""
        hole_cards = self._rules.hole_cards
        left = self._rules.ranks * self._rules.suits - sum(self._rules.board_cards)
        return comb(left, hole_cards) * comb(left - hole_cards, hole_cards)

    def prepare(self) -> None:
        boards, choices = self._streams[0]
        empty = self._boards[0].first(0)
        self._source.draw(boards, empty)
        self._updates[0](empty, 1, 1, choices)

    def _work(self, thread: int, numbers: range) -> None:
        boards, choices = self._streams[thread]
        batch = self._boards[thread]
        at_once = len(batch.level) // 2
        for start in range(0, len(numbers), at_once):
            part = numbers[start : start + at_once]
            drawn = batch.first(2 * len(part))
            self._source.draw(boards, drawn)
            self._updates[thread](drawn, part.start, part.step, choices)
