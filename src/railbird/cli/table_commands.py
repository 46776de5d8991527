"""`railbird tables`: build, list and check the tables in the cache folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pathlib import Path

tables_app = typer.Typer(name="tables", help="Build, list and check stored tables.", no_args_is_help=True)


@tables_app.command("build")
def build() -> None:
    """Build the flop tables if missing or damaged: every hand on every flop against one and two random opponents."""
    from railbird.cli.terminal import Terminal
    from railbird.equity.flop_tables import NAMES, load_flop_tables, store_flop_tables, table_path
    from railbird.equity.flop_tables.build import needed_disk, needed_memory
    from railbird.errors import TableError

    try:
        stored = load_flop_tables()
    except TableError as error:
        typer.echo(f"{error}; rebuilding it", err=True)
        stored = None
    if stored is None:
        memory, disk = needed_memory() / 1e6, needed_disk() / 1e6
        typer.echo(f"Building the flop tables takes about {memory:,.0f} MB of memory and {disk:,.0f} MB on disk.")
        with Terminal().showing() as terminal:
            store_flop_tables(terminal)
    for opponents, name in NAMES.items():
        typer.echo(f"{name}: {table_path(opponents)}")


@tables_app.command("list")
def show() -> None:
    """List the tables with their size and path, and say whether they have been built."""
    from railbird.abstraction.hand_values import values_path
    from railbird.cards.strength.evaluator_tables import TABLE_FILE
    from railbird.equity.flop_tables import NAMES, table_path
    from railbird.equity.preflop import MATCHUP_FILE, RANDOM_FILE

    shipped = {"hand-strength": TABLE_FILE, "preflop-random": RANDOM_FILE, "preflop-matchups": MATCHUP_FILE}
    for name, path in shipped.items():
        typer.echo(f"{name:20}  shipped    {_size(path)}")
    for opponents, name in NAMES.items():
        path = table_path(opponents)
        _show_built(name, path, "railbird tables build")
    _show_built("hand-values", values_path(), "railbird abstract build")


@tables_app.command("check")
def check() -> None:
    """Check the stored tables against their checksums; exit status 1 if one is damaged."""
    from railbird.abstraction.hand_values import load_hand_values
    from railbird.equity.flop_tables import NAMES, read_flop_table, table_path
    from railbird.errors import TableError

    damaged = False
    for opponents, name in NAMES.items():
        path = table_path(opponents)
        if not path.exists():
            typer.echo(f"{name}: not built")
            continue
        try:
            rows = len(read_flop_table(opponents))
            typer.echo(f"{name}: good, {rows:,} hands")
        except TableError as error:
            typer.echo(f"{name}: {error}; `railbird tables build` builds it again", err=True)
            damaged = True
    try:
        values = load_hand_values(verify=True)
        typer.echo(
            "hand-values: not built" if values is None else f"hand-values: good, {len(values.river_scores):,} hands"
        )
    except TableError as error:
        typer.echo(f"hand-values: {error}; `railbird abstract build` builds it again", err=True)
        damaged = True
    if damaged:
        raise typer.Exit(1)


def _show_built(name: str, path: Path, command: str) -> None:
    state = f"built      {_size(path)}  {path}" if path.exists() else f"not built: {command}"
    typer.echo(f"{name:20}  {state}")


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1e3:8,.0f} kB"
