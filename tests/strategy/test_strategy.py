"""Strategies: what they say of a decision, and their files."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.menu import BetMenu, parse_menu
from railbird.abstraction.menu_file import read_menu
from railbird.abstraction.translation import TRANSLATION_METHODS, Translation
from railbird.abstraction.written_game import DecisionNode, written_game
from railbird.array_files import open_arrays, write_arrays
from railbird.cards import parse_cards
from railbird.errors import CardError, GameError, StrategyError
from railbird.games import CALL, FOLD, Deal, GameDefinition, State, View, game_named, raise_to, random_deal
from railbird.rng import generator
from railbird.solvers.exact.exact_cfr import CFRPlus
from railbird.strategy import ConvergencePoint, Origin, Strategy, open_strategy, save_strategy
from railbird.strategy.strategy_file import STRATEGY_FILE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.games import Action

ORIGIN = Origin(
    algorithm="cfr+",
    iterations=3,
    seconds=0.5,
    values=(0.5, -0.5),
    points=(ConvergencePoint(3, 0.5, (0.1, 0.2)),),
)


NOLIMIT_LEDUC = replace(
    game_named("leduc.limit.2p"),
    betting="nolimit",
    stacks=(30, 30),
    raise_sizes=(),
    max_raises=(255, 255),
    name="short",
)


def solved(name: str | GameDefinition, iterations: int = 1000, menu: BetMenu | None = None) -> Strategy:
    solver = CFRPlus(exact_game(name, menu))
    solver.step(iterations)
    return solver.strategy().with_origin(ORIGIN)


def test_kuhn_as_it_is_known() -> None:
    """Kuhn 1950: the second player calls a bet with the queen in a third of the hands, always with the king."""
    strategy = solved("kuhn.limit.2p", 10_000)
    jack, queen, king = (parse_cards(text)[0] for text in ("Qs", "Ks", "As"))
    state = State.start(game_named("kuhn.limit.2p"), Deal(((jack,), (queen,)), ())).apply(raise_to(2))
    answer = strategy.at(state.view(1))
    assert answer[CALL] == pytest.approx(1 / 3, abs=0.01)
    assert answer[FOLD] == pytest.approx(2 / 3, abs=0.01)
    state = State.start(game_named("kuhn.limit.2p"), Deal(((jack,), (king,)), ())).apply(raise_to(2))
    assert strategy.at(state.view(1))[CALL] == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("name", ["leduc.limit.2p", "leduc.limit.3p"])
def test_every_decision_of_random_hands_is_found(name: str) -> None:
    strategy, random = solved(name, 10), generator(4)
    for _ in range(200):
        state = State.start(game_named(name), random_deal(game_named(name), random))
        while not state.is_over:
            probabilities = strategy.at(state.view(state.acting))
            legal = state.legal_actions()
            assert sum(probabilities.values()) == pytest.approx(1)
            assert (FOLD in probabilities) == legal.fold
            assert any(action.kind == 2 for action in probabilities) == legal.can_raise
            state = state.apply(list(probabilities)[random.integers(len(probabilities))])


def test_suits_make_no_difference_in_leduc() -> None:
    strategy, game = solved("leduc.limit.2p", 50), game_named("leduc.limit.2p")
    answers = []
    for hand, board in (("Kh", "Ks"), ("Ks", "Kh")):
        deal = Deal((tuple(parse_cards(hand)), tuple(parse_cards("Qs"))), tuple(parse_cards(board)))
        state = State.start(game, deal).play([CALL, CALL])
        answers.append(strategy.at(state.view(0)))
    assert answers[0] == answers[1]


def test_a_bet_that_is_not_in_the_menu_is_named() -> None:
    game = game_named("leduc.limit.2p")
    strategy = solved("leduc.limit.2p", 1)
    with pytest.raises(GameError, match="action 1, raise to 17, is not in the tree"):
        strategy.game.tree.decision_after([raise_to(17)])
    with pytest.raises(GameError, match="the hand is over"):
        strategy.game.tree.decision_after([raise_to(3), FOLD])
    with pytest.raises(GameError, match="ends the hand, but more follow"):
        strategy.game.tree.decision_after([raise_to(3), FOLD, CALL])
    assert game == strategy.definition


def test_an_answer_is_given_for_actions_and_cards_as_numbers_or_text() -> None:
    """Kuhn 1950, without a view: the second player calls a bet with the queen in a third of the hands."""
    strategy = solved("kuhn.limit.2p", 10_000)
    (queen,) = parse_cards("Ks")
    answer = strategy.at("Ks", history=[raise_to(2)])
    assert answer[CALL] == pytest.approx(1 / 3, abs=0.01)
    assert strategy.at([queen], (), (raise_to(2),)) == answer
    answer.clear()
    assert len(strategy.at("Ks", history=[raise_to(2)])) == 2  # what is given away is a copy


def test_cards_and_betting_are_given_as_text() -> None:
    """The same information set by text, by actions, and by the view of the player to act."""
    strategy = solved("holdem20.limit.2p", 2)
    answer = strategy.at("AhKh", "Qs Jh Td", "crc/r")
    assert answer == strategy.at("AhKh", "QsJhTd", [CALL, raise_to(20), CALL, raise_to(40)])
    assert answer == strategy.at("KhAh", "Jh Td Qs", "crcr")
    view = View.of("holdem20.limit.2p", [CALL, raise_to(20), CALL, raise_to(40)], hole_cards="AhKh", board="QsJhTd")
    assert answer == strategy.at(view)


def test_a_view_of_a_player_who_is_not_to_act_is_refused() -> None:
    strategy = solved("kuhn.limit.2p", 1)
    view = View.of("kuhn.limit.2p", [raise_to(2)], hole_cards="Ks", position=0)
    with pytest.raises(GameError, match="there is nothing to decide for position 0 in <View of kuhn"):
        strategy.at(view)


@pytest.mark.parametrize(
    ("actions", "hole_cards", "board", "error", "message"),
    [
        ([], "KhKs", "", CardError, "KhKs on no board: in round 1 of leduc.limit.2p a hand has 1 card, "),
        ([], "Kh", "Ks", CardError, "in round 1 of leduc.limit.2p a hand has 1 card, and the board 0"),
        ([CALL, CALL], "Kh", "", CardError, "in round 2 of leduc.limit.2p a hand has 1 card, and the board 1"),
        ([CALL, CALL], "Kh", "Kh", CardError, "duplicate card Kh"),
        ([], "2h", "", CardError, "2h on no board: leduc.limit.2p deals 1 hole cards and 0 or 1 on the board, from 3"),
        ([], "Xx", "", CardError, "unknown card"),
        ([raise_to(17)], "Kh", "", GameError, "action 1, raise to 17, is not in the tree"),
        ([raise_to(3), FOLD], "Kh", "", GameError, "the hand is over"),
    ],
)
def test_questions_without_an_answer_are_refused(
    actions: list[Action], hole_cards: str, board: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        solved("leduc.limit.2p", 1).at(hole_cards, board, actions)


def test_what_was_solved_is_what_is_saved(tmp_path: Path) -> None:
    """The game, the bet menu and the card abstraction come from the solver."""
    game = replace(game_named("leduc.limit.2p"), betting="nolimit", stacks=(9, 9), raise_sizes=(), name="short")
    solver = CFRPlus(exact_game(game, parse_menu("min,0.5,all-in")))
    solver.step(5)
    save_strategy(tmp_path / "s", solver.strategy())
    again = open_strategy(tmp_path / "s")
    assert (again.definition, str(again.menu), again.cards) == (game, "min,0.5,all-in", {"kind": "suits"})
    assert again.origin.iterations == 5
    assert again.at("Kh") == solver.strategy().at("Kh")


def test_menus_by_street_are_saved_exactly_and_the_notation_of_earlier_files_is_read(tmp_path: Path) -> None:
    solver = CFRPlus(exact_game(NOLIMIT_LEDUC, read_menu("small")))
    solver.step(3)
    save_strategy(tmp_path / "s", solver.strategy())
    again = open_strategy(tmp_path / "s")
    assert (again.menu, again.menu.name) == (read_menu("small"), "small")
    assert again.at("Kh") == solver.strategy().at("Kh")
    description, arrays = open_arrays(tmp_path / "s", STRATEGY_FILE)
    write_arrays(tmp_path / "s", STRATEGY_FILE, {**description, "menu": "min,0.5,all-in"}, arrays)
    assert open_strategy(tmp_path / "s").menu == parse_menu("min,0.5,all-in")
    write_arrays(tmp_path / "s", STRATEGY_FILE, {**description, "menu": {"first": [1], "latter": [2]}}, arrays)
    with pytest.raises(StrategyError, match=r"s: the menu: unknown key 'latter': did you mean later?"):
        open_strategy(tmp_path / "s")


def nolimit_view(actions: list[Action], *, hand: int = 0) -> View:
    board = "" if len(actions) < 2 else "Qs"
    return View.of(NOLIMIT_LEDUC, actions, hole_cards="Kh", board=board, hand=hand)


def test_bets_that_are_not_in_the_menu_are_translated() -> None:
    strategy = solved(NOLIMIT_LEDUC, 50, parse_menu("1,all-in"))
    nearest = Translation("nearest")
    # The blinds are 1 and 1: one pot is a raise to 3, and a raise to 4 is nearer to that than to all-in, 30.
    answer = strategy.at(nolimit_view([raise_to(4)]), nearest)
    known = strategy.at("Kh", history=[raise_to(3)])
    # A pot-sized raise is to 9 there and to 12 here.
    assert answer == {
        FOLD: known[FOLD],
        CALL: known[CALL],
        raise_to(12): known[raise_to(9)],
        raise_to(30): known[raise_to(30)],
    }
    assert strategy.at(nolimit_view([raise_to(3)])) == known
    with pytest.raises(GameError, match="action 1, raise to 4, is not in the tree"):
        strategy.at("Kh", history=[raise_to(4)])


def test_translated_answers_are_legal_and_add_up_to_1() -> None:
    strategy, random = solved(NOLIMIT_LEDUC, 20, read_menu("small")), generator(6)
    for hand in range(150):
        state = State.start(NOLIMIT_LEDUC, random_deal(NOLIMIT_LEDUC, random), hand=hand)
        while not state.is_over:
            view = state.view(state.acting)
            for method in TRANSLATION_METHODS:
                answer = strategy.at(view, translation=Translation(method, seed=1))
                assert sum(answer.values()) == pytest.approx(1)
                assert all(state.apply(action) for action in answer)
                assert answer == strategy.at(view, translation=Translation(method, seed=1))
            legal = state.legal_actions()
            raised = raise_to(int(random.integers(legal.lowest_raise, legal.highest_raise + 1)))
            state = state.apply(raised if legal.can_raise and random.random() < 0.4 else CALL)


def test_views_of_another_game_are_refused() -> None:
    strategy = solved(NOLIMIT_LEDUC, 1)
    other = replace(NOLIMIT_LEDUC, stacks=(40, 40), name="deeper")
    message = r"the strategy is for another game, short: stacks \(30, 30\) there, \(40, 40\) here"
    for _ in range(2):
        with pytest.raises(StrategyError, match=message):
            strategy.at(View.of(other, hole_cards="Kh"))
    strategy.at(View.of(replace(NOLIMIT_LEDUC, name="renamed"), hole_cards="Kh"))


def test_a_game_written_by_hand_has_no_strategy_file() -> None:
    solver = CFRPlus(written_game("coin", DecisionNode(0, "only", {"heads": (1, -1), "tails": (-1, 1)})))
    with pytest.raises(StrategyError, match="coin is not a poker game"):
        solver.strategy()


def test_probabilities_of_another_game_cannot_be_given() -> None:
    other = solved("kuhn.limit.2p", 1)
    with pytest.raises(StrategyError, match=r"of 26 probabilities for leduc.limit.2p: its game has 674"):
        Strategy(exact_game("leduc.limit.2p"), other.stored, ORIGIN)


def test_a_file_gives_the_same_strategy_again(tmp_path: Path) -> None:
    strategy = solved("leduc.limit.2p", 20)
    save_strategy(tmp_path / "s", strategy)
    again = open_strategy(tmp_path / "s")
    assert again.definition == strategy.definition
    assert again.menu == strategy.menu
    assert again.cards == strategy.cards
    assert again.origin == ORIGIN
    assert np.array_equal(again.stored, strategy.stored)
    assert np.array_equal(again.checked_probabilities(), strategy.stored)


def test_files_of_other_kinds_and_versions_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "s"
    save_strategy(path, solved("kuhn.limit.2p", 1))
    description, arrays = open_arrays(path, STRATEGY_FILE)
    for change, message in (({"layout": 7}, "layout 7, written by"), ({"name": "checkpoint"}, "not a strategy")):
        write_arrays(tmp_path / "other", replace(STRATEGY_FILE, **change), description, arrays)
        with pytest.raises(StrategyError, match=message):
            open_strategy(tmp_path / "other")


def test_probabilities_of_another_game_and_incomplete_descriptions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "s"
    save_strategy(path, solved("kuhn.limit.2p", 1))
    description, arrays = open_arrays(path, STRATEGY_FILE)
    write_arrays(path, STRATEGY_FILE, {**description, "game": {**description["game"], "ranks": 4}}, arrays)
    with pytest.raises(StrategyError, match="a strategy of 26 probabilities for kuhn"):
        open_strategy(path).at("Ks")
    for key in ("origin", "game", "menu", "cards"):
        rest = {name: value for name, value in description.items() if name != key}
        write_arrays(path, STRATEGY_FILE, rest, arrays)
        with pytest.raises(StrategyError, match="is damaged: its description is not that of a strategy"):
            open_strategy(path)
    write_arrays(path, STRATEGY_FILE, {**description, "cards": {"kind": "colours"}}, arrays)
    with pytest.raises(StrategyError, match=r"s: card abstraction 'colours' is not known: give one of suits"):
        open_strategy(path)
    write_arrays(path, STRATEGY_FILE, description, {"probabilities": np.zeros((2, 13))})
    with pytest.raises(StrategyError, match=r"damaged: its probabilities are float64 \(2, 13\)"):
        open_strategy(path)


SPOILS = [np.zeros_like, lambda given: 3 * given, lambda given: -given, lambda given: given * np.nan]


@pytest.mark.parametrize("spoil", SPOILS)
def test_numbers_that_are_no_probabilities_are_refused_when_they_are_read(
    tmp_path: Path, spoil: Callable[[NDArray[np.float64]], NDArray[np.float64]]
) -> None:
    strategy = solved("kuhn.limit.2p", 3)
    spoilt = Strategy(strategy.game, spoil(strategy.stored), ORIGIN)
    save_strategy(tmp_path / "s", spoilt)
    opened = open_strategy(tmp_path / "s")
    with pytest.raises(StrategyError, match="do not add up to 1"):
        opened.checked_probabilities()
    with pytest.raises(
        StrategyError,
        match=r"kuhn.limit.2p: the probabilities of Ks on no board after call, raise to 2 are \[.*: the strategy",
    ):
        opened.at("Ks", history=[CALL, raise_to(2)])


def test_only_the_information_set_that_is_read_is_checked(tmp_path: Path) -> None:
    strategy = solved("leduc.limit.2p", 3)
    cells = strategy.stored.copy()
    first = strategy.game.layout.first_cell(player=0, street=0, card_class=0, slot=0)
    cells[first] = -0.5
    save_strategy(tmp_path / "s", Strategy(strategy.game, cells, ORIGIN))
    opened = open_strategy(tmp_path / "s")
    assert opened.at("Ks") == strategy.at("Ks")
    with pytest.raises(StrategyError, match=r"the probabilities of Qs on no board are \[-0.5, "):
        opened.at("Qs")


GIGABYTE = 1_000_000_000
OPEN_AND_ASK = """
import sys, time
from pathlib import Path
from railbird.games import CALL, game_named
from railbird.abstraction import exact_game
from railbird.strategy import open_strategy

