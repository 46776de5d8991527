"""Best responses flop by flop: against a walk over all deals, and against the evaluation of all boards at once."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction import CardClasses, DealtCards, abstract_game, exact_game
from railbird.abstraction.card_counts import board_counts
from railbird.cards.hands import class_index
from railbird.errors import SolverError, StrategyError
from railbird.games import game_named
from railbird.solvers import Evaluator
from railbird.solvers.flops.flop_response import FlopResponse, StoppedError
from railbird.solvers.flops.flop_run import FlopRun
from railbird.solvers.flops.suit_symmetry import SuitSymmetry
from railbird.strategy import Origin, Strategy, with_cards
from solvers.boards.board_games import THREE_ROUNDS, PlainEvaluation, small

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.abstraction import PokerGame

ORIGIN = Origin(algorithm="cfr+", iterations=3, seconds=0.5)
THREE = small(suits=2, ranks=5, raise_sizes=(2, 4, 4), **THREE_ROUNDS)
FOUR = small(
    suits=2,
    ranks=5,
    raise_sizes=(2, 4, 4, 4),
    board_cards=(0, 1, 1, 1),
    first_players=(1, 0, 0, 0),
    max_raises=(1, 1, 1, 1),
)
FLUSHES = small(suits=4, ranks=2, board_cards=(0, 3))
HOLDEM16 = replace(game_named("holdem20.limit.2p"), ranks=4, name="holdem16")
HOLDEM = game_named("holdem.limit.2p.reverse_blinds")


def random_strategy(game: PokerGame, seed: int = 1) -> Strategy:
    rng = np.random.default_rng(seed)
    sums = rng.random(game.layout.count) * (rng.random(game.layout.count) < 0.8)
    return Strategy(game, game.probabilities(sums), ORIGIN)


class RankBuckets:
    """Buckets of any game with two hole cards: in every round, the class of the starting hand."""

    has_perfect_recall = True
    enumeration = None

    def __init__(self, game) -> None:
        self.game = game
        self.counts = (169,) * game.rounds

    @property
    def identity(self) -> dict[str, object]:
        return {"kind": "rank-buckets"}

    def class_of(self, hole_cards: Sequence[int], board: Sequence[int]) -> int:  # noqa: ARG002
        return class_index(*hole_cards)

    def deals(self):
        raise NotImplementedError


@pytest.mark.kernels
@pytest.mark.parametrize("rules", [small(), small(suits=4, ranks=2, raise_sizes=(2, 4), max_raises=(1, 1))])
def test_best_responses_equal_those_of_going_through_all_deals(rules) -> None:
    strategy = random_strategy(exact_game(rules))
    plain = PlainEvaluation(strategy.game, strategy.checked_probabilities())
    assert FlopRun(strategy).run() == pytest.approx([plain.best_response(player) for player in (0, 1)], abs=1e-12)


@pytest.mark.kernels
@pytest.mark.parametrize("rules", [THREE, FOUR, FLUSHES, HOLDEM16], ids=["three", "four", "flushes", "holdem"])
def test_best_responses_equal_those_of_all_boards_at_once(rules) -> None:
    strategy = random_strategy(exact_game(rules))
    expected = Evaluator(strategy.game).evaluate(strategy.checked_probabilities()).best_responses
    assert FlopRun(strategy).run() == pytest.approx(expected, abs=1e-10)
    compact = strategy.compact()
    expected = Evaluator(strategy.game).evaluate(compact.checked_probabilities()).best_responses
    assert FlopRun(compact).run() == pytest.approx(expected, abs=1e-10)


def test_buckets_are_answered_with_real_cards() -> None:
    bucketed = random_strategy(abstract_game(RankBuckets(HOLDEM16)))
    real = with_cards(bucketed, CardClasses(HOLDEM16))
    expected = Evaluator(real.game).evaluate(real.checked_probabilities()).best_responses
    assert FlopRun(bucketed).run() == pytest.approx(expected, abs=1e-10)


def test_a_flop_is_worth_the_same_in_any_suits() -> None:
    response = FlopResponse(random_strategy(exact_game(HOLDEM16)))
    flop = next(flop for flop in response.flops() if len(flop.renamings) == 24)
    reaches = [next_reach for next_reach, _ in response._pushed]
    first = response._values((flop.cards,), reaches)
    for renaming in flop.renamings[::5]:
        same = response._values((response.symmetry._image(renaming, flop.cards),), reaches)
        for player in range(2):
            assert same[player] == pytest.approx(first[player][response.symmetry.preimages[renaming]], abs=1e-9)


def test_flops_of_holdem_up_to_suits() -> None:
    """1,755 flops; with turns and rivers in order, as many boards as Burnside's lemma counts."""
    symmetry = SuitSymmetry(HOLDEM)
    flops = list(symmetry.next_cards((), 3))
    assert len(flops) == 1755
    assert sum(len(flop.renamings) for flop in flops) == comb(52, 3)
    assert len(symmetry.examples) == 169
    monotone = next(flop for flop in flops if len({card % 4 for card in flop.cards}) == 1)
    assert len(list(symmetry.next_cards((monotone.cards,), 1))) == 10 + 13
    few = SuitSymmetry(HOLDEM16)
    boards = [(flop.cards, turn.cards) for flop in few.next_cards((), 3) for turn in few.next_cards((flop.cards,), 1)]
    assert len(boards) == board_counts(replace(HOLDEM16, board_cards=(0, 3, 1), raise_sizes=(10, 20, 20),
        first_players=(1, 0, 0), max_raises=(2, 2, 2)))[-1]  # fmt: skip


