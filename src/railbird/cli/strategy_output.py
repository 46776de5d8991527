"""Strategies and the sizes of solves on the screen, and as JSON."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from railbird.games import GameDefinition
    from railbird.solvers.sizes import SolveSize
    from railbird.strategy import Strategy


def show_size(game: GameDefinition, size: SolveSize, *, iterations: int, memory: int, json: bool) -> None:
    """How large a solve is, before it begins."""
    from railbird.solvers.sizes import bytes_text
    from railbird.solvers.solving import stops

    decisions = [int(count) for count in size.tree.decisions.sum(axis=0)]
    seconds = iterations * size.iteration_seconds + len(list(stops(iterations))) * size.evaluation_seconds
    if json:
        values = {
            "game": game.name,
            "decisions": decisions,
            "folds": size.tree.folds,
            "showdowns": size.tree.showdowns,
            "classes": size.classes,
            "information_sets": size.information_sets,
            "cells": size.cells,
            "bytes": size.bytes,
            "free_bytes": memory,
            "fits": size.fits(memory),
            "estimated_seconds": seconds,
        }
        typer.echo(json_module.dumps(values, indent=2, allow_nan=False))
        return
    table = _table("round", "decisions", "classes of cards", "information sets")
    for street, row in enumerate(zip(decisions, size.classes, size.information_sets, strict=True)):
        table.add_row(str(street + 1), *(f"{count:,}" for count in row))
    _print(table)
    typer.echo(
        f"{size.tree.folds:,} folds and {size.tree.showdowns:,} showdowns end the betting. "
        f"About {bytes_text(size.bytes)}, and {_duration(seconds)} for {iterations:,} iterations."
    )
    if not size.fits(memory):
        typer.echo(
            "That is more memory than there is." if size.bytes > memory else f"It cannot be done: {size.obstacle}."
        )


def show_strategy(strategy: Strategy, *, json: bool) -> None:
    """How good a strategy is. What depends on the machine goes to standard error."""
    if json:
        typer.echo(json_module.dumps(_values(strategy), indent=2, allow_nan=False))
        return
    origin = strategy.origin
    if origin.seconds:
        rate = f"{origin.iterations / origin.seconds:,.0f} iterations a second"
        typer.echo(f"{origin.iterations:,} iterations took {origin.seconds:.3g} seconds: {rate}", err=True)
    if len(origin.points) > 1:
        table = _table("iterations", "exploitability")
        for point in origin.points:
            table.add_row(f"{point.iteration:,}", f"{point.exploitability:.3g}")
        _print(table)
    seed = f", seed {origin.options['seed']}" if "seed" in origin.options else ""
    made = f"{strategy.definition.name or 'game'} by {origin.algorithm}, {origin.iterations:,} iterations{seed}"
    if origin.values is None:
        typer.echo(f"{made}: exploitability is not known, the game is too large for looking at every deal")
        return
    first = strategy.definition.first_players[0]
    gains = ", ".join(f"{gain:.3g}" for gain in origin.points[-1].gains)
    typer.echo(
        f"{made}: position {first}, who acts first, wins {origin.values[first]:+.6f} chips a hand.\n"
        f"Exploitability {origin.points[-1].exploitability:.3g} chips a hand{_in_mbb(strategy)}; "
        f"by deviating, the positions could gain {gains}."
    )


def _in_mbb(strategy: Strategy) -> str:
    millis = _exploitability_in_mbb(strategy)
    return "" if millis is None else f", {millis:,.3g} mbb/hand"


def _exploitability_in_mbb(strategy: Strategy) -> float | None:
    """In thousandths of a big blind, for hold'em alone: other games have no big blind to speak of."""
    definition, points = strategy.definition, strategy.origin.points
    if definition.hole_cards != 2 or not definition.big_blind or not points:
        return None
    return 1000 * points[-1].exploitability / definition.big_blind


def _values(strategy: Strategy) -> dict[str, object]:
    origin, definition = strategy.origin, strategy.definition
    last = origin.points[-1] if origin.points else None
    return {
        "game": definition.name,
        "algorithm": origin.algorithm,
        "options": dict(origin.options),
        "iterations": origin.iterations,
        "seconds": origin.seconds,
        "iterations_per_second": origin.iterations / origin.seconds if origin.seconds else None,
        "exploitability": None if last is None else last.exploitability,
        "exploitability_mbb": _exploitability_in_mbb(strategy),
        "gains": None if last is None else last.gains,
        "value": None if origin.values is None else origin.values[definition.first_players[0]],
        "values": origin.values,
        "points": [
            {"iteration": point.iteration, "seconds": point.seconds, "exploitability": point.exploitability}
            for point in origin.points
        ],
    }


def _table(*headings: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _print(table: Table) -> None:
    from rich.console import Console

    Console(highlight=False, width=120).print(table)


def _duration(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"about {seconds / length:,.0f} {unit}"
    if seconds < 0.1:
        return "less than 0.1 seconds"
    return f"about {seconds:.0f} seconds" if seconds >= 2 else f"about {seconds:.1f} seconds"
