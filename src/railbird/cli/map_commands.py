"""`railbird map`: show how three-player states are mapped to two-player states."""

from __future__ import annotations

import typer

from railbird.cli.map_limit_commands import bias_command, map_limit_command, map_limit_log_command
from railbird.cli.map_nolimit_commands import map_nolimit_command, map_nolimit_log_command

map_app = typer.Typer(
    name="map", help="Show how three-player states are mapped to two-player states.", no_args_is_help=True
)
map_app.command("limit")(map_limit_command)
map_app.command("limit-log")(map_limit_log_command)
map_app.command("bias")(bias_command)
map_app.command("nolimit")(map_nolimit_command)
map_app.command("nolimit-log")(map_nolimit_log_command)
