"""Payoffs, and hands that are replayed from their records."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hands_at_random import random_cards, random_limit, random_nolimit, random_states

from railbird.cards import parse_cards
from railbird.errors import ActionError, GameError
from railbird.formats.old_log import old_game
from railbird.games import (
    CALL,
    FOLD,
    GAME_NAMES,
    Deal,
    GameDefinition,
    HandRecord,
    State,
    game_named,
    raise_to,
    random_deal,
)
from railbird.games.simulation import simulate
from twins import plain_value

if TYPE_CHECKING:
    from railbird.games import Chips


def recorded(state: State) -> HandRecord:
    players = tuple(f"player {position}" for position in range(state.game.players))
    return HandRecord(state.game, 3, players, state.deal.hole_cards, state.board, state.actions, state.payoffs())


def plain_payoffs(final: State) -> list[Chips]:
    """Chip by chip: each level of one chip is shared by the best hands that paid it and did not fold."""
    game = final.game
    positions = range(game.players)
    spent = [final.spent(position) for position in positions]
    left = [position for position in positions if not final.has_folded(position)]
    values = {position: plain_value((*final.deal.hole_cards[position], *final.deal.board)) for position in left}
    won = [Fraction(0)] * game.players
    eligible = left
    for level in range(max(spent)):
        # Chips above what any player who is left paid go with those below them.
        eligible = [position for position in left if spent[position] > level] or eligible
        best = max(values[position] for position in eligible) if final.is_showdown else None
        winners = [position for position in eligible if best is None or values[position] == best]
        for position in winners:
            won[position] += Fraction(sum(chips > level for chips in spent), len(winners))
    return [gain - chips for gain, chips in zip(won, spent, strict=True)]


@pytest.mark.kernels
@pytest.mark.parametrize("random_game", [random_limit, random_nolimit])
def test_replayed_payoffs_equal_those_of_the_states(random_game: type) -> None:
    rng = random.Random(1)
    for number in range(2_000):
        game: GameDefinition = random_game(rng, 2 + number % 9)
        final = random_states(rng, game, random_cards(rng, game))[-1]
        assert recorded(final).final_state().payoffs() == final.payoffs()


@pytest.mark.kernels
def test_payoffs_equal_those_of_a_plain_twin() -> None:
    rng = random.Random(2)
    endings: Counter[str] = Counter()
    for number in range(1_000):
        game = random_nolimit(rng, 2 + number % 9)
        # Few chips, so that the twin can count them one by one.
        game = replace(
            game,
            stacks=tuple(rng.randint(2, 40) for _ in game.stacks),
            blinds=tuple(blind // 50 for blind in game.blinds),
        )
        final = random_states(rng, game, random_cards(rng, game))[-1]
        assert list(final.payoffs()) == plain_payoffs(final)
        levels = {final.spent(other) for other in range(game.players) if not final.has_folded(other)}
        endings["side pots" if final.is_showdown and len(levels) > 2 else "plain"] += 1
        endings["fractions"] += any(isinstance(chips, Fraction) for chips in final.payoffs())
    assert endings["side pots"] > 50
    assert endings["fractions"] > 2


@pytest.mark.kernels
@pytest.mark.parametrize("name", GAME_NAMES)
def test_built_in_games(name: str) -> None:
    rng, generator, game = random.Random(3), np.random.default_rng(3), game_named(name)
    for _ in range(200):
        final = random_states(rng, game, random_deal(game, generator))[-1]
        assert recorded(final).final_state().payoffs() == final.payoffs()


@pytest.mark.kernels
@pytest.mark.parametrize("doyle", [False, True])
@pytest.mark.parametrize("players", [2, 3])
def test_games_of_the_old_server(players: int, doyle: bool) -> None:
    rng, generator, game = random.Random(4), np.random.default_rng(4), old_game(players, doyle=doyle)
    for _ in range(300):
        final = random_states(rng, game, random_deal(game, generator))[-1]
        payoffs = recorded(final).final_state().payoffs()
        assert payoffs == final.payoffs()
        assert sum(payoffs) == 0
        assert all(isinstance(chips, int) for chips in payoffs)


def test_an_illegal_hand_is_refused_with_the_reason() -> None:
    game = game_named("holdem.nolimit.3p")
    final = State.start(game, random_deal(game, np.random.default_rng(5))).play([CALL] * 12)
    record = recorded(final)
    with pytest.raises(ActionError, match=r"raise to 150 is not legal in .*: position 2 may fold, call or raise"):
        replace(record, actions=(raise_to(150), CALL, CALL)).final_state().payoffs()
    with pytest.raises(ActionError, match=r"call is not legal in .*: the hand is over"):
        replace(record, actions=(*record.actions, CALL)).final_state().payoffs()
    with pytest.raises(ActionError, match=r"position 1 is to act"):
        replace(record, actions=record.actions[:2]).final_state().payoffs()
    assert record.final_state().payoffs() == final.payoffs()


def test_every_replay_starts_afresh() -> None:
    rng, generator, game = random.Random(6), np.random.default_rng(6), game_named("holdem.nolimit.3p")
    finals = [random_states(rng, game, random_deal(game, generator))[-1] for _ in range(20)]
    for final in [*finals, *reversed(finals)]:
        with pytest.raises(ActionError):
            replace(recorded(final), actions=(raise_to(1),)).final_state()
        assert recorded(final).final_state().payoffs() == final.payoffs()


def game_of_few_cards(hole_cards: int, board_cards: int, *, ranks: int = 13) -> GameDefinition:
    rounds = 2 if board_cards else 1
    return GameDefinition(
        betting="limit",
        stacks=(2, 2),
        blinds=(1, 1),
        raise_sizes=(1,) * rounds,
        first_players=(0,) * rounds,
        max_raises=(1,) * rounds,
        suits=4,
        ranks=ranks,
        hole_cards=hole_cards,
        board_cards=(0, board_cards)[:rounds],
    )


def plain_value_of_few(cards: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Four of a kind before three, two pairs, a pair and none, and then the ranks, those of larger groups first."""
    ranks = [card // 4 for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return [count for count, _ in groups], [rank for _, rank in groups]


@pytest.mark.kernels
@pytest.mark.parametrize("ranks", [3, 4, 13])
@pytest.mark.parametrize(("hole_cards", "board_cards"), [(h, b) for h in range(1, 5) for b in range(5 - h)])
def test_hands_of_fewer_than_five_cards_equal_those_of_a_plain_twin(
    hole_cards: int, board_cards: int, ranks: int
) -> None:
    game, generator = game_of_few_cards(hole_cards, board_cards, ranks=ranks), np.random.default_rng(7)
    for _ in range(300):
        final = State.start(game, random_deal(game, generator)).play([CALL] * 2 * game.rounds)
        first, second = (plain_value_of_few(hand + final.board) for hand in final.deal.hole_cards)
        assert final.payoffs() == ((first > second) - (first < second), (second > first) - (second < first))


@pytest.mark.parametrize(
    ("first", "second", "board"),
    [
        ("As", "Kd", "AcAdAh"),
        ("2s", "As", "2c2d2h"),
        ("2s2h", "AdKd", "QsJc"),
        ("3s3c", "AsAc", "3h4d"),
        ("Kd2d", "AsAh", "Ks2c"),
        ("AsKc", "6d7s", "8h9d"),
        ("KdKc", "As2s", "3s4s"),
    ],
)
def test_the_reference_dealer_gives_the_pot_to_the_first_of_these(first: str, second: str, board: str) -> None:
    """As its rules, in OpenSpiel's copy of them, say of hands of four cards; straights and flushes have five."""
    hands = tuple(tuple(parse_cards(hand)) for hand in (first, second))
    game = game_of_few_cards(len(hands[0]), 4 - len(hands[0]))
    assert State.start(game, Deal(hands, tuple(parse_cards(board)))).play([CALL] * 4).payoffs() == (1, -1)


SHOWN = Deal(((51, 50), (47, 46), (43, 42)), (0, 5, 10, 15, 20))
THREE = game_named("holdem.nolimit.3p")
ONE_FOLDED = (CALL, FOLD, *[CALL] * 7)


def without(*positions: int) -> Deal:
    hands = tuple(() if position in positions else hand for position, hand in enumerate(SHOWN.hole_cards))
    return replace(SHOWN, hole_cards=hands)


def final_of(deal: Deal, actions: tuple[object, ...]) -> State:
    return State.start_unchecked(THREE, deal).play(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("positions", [(0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)])
def test_no_payoffs_of_a_showdown_with_hands_that_are_not_known(positions: tuple[int, ...]) -> None:
    final = final_of(without(*positions), (CALL,) * 12)
    for state in (final, final.view(2)):
        with pytest.raises(ActionError, match=rf"the hand of position {positions[0]} is unknown"):
            state.payoffs()


def test_hands_that_were_folded_need_not_be_known() -> None:
    assert final_of(without(0), ONE_FOLDED).payoffs() == final_of(SHOWN, ONE_FOLDED).payoffs() == (-50, 150, -100)
    with pytest.raises(ActionError, match="the hand of position 1 is unknown"):
        final_of(without(0, 1), ONE_FOLDED).payoffs()
    nobody = Deal(((), (), ()), ())
    assert final_of(nobody, (FOLD, FOLD)).payoffs() == (-50, 50, 0)
    assert final_of(Deal((), ()), (FOLD, FOLD)).payoffs() == (-50, 50, 0)


@pytest.mark.parametrize("known", range(5))
def test_no_payoffs_of_a_showdown_with_board_cards_that_are_not_known(known: int) -> None:
    deal = replace(SHOWN, board=SHOWN.board[:known])
    with pytest.raises(ActionError, match=rf"no payoffs in .*: {known} of 5 board cards are known"):
        final_of(deal, (CALL,) * 12).payoffs()


def test_no_payoffs_of_a_showdown_without_hands() -> None:
    with pytest.raises(ActionError, match="the hand of position 0 is unknown"):
        final_of(Deal((), SHOWN.board), (CALL,) * 12).payoffs()


def test_a_negative_number_of_hands_cannot_be_simulated() -> None:
    with pytest.raises(GameError, match="cannot simulate -3 hands: give 0 or more"):
        simulate(THREE, hands=-3, seed=1, at_random=True)
    assert simulate(THREE, hands=0, seed=1, at_random=True) == (0, 0, 0)
