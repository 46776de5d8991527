"""`railbird solve`: compute a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer

from railbird.cli.card_options import Bets, Boards, Buckets, BucketSeed  # noqa: TC001 (Typer reads annotations)
from railbird.cli.solve_options import (
    Algorithm,
    Cards,
    CheckpointFile,
    DryRun,
    Exploration,
    Iterations,
    Linear,
    Minutes,
    Recall,
    Resume,
    SamplingSeed,
    StrategyOut,
    Threads,
    Until,
    read_solve,
)
from railbird.wording import number_of

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.cli.solve_options import SolveOptions
    from railbird.solvers.recipe import Recipe
    from railbird.solvers.solving import Solve


def solve_command(
    game: Annotated[
        str, typer.Argument(help="A built-in game (see `railbird games`), a .game file, or the .toml file of a recipe.")
    ],
    algorithm: Algorithm = None,
    iterations: Iterations = None,
    minutes: Minutes = None,
    until: Until = None,
    cards: Cards = None,
    buckets: Buckets = None,
    boards: Boards = None,
    bucket_seed: BucketSeed = None,
    bets: Bets = None,
    recall: Recall = None,
    out: StrategyOut = None,
    checkpoint: CheckpointFile = None,
    resume: Resume = False,
    seed: SamplingSeed = None,
    linear: Linear = False,
    threads: Threads = None,
    exploration: Exploration = None,
    dry_run: DryRun = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compute a strategy close to an equilibrium and print its exploitability.

    Exploitability is the sum of what the players could gain by deviating, each alone, in chips per hand.
    """
    options = _given(
        algorithm=algorithm,
        iterations=iterations,
        minutes=minutes,
        until=until,
        cards=cards,
        buckets=buckets,
        boards=boards,
        bucket_seed=bucket_seed,
        bets=bets,
        recall=recall,
        seed=seed,
        linear=linear or None,
        threads=threads,
        exploration=exploration,
    )
    recipe = read_solve(game, options)
    _solve(recipe, out=out, checkpoint=checkpoint, resume=resume, dry_run=dry_run, json=json)


def _given(**options: object) -> SolveOptions:
    """The options that are given."""
    return cast("SolveOptions", {name: value for name, value in options.items() if value is not None})


def _solve(
    recipe: Recipe, *, out: Path | None, checkpoint: Path | None, resume: bool, dry_run: bool, json: bool
) -> None:
    """Print the size of the solve, solve, save the strategy if there is a file for it, and print it."""
    from railbird.cli.strategy_output import show_size, show_strategy
    from railbird.memory import available_memory
    from railbird.solvers.recipe_solving import save_solved

    kept = _checkpoint(checkpoint, out=out, resume=resume)
    if dry_run or not json:
        show_size(recipe, memory=available_memory(), json=json)
    if dry_run:
        return
    solve = _begin(recipe, checkpoint=kept, resume=resume)
    _run(solve, recipe)
    strategy = solve.strategy()
    if out is not None:
        save_solved(out, strategy, recipe)
        if checkpoint is None and kept is not None:
            kept.unlink(missing_ok=True)
    show_strategy(strategy, json=json)


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


def _begin(recipe: Recipe, *, checkpoint: Path | None, resume: bool) -> Solve:
    """Prepare the solve, with a progress bar for what is built first."""
    from railbird.cli.terminal import Terminal
    from railbird.solvers.recipe_solving import begin_solve

    with Terminal().showing() as terminal:
        return begin_solve(recipe, checkpoint=checkpoint, resume=resume, progress=terminal)


def _run(solve: Solve, recipe: Recipe) -> None:
    """Run the solve with a progress bar."""
    from railbird.cli.terminal import Terminal

    try:
        with Terminal().showing() as terminal:
            solve.run(recipe.goal, terminal)
    except KeyboardInterrupt:
        is_saved = solve.checkpoint is not None and solve.checkpoint.exists()
        saved = f"; {solve.checkpoint} has them, --resume goes on" if is_saved else ""
        typer.echo(f"stopped after {number_of(solve.solver.iteration, 'iteration')}{saved}", err=True)
        raise
