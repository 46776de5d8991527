"""Evaluates strategies flop by flop for `railbird exploit`, and estimates what that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.strategy import Strategy

_SAMPLES = 12
_SEED = 1
"""The same parts of the work are timed in every estimate."""


def estimate_flops(strategy: Strategy, *, json: bool) -> None:
    """Print how long the evaluation of all flops would take, with a 95 % interval."""
    from railbird.cli.screen_tables import print_json
    from railbird.cli.terminal import Terminal
    from railbird.solvers.flops.flop_run import FlopRun
    from railbird.statistics import estimate, estimate_as_json
    from railbird.wording import number_of

    with Terminal().showing() as terminal:
        run = FlopRun(strategy)
        seconds = run.time_samples(_SAMPLES, seed=_SEED, progress=terminal)
    hours = estimate(seconds * run.boards / run.threads / 3600)
    name = strategy.definition.name or "the game"
    if json:
        answer = {
            "game": name,
            "flops": len(run.flops),
            "boards": run.boards,
            "threads": run.threads,
            "samples": _SAMPLES,
            "processor_seconds_per_board": estimate_as_json(estimate(seconds)),
            "hours": estimate_as_json(hours),
        }
        print_json(answer)
        return
    typer.echo(
        f"{name} has {len(run.flops):,} flops, and {run.boards:,} boards of the last round, up to suits.\n"
        f"Best responses of both positions take about {_number(hours.mean)} ± {_number(hours.margin)} hours on "
        f"{number_of(run.threads, 'free core')}: a 95 % interval from {_SAMPLES} random parts of the work, each with "
        "all last cards of a board."
    )


def run_flops(strategy: Strategy, checkpoint: Path, *, json: bool) -> None:
    """Evaluate all flops, and print the exploitability."""
    from railbird.cli.screen_tables import print_json
    from railbird.cli.strategy_output import mbb_text
    from railbird.cli.terminal import Terminal
    from railbird.solvers.flops.flop_run import FlopRun

    run = FlopRun(strategy, checkpoint=checkpoint)
    try:
        with Terminal().showing() as terminal:
            best = run.run(terminal)
    except KeyboardInterrupt:
        kept = f"; {checkpoint} has them, the same command goes on" if run.done else ""
        typer.echo(f"stopped after {run.done:,} of {len(run.flops):,} flops{kept}", err=True)
        raise
    definition = strategy.definition
    exploitability, millis = sum(best), 1000 * sum(best) / definition.unit
    if json:
        answer = {
            "game": definition.name,
            "exploitability": exploitability,
            "exploitability_mbb": millis,
            "best_responses": best,
        }
        print_json(answer)
        return
    values = ", ".join(f"{value:+.6f}" for value in best)
    typer.echo(
        f"{definition.name or 'the game'}: best responses win {values} chips a hand, by position.\n"
        f"Exploitability {exploitability:.3g} chips a hand, {mbb_text(millis)}."
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"