@pytest.mark.kernels
def test_a_river_of_holdem_against_a_brute_force_on_few_hands() -> None:
    """52 cards: what the responder wins with some hands on a river is added up hand by hand of the opponent."""
    strategy = random_strategy(abstract_game(RankBuckets(HOLDEM)))
    response = FlopResponse(strategy)
    board = ((0, 17, 38), (50,), (21,))
    last = response.rounds[3]
    rng = np.random.default_rng(2)
    reaches = [rng.random((len(response.hands), last.entries)) for _ in range(2)]
    values = response._values(board, reaches)
    hands = response._hands_on(board)
    tree = strategy.game.tree
    entry = int(rng.integers(last.entries))
    node = np.flatnonzero(tree.street == 3)[last.node_starts[entry]]
    strengths = dict(zip(hands.number.tolist(), hands.level.tolist(), strict=True))
    for own in rng.choice(hands.number, size=3):
        for player in range(2):
            expected = brute_force(
                strategy, response, int(node), player, int(own), strengths, reaches[player][:, entry]
            )
            assert values[player][own, entry] == pytest.approx(expected, rel=1e-9)


def brute_force(strategy, response, node: int, player: int, own: int, strengths, reach) -> float:
    """The value of a hand at a node of the last round: the best choice, or the sum over what the opponent does."""
    tree, layout = strategy.game.tree, strategy.game.layout
    others = [other for other in strengths if not {*response.hands[other].tolist()} & {*response.hands[own].tolist()}]

    def walk(node: int, weights: dict[int, float]) -> float:
        if node < 0:
            payoffs = tree.payoffs[tree.terminal_row[-1 - node]]
            sign = 1 if player == 0 else -1
            return sum(
                weight * payoffs[1 + sign * int(np.sign(strengths[own] - strengths[other])), player]
                for other, weight in weights.items()
            )
        edges = range(tree.first_edge[node], tree.first_edge[node + 1])
        if tree.player[node] == player:
            return max(walk(int(tree.child[edge]), weights) for edge in edges)
        total = 0.0
        for place, edge in enumerate(edges):
            after = {}
            for other, weight in weights.items():
                first = layout.first_cell(
                    player=1 - player,
                    street=3,
                    card_class=class_index(*response.hands[other].tolist()),
                    slot=int(tree.slot[node]),
                )
                after[other] = weight * strategy.stored[first + place]
            total += walk(int(tree.child[edge]), after)
        return total

    return walk(node, {other: float(reach[other]) for other in others})


def test_an_interrupted_run_goes_on_from_its_checkpoint_to_the_same_bits(tmp_path: Path) -> None:
    strategy = random_strategy(exact_game(HOLDEM16))
    whole = FlopRun(strategy, threads=1).run()
    run = FlopRun(strategy, checkpoint=tmp_path / "flops", threads=1)

    class Impatient:
        def __init__(self) -> None:
            self.left = 5

        def advance(self, amount: int = 1) -> None:
            self.left -= amount
            if self.left == 0:
                raise KeyboardInterrupt

    class Watcher:
        def task(self, name: str, *, total: int):  # noqa: ARG002
            return nullcontext(Impatient())

    with pytest.raises(KeyboardInterrupt):
        run.run(Watcher())
    again = FlopRun(strategy, checkpoint=tmp_path / "flops", threads=2)
    assert again.done == 5
    assert again.run() == whole
    assert FlopRun(strategy, checkpoint=tmp_path / "flops").done == len(again.flops)
    with pytest.raises(StrategyError, match="flops has the flops of another strategy or game"):
        FlopRun(random_strategy(exact_game(HOLDEM16), 2), checkpoint=tmp_path / "flops")


def test_an_evaluation_stops_at_the_next_board_when_it_is_asked_to() -> None:
    response = FlopResponse(random_strategy(exact_game(HOLDEM16)))
    response.stop.set()
    with pytest.raises(StoppedError):
        response.values_on(response.flops()[0])


def test_samples_are_timed() -> None:
    run = FlopRun(random_strategy(exact_game(THREE)), threads=2)
    seconds = run.time_samples(4, seed=1)
    assert len(seconds) == 4
    assert min(seconds) > 0
    assert run.boards == board_counts(THREE)[-1]


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (exact_game("leduc.limit.2p"), "leduc.limit.2p: only two-player games with two hole cards and a board"),
        (exact_game("kuhn.limit.3p"), "only two-player games with two hole cards"),
        (abstract_game(DealtCards(small())), "small: the strategy tells suits apart"),
        (
            exact_game(small(betting="nolimit", stacks=(9, 9), raise_sizes=())),
            "a hand can be all-in before the last round",
        ),
    ],
)
def test_other_games_are_refused(game: PokerGame, message: str) -> None:
    with pytest.raises(SolverError, match=message):
        FlopRun(random_strategy(game))
