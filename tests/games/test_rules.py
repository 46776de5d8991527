"""The betting rules of the reference dealer, clause by clause."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hands_at_random import nolimit
from rule_states import BOARD, DEEP, dealt, play, raises, start

from railbird.cards import parse_cards
from railbird.errors import ActionError, CardError, GameError
from railbird.games import (
    CALL,
    FOLD,
    Action,
    Deal,
    LegalActions,
    State,
    game_named,
    raise_to,
)
from railbird.games.definition import MOST_ACTIONS_IN_ROUND, UNLIMITED


def test_minimum_raise_preflop_is_twice_the_largest_blind() -> None:
    assert raises(start(DEEP)) == (200, 20_000)
    assert raises(start(game_named("holdem.nolimit.2p.reverse_blinds"))) == (200, 20_000)
    assert raises(start(nolimit(1000, 1000, 1000, blinds=(50, 100, 300)))) == (600, 1000)


@pytest.mark.parametrize(
    ("betting", "minimum"),
    [
        ("r200", 300),
        ("r300", 500),
        ("r300 r700", 1100),
        ("r300 r700 r1100", 1500),
        ("r300 r1000 r1700", 2400),
        ("r300 c", 500),
        ("c r200", 300),
        ("c r500 c", 900),
    ],
)
def test_minimum_raise_after_a_raise_is_as_much_again(betting: str, minimum: int) -> None:
    assert raises(play(start(DEEP), betting)) == (minimum, 20_000)


@pytest.mark.parametrize(
    ("betting", "minimum"),
    [("c c c", 200), ("r300 c c", 400), ("r300 r700 c c", 800), ("c c c c c c", 200), ("r300 c c r1000 c c", 1100)],
)
def test_minimum_raise_on_a_new_round_is_a_big_blind_more(betting: str, minimum: int) -> None:
    assert raises(play(start(DEEP), betting)) == (minimum, 20_000)


def test_minimum_raise_without_blinds_is_one_chip() -> None:
    state = start(nolimit(100, 100, blinds=(0, 0)))
    assert raises(state) == (1, 100)
    assert raises(play(state, "c c")) == (1, 100)


def test_raises_are_totals_over_the_whole_hand() -> None:
    state = play(start(DEEP), "r300 c c r900")
    assert state.spent(0) == 900
    assert state.spent_this_street(0) == 600
    assert state.to_call(1) == 600


@pytest.mark.parametrize("total", [0, 1, 100, 199, 20_001, -200])
def test_raises_below_the_minimum_or_above_the_stack_are_illegal(total: int) -> None:
    with pytest.raises(ActionError, match=f"raise to {total} is not legal"):
        start(DEEP).apply(raise_to(total))


@pytest.mark.parametrize("total", [200, 201, 19_999, 20_000])
def test_every_size_between_is_legal(total: int) -> None:
    assert start(DEEP).apply(raise_to(total)).spent(2) == total


SHORT = nolimit(20_000, 20_000, 20_000, 400, 20_000)


def test_short_all_in_is_legal_if_it_exceeds_the_bet() -> None:
    state = play(start(SHORT), "r300")
    assert state.acting == 3
    assert raises(state) == (400, 400)
    for total in (399, 401, 500):
        with pytest.raises(ActionError):
            state.apply(raise_to(total))


@pytest.mark.parametrize("opened", [400, 700])
def test_all_in_that_does_not_exceed_the_bet_is_a_call(opened: int) -> None:
    state = play(start(SHORT), f"r{opened}")
    assert raises(state) == (0, 0)
    assert not state.legal_actions().can_raise
    called = state.apply(CALL)
    assert (called.spent(3), called.to_call(3)) == (400, 0)


def test_short_all_in_leaves_the_minimum_standing() -> None:
    """After r300 and an all-in r400, r500 is legal."""
    state = play(start(SHORT), "r300 r400")
    assert raises(state) == (500, 20_000)
    assert play(state, "r500").spent(4) == 500
    assert raises(play(state, "r500")) == (600, 20_000)


@pytest.mark.parametrize(("stack", "minimum"), [(301, 500), (350, 500), (400, 500), (450, 600), (499, 698)])
def test_the_minimum_after_a_short_all_in_never_falls(stack: int, minimum: int) -> None:
    """It is max(old minimum, N + (N - previous maximum)), for an all-in too."""
    game = replace(SHORT, stacks=(20_000, 20_000, 20_000, stack, 20_000))
    assert raises(play(start(game), f"r300 r{stack}")) == (minimum, 20_000)


def test_short_all_in_reopens_the_betting() -> None:
    state = play(start(SHORT), "r300 r400 c c c")
    assert state.acting == 2
    assert state.street == 0
    assert raises(state) == (500, 20_000)
    assert play(state, "r900").acting == 4


def test_63_actions_heads_up_then_no_more_raises() -> None:
    state = start(nolimit(UNLIMITED, UNLIMITED))
    for done in range(63):
        assert state.legal_actions().can_raise, done
        state = state.apply(raise_to(state.legal_actions().lowest_raise))
    assert not state.legal_actions().can_raise
    with pytest.raises(ActionError, match=r"position 0 may fold or call"):
        state.apply(raise_to(UNLIMITED))
    assert play(state, "c").street == 1
    assert play(state, "c").legal_actions().can_raise


@pytest.mark.parametrize("players", range(2, 11))
def test_no_raise_once_the_actions_of_the_round_and_the_players_exceed_64(players: int) -> None:
    state = start(nolimit(*[UNLIMITED] * players))
    actions = 0
    while state.legal_actions().can_raise:
        state = state.apply(raise_to(state.legal_actions().lowest_raise))
        actions += 1
    assert actions + players == MOST_ACTIONS_IN_ROUND + 1


def test_calls_and_folds_count_among_the_64_actions() -> None:
    state = start(nolimit(*[UNLIMITED] * 3))
    state = play(state, "f")
    for _ in range(61):
        assert state.legal_actions().can_raise
        state = state.apply(raise_to(state.legal_actions().lowest_raise))
    assert not state.legal_actions().can_raise


@pytest.mark.parametrize("name", ["holdem.limit.2p.reverse_blinds", "holdem.limit.3p"])
def test_max_raises_three_preflop_and_four_afterwards(name: str) -> None:
    state = start(game_named(name))
    for street, most in enumerate((3, 4, 4, 4)):
        assert state.street == street
        for done in range(most):
            assert state.raises == done
            state = state.apply(raise_to(state.legal_actions().lowest_raise))
        assert raises(state) == (0, 0)
        with pytest.raises(ActionError, match=r"may fold or call$"):
            state.apply(raise_to(state.bet + 10))
        while not state.is_over and state.street == street:
            state = state.apply(CALL)
    assert state.is_showdown


def test_limit_raises_have_one_size() -> None:
    state = start(game_named("holdem.limit.3p"))
    bettings = ("", "r20", "r20 r30", "c c c", "c c c c c c", "c c c c c c c c c")
    sizes = [raises(play(state, betting)) for betting in bettings]
    assert sizes == [(20, 20), (30, 30), (40, 40), (20, 20), (30, 30), (30, 30)]
    with pytest.raises(ActionError):
        state.apply(raise_to(21))


def test_limit_all_in_for_less_than_a_raise() -> None:
    game = replace(game_named("holdem.limit.3p"), stacks=(1000, 1000, 17))
    state = start(game)
    assert raises(state) == (17, 17)
    raised = play(state, "r17")
    assert (raised.bet, raised.acting) == (17, 0)
    assert raises(raised) == (27, 27)


def test_limit_raise_never_lowers_the_bet() -> None:
    game = replace(game_named("holdem.limit.3p"), stacks=(1000, 1000, 15))
    state = play(start(game), "c r20 c")
    assert (state.acting, state.bet) == (2, 20)
    assert not state.legal_actions().can_raise


def test_fold_only_when_owing() -> None:
    state = start(DEEP)
    assert state.legal_actions().fold
    big_blind = play(state, "c c")
    assert big_blind.to_call(1) == 0
    assert not big_blind.legal_actions().fold
    with pytest.raises(ActionError, match="fold is not legal"):
        big_blind.apply(FOLD)
    assert not play(state, "c c c").legal_actions().fold
    assert play(state, "c c r200").legal_actions().fold


def test_call_is_always_legal() -> None:
    state = start(DEEP)
    while not state.is_over:
        state = state.apply(CALL)
    assert state.is_showdown
    assert len(state.actions) == 12


def test_no_raise_when_at_most_one_player_can_act() -> None:
    state = play(start(nolimit(20_000, 400)), "r400")
    assert state.acting == 0
    assert state.legal_actions() == LegalActions(fold=True, lowest_raise=0, highest_raise=0)
    three = play(start(nolimit(20_000, 400, 300)), "r300 c r400")
    assert three.acting == 0
    assert not three.legal_actions().can_raise


def test_no_more_betting_when_one_player_can_act() -> None:
    state = play(start(nolimit(20_000, 400)), "r400 c")
    assert (state.is_showdown, state.street, state.acting) == (True, 3, -1)
    assert len(state.board) == 5


def test_next_to_act_is_the_next_player_neither_folded_nor_all_in() -> None:
    game = nolimit(1000, 1000, 300, 1000, 1000)
    state = start(game)
    seen = []
    for word in ["r300", "f", "c", "c", "c", "c", "c", "r600"]:
        seen.append(state.acting)
        state = play(state, word)
    # Position 2 is all-in and position 3 has folded.
    assert seen == [2, 3, 4, 0, 1, 0, 1, 4]
    assert state.acting == 0


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("holdem.limit.2p.reverse_blinds", [1, 0, 0, 1, 0, 1, 0, 1]),
        ("holdem.nolimit.3p", [2, 0, 1, 0, 1, 2, 0, 1, 2, 0, 1, 2]),
        ("kuhn.limit.3p", [0, 1, 2]),
        ("leduc.limit.2p", [0, 1, 0, 1]),
    ],
)
def test_the_first_player_of_a_round(name: str, order: list[int]) -> None:
    game = game_named(name)
    cards = [51 - 4 * i for i in range(4)] + [50 - 4 * i for i in range(4)]
    used = iter(cards if game.suits == 2 else (cards[:4] if game.suits == 1 else range(52)))
    hands = tuple(tuple(next(used) for _ in range(game.hole_cards)) for _ in range(game.players))
    state = State.start(game, Deal(hands, tuple(next(used) for _ in range(sum(game.board_cards)))))
    seen = []
    while not state.is_over:
        seen.append(state.acting)
        state = state.apply(CALL)
    assert seen == order


def test_the_first_player_of_a_round_may_be_past_those_who_cannot_act() -> None:
    state = play(start(nolimit(300, 1000, 1000)), "r300 c c")
    assert (state.street, state.acting) == (1, 1)


def test_a_round_ends_when_all_have_called_the_last_raise() -> None:
    state = play(start(DEEP), "c c r300 c")
    assert (state.street, state.acting) == (0, 0)
    assert play(state, "c").street == 1
    assert play(state, "r700").acting == 1
    assert play(state, "f").street == 1


def test_antes_belong_to_the_pot_and_to_no_bet() -> None:
    game = nolimit(980, 990, 1000, antes=(10, 20, 30))
    state = start(game)
    assert state.pot == 60 + 150
    assert state.spent(2) == 0
    assert state.to_call(2) == 100
    assert raises(state) == (200, 970)
    assert play(state, "r300 f f").payoffs() == (-60, -120, 180)
    assert play(state, "r970 c c").payoffs() == (1990, -990, -1000)


def test_a_player_whose_stack_is_the_ante_plays_for_the_antes() -> None:
    game = nolimit(1000, 1000, 10, antes=(10, 10, 10))
    state = start(game, "KsKh", "QsQh", "AsAh")
    assert state.acting == 0
    final = play(state, "r500 c c c c c c c")
    assert final.is_showdown
    assert final.payoffs() == (500 - 10, -510, 20)


def test_antes_alone() -> None:
    game = nolimit(100, 100, blinds=(0, 0), antes=(1, 1))
    state = start(game)
    assert (state.bet, state.pot, state.legal_actions().fold) == (0, 2, False)
    assert play(state, "c c c c c c c c").payoffs() == (1, -1)


def test_a_hand_that_is_all_in_from_the_start() -> None:
    state = start(nolimit(100, 50))
    assert state.is_showdown
    assert state.payoffs() == (50, -50)
    assert state.actions == ()


def test_blinds_that_leave_one_player_with_chips() -> None:
    state = start(nolimit(1000, 50))
    assert state.acting == 0
    assert state.legal_actions() == LegalActions(fold=False, lowest_raise=0, highest_raise=0)
    assert play(state, "c").payoffs() == (50, -50)


def test_free_folds_of_the_old_rules() -> None:
    game = replace(DEEP, free_folds=True)
    state = play(start(game), "c c")
    assert state.to_call(1) == 0
    assert state.legal_actions().fold
    assert play(state, "f").street == 1
    assert play(state, "f f").payoffs() == (-100, -100, 200)


def test_the_smallest_chip_of_the_old_rules() -> None:
    game = replace(game_named("holdem.limit.3p"), smallest_chip=5)
    state = start(game, "4c7d", "AsQd", "AhQc", board="AdQs9h5c2c")
    assert play(state, "c f c c c c c c c").payoffs() == (-5, 5, 0)
    game = replace(game, smallest_chip=1)
    state = start(game, "4c7d", "AsQd", "AhQc", board="AdQs9h5c2c")
    assert play(state, "c f c c c c c c c").payoffs() == (-5, 3, 2)


def test_all_in_players_act_under_the_old_rules() -> None:
    game = nolimit(1000, 1000, all_in_players_act=True)
    state = play(start(game), "r1000 c")
    assert (state.is_over, state.street, state.acting) == (False, 1, 0)
    for _ in range(6):
        assert not state.legal_actions().can_raise
        state = state.apply(CALL)
    assert state.payoffs() == (1000, -1000)


@pytest.mark.parametrize(
    ("betting", "action", "message"),
    [
        (
            "",
            raise_to(150),
            (
                "raise to 150 is not legal in [street 0, chips 50|100|0, no action yet]: "
                "position 2 may fold, call or raise to 200 to 20000"
            ),
        ),
        (
            "c c",
            FOLD,
            (
                "fold is not legal in [street 0, chips 100|100|100, call, call]: "
                "position 1 may call or raise to 200 to 20000"
            ),
        ),
        (
            "r300 f c c",
            raise_to(350),
            (
                "raise to 350 is not legal in [street 1, chips 50|300|300, raise to 300, fold, "
                "call, call]: position 2 may call or raise to 400 to 20000"
            ),
        ),
        (
            "r20000 c",
            raise_to(20_000),
            (
                "raise to 20000 is not legal in [street 0, chips 20000|100|20000, "
                "raise to 20000, call]: position 1 may fold or call"
            ),
        ),
        (
            "r300 f f",
            CALL,
            ("call is not legal in [street 0, chips 50|100|300, raise to 300, fold, fold]: the hand is over"),
        ),
    ],
)
def test_an_illegal_action_names_itself_the_state_and_what_is_legal(betting: str, action: Action, message: str) -> None:
    with pytest.raises(ActionError) as caught:
        play(start(DEEP), betting).apply(action)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("action", [Action(3), Action(-1), raise_to(2**70), raise_to(-(2**70))])
def test_an_invalid_action_is_an_action_error_too(action: Action) -> None:
    with pytest.raises(ActionError, match=r"position 2 may fold, call or raise to 200 to 20000"):
        start(DEEP).apply(action)


def test_half_a_chip_is_no_action() -> None:
    with pytest.raises((ActionError, TypeError)):
        start(DEEP).apply(raise_to(250.5))  # type: ignore[arg-type]


def test_nothing_is_legal_when_the_hand_is_over() -> None:
    for state in (play(start(DEEP), "r300 f f"), play(start(DEEP), "c " * 12)):
        assert state.legal_actions() == LegalActions(fold=False, lowest_raise=0, highest_raise=0)
        assert state.view(0).legal_actions() == state.legal_actions()


def test_no_payoffs_before_the_end() -> None:
    with pytest.raises(ActionError, match=r"no payoffs yet in \[street 0, .*\]: position 2 is to act"):
        start(DEEP).payoffs()


def test_states_do_not_change_when_an_action_is_applied() -> None:
    state = start(DEEP)
    chain = [state]
    for action in [raise_to(300), CALL, raise_to(900), FOLD, CALL, CALL, raise_to(2000), CALL]:
        state = state.apply(action)
        chain.append(state)
    facts = [(str(node), node.acting, node.street, node.pot, node.bet, node.actions) for node in chain]
    for node in chain[:-1]:
        legal = node.legal_actions()
        node.apply(CALL)
        if legal.can_raise:
            node.apply(raise_to(legal.highest_raise))
        with pytest.raises(ActionError):
            node.apply(raise_to(10**6))
        assert node.legal_actions() == legal
    assert [(str(node), node.acting, node.street, node.pot, node.bet, node.actions) for node in chain] == facts
    assert start(DEEP).play(chain[-1].actions).pot == chain[-1].pot


def test_branches_of_a_hand_do_not_mix() -> None:
    fork = play(start(DEEP), "r300 c")
    folded, raised = fork.apply(FOLD), fork.apply(raise_to(1000))
    assert (folded.actions[:2], raised.actions[:2]) == (fork.actions, fork.actions)
    assert folded.has_folded(1)
    assert not raised.has_folded(1)
    assert (fork.last_action, folded.last_action, raised.last_action) == (CALL, FOLD, raise_to(1000))


def test_facts_of_a_state() -> None:
    state = play(start(DEEP), "r300 c c c r700")
    assert (state.street, state.acting, state.bet, state.pot, state.raises) == (1, 2, 700, 1300, 1)
    assert [state.spent(position) for position in range(3)] == [300, 700, 300]
    assert [state.spent_this_street(position) for position in range(3)] == [0, 400, 0]
    assert [state.to_call(position) for position in range(3)] == [400, 0, 400]
    assert state.board_size == 3
    assert state.board == tuple(parse_cards(BOARD))[:3]


@pytest.mark.parametrize(
    ("first", "second", "board", "payoffs"),
    [("As", "Qs", "Qh", (-1, 1)), ("Ks", "As", "Qh", (-1, 1)), ("Ks", "Qs", "Kh", (1, -1)), ("As", "Ah", "Qh", (0, 0))],
)
def test_leduc_a_pair_beats_the_highest_card(first: str, second: str, board: str, payoffs: tuple[int, int]) -> None:
    state = State.start(game_named("leduc.limit.2p"), dealt(first, second, board=board))
    assert state.play([CALL] * 4).payoffs() == payoffs


@pytest.mark.parametrize(
    ("deal", "error", "message"),
    [
        (dealt("AsAh", "KsKh"), GameError, "3 players hold 2 each"),
        (dealt("AsAh", "KsKh", "Qs"), GameError, "3 players hold 2 each"),
        (dealt("AsAh", "KsKh", "QsQh", board="2c7d9hJs"), GameError, "a board of 4 cards: the game has 5"),
        (dealt("AsAh", "KsKh", "QsAs"), CardError, "As"),
        (dealt("AsAh", "KsKh", "QsJs"), CardError, "Js"),
    ],
)
def test_deals_that_the_game_does_not_have(deal: Deal, error: type[ValueError], message: str) -> None:
    with pytest.raises(error, match=message):
        State.start(DEEP, deal)


def test_cards_that_are_not_in_the_deck_of_the_game() -> None:
    with pytest.raises((GameError, CardError), match="2c"):
        State.start(game_named("kuhn.limit.2p"), Deal(((0,), (51,)), ()))


@pytest.mark.parametrize("position", [-1, 3, 2**70])
@pytest.mark.parametrize("question", ["view", "spent", "spent_this_street", "to_call", "has_folded"])
def test_positions_that_nobody_has(position: int, question: str) -> None:
    for state in (start(DEEP), play(start(DEEP), "r300 f f")):
        assert state.acting == (-1 if state.is_over else 2)
        seen = [state] if question == "view" else [state, state.view(0)]
        for shown in seen:
            with pytest.raises(GameError, match=rf"no position {position}: the positions are 0 to 2"):
                getattr(shown, question)(position)


def test_a_deal_without_a_hand_is_not_one_with_deuces() -> None:
    with pytest.raises(GameError, match=r"hole cards .*: 2 players hold 1 each"):
        State.start(game_named("kuhn.limit.2p"), Deal(((51,), ()), ()))
