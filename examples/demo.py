"""What Railbird can do today: exact equities, each with its time, and a duplicate tournament of the reference bots."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, read_results
from railbird.cli.standings import print_standings
from railbird.cli.terminal import Terminal
from railbird.equity import equity
from railbird.games import game_named
from railbird.progress import Progress

QUESTIONS = [
    ("Ace-king suited against two random hands", ["AhKh"], {"opponents": 2}),
    ("Aces against kings", ["AsAh", "KdKc"], {}),
    ("The first hand on a flop, against two random hands", ["AhKh"], {"board": "Qs Jh 2d", "opponents": 2}),
    ("A set, a flush draw and an overpair, three-handed", ["7c7d", "AhQh", "KsKc"], {"board": "7h 4h 2s"}),
    ("Pocket aces at a full table", ["AA"], {"opponents": 9}),
]
FIELD = ["all-in-equity", "richie-rich", "exploitable", "exploiting", "check-norris", "call", "raise"]
HANDS = 200


def main() -> None:
    with Terminal().showing() as terminal:
        show_equities(terminal)
        print(f"\nA duplicate tournament of {len(FIELD)} bots, all three-player tables in all orders of seats")
        play_tournament(terminal)


def show_equities(progress: Progress) -> None:
    """Known situations, timed without the compilation that the first one waits for."""
    for title, players, cards in QUESTIONS:
        equity(players, **cards, progress=progress)  # type: ignore[arg-type]
        started = perf_counter()
        result = equity(players, **cards)  # type: ignore[arg-type]
        milliseconds = 1000 * (perf_counter() - started)
        print(f"{title} ({result.method}, {milliseconds:,.1f} ms)")
        for player in result.players:
            print(f"    {player.hand:<16} {100 * player.equity:8.4f} %")


def play_tournament(progress: Progress) -> None:
    """The same as `railbird tournament` with these bots."""
    plan = RunPlan(game_named("holdem.limit.3p"), read_entrants(FIELD), HANDS, seed=1)
    with TemporaryDirectory() as folder:
        run = RunFolder.create(Path(folder) / "run", plan)
        started = perf_counter()
        play_run(run, workers=None, progress=progress)
        seconds = perf_counter() - started
        print_standings(read_results(run))
    hands = plan.hands * len(plan.chunks())
    print(f"{hands:,} hands in {seconds:.0f} seconds")


if __name__ == "__main__":
    main()
