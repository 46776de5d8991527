"""Games: hands driven from Python, hands in a compiled loop, logs."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from functools import partial
from itertools import islice
from math import floor
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from benchmarks.measure import Measurement, paced, paced_in_turn
from benchmarks.yardsticks import COMPILED, PYTHON
from railbird.formats.acpc_log import AcpcLog, format_state
from railbird.formats.logs import check_log, open_log
from railbird.formats.phh_records import from_record
from railbird.formats.phh_writing import format_phh
from railbird.games import CALL, FOLD, HandRecord, State, game_named, raise_to, random_deal, seeded_deals
from railbird.games.simulation import simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.games import Action, GameDefinition, View

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
OPEN_SPIEL_HANDS = 300
PHH_HANDS = 5_000


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
        if not highest:
            return FOLD if fold and self._random() < 0.5 else CALL
        total = highest - floor(self._random() * (highest - lowest + 2 + fold))
        if total >= lowest:
            return raise_to(total)
        return CALL if total == lowest - 1 else FOLD


def measure() -> Iterator[Measurement]:
    """Everything that plays or replays hands."""
    yield _driven(
        "three-player limit, all call, from Python",
        _ours(LIMIT, Caller),
        _open_spiel(OPEN_SPIEL_LIMIT, calls_only=True),
        goal=80_000,
        least_ratio=2,
    )
    yield _driven(
        "two-player no-limit, at random, from Python",
        _ours(NO_LIMIT, AtRandom),
        _open_spiel(OPEN_SPIEL_NO_LIMIT, calls_only=False),
        least_ratio=40,
    )
    for at_random, goal in ((False, 1.5), (True, 1.0)):
        seconds, pace = paced(partial(simulate, LIMIT, hands=200_000, seed=1, at_random=at_random), COMPILED)
        name = f"three-player limit, {'at random' if at_random else 'all call'}, compiled"
        yield Measurement(name, "million hands/s", 0.2 / seconds, goal=goal, pace=pace, more_is_better=True)
    yield from _logs()


def _driven(
    name: str, ours: Callable[[], None], theirs: Callable[[], None], *, goal: float | None = None, least_ratio: float
) -> Measurement:
    """All have their turns in every round, so that a slow minute slows all."""
    (our_seconds, their_seconds), pace = paced_in_turn(ours, theirs, yardstick=PYTHON, repeat=9, clock=process_time)
    return Measurement(
        name,
        "hands/s",
        HANDS / our_seconds,
        goal=goal,
        pace=pace,
        more_is_better=True,
        least_ratio=least_ratio,
        peers={"OpenSpiel": OPEN_SPIEL_HANDS / their_seconds},
    )


def _ours(game: GameDefinition, bot: type[Caller | AtRandom]) -> Callable[[], None]:
    generator = np.random.default_rng(1)
    deals = [random_deal(game, generator) for _ in range(HANDS)]

    # They go on drawing from round to round: hands that come again would find their moments kept.
    bots = [bot() for _ in range(game.players)]

    def play() -> None:
        for deal in deals:
            state = State.start(game, deal)
            while (position := state.acting) >= 0:
                state = state.apply(bots[position].act(state.view(position)))
            state.payoffs()

    return play


def _open_spiel(description: str, *, calls_only: bool) -> Callable[[], None]:
    """Both sides play hands that have been dealt before."""
    game = pyspiel.load_game(description)
    dealer = random.Random(2)
    deals = [dealer.sample(range(52), 11) for _ in range(OPEN_SPIEL_HANDS)]

    def play() -> None:
        draw = random.Random(1).random
        for deal in deals:
            cards = iter(deal)
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(next(cards))
                elif not calls_only:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(draw() * len(actions))])
                else:
                    state.apply_action(1)
            state.returns()

    return play


def _logs() -> Iterator[Measurement]:
    """Reading and checking logs of 50,000 different hands."""
    with tempfile.TemporaryDirectory() as folder:
        for game, reading_goal, checking_goal in ((LIMIT, 60_000, 40_000), (NO_LIMIT, None, None)):
            path = Path(folder) / f"{game.name}.log"
            _write_log(path, game, 50_000)
            kind = "limit" if game.is_limit else "no-limit"
            yield _of_logs(f"reading a {kind} log into records", partial(_read_log, path), reading_goal)
            yield _of_logs(f"checking a {kind} log", partial(_check_log, path), checking_goal)
        path = Path(folder) / "money.phhs"
        _write_phh(path, PHH_HANDS)
        yield _of_logs("checking PHH with other stacks in every hand", partial(_check_phh, path), 10_000, PHH_HANDS)


def _of_logs(name: str, work: Callable[[], object], goal: float | None, hands: int = 50_000) -> Measurement:
    seconds, pace = paced(work, PYTHON, repeat=3)
    return Measurement(name, "hands/s", hands / seconds, goal=goal, pace=pace, more_is_better=True)


def _read_log(path: Path) -> int:
    return sum(1 for _ in AcpcLog(path))


def _check_log(path: Path) -> object:
    return check_log(AcpcLog(path))


def _check_phh(path: Path) -> object:
    return check_log(open_log(path))


def _write_phh(path: Path, hands: int) -> None:
    """Hands of random play for real money, with cents."""
    rng = random.Random(1)
    with path.open("w") as file:
        for number in range(1, hands + 1):
            stacks = (rng.randint(4_000, 20_000), rng.randint(4_000, 20_000))
            game = replace(NO_LIMIT, stacks=stacks, chips_per_unit=100)
            file.write(format_phh(from_record(next(records_at_random(game))), number=number))


def _write_log(path: Path, game: GameDefinition, hands: int) -> None:
    """Hands of random play."""
    with path.open("w") as file:
        file.write(f"# name/game/hands/seed match {game.name}.game {hands} 0\n")
        for record in islice(records_at_random(game), hands):
            file.write(format_state(record) + "\n")


def records_at_random(game: GameDefinition) -> Iterator[HandRecord]:
    """Hands without end, always the same ones."""
    names = ("Alice", "Bob", "Carol")[: game.players]
    bot = AtRandom()
    for number, deal in enumerate(seeded_deals(game, 2)):
        state = State.start(game, deal)
        while state.acting >= 0:
            state = state.apply(bot.act(state.view(state.acting)))
        yield HandRecord(game, number, names, deal.hole_cards, state.board, state.actions, state.payoffs())
