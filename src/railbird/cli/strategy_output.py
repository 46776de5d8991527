"""Prints strategies and the sizes of solves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from railbird.progress import duration_text
from railbird.wording import number_of

if TYPE_CHECKING:
    from railbird.solvers.recipe import Recipe
    from railbird.solvers.sizes import SolveSize
    from railbird.statistics import Table
    from railbird.strategy import Strategy


def show_size(recipe: Recipe, *, memory: int, json: bool) -> None:
    """Print the size of a solve before it starts."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.memory import bytes_text
    from railbird.solvers.algorithms import is_sampled
    from railbird.solvers.recipe_size import can_evaluate, expected_seconds, recipe_size
    from railbird.solvers.size_json import size_as_json

    if json:
        print_json(size_as_json(recipe, memory=memory))
        return
    size, goal = recipe_size(recipe), recipe.goal
    print_table(_size_table(size))
    seconds = expected_seconds(size, goal)
    time = "an unknown time" if seconds is None else duration_text(seconds)
    work = "the solve" if goal.is_open else number_of(goal.iterations, "iteration")
    needed = size.bytes + (size.evaluation_bytes if can_evaluate(recipe, memory=memory) else 0)
    typer.echo(
        f"{size.tree.folds:,} folds and {size.tree.showdowns:,} showdowns end the betting. "
        f"About {bytes_text(needed)}, and {time} for {work}."
    )
    if recipe.algorithm_reason and is_sampled(recipe.algorithm):
        typer.echo(f"The algorithm is {recipe.algorithm}: {recipe.algorithm_reason}.")
    if building := _building_seconds(recipe):
        typer.echo(f"The joint tables of its buckets are built first, in {duration_text(building)}.")
    if not size.fits(memory):
        typer.echo(
            "That is more memory than there is." if size.bytes > memory else f"It cannot be done: {size.obstacle}."
        )


def _building_seconds(recipe: Recipe) -> float:
    """The expected time of building joint tables that the solve needs; 0 if there are none to build."""
    from railbird.abstraction.joint import has_joint_tables
    from railbird.solvers.algorithms import is_sampled

    if is_sampled(recipe.algorithm) or not has_joint_tables(recipe.cards):
        return 0.0
    return recipe.cards.joint_cost().seconds


def show_strategy(strategy: Strategy, *, json: bool, in_buckets: float | None = None) -> None:
    """Print the exploitability of a strategy; timings go to standard error, because they depend on the machine.

    `in_buckets` is the exploitability by players who see the strategy's buckets instead of cards.
    """
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.strategy import strategy_as_json

    if json:
        known = {} if in_buckets is None else {"exploitability_in_buckets": in_buckets}
        print_json(strategy_as_json(strategy) | known)
        return
    origin = strategy.origin
    if origin.seconds:
        rate = f"{origin.iterations / origin.seconds:,.0f} iterations a second"
        seconds = f"{origin.seconds:,.0f}" if origin.seconds >= 100 else f"{origin.seconds:.3g}"
        typer.echo(f"{number_of(origin.iterations, 'iteration')} took {seconds} seconds: {rate}", err=True)
    if len(origin.points) > 1:
        print_table(_points_table(strategy))
    seed = f", seed {origin.options['seed']}" if "seed" in origin.options else ""
    iterations = number_of(origin.iterations, "iteration")
    made = f"{strategy.definition.name or 'game'} by {origin.algorithm}, {iterations}{seed}"
    if origin.values is None:
        typer.echo(f"{made}: exploitability is not known, the game is too large for looking at every deal")
        return
    first = strategy.definition.first_players[0]
    typer.echo(
        f"{made}: position {first}, who acts first, wins {origin.values[first]:+.6f} chips a hand.\n"
        f"{_exploitability_text(strategy)}"
    )
    if in_buckets is not None:
        typer.echo(f"That is with real cards; by players who see only its buckets it is {in_buckets:.3g}.")


def show_bot(strategy: Strategy, *, json: bool) -> None:
    """Print the exploitability of a bot, whose name is the algorithm of its strategy."""
    from railbird.abstraction import CardClasses
    from railbird.cli.screen_tables import print_json
    from railbird.strategy import exploitability_in_mbb

    origin, definition = strategy.origin, strategy.definition
    first, values = definition.first_players[0], origin.values or ()
    if json:
        answer = {
            "bot": origin.algorithm,
            "game": definition.name,
            "exploitability": origin.points[-1].exploitability,
            "exploitability_mbb": exploitability_in_mbb(strategy),
            "gains": origin.points[-1].gains,
            "value": values[first],
            "values": values,
            "merges_suits": strategy.cards["kind"] == CardClasses.kind,
        }
        print_json(answer)
        return
    typer.echo(
        f"{origin.algorithm} in {definition.name or 'the game'}: position {first}, who acts first, wins "
        f"{values[first]:+.6f} chips a hand against itself.\n{_exploitability_text(strategy)}"
    )


def _exploitability_text(strategy: Strategy) -> str:
    from railbird.reports.strategy_words import where_text
    from railbird.strategy import exploitability_in_mbb

    last = strategy.origin.points[-1]
    gains = ", ".join(f"{gain:.3g}" for gain in last.gains)
    millis = exploitability_in_mbb(strategy)
    in_mbb = "" if millis is None else f", {mbb_text(millis)}"
    return (
        f"Exploitability{where_text(strategy)} {last.exploitability:.3g} chips a hand{in_mbb}; "
        f"by deviating, the positions could gain {gains}."
    )


def mbb_text(value: float) -> str:
    """A number of mbb/hand, to three digits at least."""
    return f"{value:,.0f} mbb/hand" if value >= 1000 else f"{value:.3g} mbb/hand"


def _size_table(size: SolveSize) -> Table:
    from railbird.statistics import COUNT, Column, Table

    columns = [Column(key, COUNT) for key in ("round", "decisions", "classes of cards", "information sets")]
    decisions = [int(count) for count in size.tree.decisions.sum(axis=0)]
    rows = zip(range(1, len(decisions) + 1), decisions, size.classes, size.information_sets, strict=True)
    return Table("size", "Size", columns, list(rows))


def _points_table(strategy: Strategy) -> Table:
    from railbird.statistics import COUNT, SIGNIFICANT, Column, Table

    columns = [Column("iterations", COUNT), Column("exploitability", SIGNIFICANT)]
    rows = [(point.iteration, point.exploitability) for point in strategy.origin.points]
    return Table("convergence", "Convergence", columns, rows)