def resident():
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

exact_game("holdem20.limit.2p").cards.class_of((51, 50), ())  # code is loaded, and compiled if need be
path = Path(sys.argv[1])
before = resident()
start = time.perf_counter()
strategy = open_strategy(path)
opened = time.perf_counter()
first = strategy.at("AhKh")
later = strategy.at("AhKh", "QhJhTs", [CALL, CALL])
answered = time.perf_counter()
print(strategy.stored.nbytes, opened - start, answered - opened, resident() - before, *first.values())
"""


@pytest.mark.alone
def test_a_file_of_a_gigabyte_opens_at_once_and_answers_without_being_read(tmp_path: Path) -> None:
    """Hold'em with twenty cards and five sizes of bets. The file has holes, where a disk stores nothing: zeros."""
    game = replace(
        game_named("holdem20.limit.2p"), betting="nolimit", stacks=(600, 600), raise_sizes=(), max_raises=(4, 4)
    )
    menu = parse_menu("0.25,0.5,1,2,all-in")
    large = exact_game(game, menu)
    path = tmp_path / "large.strategy"
    description = {"game": asdict(game), "menu": str(menu), "cards": {"kind": "suits"}, "origin": asdict(ORIGIN)}
    offset = write_with_holes(path, description, large.layout.count)
    probabilities = np.memmap(path, dtype=np.float32, mode="r+", offset=offset, shape=(large.layout.count,))
    for actions, hole_cards, board in (((), "AhKh", ""), ((CALL, CALL), "AhKh", "QhJhTs")):
        decision = large.tree.decision_after(actions)
        first = large.layout.first_cell(
            player=int(large.tree.player[decision]),
            street=int(large.tree.street[decision]),
            card_class=large.cards.class_of(parse_cards(hole_cards), parse_cards(board)),
            slot=int(large.tree.slot[decision]),
        )
        probabilities[first] = 1
    probabilities.flush()
    done = subprocess.run(
        [sys.executable, "-c", OPEN_AND_ASK, path], capture_output=True, text=True, check=True, timeout=120
    )
    size, opened, answered, resident, *answer = map(float, done.stdout.split())
    assert size > GIGABYTE
    assert opened < 0.3
    assert answered < 5
    assert resident < 100_000_000
    assert answer == [1] + [0] * (len(answer) - 1)


