"""Measures how often the arena's 95 % intervals hold the true win rate, for bots that draw, learn and shove rarely.

`python -m benchmarks.coverage` plays 400 runs of every case that is not in coverage.csv yet, and adds it there; names
of kinds of bots limit it to these. With --table it prints the table of the docs from coverage.csv instead.
"""

from __future__ import annotations

import csv
import sys
from dataclasses import asdict, dataclass, fields, replace
from itertools import product
from math import factorial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from railbird.arena import Entrant, Results, RunPlan
from railbird.bots import parse_spec
from railbird.bots.bot_memory import may_remember
from railbird.equity.preflop import class_equities
from railbird.games import game_named
from railbird.play import BotSeat, Match, MatchObserver
from railbird.statistics import estimate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railbird.arena import Chunk
    from railbird.bots import Bot, BotSpec
    from railbird.games import Chips, State
    from railbird.statistics import Estimate

RESULTS = Path(__file__).parent / "coverage.csv"
BOTS = Path(__file__).parent / "coverage_bots.py"
RUNS = 400
Setting = Literal["single", "duplicate", "tournament"]
SETTINGS: tuple[Setting, ...] = ("single", "duplicate", "tournament")
KINDS = ("memoryless", "drawing", "settling", "drifting", "switching", "shoving")
GAMES = {
    "Kuhn": {2: "kuhn.limit.2p", 3: "kuhn.limit.3p"},
    "limit": {2: "holdem.limit.2p.reverse_blinds", 3: "holdem.limit.3p"},
    "no-limit": {2: "holdem.nolimit.2p.reverse_blinds", 3: "holdem.nolimit.3p"},
}
_ACES = 6 / 1326
"""Chance of a pair of aces."""
_NEW_BOTS = 8


@dataclass(frozen=True)
class Case:
    """A kind of bot in a setting. Hands are those of a match."""

    kind: str
    game: str
    players: int
    setting: Setting
    matches: int
    hands: int

    def plan(self) -> RunPlan:
        """The plan of all runs together: each has `matches` of the matches."""
        bots = self.players + (self.setting == "tournament")
        specs = [f"{BOTS}:{self.kind.title()}"] * bots
        if self.kind == "shoving":
            specs[1:] = ["call"] * (bots - 1)
        return RunPlan(
            game=game_named(GAMES[self.game][self.players]),
            entrants=tuple(Entrant(f"bot{number}", spec) for number, spec in enumerate(specs)),
            hands=self.hands,
            seed=14,
            seat_orders="single" if self.setting == "single" else "all",
            matches=self.matches * RUNS,
        )


def cases() -> list[Case]:
    """All cases, the quickest first."""
    return sorted(_cases(), key=lambda case: case.matches * case.hands * _hands_of_deal(case.players, case.setting))


def _hands_of_deal(players: int, setting: Setting) -> int:
    """Number of hands in which a deal is played: in all orders of seats, at all tables."""
    orders = 1 if setting == "single" else factorial(players)
    return orders * (players + 1 if setting == "tournament" else 1)


