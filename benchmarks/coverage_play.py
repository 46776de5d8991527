"""Plays the runs of `benchmarks.coverage` without storing them, and looks at the interval of the first bot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from benchmarks._kernels import play_hands
from railbird.arena import Results
from railbird.bots import Follower, parse_spec
from railbird.bots.bot_memory import may_remember
from railbird.games import State, rotating_seats, seeded_deals
from railbird.games.betting_node import first_node
from railbird.statistics import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from benchmarks.coverage_cases import Case
    from railbird.arena import Chunk, RunPlan
    from railbird.bots import Bot, BotSpec
    from railbird.games import Deal, GameDefinition
    from railbird.games.hand_seats import HandSeats
    from railbird.statistics import Estimate

_NEW_BOTS = 8


@dataclass(frozen=True)
class Outcome:
    """What became of the interval of one run."""

    method: str
    holds: bool
    """Whether the interval holds the true win rate."""
    warned: bool
    """Whether the output warns about the interval."""
    holds_if_independent: bool
    """Whether the interval would hold the true win rate if deals counted as independent."""


def outcomes(case: Case, runs: Iterable[int]) -> list[Outcome]:
    """Play some runs of a case."""
    truth = case.truth()
    return [_outcome(play_plan(case.plan(run)), truth) for run in runs]


def _outcome(results: Results, truth: float) -> Outcome:
    rate = results.win_rate(0)
    return Outcome(
        method=rate.method,
        holds=_holds(rate, truth),
        warned=bool(rate.caveat) or rate.method == "batches",
        holds_if_independent=_holds(estimate(results.samples_of(0)), truth),
    )


def _holds(rate: Estimate, truth: float) -> bool:
    low, high = rate.interval
    return low <= truth <= high


def play_plan(plan: RunPlan) -> Results:
    """Play a run as the arena does, but only the tables of the first bot, and note only what that bot wins."""
    specs = _specs(tuple(entrant.spec for entrant in plan.entrants))
    samples = np.zeros((len(plan.tables), plan.game.players, plan.matches * plan.hands))
    remembering: set[int] = set()
    deals: list[Deal] = []
    seed = -1
    for chunk in plan.chunks():
        if 0 not in chunk.seats:
            continue
        if chunk.seed != seed:
            # All tables and orders of seats of a match have the same cards.
            seed = chunk.seed
            deals = [*islice(seeded_deals(plan.game, seed), plan.hands)]
        bots = _bots(plan, chunk, specs)
        won = play_match(plan.game, bots, deals, seat=chunk.seats.index(0))
        place = plan.tables[chunk.table].index(0)
        first = chunk.match * plan.hands
        samples[chunk.table, place, first : first + plan.hands] += np.array(won) / plan.orders
        if chunk.match == chunk.permutation == 0:
            remembering |= {chunk.seats[seat] for seat in _remembering(plan, chunk, specs=specs, bots=bots)}
    return Results(plan, {"payoff": samples}, {}, {}, frozenset(remembering))


@lru_cache
def _specs(texts: tuple[str, ...]) -> list[BotSpec]:
    return [parse_spec(text) for text in texts]


def _bots(plan: RunPlan, chunk: Chunk, specs: Sequence[BotSpec]) -> list[Bot]:
    seeds = plan.match_plan(chunk).bot_seeds()
    bots = [specs[entrant].build(seed=seed) for entrant, seed in zip(chunk.seats, seeds, strict=True)]
    for bot in bots:
        Follower(bot)  # which gives it a generator
    return bots


def play_match(
    game: GameDefinition, bots: Sequence[Bot], deals: Sequence[Deal], *, seat: int
) -> NDArray[np.float64] | list[float]:
    """Play a match as `railbird.play.Match` does, without its checks, and return what one seat wins in each hand."""
    for number, bot in enumerate(bots):
        bot.match_starts(game, number)
    compiled = [bot for bot in bots if isinstance(bot, CompiledBot)]
    if len(compiled) == len(bots):
        return _played_by_kernel(game, compiled, deals, seat=seat)
    return _played_by_bots(game, bots, deals, seat=seat)


@runtime_checkable
class CompiledBot(Protocol):
    """A bot that `play_hands` can play for."""

    seed: int

    def timidities(self, hands: int) -> list[float]:
        """The timidity in each hand of a match that has started."""


def _played_by_kernel(
    game: GameDefinition, bots: Sequence[CompiledBot], deals: Sequence[Deal], *, seat: int
) -> NDArray[np.float64]:
    won = np.empty(len(deals))
    play_hands(
        np.array(first_node(game).numbers),
        np.array([deal.cards for deal in deals]),
        np.array([bot.seed for bot in bots], dtype=np.uint64),
        np.array([bot.timidities(len(deals)) for bot in bots]),
        seat,
        won,
    )
    return won


def _played_by_bots(game: GameDefinition, bots: Sequence[Bot], deals: Sequence[Deal], *, seat: int) -> list[float]:
    """The bots have no hooks but that of the start of the match, and answer legally."""
    won = []
    for deal, hand_seats in zip(deals, _seats(game.players, len(deals)), strict=True):
        state = State.start_unchecked(game, deal, hand_seats)
        players = [bots[number] for number in hand_seats.seats]
        while (position := state.acting) >= 0:
            state = state.apply(players[position].act(state.view(position)))
        won.append(float(state.payoffs()[hand_seats.seats.index(seat)]))
    return won


@lru_cache
def _seats(players: int, hands: int) -> list[HandSeats]:
    return [rotating_seats(hand, players) for hand in range(hands)]


def _remembering(plan: RunPlan, chunk: Chunk, *, specs: Sequence[BotSpec], bots: Sequence[Bot]) -> list[int]:
    """The seats whose bots may have remembered something."""

    def remembers(seat: int) -> bool:
        spec = specs[chunk.seats[seat]]
        seeds = [*range(_NEW_BOTS)]
        return may_remember(bots[seat], lambda seed: spec.build(seed=seed), game=plan.game, seat=seat, seeds=seeds)

    return [seat for seat in range(len(bots)) if remembers(seat)]
