"""Runs every check of a bot in several games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from inspect import getdoc
from typing import TYPE_CHECKING

from railbird.bots.bot import Bot
from railbird.bots.checking.bot_report import BotReport, CheckResult, game_label
from railbird.bots.checking.check_table import BlamedError, CheckedBot, blaming
from railbird.bots.checking.checks import CHECKS, COMPARING, CheckTrial, determinism
from railbird.bots.registry import BotSpec, parse_spec
from railbird.bots.watchdog import Watchdog
from railbird.errors import BotError, GameError, RailbirdError
from railbird.games import game_named
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.bots.checking.bot_report import Failure
    from railbird.bots.checking.check_table import BotMaker
    from railbird.bots.checking.checks import Check
    from railbird.games import GameDefinition
    from railbird.progress import Progress, Task

GAMES = (
    "kuhn.limit.2p",
    "leduc.limit.2p",
    "holdem.limit.2p.reverse_blinds",
    "holdem.limit.3p",
    "holdem.nolimit.2p.reverse_blinds",
    "holdem.nolimit.3p",
    "holdem.nolimit.6p",
)
"""Games of every kind."""
_PATIENCE = 1.0
"""Seconds beyond twice the time of an action after which a bot is interrupted."""
_SECONDS_PER_ACTION = 1.0
_MOST_FAILURES = 3
"""Number of failures in a game after which a check ends."""


def check_bot(
    make_bot: str | type[Bot] | BotMaker,
    *,
    games: Sequence[GameDefinition | str] = GAMES,
    hands: int = 1000,
    seed: int = 0,
    seconds_per_action: float | None = None,
    progress: Progress | None = None,
) -> BotReport:
    """Check that a bot keeps the contract; give a spec, a bot class, or a function that builds a bot from a `seed`.

    The check of legal actions plays `2 * hands` hands of each game, the other checks an eighth of `hands`. Games that
    the bot refuses when a match starts, with a BotError or GameError, are skipped; raise BotError if it refuses all of
    them. Any other exception of the bot is a failure. A bot that does not return long after `seconds_per_action`
    (default: 1) is interrupted, and not asked again; that works in the main thread, and not while the bot is in
    compiled code.
    """
    if hands < 1 or not games:
        raise GameError(f"a check with {hands} hands of {len(games)} games: give at least one of each")
    definitions = [game_named(game) if isinstance(game, str) else game for game in games]
    make, name = _maker(make_bot, seed)
    refusals = [_refusal(make, game, seed) for game in definitions]
    if all(refusals):
        raise BotError(
            refusals[0] if len(games) == 1 else f"{name} refuses all {len(games)} games, as in: {refusals[0]}"
        )
    skipped = {game_label(game): refusal for game, refusal in zip(definitions, refusals, strict=True) if refusal}
    definitions = [game for game, refusal in zip(definitions, refusals, strict=True) if not refusal]
    results: dict[Check, CheckResult] = {}
    seconds = _SECONDS_PER_ACTION if seconds_per_action is None else seconds_per_action
    watchdog = Watchdog(_PATIENCE + 2 * seconds)
    with (
        watchdog.watching(),
        (progress or Silence()).task(f"Checking {name}", total=len(CHECKS) * len(definitions)) as task,
    ):
        for place, check in enumerate(CHECKS):
            trials = [
                CheckTrial(
                    make,
                    game,
                    hands=hands,
                    seed=seed,
                    key=(place, number),
                    seconds_per_action=seconds,
                    watchdog=watchdog,
                )
                for number, game in enumerate(definitions)
            ]
            reason = _why_not_judged(check, results)
            results[check] = _not_judged(check, reason) if reason else _run(check, trials, task)
    names = tuple(map(game_label, definitions))
    return BotReport(name, names, hands, seed, tuple(results.values()), skipped)


def _maker(make_bot: str | type[Bot] | BotMaker, seed: int) -> tuple[BotMaker, str]:
    """The function that builds the bot, and the bot's name; a trial build shows that it works."""
    make: BotMaker
    if isinstance(make_bot, str):
        make, name = parse_spec(make_bot).build, make_bot
    elif isinstance(make_bot, type) and issubclass(make_bot, Bot):
        make, name = BotSpec(make_bot.__name__, make_bot).build, make_bot.__name__
    else:
        make, name = make_bot, ""
    try:
        built: object = make(seed=seed)
    except RailbirdError:
        raise
    except Exception as error:  # the function may raise anything
        raise BotError(f"{make!r} cannot build a bot: {type(error).__name__}: {error}") from error
    if not isinstance(built, Bot):
        raise BotError(f"{built!r} is not a bot: its class has to be derived from railbird.bots.Bot")
    return make, name or type(built).__name__


def _refusal(make: BotMaker, game: GameDefinition, seed: int) -> str:
    """Why the bot refuses to play a game; empty if it plays, or fails otherwise, which the checks report."""
    refusal = ""
    with suppress(BlamedError):
        player = CheckedBot(make, seed=seed)
        with blaming():
            try:
                player.bot.match_starts(game, 0)
            except (BotError, GameError) as error:
                refusal = str(error)
    return refusal


def _why_not_judged(check: Check, results: Mapping[Check, CheckResult]) -> str:
    """Why a check could not judge the bot after the results of earlier checks; empty if it can."""
    if any(failure.is_late for result in results.values() for failure in result.failures):
        return "for the bot does not return"
    is_repeatable = check not in COMPARING or all(failure.is_exception for failure in results[determinism].failures)
    return "" if is_repeatable else "for the bot does not answer the same twice"


def _not_judged(check: Check, reason: str) -> CheckResult:
    return CheckResult(_name(check), _promise(check), 0, not_judged=reason)


def _run(check: Check, trials: Sequence[CheckTrial], task: Task) -> CheckResult:
    """Run a check in every game, and combine the results."""
    situations = 0
    failures: list[Failure] = []
    for trial in trials:
        seen, wrong = _run_in_game(check, trial)
        situations += seen
        failures += [replace(failure, game=game_label(trial.game)) for failure in wrong]
        task.advance()
        if wrong and wrong[-1].is_late:
            break
    times = [trial.slowest for trial in trials if trial.slowest is not None]
    slowest = max(times, key=lambda answer: answer.seconds, default=None)
    return CheckResult(_name(check), _promise(check), situations, tuple(failures), slowest)


def _run_in_game(check: Check, trial: CheckTrial) -> tuple[int, list[Failure]]:
    """The number of situations checked, and the failures among them."""
    situations = 0
    failures: list[Failure] = []
    try:
        for failure in check(trial):
            situations += 1
            if failure is not None:
                failures.append(failure)
                if len(failures) == _MOST_FAILURES:
                    break
    except BlamedError as caught:
        situations += 1
        failures.append(caught.failure)
    return situations, failures


def _name(check: Check) -> str:
    return check.__name__.replace("_", " ")


def _promise(check: Check) -> str:
    return getdoc(check) or ""
