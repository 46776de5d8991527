"""`railbird match`, `railbird tournament` and `railbird export`: runs of bots, and what came of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.arena import RunFolder, RunPlan

Game = Annotated[
    str | None, typer.Option("--game", "-g", help="A built-in game or a .game file; limit hold'em if left out.")
]
Hands = Annotated[int, typer.Option(min=1, max=2**31, help="How many hands a match has, each in all orders of seats.")]
Seed = Annotated[int | None, typer.Option(min=0, max=2**32 - 1, help="The seed of cards and bots; chosen if left out.")]
Duplicate = Annotated[bool, typer.Option(help="Play each match in all orders of seats with the same cards.")]
Matches = Annotated[int, typer.Option(min=1, help="So many matches a table, each with cards of its own.")]
Seconds = Annotated[float, typer.Option(help="How long a bot may take for an action.")]
Workers = Annotated[int | None, typer.Option(min=1, help="How many processes; if left out, as many as pay.")]
Cluster = Annotated[str | None, typer.Option(help="Play on the Dask cluster at this address: tcp://host:8786.")]
Out = Annotated[Path | None, typer.Option(help="Keep the run, every hand of it, in this new folder.")]
Resume = Annotated[Path | None, typer.Option(help="Go on with the run in this folder; it knows all the rest.")]
Shadow = Annotated[
    list[str] | None,
    typer.Option(help="NAME=bot: ask this bot too at every decision of NAME, without letting it play."),
]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]

_OF_RESUMING = {"resume", "workers", "cluster", "json"}
_HANDS = 1000
_SECONDS = 10.0


def match_command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None, typer.Argument(help="Who plays: a bot's name, file.py:Class, an executable; NAME=bot.")
    ] = None,
    game: Game = None,
    hands: Hands = _HANDS,
    seed: Seed = None,
    duplicate: Duplicate = True,
    matches: Matches = 1,
    seconds: Seconds = _SECONDS,
    shadow: Shadow = None,
    workers: Workers = None,
    cluster: Cluster = None,
    out: Out = None,
    resume: Resume = None,
    json: Json = False,
) -> None:
    """Play a match and say who is better, with 95 % intervals.

    Bots that fail, answer illegally or take too long are shown, and their match goes on.
    """
    folder = None
    if resume is None:
        plan = _plan(
            bots,
            game,
            hands=hands,
            seed=seed,
            duplicate=duplicate,
            matches=matches,
            seconds=seconds,
            shadows=shadow or [],
        )
        if len(plan.entrants) > plan.game.players:
            raise typer.BadParameter(f"{len(plan.entrants)} bots for {plan.game.players} seats: try a tournament")
    else:
        folder, plan = _resumed(resume, context)
    _play(plan, folder, out, workers=workers, cluster=cluster, json=json)


def tournament_command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None, typer.Argument(help="The field: bots' names, file.py:Class, executables; NAME=bot.")
    ] = None,
    game: Game = None,
    hands: Hands = _HANDS,
    seed: Seed = None,
    duplicate: Duplicate = True,
    matches: Matches = 1,
    seconds: Seconds = _SECONDS,
    shadow: Shadow = None,
    workers: Workers = None,
    cluster: Cluster = None,
    out: Out = None,
    resume: Resume = None,
    json: Json = False,
) -> None:
    """Let all combinations of a field play, and rank it by bankroll and by instant run-off, with 95 % intervals."""
    folder = None
    if resume is None:
        plan = _plan(
            bots,
            game or "holdem.limit.3p",
            hands=hands,
            seed=seed,
            duplicate=duplicate,
            matches=matches,
            seconds=seconds,
            shadows=shadow or [],
        )
    else:
        folder, plan = _resumed(resume, context)
    _play(plan, folder, out, workers=workers, cluster=cluster, json=json)


def export_command(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    target: Annotated[Path, typer.Argument(help="Where to write a file for each match.")],
    phh: Annotated[bool, typer.Option("--phh", help="PHH files instead of logs of the competition.")] = False,
) -> None:
    """Write the hands of a run as logs of the competition, or as PHH files."""
    from railbird.arena import RunFolder, export_run
    from railbird.cli.terminal import Terminal
    from railbird.cli.wording import number_of

    with Terminal().showing() as terminal:
        written = export_run(RunFolder.open(run), target, phh=phh, progress=terminal)
    typer.echo(f"{number_of(written, 'file')} in {target}")


def _plan(
    bots: list[str] | None,
    game: str | None,
    *,
    hands: int,
    seed: int | None,
    duplicate: bool,
    matches: int,
    seconds: float,
    shadows: list[str],
) -> RunPlan:
    from railbird.arena import RunPlan, check_games, read_entrants, with_shadows
    from railbird.cli.game_commands import read_game
    from railbird.rng import new_seed

    if not bots:
        raise typer.BadParameter("name the bots, like: railbird match call raise", param_hint="BOTS")
    entrants = with_shadows(read_entrants(bots), shadows)
    usual = "holdem.limit.3p" if len(entrants) == 3 else "holdem.limit.2p.reverse_blinds"
    plan = RunPlan(
        game=read_game(game or usual),
        entrants=entrants,
        hands=hands,
        seed=new_seed() if seed is None else seed,
        duplicate=duplicate,
        matches=matches,
        seconds_per_action=seconds,
    )
    check_games(plan)
    return plan


def _resumed(path: Path, context: typer.Context) -> tuple[RunFolder, RunPlan]:
    """The run in a folder, which knows all but how to go on with it."""
    from railbird.arena import RunFolder

    given = {name for name in context.params if str(context.get_parameter_source(name)).endswith("COMMANDLINE")}
    known = sorted(given - _OF_RESUMING)
    if known:
        raise typer.BadParameter(f"{path} knows its {', '.join(known)} already: leave that out", param_hint="--resume")
    folder = RunFolder.open(path)
    return folder, folder.plan


def _play(
    plan: RunPlan, folder: RunFolder | None, out: Path | None, *, workers: int | None, cluster: str | None, json: bool
) -> None:
    import shlex
    import sys
    from json import dumps
    from tempfile import TemporaryDirectory

    from railbird.arena import RunFolder, play_run, read_results, results_as_json, shadow_failures
    from railbird.cli.standings_output import print_standings
    from railbird.cli.terminal import Terminal

    with TemporaryDirectory() as temporary:
        if folder is None:
            command = shlex.join(["railbird", *sys.argv[1:]])
            folder = RunFolder.create(out or Path(temporary) / "run", plan, command=command)
        try:
            with Terminal().showing() as terminal:
                play_run(folder, workers=workers, cluster=cluster, progress=terminal)
        except KeyboardInterrupt:
            if folder.path.parent != Path(temporary):
                kept = len(plan.chunks()) - len(folder.missing())
                told = f"{kept} of {len(plan.chunks())} matches are kept"
                typer.echo(f"railbird: {told}: go on with railbird tournament --resume {folder.path}", err=True)
            raise
        results, failures = read_results(folder), shadow_failures(folder)
    if json:
        typer.echo(dumps(results_as_json(results), indent=2, ensure_ascii=False))
    else:
        print_standings(results, shadow_failures=failures)
