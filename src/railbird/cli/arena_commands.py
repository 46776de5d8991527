"""`railbird match`, `railbird tournament` and `railbird export`: play bots against each other, export their hands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.cost_notice import Yes, announce_cost, cost_text

if TYPE_CHECKING:
    from typing import NoReturn

    from railbird.arena import FaultError, RunFolder, RunPlan

Bots = Annotated[
    list[str] | None,
    typer.Argument(help="The bots: names, file.py:Class, TOML files or executables. NAME=bot gives a bot a name."),
]
Game = Annotated[
    str | None, typer.Option("--game", "-g", help="A built-in game or a .game file (default: limit hold'em).")
]
Field = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Only in tournaments: play a standard field, together with the bots that are named. reference: akuma, "
        "ownbot, all-in-equity, richie-rich, exploiting, call and raise in holdem.limit.3p (default: no field).",
    ),
]
Hands = Annotated[
    int, typer.Option(min=1, max=2**31, help="Number of hands in a match, each played in every order of seats.")
]
Seed = Annotated[
    int | None, typer.Option(min=0, max=2**32 - 1, help="Seed for the cards and the bots (default: random).")
]
Orders = Annotated[
    str | None,
    typer.Option(
        metavar="all|rotations|single|N",
        help="Orders of seats in which each match is played, with the same cards; N draws as many for each match "
        "(default: all up to three players, rotations beyond).",
    ),
]
Matches = Annotated[int, typer.Option(min=1, help="Number of matches for each table, each with its own cards.")]
Seconds = Annotated[float, typer.Option(help="Time limit for an action, in seconds.")]
Workers = Annotated[
    int | None, typer.Option(min=1, help="Number of worker processes (default: chosen from the expected run time).")
]
Cluster = Annotated[
    str | None,
    typer.Option(help="Play on the Dask cluster at this address, like tcp://host:8786 (default: on this machine)."),
]
Isolate = Annotated[
    bool,
    typer.Option(
        "--isolate",
        help="Play each bot in a process of its own, so that a crash ends only its own seat (default: bots share the "
        "process of the run).",
    ),
]
Strict = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Stop at the first failure, illegal answer or exceeded time limit, with the traceback of the bot's code "
        "(default: count it, and go on).",
    ),
]
Out = Annotated[
    Path | None, typer.Option(help="Store the run with all its hands in this new folder (default: not stored).")
]
Resume = Annotated[
    Path | None,
    typer.Option(
        help="Resume the run in this folder, which knows its bots, game, hands and seed (default: start a new run)."
    ),
]
Extend = Annotated[
    Path | None,
    typer.Option(
        help="Extend the finished run in this folder to the --matches or --hands that are given, in total (default: "
        "start a new run)."
    ),
]
Shadow = Annotated[
    list[str] | None,
    typer.Option(
        help="NAME=bot: also ask this bot at every decision of NAME, without playing its answer (default: no shadows)."
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="A,B|all",
        help="Stop when the order of these bots, or of all, is decided at 95 %; --matches is then the largest number "
        "(default: play all matches).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the results as JSON (default: as tables).")]

_DEFAULT_GAMES = {2: "holdem.limit.2p.reverse_blinds", 3: "holdem.limit.3p"}
"""The default game by the number of players."""
_RESUME_OPTIONS = {"resume", "workers", "cluster", "isolate", "strict", "yes", "json"}
_EXTEND_OPTIONS = {"extend", "hands", "matches", "workers", "cluster", "isolate", "strict", "yes", "json"}
MATCH, TOURNAMENT = "match", "tournament"
MATCH_HELP = """Play a match and rank the bots, with 95 % confidence intervals.

