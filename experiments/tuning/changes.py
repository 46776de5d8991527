"""Counts the changes of opponents that a model notices, wrong ones and right ones, for several odds.

    python experiments/tuning/changes.py

A bot that plays the fair rule watches players with styles, first some who never change, then one who changes at hand
600 of 1,000. Printed are the hands at which a model took a player for changed; players are seats 1 and 2.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots import make_bot
from railbird.bots.reference.all_in_equity import AllInEquityBot
from railbird.opponent_models import TableModels
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action, Chips, View

STYLES = Path(__file__).parent / "styles.py"
NAMES = ("TightAggressive", "LoosePassive", "LooseAggressive", "TightPassive")
GAME = "holdem.limit.3p"
ODDS = (1e2, 1e3, 1e4, 1e6)
CHANGE = 600


class Watcher(AllInEquityBot):
    """Plays the fair rule, and writes down the seat and the hand of every change that a model notices."""

    memoryless = False

    def __init__(self, odds: float) -> None:
        super().__init__()
        self._models = TableModels(prior_weight=10, half_life=200, change_odds=odds)
        self.changes: list[tuple[int, int]] = []

    def hand_starts(self, view: View) -> None:
        self._models.hand_starts(view)

    def action_played(self, position: int, action: Action, view: View) -> None:
        self._models.action_played(position, action, view)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        before = [self._models.of_seat(seat).changes for seat in (1, 2)]
        self._models.hand_ends(view, payoffs)
        for seat, changes in zip((1, 2), before, strict=True):
            if self._models.of_seat(seat).changes > changes:
                self.changes.append((seat, view.hand))


def watched(odds: float, first: str, second: str, *, seeds: tuple[int, int, int], hands: int) -> list[tuple[int, int]]:
    """The changes that are noticed in a match; the seeds are of the cards and of the two players."""
    watcher = Watcher(odds)
    cards, *others = seeds
    players = [make_bot(spec, seed=seed) for spec, seed in zip((first, second), others, strict=True)]
    play_match([watcher, *players], GAME, hands=hands, seed=cards)
    return watcher.changes


def main() -> None:
    constant, changing = {}, {}
    with ProcessPoolExecutor() as pool:
        for odds in ODDS:
            for first, second in (NAMES[:2], NAMES[2:]):
                for seed in (101, 102):
                    specs = f"{STYLES}:{first}", f"{STYLES}:{second}"
                    job = pool.submit(watched, odds, *specs, seeds=(seed, seed, seed), hands=2000)
                    constant[odds, first, second, seed] = job
            for first, second in permutations(NAMES, 2):
                switching = f"switching:bots=[{STYLES}:{first}]+[{STYLES}:{second}],hands={CHANGE}"
                specs = switching, f"{STYLES}:TightAggressive"
                changing[odds, first, second] = pool.submit(watched, odds, *specs, seeds=(101, 101, 102), hands=1000)
        for (odds, first, second, seed), job in constant.items():
            print(f"odds {odds:g}: {first} and {second}, seed {seed}: {job.result()}", flush=True)
        for (odds, first, second), job in changing.items():
            print(f"odds {odds:g}: {first}, then {second}: {job.result()}", flush=True)


if __name__ == "__main__":
    main()
