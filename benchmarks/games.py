"""Games: hands driven from Python, hands in a compiled loop, logs."""

from __future__ import annotations

import random
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from benchmarks.measure import Measurement, best_seconds
from railbird.formats.acpc_log import AcpcLog, format_state
from railbird.formats.logs import check_log
from railbird.games import CALL, FOLD, Action, HandRecord, State, View, game_named, raise_to, random_deal
from railbird.games.simulation import simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = game_named("holdem.limit.3p")
NO_LIMIT = game_named("holdem.nolimit.2p.reverse_blinds")
OPEN_SPIEL_LIMIT = (
    "universal_poker(betting=limit,numPlayers=3,numRounds=4,blind=5 10 0,raiseSize=10 10 20 20,firstPlayer=3 1 1 1,"
    "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1)"
)
OPEN_SPIEL_NO_LIMIT = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=100 50,firstPlayer=2 1 1 1,stack=20000 20000,"
    "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,bettingAbstraction=fullgame)"
)
HANDS = 2_000


class Caller:
    """A bot that always calls."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


class AtRandom:
    """A bot that chooses among all legal actions alike, every total of a raise being one of them."""

    def __init__(self) -> None:
        self._random = random.Random(1).random

    def act(self, view: View) -> Action:
        fold, lowest, highest = view.legal_actions()
        choice = int(self._random() * (1 + fold + (highest - lowest + 1 if highest else 0)))
        if choice == 0:
            return CALL
        if choice == 1 and fold:
            return FOLD
        return raise_to(lowest + choice - 1 - fold)


def measure() -> Iterator[Measurement]:
    """Everything that plays or replays hands."""
    yield _driven(LIMIT, [Caller()] * 3, "three-player limit, all call, from Python", OPEN_SPIEL_LIMIT, 40_000, 1)
    yield _driven(
        NO_LIMIT, [AtRandom()] * 2, "two-player no-limit, at random, from Python", OPEN_SPIEL_NO_LIMIT, None, 40
    )
    for at_random, goal in ((False, 1.5), (True, 1.0)):
        seconds = best_seconds(lambda at_random=at_random: simulate(LIMIT, hands=200_000, seed=1, at_random=at_random))  # type: ignore[misc]
        name = f"three-player limit, {'at random' if at_random else 'all call'}, compiled"
        yield Measurement(name, "million hands/s", 0.2 / seconds, goal=goal, more_is_better=True)
    yield from _logs()


def _driven(game, bots, name, peer, goal, least_ratio) -> Measurement:  # type: ignore[no-untyped-def]
    generator = np.random.default_rng(1)
    deals = [random_deal(game, generator) for _ in range(HANDS)]

    def play() -> None:
        for deal in deals:
            state = State.start_unchecked(game, deal)
            while (position := state.acting) >= 0:
                state = state.apply(bots[position].act(state.view(position)))
            state.payoffs()

    ours = HANDS / best_seconds(play, repeat=9)
    calls_only = isinstance(bots[0], Caller)
    return Measurement(
        name,
        "hands/s",
        ours,
        goal=goal,
        more_is_better=True,
        least_ratio=least_ratio,
        peers={"OpenSpiel": _open_spiel(peer, calls_only=calls_only)},
    )


def _open_spiel(description: str, *, calls_only: bool) -> float:
    game = pyspiel.load_game(description)
    generator = random.Random(1)
    hands = 300 if calls_only else 30

    def play() -> None:
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node() or not calls_only:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(generator.random() * len(actions))])
                else:
                    state.apply_action(1)
            state.returns()

    return hands / best_seconds(play, repeat=5)


def _logs() -> Iterator[Measurement]:
    """Reading and checking a log of 50,000 three-player limit hands."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.log"
        _write_log(path, 50_000)
        reading = best_seconds(lambda: sum(1 for _ in AcpcLog(path)), repeat=3)
        yield Measurement("reading a log into records", "hands/s", 50_000 / reading, goal=60_000, more_is_better=True)
        checking = best_seconds(lambda: check_log(AcpcLog(path)), repeat=3)
        yield Measurement("checking a log", "hands/s", 50_000 / checking, goal=40_000, more_is_better=True)


def _write_log(path: Path, hands: int) -> None:
    """Hands of random play; a thousand different ones, repeated."""
    lines = [format_state(record) for record in islice(_records(), 1000)]
    header = f"# name/game/hands/seed match {LIMIT.name}.game {hands} 0\n"
    path.write_text(header + "\n".join(lines[number % 1000] for number in range(hands)) + "\n")


def _records() -> Iterator[HandRecord]:
    generator, bot = np.random.default_rng(2), AtRandom()
    number = 0
    while True:
        deal = random_deal(LIMIT, generator)
        state = State.start(LIMIT, deal)
        while state.acting >= 0:
            state = state.apply(bot.act(state.view(state.acting)))
        names = ("Alice", "Bob", "Carol")
        yield HandRecord(LIMIT, number, names, deal.hole_cards, state.board, state.actions, state.payoffs())
        number += 1
