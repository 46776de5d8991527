"""Solvers know no more of cards than the protocol of card abstractions: buckets with imperfect recall, and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from abstraction.merged_ranks import KIND, MergedRanks, merged_leduc
from railbird.abstraction import CardClasses, abstract_game, card_abstraction, exact_game, register_card_abstraction
from railbird.errors import GameError, SolverError, StrategyError
from railbird.games import CALL, game_named, raise_to
from railbird.solvers import Evaluator, Solve, load_checkpoint, new_solver, save_checkpoint
from railbird.strategy import open_strategy, save_strategy

if TYPE_CHECKING:
    from pathlib import Path

SAMPLED = ["chance-sampling", "external-sampling", "pure-cfr"]


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_sampled_solvers_need_only_classes_and_deals(algorithm: str) -> None:
    game = abstract_game(merged_leduc())
    assert game.information_set_count == 2 * (6 + 30)
    solver = new_solver(algorithm, game, seed=1)
    solver.step(200_000)
    strategy = solver.strategy()
    # Whoever has a pair raises after two checks, or would call a raise: folding is never better.
    with_pair = strategy.at("Ah", "As", [CALL, CALL, raise_to(5)])
    without = strategy.at("Kh", "As", [CALL, CALL, raise_to(5)])
    assert with_pair[CALL] + with_pair[raise_to(9)] > 0.99
    assert without[CALL] < 0.9
    assert with_pair == strategy.at("Qh", "Qs", [CALL, CALL, raise_to(5)])


def test_buckets_play_better_than_uniform_in_the_whole_game() -> None:
    """The strategy of the buckets, looked up for every hand of the lossless game."""
    whole, solver = exact_game("leduc.limit.2p"), new_solver("external-sampling", abstract_game(merged_leduc()), seed=2)
    solver.step(300_000)
    strategy = lifted(solver.strategy().stored, whole)
    judge = Evaluator(whole)
    uniform = judge.evaluate(whole.probabilities(np.zeros(whole.layout.count))).exploitability
    assert judge.evaluate(strategy).exploitability < uniform / 2


def lifted(bucketed: np.ndarray, whole: object) -> np.ndarray:
    """Probabilities by bucket to probabilities by class."""
    cards = whole.cards.enumeration
    tree, layout = whole.tree, whole.layout
    merged = merged_leduc()
    small = abstract_game(merged).layout
    probabilities = np.ones(layout.count)
    for street, (boards, classes) in enumerate(zip(cards.boards, cards.classes, strict=True)):
        for board, on_board in zip(boards.tolist(), classes.tolist(), strict=True):
            for hand, number in zip(cards.hands.tolist(), on_board, strict=True):
                if number < 0:
                    continue
                for player in range(2):
                    width = int(layout.width[player, street])
                    place = {"player": player, "street": street, "slot": 0}
                    to = layout.first_cell(card_class=number, **place)
                    start = small.first_cell(card_class=merged.class_of(hand, board), **place)
                    probabilities[to : to + width] = bucketed[start : start + width]
    assert tree.size.choices.tolist() == layout.width.tolist()
    return probabilities


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "linear-cfr", "dcfr", "fictitious-play"])
def test_exact_solvers_refuse_imperfect_recall_in_one_line(algorithm: str) -> None:
    with pytest.raises(SolverError) as refusal:
        new_solver(algorithm, abstract_game(merged_leduc()))
    assert str(refusal.value) == (
        "leduc.limit.2p: its card abstraction merged-ranks(below=ace) has imperfect recall, but exact solvers and best "
        "responses need perfect recall and a list of all boards; sampling algorithms such as external-sampling need "
        "neither"
    )


def test_best_responses_refuse_it_too() -> None:
    with pytest.raises(SolverError, match="has imperfect recall"):
        Evaluator(abstract_game(merged_leduc()))


class Unlisted(CardClasses):
    """Perfect recall, but too many boards."""

    enumeration = None  # type: ignore[assignment]


def test_exact_solvers_refuse_cards_that_are_not_listed() -> None:
    with pytest.raises(SolverError, match="card abstraction suits cannot list all boards"):
        new_solver("cfr+", abstract_game(Unlisted(game_named("leduc.limit.2p"))))


def test_a_strategy_of_buckets_names_them_in_its_file_and_finds_them_again(tmp_path: Path) -> None:
    solver = new_solver("external-sampling", abstract_game(merged_leduc()), seed=3)
    solver.step(1_000)
    save_strategy(tmp_path / "s", solver.strategy())
    again = open_strategy(tmp_path / "s")
    assert again.cards == {"kind": KIND, "below": "ace"}
    assert isinstance(again.game.cards, MergedRanks)
    assert again.at("Ks", history=[CALL]) == solver.strategy().at("Ks", history=[CALL])


def test_a_solve_of_buckets_goes_on_from_its_checkpoint_and_from_no_other(tmp_path: Path) -> None:
    game = abstract_game(merged_leduc())
    whole = new_solver("external-sampling", game, seed=4)
    whole.step(500)
    first = new_solver("external-sampling", game, seed=4)
    first.step(200)
    save_checkpoint(tmp_path / "c", first)
    solve = Solve.begin(
        new_solver("external-sampling", game, seed=4), checkpoint=tmp_path / "c", resume=True, evaluate=False
    )
    solve.run(500)
    assert np.array_equal(solve.solver.average_strategy(), whole.average_strategy())
    with pytest.raises(StrategyError, match="another game with the name leduc"):
        load_checkpoint(tmp_path / "c", new_solver("external-sampling", exact_game("leduc.limit.2p"), seed=4))


def test_identities_lead_back_to_abstractions() -> None:
    game = game_named("leduc.limit.2p")
    assert isinstance(card_abstraction(game, {"kind": "suits"}), CardClasses)
    assert isinstance(card_abstraction(game, merged_leduc().identity), MergedRanks)
    with pytest.raises(GameError, match=r"card abstraction 'suit' is not known: did you mean suits\?"):
        card_abstraction(game, {"kind": "suit"})
    with pytest.raises(GameError, match=r"card abstraction 'x' is not known: give one of suits"):
        card_abstraction(game, {"kind": "x"})
    with pytest.raises(GameError, match="suits has no parameters"):
        card_abstraction(game, {"kind": "suits", "count": 3})
    with pytest.raises(GameError, match="a card abstraction 'suits' is already registered"):
        register_card_abstraction("suits", lambda *_: merged_leduc())
