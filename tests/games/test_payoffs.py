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

from railbird.errors import ActionError
from railbird.formats.old_log import old_game
from railbird.games import CALL, GAME_NAMES, HandRecord, State, game_named, raise_to, random_deal
from twins import plain_value

if TYPE_CHECKING:
    from railbird.games import Chips, GameDefinition


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
    return [one - chips for one, chips in zip(won, spent, strict=True)]


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
        levels = {final.spent(one) for one in range(game.players) if not final.has_folded(one)}
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
