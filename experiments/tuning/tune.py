"""Tunes the parameters of an adaptive bot: each in turn, on the same cards, against players with styles.

    python experiments/tuning/tune.py akuma

starts from the parameters in `src/railbird/bots/adaptive`, and prints how much more than with the present value the bot
wins with every candidate, on average with twice the standard error, and which candidates it takes. It changes no file.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from statistics import mean, stdev

from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import play_match

FOLDER = Path(__file__).parent
SHIPPED = FOLDER.parents[1] / "src/railbird/bots/adaptive"
TABLES = (("TightAggressive", "LoosePassive"), ("LooseAggressive", "TightPassive"))
GAME = game_named("holdem.limit.3p")
SEEDS = (101, 102, 103, 104)
CANDIDATES = {
    ("models", "prior_weight"): (5, 10, 20),
    ("models", "half_life"): (100, 200, 400),
    ("models", "change_odds"): (0, 1e4, 1e6, 1e8),
    ("rollouts", "raise_share"): (1.0, 1.15, 1.3, 1.5),
    ("rollouts", "call_share"): (0.8, 1.0, 1.2),
    ("rollouts", "carry"): (0.25, 0.5, 0.75),
    ("rollouts", "width"): (0.1, 0.2, 0.4),
}


@dataclass(frozen=True)
class Trial:
    """A match of a bot with some parameters."""

    bot: str
    parameters: str
    opponents: tuple[str, str]
    seed: int
    order: tuple[int, ...]
    hands: int


def won(trial: Trial) -> float:
    """What the bot wins in a match, in mbb/hand."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(trial.parameters)
        file.flush()
        specs = [f"{trial.bot}:parameters={file.name}"]
        specs += [f"{FOLDER / 'styles.py'}:{name}" for name in trial.opponents]
        bots = [make_bot(specs[player], seed=trial.seed) for player in trial.order]
        result = play_match(bots, GAME, hands=trial.hands, seed=trial.seed)
    return 1000 * result.totals[trial.order.index(0)] / trial.hands / GAME.big_blind


def samples(pool: ProcessPoolExecutor, bot: str, parameters: dict[str, dict[str, float]], hands: int) -> list[float]:
    """What the bot wins at each table with each seed, over all orders of seats."""
    text = "".join(
        f"[{table}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
        for table, keys in parameters.items()
    )
    orders = list(permutations(range(3)))
    trials = [Trial(bot, text, table, seed, order, hands) for table in TABLES for seed in SEEDS for order in orders]
    wins = list(pool.map(won, trials))
    return [mean(wins[start : start + len(orders)]) for start in range(0, len(wins), len(orders))]


def tune(pool: ProcessPoolExecutor, bot: str, parameters: dict[str, dict[str, float]], hands: int) -> None:
    """Try the candidates of each parameter in turn, and keep the best."""
    present = samples(pool, bot, parameters, hands)
    print(f"{bot} as shipped: {mean(present):+.0f} mbb/hand")
    for (table, key), values in CANDIDATES.items():
        for value in values:
            if value == parameters[table][key]:
                continue
            trial = {**parameters, table: {**parameters[table], key: value}}
            wins = samples(pool, bot, trial, hands)
            gains = [new - old for new, old in zip(wins, present, strict=True)]
            margin = 2 * stdev(gains) / len(gains) ** 0.5
            taken = mean(gains) > margin
            print(f"{key} = {value}: {mean(gains):+.0f} ± {margin:.0f}{', taken' if taken else ''}", flush=True)
            if taken:
                parameters, present = trial, wins
    print(f"tuned: {mean(present):+.0f} mbb/hand with {parameters}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", choices=("akuma", "ownbot"), help="the bot to tune")
    parser.add_argument("--hands", type=int, default=300, help="hands of each match (default: 300)")
    options = parser.parse_args()
    with ProcessPoolExecutor() as workers:
        shipped = tomllib.loads((SHIPPED / f"{options.bot}.toml").read_text(encoding="utf-8"))
        tune(workers, options.bot, shipped, options.hands)