def write_with_holes(path: Path, description: dict[str, object], count: int) -> int:
    """A strategy file whose probabilities were never written; returns where they begin."""
    place = {"dtype": "<f4", "shape": [count], "offset": 0}
    own = {"kind": "strategy", "layout": STRATEGY_FILE.layout, "checksum": "", "arrays": {"probabilities": place}}
    text = json.dumps({**own, **description}).encode()
    start = -(-(48 + len(text)) // 64) * 64
    header = text.ljust(start - 48)
    with path.open("wb") as file:
        file.write(b"RAILBIRD" + len(header).to_bytes(8, "little") + hashlib.sha256(header).digest() + header)
        file.truncate(start + -(-4 * count // 64) * 64)
    return start


def test_a_strategy_prints_its_game_cards_menu_and_size() -> None:
    """Without compiling the game, which may take long."""
    assert repr(open_strategy("cfr-limit")) == (
        "<Strategy for holdem.limit.2p.reverse_blinds: cfr+, 1,000 iterations; "
        "cards percentile(buckets=[5, 5, 5, 5], version=1); 9,423,157 probabilities>"
    )
    no_limit = open_strategy("cfr-nolimit")
    assert "; cards k-means(buckets=[169, 200, 200, 200], seed=1, " in repr(no_limit)
    assert "), bets small; 10,667,775 probabilities>" in repr(no_limit)
    assert "game" not in vars(no_limit)
