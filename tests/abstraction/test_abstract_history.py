"""Real hands in an abstract tree: bets on the way in, legal actions on the way out, and hands that drift apart."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from railbird.abstraction.abstract_history import HistoryTranslator
from railbird.abstraction.betting_tree import build_tree
from railbird.abstraction.menu import BetMenu, BetSizes, StreetMenu, parse_menu
from railbird.abstraction.menu_file import read_menu
from railbird.abstraction.translation import TRANSLATION_METHODS, Translation, pseudo_harmonic
from railbird.errors import ActionError, GameError
from railbird.formats.acpc_log import AcpcLog
from railbird.games import CALL, FOLD, Deal, GameDefinition, State, game_named, raise_to

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from railbird.abstraction.abstract_history import AbstractHistory
    from railbird.games import Action

DEEP = game_named("holdem.nolimit.2p.reverse_blinds")
NEAREST = Translation("nearest")
METHODS = [Translation(method, seed=5) for method in TRANSLATION_METHODS]


def translator(menu: BetMenu | str = "0.5,1,2,all-in", game: GameDefinition = DEEP) -> HistoryTranslator:
    bets = read_menu(menu) if isinstance(menu, str) else menu
    return HistoryTranslator(build_tree(game, bets), game=game, menu=bets)


def capped(parts: tuple[float, ...], *, most: int = 1, share: float = 1.0, all_in: bool = True) -> BetMenu:
    sizes = BetSizes(parts, all_in=all_in)
    return BetMenu((StreetMenu(first=sizes, later=sizes, most_raises=most, all_in_above=share),))


def actions_of(betting: str) -> list[Action]:
    """The actions of `cr300f`."""
    words = re.findall(r"f|c|r\d+", betting)
    return [{"f": FOLD, "c": CALL}.get(word) or raise_to(int(word[1:])) for word in words]


def betting_of(actions: Iterable[Action]) -> str:
    return "".join("f" if action.is_fold else "c" if action.is_call else f"r{action.total}" for action in actions)


def follow(
    betting: str, translation: Translation = NEAREST, *, by: HistoryTranslator, hand: int = 0
) -> tuple[str, str, bool]:
    """The betting of the abstract hand, what its choices are played as, and whether there is a decision."""
    history = by.follow(actions_of(betting), translation, hand=hand)
    return betting_of(history.actions), betting_of(history.played_as), history.decision is not None


@pytest.fixture(scope="module")
def three_sizes() -> HistoryTranslator:
    return translator(capped((0.5, 1.0, 2.0), most=2))


@pytest.mark.parametrize("translation", METHODS)
@pytest.mark.parametrize("betting", ["", "c", "r200", "r300r900", "cr300r900r20000", "cccr200c", "r500cr1000"])
def test_hands_with_bets_of_the_menu_are_themselves(
    betting: str, translation: Translation, three_sizes: HistoryTranslator
) -> None:
    history = three_sizes.follow(actions_of(betting), translation)
    assert betting_of(history.actions) == betting
    assert history.decision == three_sizes.tree.decision_after(actions_of(betting))
    assert history.played_as == three_sizes.tree.actions(history.decision)
    assert history.ignored == 0


def test_a_bet_between_two_sizes_and_the_answer_to_it(three_sizes: HistoryTranslator) -> None:
    # Raises to 300 and 500 are 1 and 2 pots of 200; a raise to 350 is 1.25 pots, and the pot after a call is 700.
    abstract, answers, _ = follow("r350", by=three_sizes)
    assert (abstract, answers) == ("r300", "fcr700r1050r1750r20000")
    # The answer of one pot is 900 in the abstract hand.
    assert follow("r350r1050", by=three_sizes)[0] == "r300r900"
    # Another raise is the third: only all-in is left.
    assert follow("r350r1050r2400", by=three_sizes)[:2] == ("r300r900r20000", "fc")


def test_small_bets_are_the_smallest_and_large_bets_the_largest_size() -> None:
    without_all_in = translator(capped((1.0, 2.0), most=2, all_in=False))
    assert follow("r200", by=without_all_in)[0] == "r300"
    assert follow("r20000", by=without_all_in)[0] == "r500"
    # Facing all-in, a raise is played as a call.
    assert follow("r20000", by=without_all_in)[1] == "fccc"


def test_a_randomised_bet_is_drawn_with_its_probability(three_sizes: HistoryTranslator) -> None:
    hands = 3_000
    drawn = Counter(follow("r400", Translation(seed=2), by=three_sizes, hand=hand)[0] for hand in range(hands))
    probability = pseudo_harmonic(1.5, smaller=1.0, larger=2.0)
    assert set(drawn) == {"r300", "r500"}
    assert abs(drawn["r300"] / hands - probability) < 4 * (probability * (1 - probability) / hands) ** 0.5


def test_the_same_hand_is_translated_in_the_same_way_as_it_goes_on(three_sizes: HistoryTranslator) -> None:
    betting = "r400cr700cccr1900"
    for hand in range(30):
        whole = three_sizes.follow(actions_of(betting), Translation(seed=9), hand=hand).actions
        for played in range(len(actions_of(betting))):
            part = three_sizes.follow(actions_of(betting)[:played], Translation(seed=9), hand=hand).actions
            assert whole[: len(part)] == part


def test_all_in_is_all_in(three_sizes: HistoryTranslator) -> None:
    assert follow("r20000", by=three_sizes)[:2] == ("r20000", "fc")
    assert follow("r350r20000", by=three_sizes)[0] == "r300r20000"
    # Above all sizes, all-in is the next.
    assert follow("r15000", by=three_sizes)[0] == "r20000"
    assert follow("r15000", Translation("deterministic-pseudo-harmonic"), by=three_sizes)[0] == "r20000"


def test_a_bet_above_the_share_for_all_in_is_all_in() -> None:
    committed = translator(capped((1.0, 40.0), share=0.6))
    assert follow("r12000", by=committed)[0] == "r8100"
    assert follow("r12001", by=committed)[0] == "r20000"


def test_after_an_abstract_all_in_the_rest_of_the_hand_is_called() -> None:
    committed = translator(capped((1.0,), share=0.6))
    assert follow("r15000", by=committed) == ("r20000", "fc", True)
    assert follow("r15000c", by=committed) == ("r20000c", "c", False)
    assert follow("r15000cr18000", by=committed) == ("r20000c", "c", False)
    assert committed.follow(actions_of("r15000cr18000cc"), NEAREST).ignored == 3
    # Raising an abstract all-in is calling it.
    assert follow("r15000r20000", by=committed) == ("r20000c", "c", False)


def test_a_raise_beyond_the_menu_is_a_call_and_the_hands_meet_on_the_next_street() -> None:
    calm = translator(capped((1.0,), all_in=False))
    assert follow("r300r900", by=calm) == ("r300c", "c", False)
    assert follow("r300r900c", by=calm)[0] == "r300c"
    # The pot of 1,800 is 600 in the abstract hand: a bet of the pot is one of the real pot.
    assert follow("r300r900c", by=calm)[1:] == ("cr2700", True)
    assert follow("r300r900cr2700", by=calm)[0] == "r300cr900"
    assert calm.follow(actions_of("r300r900c"), NEAREST).ignored == 2


def test_raises_stay_within_legal_bounds() -> None:
    shallow = translator("0.5,1,2,all-in", replace(DEEP, stacks=(3_000, 3_000)))
    # In the abstract hand the pot is 1,800, in the real one 2,400: a bet of the pot is more than what is left.
    assert follow("r300r1200c", by=shallow) == ("r300r900c", "cr2400r3000r3000", True)


def test_with_three_players_one_who_is_all_in_checks_in_the_abstract_hand() -> None:
    short_button = replace(game_named("holdem.nolimit.3p"), stacks=(3_000, 3_000, 1_000))
    calm = translator(capped((1.0,), all_in=False), short_button)
    assert follow("r1000cc", by=calm)[0] == "r350cc"
    assert follow("r1000ccr2000", by=calm) == ("r350ccr1400", "fc", True)
    # After the call the button, which has chips in the abstract hand only, calls there.
    assert follow("r1000ccr2000c", by=calm) == ("r350ccr1400cc", "cr3000", True)


def test_with_three_players_one_who_has_folded_checks_and_folds_in_the_abstract_hand() -> None:
    calm = translator(capped((1.0,), all_in=False), replace(game_named("holdem.nolimit.3p"), stacks=(6_000,) * 3))
    # The second raise is a call in the abstract hand, which goes on to the turn: there is no decision to fold.
    assert follow("cccr600cr1800", by=calm) == ("cccr400cc", "c", False)
    assert follow("cccr600cr1800fc", by=calm) == ("cccr400ccc", "cr6000", True)
    assert follow("cccr600cr1800fcr3000c", by=calm)[0] == "cccr400cccr1600cf"


def test_illegal_actions_and_hands_that_are_over_are_refused(three_sizes: HistoryTranslator) -> None:
    with pytest.raises(ActionError, match="raise to 150 is not legal"):
        three_sizes.follow(actions_of("r150"), NEAREST)
    with pytest.raises(ActionError, match="raise to 400 is not legal"):
        three_sizes.follow(actions_of("r350r400"), NEAREST)
    for betting in ("f", "r20000c", "r350f", "r350r20000c"):
        with pytest.raises(GameError, match="the hand is over after these actions"):
            three_sizes.follow(actions_of(betting), NEAREST)


def random_line(game: GameDefinition, rng: random.Random) -> list[Action]:
    """The actions of a hand with raises of any legal size, small ones more often."""
    state = State.start_unchecked(game, Deal(((),) * game.players, ()))
    while not state.is_over:
        legal = state.legal_actions()
        drawn = rng.random()
        if drawn < 0.08 and legal.fold:
            action = FOLD
        elif drawn < 0.5 and legal.can_raise:
            span = legal.highest_raise - legal.lowest_raise
            action = raise_to(legal.lowest_raise + int(span * rng.random() ** rng.choice((1, 8, 30))))
        else:
            action = CALL
        state = state.apply(action)
    return list(state.actions)


def check_decision(history: AbstractHistory, state: State, *, by: HistoryTranslator) -> None:
    """The abstract hand is a hand of the tree, and its choices are legal actions of the real hand."""
    for action in history.played_as:
        state.apply(action)
    if history.decision is None:
        assert history.played_as == (CALL,)
        return
    assert by.tree.decision_after(history.actions) == history.decision
    assert by.tree.player[history.decision] == state.acting
    assert by.tree.street[history.decision] == state.street
    assert len(history.played_as) == len(by.tree.actions(history.decision))


def check_line(game: GameDefinition, actions: Sequence[Action], *, by: HistoryTranslator, hand: int) -> int:
    """All decisions of a hand by all methods; returns the number of raises."""
    for translation in METHODS:
        state = State.start_unchecked(game, Deal(((),) * game.players, ()))
        for number, action in enumerate(actions):
            history = by.follow(actions[:number], translation, hand=hand)
            assert history == by.follow(actions[:number], translation, hand=hand)
            check_decision(history, state, by=by)
            state = state.apply(action)
    return sum(action.is_raise for action in actions)


RANDOM_GAMES = [
    (DEEP, "small"),
    (DEEP, "1,all-in"),
    (DEEP, capped((0.5, 1.0), most=1, all_in=False)),
    (replace(DEEP, stacks=(5_000, 1_500)), "min,1"),
    (replace(game_named("holdem.nolimit.3p"), stacks=(2_500, 1_000, 4_000)), capped((1.0,), most=1, share=0.5)),
    (
        replace(game_named("holdem.nolimit.3p"), stacks=(2_500, 1_000, 4_000), antes=(10, 10, 10), free_folds=True),
        capped((1.0,), most=1, all_in=False),
    ),
    (
        replace(game_named("holdem.nolimit.3p"), stacks=(900, 900, 2_000), all_in_players_act=True),
        capped((1.0,), most=1, share=0.7),
    ),
]


@pytest.mark.parametrize(("game", "menu"), RANDOM_GAMES)
def test_random_hands_never_get_stuck(game: GameDefinition, menu: BetMenu | str) -> None:
    by, rng = translator(menu, game), random.Random(11)
    raises = sum(check_line(game, random_line(game, rng), by=by, hand=hand) for hand in range(120))
    assert raises > 100


@pytest.mark.parametrize("name", ["small", "min,0.5,1,all-in"])
def test_hands_of_any_tree_are_themselves(name: str) -> None:
    game = replace(DEEP, stacks=(1_500, 1_500))
    by, rng = translator(parse_menu(name) if "," in name else name, game), random.Random(3)
    for _ in range(100):
        decision, actions = 0, []
        while decision >= 0:
            history = by.follow(actions, METHODS[0])
            assert (list(history.actions), history.decision, history.ignored) == (actions, decision, 0)
            assert history.played_as == by.tree.actions(decision)
            choice = rng.randrange(len(history.played_as))
            actions.append(history.played_as[choice])
            decision = int(by.tree.child[by.tree.first_edge[decision] + choice])


@pytest.mark.parametrize("betting", ["r350r1050", "cr250c", "cr250ccr430r1500", "r220cr777r2000c"])
def test_choices_that_were_played_are_recognised(betting: str, three_sizes: HistoryTranslator) -> None:
    """What a player chose at an off-tree decision is what the abstract hand goes on with, for every choice."""
    before = three_sizes.follow(actions_of(betting), NEAREST)
    choices = three_sizes.tree.actions(before.decision or 0)
    for choice, action in zip(choices, before.played_as, strict=True):
        if not action.is_fold and before.played_as.count(action) == 1:
            try:
                after = three_sizes.follow([*actions_of(betting), action], NEAREST)
            except GameError:
                continue  # the hand is over
            assert after.actions[: len(before.actions) + 1] == (*before.actions, choice)


def check_log(log: AcpcLog, *, by: HistoryTranslator) -> int:
    raises = 0
    for record in log:
        assert record.game.stacks == DEEP.stacks
        raises += check_line(DEEP, record.actions, by=by, hand=record.number)
    return raises


@pytest.mark.sample_data
@pytest.mark.parametrize("menu", ["small", "1,all-in"])
def test_every_bet_of_a_recorded_match_maps_to_the_menu_and_back(menu: str, sample_data: Path) -> None:
    log = AcpcLog(sample_data / "acpc" / "real_2016_2p_nolimit.first1500.log")
    assert check_log(log, by=translator(menu)) == 966


def test_every_bet_of_a_match_of_our_own_maps_to_the_menu_and_back(tmp_path: Path) -> None:
    from railbird.bots import make_bot
    from railbird.play import play_match

    bots = [make_bot("random:fold=0.2", seed=1), make_bot("random:fold=0.1,raise=0.5", seed=2)]
    play_match(bots, DEEP, hands=150, seed=4, log=tmp_path / "match.log")
    assert check_log(AcpcLog(tmp_path / "match.log"), by=translator("small")) > 100
