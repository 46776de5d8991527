"""A match of bots in one process."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING

from railbird.acpc.dealer import bot_seeds
from railbird.acpc.match import Match, MatchPlan
from railbird.acpc.seats import BotSeat
from railbird.acpc.time_limits import TimeLimits
from railbird.bots import Bot
from railbird.errors import BotError, GameError
from railbird.files import written_whole
from railbird.games import game_named

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import TextIO

    from railbird.games import Chips, GameDefinition


@dataclass(frozen=True)
class MatchResult:
    """What came of a match. Sequences are by seat."""

    names: tuple[str, ...]
    hands: int
    totals: tuple[Chips, ...]
    corrections: tuple[int, ...]
    """How many actions were not legal, and were played as the dealer corrects them."""


def play_match(
    bots: Sequence[Bot],
    game: GameDefinition | str,
    *,
    hands: int,
    seed: int,
    names: Sequence[str] = (),
    log: Path | None = None,
) -> MatchResult:
    """Play so many hands, dealt from a seed as the reference dealer deals them; the log is the one it would write.

    Bots take the seats in order, and their names are p1, p2 and so on unless they are given.
    """
    definition = game_named(game) if isinstance(game, str) else game
    if len(bots) != definition.players:
        raise GameError(f"{len(bots)} bots for a game of {definition.players} players")
    wrong = next((bot for bot in bots if not isinstance(bot, Bot)), None)
    if wrong is not None:
        raise BotError(f"{wrong!r} is no bot: give bots, like make_bot('call')")
    called = tuple(names) or tuple(f"p{seat + 1}" for seat in range(len(bots)))
    plan = MatchPlan(
        name="match" if log is None else "_".join(log.stem.split()),
        game=definition,
        game_file=f"{definition.name or 'unnamed'}.game",
        hands=hands,
        seed=seed,
        names=called,
    )
    for bot, own_seed in zip(bots, bot_seeds(plan), strict=True):
        bot.reset()  # it may have played before
        bot.generator_seed = own_seed
    seats = [BotSeat(bot, seat) for seat, bot in enumerate(bots)]
    if log is None:
        match = _play(plan, seats, None)
    else:
        with written_whole(log) as file:
            text = TextIOWrapper(file, encoding="utf-8", newline="\n")
            match = _play(plan, seats, text)
            text.detach()
    return MatchResult(called, hands, tuple(match.totals), tuple(match.corrections))


def _play(plan: MatchPlan, seats: Sequence[BotSeat], log: TextIO | None) -> Match:
    match = Match(plan, seats, log=log, level=logging.DEBUG)
    if log is not None:
        log.write(plan.header(TimeLimits()))
    match.play()
    if log is not None:
        log.write(plan.score(match.totals) + "\n")
    return match
