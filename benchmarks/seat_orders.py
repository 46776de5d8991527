"""What an order of seats is worth: the variance of win rates by orders of seats, for the same number of hands.

`python -m benchmarks.seat_orders` plays it and prints the table of docs/5. It measures luck and not time, so it is not
part of `make bench`.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from railbird.arena import RunFolder, RunPlan, parse_seat_orders, play_run, read_entrants, read_results
from railbird.games import format_game, game_named, parse_game

BOTS = ("call", "raise", "random", "check-norris", "Loose=random:fold=0", "Tight=random:fold=3")
HANDS = 36_000
ORDERS = ("single", "rotations", "12", "60", "all")


def main() -> None:
    """Print the standard error of the win rates, and the hands of a single order that would be worth as much."""
    game = parse_game(
        format_game(game_named("holdem.limit.3p"))
        .replace("numPlayers = 3", "numPlayers = 6")
        .replace("blind = 5 10 0", "blind = 5 10 0 0 0 0"),
        name="holdem.limit.6p",
    )
    single = 0.0
    print(f"{'orders':>10} {'number':>7} {'deals':>7} {'error':>7} {'worth':>6}")
    for text in ORDERS:
        plan = RunPlan(game, read_entrants(BOTS), 1, seed=1, seat_orders=parse_seat_orders(text))
        deals = HANDS // plan.orders
        plan = replace(plan, hands=deals)
        with tempfile.TemporaryDirectory() as folder:
            results = read_results(play_run(RunFolder.create(Path(folder) / "run", plan)))
        rates = [results.win_rate(bot) for bot in range(len(BOTS))]
        variance = sum(rate.standard_error**2 for rate in rates) / len(rates)
        single = single or variance
        error = 100 * variance**0.5 / plan.game.unit
        print(f"{text:>10} {plan.orders:>7} {deals:>7} {error:>7.1f} {single / variance:>6.1f}", flush=True)


if __name__ == "__main__":
    main()
