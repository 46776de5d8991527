"""`railbird equity`: equities of hands and ranges against each other and against random opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbird.wording import number_of

if TYPE_CHECKING:
    from railbird.equity import EquityResult


_NARROWEST, _USUAL_WIDTH = 60, 80


def equity_command(
    hands: Annotated[list[str], typer.Argument(help='Hands or ranges: AhKh, "AA,KK", "22+, AKs", random, "top 15%".')],
    opponents: Annotated[
        int | None,
        typer.Option(
            help="Number of additional random opponents, 1 to 9 (default: 1 for a single hand or range, otherwise 0)."
        ),
    ] = None,
    board: Annotated[str, typer.Option(help="Board cards: none, 3, 4 or 5 (default: none).")] = "",
    dead: Annotated[str, typer.Option(help="Cards known to be out of play (default: none).")] = "",
    exact: Annotated[
        bool, typer.Option("--exact", help="Compute the exact equity, even if it takes up to a day.")
    ] = False,
    samples: Annotated[
        int | None, typer.Option(help="Sample this number of deals (default: compute exactly if that is fast).")
    ] = None,
    standard_error: Annotated[
        float | None, typer.Option(help="Sample until the standard error is this small (default: 0.0005).")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed for sampling (default: random).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Compute equities: exact if that takes at most about two seconds, sampled otherwise."""
    from json import dumps

    from railbird.cli.terminal import Terminal
    from railbird.equity import equity, equity_as_json

    with Terminal().showing() as terminal:
        result = equity(
            hands,
            opponents=opponents,
            board=board,
            dead=dead,
            exact=exact,
            samples=samples,
            standard_error=standard_error,
            seed=seed,
            progress=terminal,
        )
    if json:
        typer.echo(dumps(equity_as_json(result), indent=2))
    else:
        _print_table(result)


def _print_table(result: EquityResult) -> None:
    from rich.table import Table

    from railbird.cli.plain_console import plain_console
    from railbird.cli.screen_width import screen_width

    sampled = result.method == "sampled"
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("hand", overflow="fold")
    for heading in ("equity", *(["95 % interval"] if sampled else []), "win", "tie"):
        table.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    for player in result.players:
        interval = " - ".join(f"{100 * bound:.4f}" for bound in player.interval)
        table.add_row(
            player.hand,
            _percent(player.equity),
            *([interval] if sampled else []),
            _percent(player.win),
            _percent(player.tie),
        )
    width = screen_width()
    console = plain_console(width=width if width >= _NARROWEST else _USUAL_WIDTH)
    console.print(table)
    console.print(_method(result), style="dim")


def _percent(share: float) -> str:
    return f"{100 * share:.4f} %"


def _method(result: EquityResult) -> str:
    if result.method == "exact":
        return "exact"
    if result.seed is None:
        return f"sampled: {_deals(result)} of the shipped table"
    return f"sampled: {_deals(result)}, seed {result.seed}"


def _deals(result: EquityResult) -> str:
    return number_of(result.samples or 0, "deal")
