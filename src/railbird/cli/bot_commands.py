"""`railbird bots` and `railbird check-bot`: which bots there are, and whether one keeps to the contract."""

from __future__ import annotations

from typing import Annotated

import typer


def check_bot_command(
    spec: Annotated[str, typer.Argument(help="A bot's name with options, file.py:Class, or a TOML file.")],
    game: Annotated[
        list[str] | None,
        typer.Option("--game", "-g", help="A built-in game or a .game file, any number of times; several if left out."),
    ] = None,
    hands: Annotated[int, typer.Option(min=1, help="How many hands of each game.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the bot, the cards and the other players.")] = 0,
    seconds: Annotated[float, typer.Option(min=0, help="How long an action may take.")] = 1.0,
) -> None:
    """Check that a bot keeps to the contract: legal and repeatable actions, no hidden cards, in time.

    The exit status is 0 if it passes all checks, 1 if not, 2 if there is no such bot or game. For a bot that knows
    only some games, name these with --game.
    """
    from railbird.bots import check_bot
    from railbird.bots.checking.kit import GAMES
    from railbird.cli.game_commands import read_game
    from railbird.cli.terminal import Terminal

    games = [read_game(name) for name in game] if game else GAMES
    with Terminal().showing() as terminal:
        report = check_bot(spec, games=games, hands=hands, seed=seed, seconds_per_action=seconds, progress=terminal)
    typer.echo(str(report))
    if not report.passed:
        raise typer.Exit(1)


def bots_command(
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """List the bots that are known by name, with their rules and their options."""
    from json import dumps
    from textwrap import indent

    from railbird.bots import bot_names

    rows = [(name, *_rule_and_options(name)) for name in bot_names()]
    if json:
        found = [{"name": name, "rule": rule, "options": options} for name, rule, options in rows]
        typer.echo(dumps(found, indent=2, ensure_ascii=False, default=str))
        return
    for name, rule, options in rows:
        typer.echo(f"{name}\n{indent(rule, '    ')}")
        if options:
            values = [option if value in (None, ()) else f"{option}={value}" for option, value in options.items()]
            typer.echo(f"    Options: {', '.join(values)}")


def _rule_and_options(name: str) -> tuple[str, dict[str, object]]:
    """Of a bot; an option that has to be given has no value."""
    from inspect import Parameter, getdoc, signature

    from railbird.bots import parse_spec

    found = parse_spec(name).bot_class
    parameters = signature(found).parameters.values() if found is not None else ()
    options = {
        option.name.rstrip("_"): None if option.default is Parameter.empty else option.default for option in parameters
    }
    return getdoc(found) or "", options
