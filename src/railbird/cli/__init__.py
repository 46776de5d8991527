"""The command line. Each command imports what it needs when it runs, so that `--help` answers at once."""

from __future__ import annotations

import gc
import os
import sys
from copy import copy
from functools import cache
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbird import __version__
from railbird.cli.abstract_commands import abstract_app
from railbird.cli.analyse_command import analyse_command
from railbird.cli.arena_commands import MATCH, MATCH_HELP, TOURNAMENT, TOURNAMENT_HELP, export_command, play_command
from railbird.cli.bot_commands import bots_command, check_bot_command
from railbird.cli.compare_command import compare_command
from railbird.cli.dealer_commands import connect_command, dealer_command
from railbird.cli.equity_command import equity_command
from railbird.cli.experiment_commands import experiment_app
from railbird.cli.exploit_command import exploit_command
from railbird.cli.game_commands import games_command
from railbird.cli.imitate_commands import imitate_app
from railbird.cli.log_commands import log_app
from railbird.cli.map_commands import map_app
from railbird.cli.range_command import range_command
from railbird.cli.report_command import report_command
from railbird.cli.serve_command import play_at_table_command, serve_command
from railbird.cli.solver_commands import solve_command
from railbird.cli.strategy_commands import strategy_app
from railbird.cli.table_commands import tables_app
from railbird.cli.team_command import team_command
from railbird.cli.warm_up_command import warm_up_command
from railbird.errors import RailbirdError
from railbird.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable

app = typer.Typer(
    name="railbird",
    help="A laboratory for computer poker.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None if os.environ.get("NO_COLOR") else "rich",
)
app.command("equity")(equity_command)
app.command("range")(range_command)
app.command("bots")(bots_command)
app.command("games")(games_command)
app.command(MATCH, help=MATCH_HELP)(play_command)
app.command(TOURNAMENT, help=TOURNAMENT_HELP)(play_command)
app.command("export")(export_command)
app.command("analyse")(analyse_command)
app.command("compare")(compare_command)
app.command("report")(report_command)
app.command("play")(play_at_table_command)
app.command("serve")(serve_command)
app.command("solve")(solve_command)
app.command("exploit")(exploit_command)
app.command("dealer")(dealer_command)
app.command("connect")(connect_command)
app.command("team")(team_command)
app.command("check-bot")(check_bot_command)
app.command("warm-up")(warm_up_command)
app.add_typer(abstract_app)
app.add_typer(experiment_app)
app.add_typer(imitate_app)
app.add_typer(log_app)
app.add_typer(map_app)
app.add_typer(strategy_app)
app.add_typer(tables_app)

_INTERRUPTED = 130
_NEW_OBJECTS = 50_000
"""After how many new objects Python looks for garbage among them."""
_WIDE = "--wide"
# Typer does not export the common base class of its usage errors.
_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]


def _show_version(requested: bool) -> None:
    if requested:
        typer.echo(f"railbird {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[  # noqa: ARG001 (its callback has seen it)
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
    wide: Annotated[
        bool,
        typer.Option(
            _WIDE, help="With any command: print all columns of tables, and long lines (default: what fits the screen)."
        ),
    ] = False,
) -> None:
    from railbird.cli.screen_width import use_any_width

    use_any_width(wide)


def main() -> None:
    """Run a command. Bad input gives a one-line message and exit status 2."""
    # Nearly all of the many objects that imports make stay, so there is little to gain from looking for garbage.
    gc.set_threshold(_NEW_OBJECTS)
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal cannot encode is replaced.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        _run_command(_arguments())
    finally:
        gc.freeze()  # or Python would search all of them before it ends, which takes a fifth of a short command


def _run_command(arguments: list[str]) -> None:
    try:
        status = _built_app(_command_of(arguments))(arguments, standalone_mode=False)
        # Typer silently turns an interruption into this status.
        if status == _INTERRUPTED:
            raise KeyboardInterrupt
        sys.exit(status)
    except RailbirdError as error:
        _stop(str(error), status=2)
    except _USAGE_ERROR as error:
        # Typer has no words for a missing command: it prints the help.
        message = error.format_message().rstrip(".") or "Missing command"
        _stop(f"{message}. See --help.", status=2)
    except (KeyboardInterrupt, typer.Abort):
        _stop("interrupted", status=_INTERRUPTED)
    except OSError as error:
        is_wrong_name = isinstance(error, FileNotFoundError | IsADirectoryError | NotADirectoryError)
        message = f"{error.filename or 'input or output'}: {error.strerror or error}"
        _stop(message, status=2 if is_wrong_name else 1)


def _command_of(arguments: list[str]) -> str | None:
    """The first word of the arguments that is no option; None if help is asked for before it."""
    first = next((word for word in arguments if word == "--help" or not word.startswith("-")), None)
    return None if first == "--help" else first


@cache
def _built_app(command: str | None) -> Callable[..., Any]:
    """The command line with one command, or with all if there is no such command.

    Typer reads the signature of every command that it builds, for all of them half as long as it takes to import NumPy.
    """
    commands = [info for info in app.registered_commands if info.name == command]
    groups = [
        info for info in app.registered_groups if info.typer_instance and info.typer_instance.info.name == command
    ]
    if not commands and not groups:
        return typer.main.get_command(app)
    only = copy(app)
    only.registered_commands, only.registered_groups = commands, groups
    return typer.main.get_command(only)


def _arguments() -> list[str]:
    """The arguments; an option that goes with any command may also follow the command."""
    given = sys.argv[1:]
    return [_WIDE, *(word for word in given if word != _WIDE)] if _WIDE in given else given


def _stop(message: str, *, status: int) -> None:
    typer.echo(f"railbird: {printable(message)}", err=True)
    sys.exit(status)
