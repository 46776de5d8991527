"""`railbird solve`: compute a strategy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict, cast

import typer

from railbird.cli.card_options import Bets, Boards, Buckets, BucketSeed, read_bets, read_counts

if TYPE_CHECKING:
    from railbird.abstraction import CardAbstraction
    from railbird.games import GameDefinition
    from railbird.solvers.recipe import Recipe
    from railbird.solvers.solve_goal import SolveGoal
    from railbird.solvers.solving import Solve

_ITERATIONS = 1000
"""If no other goal is given."""


class _Options(TypedDict, total=False):
    """The options of a solve that are given."""

    algorithm: str
    iterations: int
    minutes: float
    until: str
    cards: str
    buckets: str
    boards: str
    bucket_seed: int
    bets: str
    recall: str
    seed: int
    linear: bool
    threads: int
    exploration: int


def solve_command(
    game: Annotated[
        str, typer.Argument(help="A built-in game (see `railbird games`), a .game file, or the .toml file of a recipe.")
    ],
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            "-a",
            help="cfr, cfr+, linear-cfr, dcfr, fictitious-play; chance-sampling, external-sampling, pure-cfr, "
            "public-chance-sampling (default: cfr+; chance-sampling for buckets without joint tables).",
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            "--iterations",
            "-i",
            min=1,
            help="Number of iterations; each updates every player once (default: 1000, unless --minutes or --until "
            "is given).",
        ),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop after these minutes in the solver (default: no limit).")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop at this exploitability, in chips per hand, such as 0.05, or mbb per hand, such as 3.4mbb "
            "(default: none)."
        ),
    ] = None,
    cards: Annotated[
        str | None,
        typer.Option(
            help="Card abstraction: suits, which loses nothing, or a kind of buckets that `railbird abstract list` "
            "shows (default: suits; percentile if --buckets is given)."
        ),
    ] = None,
    buckets: Buckets = None,
    boards: Boards = None,
    bucket_seed: BucketSeed = None,
    bets: Bets = None,
    recall: Annotated[
        str | None,
        typer.Option(
            help="The betting that players remember: that of the hand, or that of the round with the pot and the last "
            "raiser before it, in limit games (default: hand)."
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
    exploration: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=99,
            help="Percentage of walks in which the others play at random, for external-sampling and pure-cfr "
            "(default: 0).",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the size of the solve and stop.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compute a strategy close to an equilibrium and print its exploitability.

    Exploitability is the sum of what the players could gain by deviating, each alone, in chips per hand.
    """
    from railbird.cli.strategy_output import show_size, show_strategy
    from railbird.memory import available_memory
    from railbird.solvers.recipe_solving import save_solved

    given = {
        "algorithm": algorithm,
        "iterations": iterations,
        "minutes": minutes,
        "until": until,
        "cards": cards,
        "buckets": buckets,
        "boards": boards,
        "bucket_seed": bucket_seed,
        "bets": bets,
        "recall": recall,
        "seed": seed,
        "linear": linear or None,
        "threads": threads,
        "exploration": exploration,
    }
    options = cast("_Options", {name: value for name, value in given.items() if value is not None})
    recipe = _recipe(game, options)
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


def _recipe(game: str, options: _Options) -> Recipe:
    """The recipe of a file, or of the options."""
    from railbird.abstraction.merged_tree import WHOLE_HAND
    from railbird.games import read_game
    from railbird.solvers.algorithms import default_algorithm
    from railbird.solvers.recipe import Recipe, read_recipe

    if game.endswith(".toml"):
        if options:
            option = next(iter(options)).replace("_", "-")
            raise typer.BadParameter(f"--{option}: {game} is a recipe, which has all options of its own")
        return read_recipe(Path(game))
    definition = read_game(game)
    cards, recall = _cards(options, definition), options.get("recall", WHOLE_HAND)
    return Recipe(
        cards=cards,
        goal=_goal(options, definition),
        algorithm=options.get("algorithm", default_algorithm(cards, recall=recall)).lower(),
        menu=read_bets(options.get("bets"), definition),
        recall=recall,
        seed=options.get("seed"),
        linear="linear" in options,
        threads=options.get("threads"),
        exploration=options.get("exploration", 0),
    )


def _cards(options: _Options, definition: GameDefinition) -> CardAbstraction:
    from railbird.abstraction import CardClasses, PercentileBuckets
    from railbird.abstraction.bucket_kinds import make_cards

    usual = PercentileBuckets.kind if "buckets" in options else CardClasses.kind
    return make_cards(
        options.get("cards", usual),
        definition,
        read_counts(options.get("buckets"), "--buckets"),
        boards=read_counts(options.get("boards"), "--boards"),
        seed=options.get("bucket_seed"),
    )


def _goal(options: _Options, definition: GameDefinition) -> SolveGoal:
    from math import inf

    from railbird.solvers.solve_goal import MOST_ITERATIONS, SolveGoal, parse_exploitability

    is_open = "minutes" in options or "until" in options
    return SolveGoal(
        iterations=options.get("iterations", MOST_ITERATIONS if is_open else _ITERATIONS),
        seconds=60 * options["minutes"] if "minutes" in options else inf,
        exploitability=parse_exploitability(options["until"], definition) if "until" in options else None,
    )


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
        typer.echo(f"stopped after {solve.solver.iteration:,} iterations{saved}", err=True)
        raise