def _cases() -> Iterator[Case]:
    for kind, game, players, setting in product(KINDS, GAMES, (2, 3), SETTINGS):
        hands_of_deal = _hands_of_deal(players, setting)
        if kind == "switching":
            # Beyond single tables it takes an hour.
            if setting == "single":
                yield Case(kind, game, players, setting, matches=1, hands=1200)
        elif kind == "shoving":
            if game == "no-limit":
                yield Case(kind, game, players, setting, matches=1, hands=1200 // hands_of_deal // 6 * 6)
        elif kind in ("settling", "drifting"):
            hands = (48 if game == "Kuhn" else 12) // hands_of_deal
            yield Case(kind, game, players, setting, matches=10, hands=max(hands // 6, 1) * 6)
        else:
            yield Case(kind, game, players, setting, matches=1, hands=48 if hands_of_deal < 24 else 24)


@dataclass(frozen=True)
class Coverage:
    """What became of a case. Shares are of all runs."""

    kind: str
    game: str
    players: int
    setting: str
    matches: int
    hands: int
    runs: int
    method: str
    covered: float
    """Share of the intervals that hold the true win rate."""
    warned: float
    """Share of the runs whose output warns about the interval."""
    missed: float
    """Share of the runs whose interval misses the true win rate without a warning."""
    independent: float
    """Share of the intervals that would hold the true win rate if deals counted as independent."""


def measure(case: Case) -> Coverage:
    """Play all runs of a case."""
    plan = case.plan()
    played = _play(plan)
    truth = _truth(case)
    deals = case.matches * case.hands
    rates: list[Estimate] = []
    independent = 0
    for first in range(0, RUNS * deals, deals):
        samples = played.samples["payoff"][:, :, first : first + deals]
        results = replace(played, plan=replace(plan, matches=case.matches), samples={"payoff": samples})
        rates.append(results.win_rate(0))
        independent += _holds(estimate(results.samples_of(0)), truth)
    holds = np.array([_holds(rate, truth) for rate in rates])
    warned = np.array([bool(rate.caveat) or rate.method == "batches" for rate in rates])
    return Coverage(
        **asdict(case),
        runs=RUNS,
        method=rates[0].method,
        covered=float(holds.mean()),
        warned=float(warned.mean()),
        missed=float((~holds & ~warned).mean()),
        independent=independent / RUNS,
    )


def _holds(rate: Estimate, truth: float) -> bool:
    low, high = rate.interval
    return low <= truth <= high


def _truth(case: Case) -> float:
    """The expectation of the first bot in chips per hand, which is 0 if all bots are equal."""
    if case.kind != "shoving":
        return 0.0
    game = game_named(GAMES[case.game][case.players])
    equity = float(class_equities(case.players - 1).max())  # of aces
    shoved = _ACES * game.stacks[0] * (case.players * equity - 1)
    # Without aces the small blind is folded, and the big blind checks to the showdown with what equity is left.
    small, big = sorted(filter(None, game.blinds))
    checked = big * (case.players * (1 / case.players - _ACES * equity) - (1 - _ACES))
    return shoved + (checked - small * (1 - _ACES)) / case.players


class _Payoffs(MatchObserver):
    """Notes what each seat won in each hand."""

    def __init__(self) -> None:
        self.rows: list[list[float]] = []

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:  # noqa: ARG002
        row = [0.0] * len(seats)
        for seat, chips in zip(seats, payoffs, strict=True):
            row[seat] = float(chips)
        self.rows.append(row)


def _play(plan: RunPlan) -> Results:
    """Play a run without storing it, as the arena does."""
    specs = [parse_spec(entrant.spec) for entrant in plan.entrants]
    samples = np.zeros((len(plan.tables), plan.game.players, plan.matches * plan.hands))
    remembering = set()
    for chunk in plan.chunks():
        observer = _Payoffs()
        match_plan = plan.match_plan(chunk)
        seeds = zip(chunk.seats, match_plan.bot_seeds(), strict=True)
        bots = [specs[entrant].build(seed=seed) for entrant, seed in seeds]
        Match(match_plan, [BotSeat(bot) for bot in bots], observers=[observer]).play()
        table = plan.tables[chunk.table]
        deals = slice(chunk.match * plan.hands, (chunk.match + 1) * plan.hands)
        for seat, won in enumerate(np.array(observer.rows).T):
            samples[chunk.table, table.index(chunk.seats[seat]), deals] += won / plan.orders
        if chunk.match == 0:
            remembering |= {chunk.seats[seat] for seat in _remembering(plan, chunk, specs=specs, bots=bots)}
    return Results(plan, {"payoff": samples}, {}, {}, frozenset(remembering))


def _remembering(plan: RunPlan, chunk: Chunk, *, specs: Sequence[BotSpec], bots: Sequence[Bot]) -> list[int]:
    """The seats whose bots may have remembered something."""

    def remembers(seat: int) -> bool:
        spec = specs[chunk.seats[seat]]
        seeds = [*range(_NEW_BOTS)]
        return may_remember(bots[seat], lambda seed: spec.build(seed=seed), game=plan.game, seat=seat, seeds=seeds)

    return [seat for seat in range(len(bots)) if remembers(seat)]


def table(rows: Sequence[Coverage]) -> str:
    """The Markdown table of the docs: a line for each kind of bot and game, and a column for each setting."""
    settings = [*product((2, 3), SETTINGS)]
    lines = [
        "| bots | game | " + " | ".join(f"{players} players, {setting}" for players, setting in settings) + " |",
        "|---|---|" + "---|" * len(settings),
    ]
    for kind, game in product(KINDS, GAMES):
        cells = {(row.players, row.setting): row for row in rows if (row.kind, row.game) == (kind, game)}
        if cells:
            texts = [_cell(cells.get(place)) for place in settings]
            lines.append(f"| {kind} | {game} | {' | '.join(texts)} |")
    return "\n".join(lines)


def _cell(row: Coverage | None) -> str:
    if row is None:
        return ""
    warned = f", {100 * row.warned:.0f} warned" if row.warned >= 0.05 else ""
    return f"{100 * row.covered:.1f}{warned}"


def stored() -> list[Coverage]:
    """The cases that have been played."""
    if not RESULTS.exists():
        return []
    types = {field.name: {"int": int, "float": float}.get(str(field.type), str) for field in fields(Coverage)}
    with RESULTS.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    return [Coverage(**{name: types[name](value) for name, value in row.items()}) for row in rows]


def main() -> None:
    """Play what is missing, or print the table."""
    if "--table" in sys.argv:
        print(table(stored()))
        return
    for case in cases():
        done = [tuple(getattr(row, field.name) for field in fields(Case)) for row in stored()]
        wanted = len(sys.argv) == 1 or case.kind in sys.argv[1:]
        if not wanted or tuple(asdict(case).values()) in done:
            continue
        row = measure(case)
        is_new = not RESULTS.exists()
        with RESULTS.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Coverage)])
            if is_new:
                writer.writeheader()
            writer.writerow(asdict(row))
        print(row, flush=True)


if __name__ == "__main__":
    main()
