"""`railbird solve` and `railbird exploit`: compute strategies and their exploitability."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

if TYPE_CHECKING:
    from railbird.abstraction.menu import BetMenu
    from railbird.games import GameDefinition
    from railbird.solvers.solving import Solve


class _Options(TypedDict, total=False):
    seed: int
    linear: bool
    threads: int | None


Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def solve_command(
    game: Annotated[str, typer.Argument(help="A built-in game (see `railbird games`) or a .game file.")],
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            "-a",
            help="cfr, cfr+, linear-cfr, dcfr, fictitious-play; chance-sampling, external-sampling, pure-cfr.",
        ),
    ] = "cfr+",
    iterations: Annotated[
        int, typer.Option("--iterations", "-i", min=1, help="Number of iterations; each updates every player once.")
    ] = 1000,
    bets: Annotated[
        str | None,
        typer.Option(
            help="Raises of no-limit games: parts of the pot such as min,0.5,1,all-in; the name of a menu, such as "
            "small; or a TOML file (default: 1,all-in)."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="File for the strategy (default: the strategy is not saved).")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="File for a checkpoint, to continue later (default: OUT.checkpoint, only if interrupted)."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue from the checkpoint.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**32 - 1, help="Seed for sampling algorithms (default: random).")
    ] = None,
    linear: Annotated[
        bool, typer.Option("--linear", help="Weigh iteration t by t (sampling algorithms only).")
    ] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Threads (default: all cores). Sampling algorithms use 1 by default, because runs with more threads "
            "are not repeatable.",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the size of the solve and stop.")] = False,
    json: Json = False,
) -> None:
    """Compute a strategy close to an equilibrium and print its exploitability.

    Exploitability is the sum of what the players could gain by deviating, each alone, in chips per hand.
    """
    from railbird.abstraction.abstract_game import exact_game
    from railbird.cli.game_commands import read_game
    from railbird.cli.strategy_output import show_size, show_strategy
    from railbird.memory import available_memory
    from railbird.solvers.algorithms import is_sampled, new_solver
    from railbird.solvers.sizes import check_fits, solve_size
    from railbird.solvers.solving import Solve
    from railbird.strategy import save_strategy

    algorithm = algorithm.lower()
    definition = read_game(game)
    menu = _menu(bets, definition)
    kept = _checkpoint(checkpoint, out=out, resume=resume)
    options = _options(algorithm, seed=seed, linear=linear, threads=threads, resumed=kept if resume else None)
    memory = available_memory()
    if dry_run:
        size = solve_size(definition, menu, algorithm=algorithm)
        show_size(definition, size, iterations=iterations, memory=memory, json=json)
        return
    size = check_fits(definition, menu, algorithm=algorithm, memory=memory)
    if not json:
        show_size(definition, size, iterations=iterations, memory=memory, json=False)
    exact = solve_size(definition, menu, algorithm="cfr")
    evaluate = not is_sampled(algorithm) or exact.fits(memory - size.bytes)
    solver = new_solver(algorithm, exact_game(definition, menu), **options)
    solve = Solve.begin(solver, checkpoint=kept, resume=resume, evaluate=evaluate)
    _run(solve, iterations=iterations)
    strategy = solve.strategy()
    if out is not None:
        save_strategy(out, strategy)
        if checkpoint is None and kept is not None:
            kept.unlink(missing_ok=True)
    show_strategy(strategy, json=json)


def exploit_command(
    strategy: Annotated[Path, typer.Argument(help="A strategy file that `railbird solve --out` wrote.")],
    json: Json = False,
) -> None:
    """Print the exploitability of a strategy, and what each player could gain by deviating; exact, over all deals."""
    from dataclasses import replace

    from railbird.cli.strategy_output import show_strategy
    from railbird.cli.terminal import Terminal
    from railbird.errors import SolverError
    from railbird.memory import available_memory, bytes_text
    from railbird.solvers.enumerations import check_perfect_recall
    from railbird.solvers.exact.best_response import Evaluator
    from railbird.solvers.sizes import solve_size
    from railbird.strategy import ConvergencePoint, open_strategy

    opened = open_strategy(strategy)
    check_perfect_recall(opened.game)
    size = solve_size(opened.definition, opened.menu, algorithm="cfr")
    if not size.fits(available_memory()):
        reason = size.obstacle or f"it takes {bytes_text(size.bytes)}"
        raise SolverError(
            f"{strategy}: exploitability is computed over all deals, and the game is too large for that: {reason}"
        )
    with Terminal().showing():
        evaluation = Evaluator(opened.game).evaluate(opened.checked_probabilities())
    point = ConvergencePoint(opened.origin.iterations, opened.origin.seconds, evaluation.gains)
    origin = replace(opened.origin, values=evaluation.values, points=(point,))
    show_strategy(opened.with_origin(origin), json=json)


def _menu(bets: str | None, definition: GameDefinition) -> BetMenu:
    from railbird.abstraction.menu import BetMenu
    from railbird.abstraction.menu_file import read_menu

    if bets is not None and definition.is_limit:
        raise typer.BadParameter(f"--bets: {definition.name} is a limit game, where raises have one size")
    return BetMenu() if bets is None else read_menu(bets)


def _checkpoint(given: Path | None, *, out: Path | None, resume: bool) -> Path | None:
    """The checkpoint file, or None if the solve has none."""
    from railbird.errors import StrategyError

    if out is not None and out.is_dir():
        raise typer.BadParameter(f"--out: {out} is a folder; name a file")
    kept = given or (out and out.with_name(f"{out.name}.checkpoint"))
    if kept is None:
        if resume:
            raise typer.BadParameter("--resume needs --checkpoint or --out to find the checkpoint")
        return None
    if kept == out:
        raise typer.BadParameter(f"--out and --checkpoint are both {out}: give two names")
    if resume and not kept.exists():
        raise StrategyError(f"{kept} does not exist: a finished solve keeps a checkpoint only with --checkpoint")
    if resume:
        return kept
    if kept.exists():
        raise typer.BadParameter(f"{kept} already exists: continue from it with --resume, or remove it to start again")
    return kept


def _options(algorithm: str, *, seed: int | None, linear: bool, threads: int | None, resumed: Path | None) -> _Options:
    """The options of the solver; options that are not given come from the checkpoint."""
    from railbird.rng import new_seed
    from railbird.solvers.algorithms import is_sampled
    from railbird.solvers.checkpoint import checkpoint_options

    if not is_sampled(algorithm):
        if seed is not None or linear:
            raise typer.BadParameter(f"--seed and --linear are for sampling algorithms, not for {algorithm}")
        return {"threads": threads}
    before = {} if resumed is None else checkpoint_options(resumed)
    return {
        "seed": before.get("seed", new_seed()) if seed is None else seed,
        "linear": linear or bool(before.get("linear", False)),
        "threads": before.get("threads", 1) if threads is None else threads,
    }


def _run(solve: Solve, *, iterations: int) -> None:
    """Run the solve with a progress bar."""
    from railbird.cli.terminal import Terminal

    try:
        with Terminal().showing() as terminal:
            solve.run(iterations, terminal)
    except KeyboardInterrupt:
        is_saved = solve.checkpoint is not None and solve.checkpoint.exists()
        saved = f"; {solve.checkpoint} has them, --resume goes on" if is_saved else ""
        typer.echo(f"stopped after {solve.solver.iteration:,} iterations{saved}", err=True)
        raise
