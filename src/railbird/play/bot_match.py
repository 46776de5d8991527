"""Plays a match between bots in one process."""

from __future__ import annotations

from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING

from railbird.bots import Bot
from railbird.errors import BotError, GameError
from railbird.files import written_whole
from railbird.games import game_named
from railbird.play.match import Match
from railbird.play.match_log import LogWriter, log_header
from railbird.play.match_plan import MatchPlan, TimeLimits
from railbird.play.seats import BotSeat
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from railbird.games import Chips, GameDefinition


@dataclass(frozen=True)
class MatchResult:
    """The result of a match. Sequences are by seat."""

    names: tuple[str, ...]
    hands: int
    totals: tuple[Chips, ...]
    corrections: tuple[int, ...]
    """Number of illegal actions, which were corrected as the reference dealer does."""


def play_match(
    bots: Sequence[Bot],
    game: GameDefinition | str,
    *,
    hands: int,
    seed: int,
    names: Sequence[str] = (),
    log: Path | None = None,
) -> MatchResult:
    """Play `hands` hands between bots. Cards and log are those of the ACPC's reference dealer for the same seed.

    The ACPC is the Annual Computer Poker Competition. Bots take the seats in order; by default their names are p1, p2
    and so on.
    """
    definition = game_named(game) if isinstance(game, str) else game
    if len(bots) != definition.players:
        raise GameError(f"{number_of(len(bots), 'bot')} for a game of {definition.players} players")
    wrong = next((bot for bot in bots if not isinstance(bot, Bot)), None)
    if wrong is not None:
        raise BotError(f"{wrong!r} is not a bot: give bots, like make_bot('call')")
    plan = MatchPlan(
        name="match" if log is None else "_".join(log.stem.split()),
        game=definition,
        game_file=f"{definition.name or 'unnamed'}.game",
        hands=hands,
        seed=seed,
        names=tuple(names) or tuple(f"p{seat + 1}" for seat in range(len(bots))),
    )
    for bot in bots:
        bot.reset()  # it may have played before
    match = Match(plan, [BotSeat(bot, seed=own_seed) for bot, own_seed in zip(bots, plan.bot_seeds(), strict=True)])
    if log is None:
        match.play()
    else:
        _play_with_log(match, log)
    return MatchResult(plan.names, hands, tuple(match.totals), tuple(match.corrections))


def _play_with_log(match: Match, log: Path) -> None:
    with written_whole(log) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="\n")
        text.write(log_header(match.plan, TimeLimits()))
        match.observe(LogWriter(text, match.plan.names))
        match.play()
        text.detach()
