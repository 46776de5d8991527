"""The options of `railbird solve`, and the recipe that they make."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from railbird.cli.card_options import read_bets, read_counts

if TYPE_CHECKING:
    from railbird.abstraction import CardAbstraction
    from railbird.games import GameDefinition
    from railbird.solvers.recipe import Recipe
    from railbird.solvers.solve_goal import SolveGoal

_ITERATIONS = 1000
"""If no other goal is given."""

Algorithm = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        "-a",
        help="cfr, cfr+, linear-cfr, dcfr, fictitious-play; chance-sampling, external-sampling, pure-cfr, "
        "public-chance-sampling (default: cfr+ if the game can be solved whole; otherwise public-chance-sampling for "
        "two players, chance-sampling for three).",
    ),
]
Iterations = Annotated[
    int | None,
    typer.Option(
        "--iterations",
        "-i",
        min=1,
        help="Number of iterations; each updates every player once (default: 1000, unless --minutes or --until is "
        "given).",
    ),
]
Minutes = Annotated[
    float | None, typer.Option(min=0, help="Stop after these minutes in the solver (default: no limit).")
]
Until = Annotated[
    str | None,
    typer.Option(
        help="Stop at this exploitability, in chips per hand, such as 0.05, or mbb per hand, such as 3.4mbb "
        "(default: none)."
    ),
]
Cards = Annotated[
    str | None,
    typer.Option(
        help="Card abstraction: suits, which loses nothing, or a kind of buckets that `railbird abstract list` shows "
        "(default: suits; percentile if --buckets is given)."
    ),
]
Recall = Annotated[
    str | None,
    typer.Option(
        help="The betting that players remember: that of the hand, or that of the round with the pot and the last "
        "raiser before it, in limit games (default: hand)."
    ),
]
StrategyOut = Annotated[
    Path | None, typer.Option("--out", help="File for the strategy (default: the strategy is not saved).")
]
CheckpointFile = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint",
        help="File for a checkpoint, to continue later (default: OUT.checkpoint, only if interrupted).",
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue from the checkpoint.")]
SamplingSeed = Annotated[
    int | None, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed for sampling algorithms (default: random).")
]
Linear = Annotated[bool, typer.Option("--linear", help="Weigh iteration t by t (sampling algorithms only).")]
Threads = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Threads (default: all cores). Sampling algorithms use 1 by default, because runs with more threads are "
        "not repeatable.",
    ),
]
Exploration = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=99,
        help="Percentage of walks in which the others play at random, for external-sampling and pure-cfr (default: 0).",
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the size of the solve and stop.")]


class SolveOptions(TypedDict, total=False):
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


def read_solve(game: str, options: SolveOptions) -> Recipe:
    """The recipe of a file, or of the options."""
    from railbird.abstraction.merged_tree import WHOLE_HAND
    from railbird.games import read_game
    from railbird.solvers.algorithms import choose_algorithm
    from railbird.solvers.recipe import Recipe, read_recipe

    if game.endswith(".toml"):
        if options:
            option = next(iter(options)).replace("_", "-")
            raise typer.BadParameter(f"--{option}: {game} is a recipe, which has all options of its own")
        return read_recipe(Path(game))
    definition = read_game(game)
    cards, recall = _cards(options, definition), options.get("recall", WHOLE_HAND)
    choice = choose_algorithm(cards, recall=recall, given=options.get("algorithm"))
    return Recipe(
        cards=cards,
        goal=_goal(options, definition),
        algorithm=choice.algorithm,
        algorithm_reason=choice.reason,
        menu=read_bets(options.get("bets"), definition),
        recall=recall,
        seed=options.get("seed"),
        linear="linear" in options,
        threads=options.get("threads"),
        exploration=options.get("exploration", 0),
    )


def _cards(options: SolveOptions, definition: GameDefinition) -> CardAbstraction:
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


def _goal(options: SolveOptions, definition: GameDefinition) -> SolveGoal:
    from math import inf

    from railbird.solvers.solve_goal import MOST_ITERATIONS, SolveGoal, parse_exploitability

    is_open = "minutes" in options or "until" in options
    return SolveGoal(
        iterations=options.get("iterations", MOST_ITERATIONS if is_open else _ITERATIONS),
        seconds=60 * options["minutes"] if "minutes" in options else inf,
        exploitability=parse_exploitability(options["until"], definition) if "until" in options else None,
    )