Failures, illegal answers and exceeded time limits are reported, and the match continues unless it is --strict.
"""
TOURNAMENT_HELP = (
    "Play all combinations of a field of bots, and rank it by bankroll and instant run-off, with 95 % intervals."
)


def play_command(
    context: typer.Context,
    bots: Bots = None,
    field: Field = None,
    game: Game = None,
    hands: Hands = 1000,
    seed: Seed = None,
    orders: Orders = None,
    matches: Matches = 1,
    until: Until = None,
    seconds: Seconds = 10.0,
    shadow: Shadow = None,
    workers: Workers = None,
    cluster: Cluster = None,
    isolate: Isolate = False,
    strict: Strict = False,
    out: Out = None,
    resume: Resume = None,
    extend: Extend = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """`railbird match` and `railbird tournament`, which differ in the number of bots that they take."""
    folder = None
    if strict and (cluster is not None or isolate or workers is not None):
        raise typer.BadParameter(
            "a strict run is played in this process: leave out --workers, --cluster and --isolate",
            param_hint="--strict",
        )
    if extend is not None:
        folder, plan = _extended(extend, context)
    elif resume is not None:
        folder, plan = _resumed(resume, context)
    else:
        plan = _plan(
            bots or [],
            game,
            field=field,
            is_tournament=context.info_name == TOURNAMENT,
            hands=hands,
            seed=seed,
            orders=orders,
            matches=matches,
            until=until,
            seconds=seconds,
            shadows=shadow or [],
        )
    _play(plan, folder, out, workers=workers, cluster=cluster, isolate=isolate, strict=strict, yes=yes, json=json)


def export_command(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    target: Annotated[Path, typer.Argument(help="The folder to write to, with a file for each match.")],
    phh: Annotated[bool, typer.Option("--phh", help="Write PHH files instead of ACPC logs.")] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files that exist (default: refuse to write).")
    ] = False,
) -> None:
    """Export the hands of a run as logs of the ACPC (Annual Computer Poker Competition), or as PHH files."""
    from railbird.arena import RunFolder, export_run
    from railbird.cli.terminal import Terminal
    from railbird.wording import number_of

    with Terminal().showing() as terminal:
        written = export_run(RunFolder.open(run), target, phh=phh, overwrite=overwrite, progress=terminal)
    typer.echo(f"{number_of(written, 'file')} in {target}")


def _plan(
    bots: list[str],
    game: str | None,
    *,
    field: str | None,
    is_tournament: bool,
    hands: int,
    seed: int | None,
    orders: str | None,
    matches: int,
    until: str | None,
    seconds: float,
    shadows: list[str],
) -> RunPlan:
    from railbird.arena import RunPlan, check_games, parse_seat_orders, read_entrants, with_shadows
    from railbird.games import read_game
    from railbird.rng import new_seed

    if field is not None:
        if not is_tournament:
            raise typer.BadParameter(
                f"a match has no field: try railbird tournament --field {field}", param_hint="--field"
            )
        bots, game = _with_field(field, bots, game)
    if not bots:
        raise typer.BadParameter("name the bots, like: railbird match call raise", param_hint="BOTS")
    entrants = with_shadows(read_entrants(bots), shadows)
    plan = RunPlan(
        game=read_game(game or _default_game(len(entrants), is_tournament=is_tournament)),
        entrants=entrants,
        hands=hands,
        seed=new_seed() if seed is None else seed,
        seat_orders="default" if orders is None else parse_seat_orders(orders),
        matches=matches,
        seconds_per_action=seconds,
        until=_watched(until, [entrant.name for entrant in entrants]),
    )
    if len(entrants) > plan.game.players and not is_tournament:
        raise typer.BadParameter(f"{len(entrants)} bots for {plan.game.players} seats: try a tournament")
    check_games(plan.entrants, plan.game)
    return plan


def _default_game(count: int, *, is_tournament: bool) -> str:
    if is_tournament:
        return _DEFAULT_GAMES[3]
    if count > max(_DEFAULT_GAMES):
        raise typer.BadParameter(
            f"a match of {count} bots has no default game: name one for {count} players with --game, or try a "
            "tournament"
        )
    return _DEFAULT_GAMES[max(count, 2)]  # a plan refuses a single bot


def _with_field(name: str, bots: list[str], game: str | None) -> tuple[list[str], str]:
    """The bots of a standard field and those that are named besides, and the game of the field."""
    from railbird.arena import field_named
    from railbird.games import read_game

    field = field_named(name)
    if game is not None:
        field.check_game(read_game(game))
    return [*field.bots, *bots], game or field.game


def _watched(until: str | None, names: list[str]) -> tuple[str, ...]:
    if until is None:
        return ()
    return tuple(names if until == "all" else until.split(","))


def _resumed(path: Path, context: typer.Context) -> tuple[RunFolder, RunPlan]:
    """The run in a folder; raise BadParameter for options that the folder already knows."""
    from railbird.arena import RunFolder

    _refuse_known(path, context, allowed=_RESUME_OPTIONS, option="--resume")
    folder = RunFolder.open(path)
    return folder, folder.plan


def _extended(path: Path, context: typer.Context) -> tuple[RunFolder, RunPlan]:
    """The finished run in a folder, and its plan with more matches or hands."""
    from railbird.arena import RunFolder, longer_plan

    given = _refuse_known(path, context, allowed=_EXTEND_OPTIONS, option="--extend")
    folder = RunFolder.open(path)
    totals = {name: context.params[name] for name in ("matches", "hands") if name in given}
    return folder, longer_plan(folder, **totals)


def _refuse_known(path: Path, context: typer.Context, *, allowed: set[str], option: str) -> set[str]:
    """Raise BadParameter for options that the folder already knows, and return those that are given."""
    given = {name for name in context.params if str(context.get_parameter_source(name)).endswith("COMMANDLINE")}
    known = sorted(given - allowed)
    if known:
        raise typer.BadParameter(f"{path} already knows its {', '.join(known)}: leave that out", param_hint=option)
    return given


def _matches_left(plan: RunPlan, folder: RunFolder | None) -> int:
    """Number of matches to play, each in one order of seats."""
    if folder is None or plan.hands > folder.plan.hands:
        return len(plan.chunks())
    return len(plan.chunks()) - len(folder.plan.chunks()) + len(folder.missing())


def _announce(plan: RunPlan, matches: int, *, workers: int | None, cluster: str | None, yes: bool) -> None:
    """Print the cost of a number of matches; at a terminal, ask before a long run."""
    from railbird.arena import estimate_run_cost
    from railbird.arena.cluster import cluster_workers
    from railbird.cli.terminal import Terminal

    if not matches:
        return
    with Terminal().showing():
        processes = workers if cluster is None else cluster_workers(cluster)
        cost = estimate_run_cost(plan, matches, workers=processes)
    where = "" if cluster is None else " of the cluster, if they are as fast as this machine"
    announce_cost(("at most " if plan.until else "") + cost_text(cost, where=where), cost.seconds, yes=yes)


def _play(
    plan: RunPlan,
    folder: RunFolder | None,
    out: Path | None,
    *,
    workers: int | None,
    cluster: str | None,
    isolate: bool,
    strict: bool,
    yes: bool,
    json: bool,
) -> None:
    import shlex
    import sys
    from json import dumps

    from railbird.arena import RunFolder, extend_run, read_results, results_as_json, shadow_failures
    from railbird.cli.standings_output import print_standings
    from railbird.files import temporary_folder

    if folder is None and out is not None:
        RunFolder.check_new(out)
    _announce(plan, _matches_left(plan, folder), workers=workers, cluster=cluster, yes=yes)
    if folder is not None and plan != folder.plan:
        folder = extend_run(folder, plan, isolate=isolate)
    with temporary_folder() as temporary:
        if folder is None:
            command = shlex.join(["railbird", *sys.argv[1:]])
            folder = RunFolder.create(out or temporary / "run", plan, command=command, is_kept=out is not None)
        folder = _play_missing(folder, workers=workers, cluster=cluster, isolate=isolate, strict=strict)
        results, failures = read_results(folder), shadow_failures(folder)
    if json:
        typer.echo(dumps(results_as_json(results), indent=2, ensure_ascii=False))
    else:
        print_standings(results, shadow_failures=failures)


def _play_missing(
    folder: RunFolder, *, workers: int | None, cluster: str | None, isolate: bool, strict: bool
) -> RunFolder:
    """Play what is missing of a run; if it is interrupted and kept, say how to resume it."""
    from railbird.arena import FaultError, play_run
    from railbird.cli.terminal import Terminal

    try:
        with Terminal().showing() as terminal:
            return play_run(folder, workers=workers, cluster=cluster, isolate=isolate, strict=strict, progress=terminal)
    except FaultError as fault:
        _stop_at(fault)
    except KeyboardInterrupt:
        if folder.is_kept:
            matches = len(folder.plan.chunks())
            finished = f"{matches - len(folder.missing())} of {matches} matches are stored"
            typer.echo(f"railbird: {finished}: resume with {folder.resume_command}", err=True)
        raise


def _stop_at(fault: FaultError) -> NoReturn:
    """Print the traceback of the bot's code, if it raised an exception, and the fault that ended a strict run."""
    from railbird.bots.failures import users_traceback
    from railbird.printable import printable

    if fault.__cause__ is not None:
        typer.echo(users_traceback(fault.__cause__), err=True, nl=False)
    typer.echo(f"railbird: {printable(str(fault))}", err=True)
    raise typer.Exit(1)
