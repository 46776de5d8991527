"""`railbird solve` and `railbird exploit`: strategies, and how good they are."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from railbird.solvers.solving import Solve

Json = Annotated[bool, typer.Option("--json", help="For programs.")]


def solve_command(
    game: Annotated[str, typer.Argument(help="A built-in game (see `railbird games`), or a .game file.")],
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            "-a",
            help="cfr, cfr+, linear-cfr, dcfr, fictitious-play; chance-sampling, external-sampling, pure-cfr.",
        ),
    ] = "cfr+",
    iterations: Annotated[
        int, typer.Option("--iterations", "-i", min=1, help="Each updates every player once.")
    ] = 1000,
    bets: Annotated[
        str | None, typer.Option(help="The raises of no-limit games, such as min,0.5,1,all-in: parts of the pot.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the strategy in this file.")] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="Keep all that was learned in this file, to go on later; OUT.checkpoint if interrupted."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**32 - 1, help="Of sampling algorithms; chosen if left out.")
    ] = None,
    linear: Annotated[bool, typer.Option("--linear", help="Sampling algorithms: iteration t weighs t.")] = False,
    threads: Annotated[
        int | None,
        typer.Option(min=1, help="If left out, all cores; 1 for sampling algorithms, of which runs with more differ."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how large the solve is.")] = False,
    json: Json = False,
) -> None:
    """Compute a strategy that is close to an equilibrium, and say how close.

    Exploitability is the sum of what the players could gain by deviating, each alone, in chips a hand.
    """
    from railbird.abstraction.abstract_game import exact_game
    from railbird.abstraction.menu import BetMenu, parse_menu
    from railbird.cli.games import read_game
    from railbird.cli.strategies import show_size, show_strategy
    from railbird.solvers.algorithms import new_solver
    from railbird.solvers.sizes import check_fits, fits, solve_size
    from railbird.solvers.solving import Solve
    from railbird.strategy import save_strategy

    _check_options(algorithm, seed=seed, linear=linear)
    definition = read_game(game)
    if bets is not None and definition.is_limit:
        raise typer.BadParameter(f"--bets: {game} is a limit game, where raises have one size")
    menu = BetMenu() if bets is None else parse_menu(bets)
    kept = checkpoint or (out and out.with_name(f"{out.name}.checkpoint"))
    if resume and kept is None:
        raise typer.BadParameter("--resume needs --checkpoint or --out, to know what to go on from")
    seed = _seed(seed, resumed=kept if resume else None)
    size = (solve_size if dry_run else check_fits)(definition, menu, algorithm=algorithm)
    if dry_run or not json:
        show_size(definition, size, iterations=iterations, json=json)
    if dry_run:
        return
    solver = new_solver(algorithm, exact_game(definition, menu), seed=seed, linear=linear, threads=threads)
    evaluate = fits(definition, menu, algorithm="cfr")
    solve = Solve.begin(solver, checkpoint=kept, resume=resume, evaluate=evaluate)
    _run(solve, iterations=iterations)
    strategy = solve.strategy(definition, menu)
    if out is not None:
        save_strategy(out, strategy)
        if checkpoint is None and kept is not None:
            kept.unlink(missing_ok=True)
    show_strategy(strategy, json=json)


def exploit_command(
    strategy: Annotated[Path, typer.Argument(help="A file that `railbird solve --out` has written.")],
    json: Json = False,
) -> None:
    """Say how exploitable a strategy is, and what each player could gain by deviating: exact, over all deals."""
    from dataclasses import replace

    import numpy as np

    from railbird.cli.strategies import show_strategy
    from railbird.cli.terminal import Terminal
    from railbird.solvers.exact.best_response import Evaluator
    from railbird.strategy import Point, open_strategy

    opened = open_strategy(strategy)
    with Terminal().showing():
        evaluation = Evaluator(opened.game).evaluate(opened.probabilities.astype(np.float64))
    point = Point(opened.origin.iterations, opened.origin.seconds, evaluation.gains)
    show_strategy(replace(opened, origin=replace(opened.origin, values=evaluation.values, points=(point,))), json=json)


def _check_options(algorithm: str, *, seed: int | None, linear: bool) -> None:
    from railbird.solvers.algorithms import is_sampled

    if not is_sampled(algorithm) and (seed is not None or linear):
        raise typer.BadParameter(f"--seed and --linear are for sampling algorithms, not for {algorithm}")


def _seed(given: int | None, *, resumed: Path | None) -> int:
    """The one that was given, or that of the checkpoint, or any."""
    from railbird.rng import new_seed
    from railbird.solvers.checkpoint import checkpoint_options

    if given is not None:
        return given
    return new_seed() if resumed is None else int(checkpoint_options(resumed).get("seed", 0))


def _run(solve: Solve, *, iterations: int) -> None:
    """With a bar on the terminal."""
    from railbird.cli.terminal import Terminal

    try:
        with Terminal().showing() as terminal:
            solve.run(iterations, terminal)
    except KeyboardInterrupt:
        saved = f"; {solve.checkpoint} has them, --resume goes on" if solve.checkpoint else ""
        typer.echo(f"stopped after {solve.solver.iteration:,} iterations{saved}", err=True)
        raise
