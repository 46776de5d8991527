"""What Railbird can do today: exact equities, each with its time, a duplicate tournament, and a report on it."""

import shutil
from pathlib import Path
from time import perf_counter

from railbird.arena import RunFolder, RunPlan, play_run, read_entrants, read_results
from railbird.cli.standings_output import print_standings
from railbird.cli.terminal import Terminal
from railbird.equity import equity
from railbird.games import game_named
from railbird.progress import Progress
from railbird.reports import make_report, read_run, write_report

QUESTIONS = [
    ("Ace-king suited against two random hands", ["AhKh"], {"opponents": 2}),
    ("Aces against kings", ["AsAh", "KdKc"], {}),
    ("The first hand on a flop, against two random hands", ["AhKh"], {"board": "Qs Jh 2d", "opponents": 2}),
    ("A set, a flush draw and an overpair, three-handed", ["7c7d", "AhQh", "KsKc"], {"board": "7h 4h 2s"}),
    ("Pocket aces at a full table", ["AA"], {"opponents": 9}),
]
FIELD = ["all-in-equity", "richie-rich", "exploitable", "exploiting", "check-norris", "call", "raise"]
HANDS = 200
FOLDER = Path("railbird-demo")


def main() -> None:
    with Terminal().showing() as terminal:
        show_equities(terminal)
        print(f"\nA duplicate tournament of {len(FIELD)} bots, all three-player tables in all orders of seats")
        run = play_tournament(terminal)
        report = FOLDER / "report.html"
        write_report(make_report(read_run(run, progress=terminal)), report)
        print(f"A report on it, to be opened in a browser: {report.resolve()}")


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


def play_tournament(progress: Progress) -> RunFolder:
    """The same as `railbird tournament` with these bots and `--out railbird-demo/run`."""
    plan = RunPlan(game_named("holdem.limit.3p"), read_entrants(FIELD), HANDS, seed=1)
    folder = FOLDER / "run"
    if folder.exists():
        shutil.rmtree(folder)
    run = RunFolder.create(folder, plan, command="make demo")
    started = perf_counter()
    play_run(run, workers=None, progress=progress)
    seconds = perf_counter() - started
    print_standings(read_results(run))
    hands = plan.hands * len(plan.chunks())
    print(f"{hands:,} hands in {seconds:.0f} seconds")
    return run


if __name__ == "__main__":
    main()
