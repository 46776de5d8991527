"""`railbird imitate`: learn how a player decides from its games, and play like it."""

from __future__ import annotations

import typer

from railbird.cli.imitate_attributes_command import attributes_command
from railbird.cli.imitate_compare_command import compare_model_command
from railbird.cli.imitate_convert_command import convert_command
from railbird.cli.imitate_learning_commands import evaluate_command, show_command, train_command
from railbird.cli.imitate_rank_command import rank_command
from railbird.cli.imitate_study_command import study_command
from railbird.cli.imitate_values_command import values_command

imitate_app = typer.Typer(
    name="imitate", help="Learn how a player decides from its games, and play like it.", no_args_is_help=True
)
imitate_app.command("attributes")(attributes_command)
imitate_app.command("convert")(convert_command)
imitate_app.command("rank")(rank_command)
imitate_app.command("values")(values_command)
imitate_app.command("train")(train_command)
imitate_app.command("evaluate")(evaluate_command)
imitate_app.command("show")(show_command)
imitate_app.command("compare")(compare_model_command)
imitate_app.command("study")(study_command)
