"""`railbird bots` and `railbird check-bot`: list the bots, and check a bot against the contract."""

from __future__ import annotations

from typing import Annotated

import typer


def check_bot_command(
    spec: Annotated[str, typer.Argument(help="A bot's name with options, file.py:Class, or a TOML file.")],
    game: Annotated[
        list[str] | None,
        typer.Option("--game", "-g", help="A built-in game or a .game file; can be repeated (default: 7 games)."),
    ] = None,
    hands: Annotated[int, typer.Option(min=1, help="Number of hands of each game.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Seed for the bot, the cards and the other players.")] = 0,
    seconds: Annotated[float, typer.Option(min=0, help="Time limit for an action, in seconds.")] = 1.0,
) -> None:
    """Check that a bot keeps the contract: legal and repeatable actions, no use of hidden cards, answers in time.

    The exit status is 0 if it passes all checks, 1 if not, 2 if there is no such bot or game, or if the bot refuses all
    games. Games that it refuses before the match are skipped, and the report says so.
    """
    from railbird.bots import check_bot
    from railbird.bots.checking.kit import GAMES
    from railbird.cli.terminal import Terminal
    from railbird.games import read_game

    games = [read_game(name) for name in game] if game else GAMES
    with Terminal().showing() as terminal:
        report = check_bot(spec, games=games, hands=hands, seed=seed, seconds_per_action=seconds, progress=terminal)
    typer.echo(str(report))
    if not report.passed:
        raise typer.Exit(1)


def bots_command(
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List all bots that have a name, with their rules and options."""
    from json import dumps
    from textwrap import indent

    from railbird.bots import bot_names

    rows = [(name, *_rule_and_options(name)) for name in bot_names()]
    if json:
        entries = [{"name": name, "rule": rule, "options": options} for name, rule, options in rows]
        typer.echo(dumps(entries, indent=2, ensure_ascii=False, default=str))
        return
    for name, rule, options in rows:
        typer.echo(f"{name}\n{indent(rule, '    ')}")
        if options:
            values = [option if value in (None, ()) else f"{option}={value}" for option, value in options.items()]
            typer.echo(f"    Options: {', '.join(values)}")


def _rule_and_options(name: str) -> tuple[str, dict[str, object]]:
    """The rule and the options of a bot; a required option has the value None."""
    from inspect import Parameter, getdoc, signature

    from railbird.bots import parse_spec

    bot_class = parse_spec(name).bot_class
    parameters = signature(bot_class).parameters.values() if bot_class is not None else ()
    options = {
        option.name.rstrip("_"): None if option.default is Parameter.empty else option.default for option in parameters
    }
    return getdoc(bot_class) or "", options
