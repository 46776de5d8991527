"""Asks bots before a match whether they play its game, and what else happens when they play."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from railbird.bots.follower import Follower
from railbird.bots.registry import BotSpec
from railbird.errors import BotError

if TYPE_CHECKING:
    from railbird.games import GameDefinition


def check_game(spec: BotSpec, game: GameDefinition) -> None:
    """Raise BotError if a bot of Railbird, or one within a bot, does not support the game.

    Other bots are not asked: they may open files and connections, and may raise when they play. The innermost bots are
    asked first, and those around them only if they would ask no member that is not Railbird's.
    """
    if spec.members and spec.bot_class is not None:
        of_members = spec.bot_class.game_of_members(game)
        for member in spec.members:
            check_game(member, of_members)
    if is_railbird_bot(spec):
        Follower(bot := spec.build())  # which gives it a generator
        bot.match_starts(game, 0)


def leaves_traces(spec: BotSpec) -> bool:
    """Whether the play of the bot, or of a bot within it, is recorded outside the match."""
    bot_class = spec.bot_class
    if bot_class is not None and (bot_class.leaves_traces or any(map(spec.options.get, bot_class.trace_options))):
        return True
    return any(map(leaves_traces, spec.members))


def without_traces(spec: BotSpec) -> BotSpec:
    """The bot without the options by which it, or a bot within it, records its play outside the match.

    Raise BotError if it always does.
    """
    bot_class = spec.bot_class
    if bot_class is None:
        return spec
    if bot_class.leaves_traces:
        raise BotError(f"{spec.text} writes files whenever it plays: it cannot be asked again")
    kept = {name: value for name, value in spec.options.items() if name not in bot_class.trace_options}
    return replace(spec, options={name: _without_traces(value) for name, value in kept.items()})


def _without_traces(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_without_traces, value))
    return without_traces(value) if isinstance(value, BotSpec) else value


def learns_when_asked(spec: BotSpec) -> bool:
    """Whether the bot, or a bot within it, remembers its answers, and not only the hands that were played."""
    if spec.bot_class is not None and spec.bot_class.remembers_answers:
        return True
    return any(map(learns_when_asked, spec.members))


def is_railbird_bot(spec: BotSpec) -> bool:
    """Whether the bot and all its members are Railbird's, so that only Railbird's own code plays."""
    is_own = spec.bot_class is not None and spec.bot_class.__module__.startswith("railbird.")
    return is_own and all(map(is_railbird_bot, spec.members))
