"""What the checks of a bot have found, for programs and, as text, for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.cards import format_cards
from railbird.games import Action

if TYPE_CHECKING:
    from railbird.games import GameDefinition, View

_SHOWN_FAILURES = 3


@dataclass(frozen=True)
class BotAnswer:
    """What a bot said when it was asked."""

    view: View
    said: object
    """What the bot returned, whatever it is."""
    action: Action
    """What is played: the bot's action, or a call if that is not legal."""
    objection: str
    """Why it is not legal; empty if it is."""
    seconds: float
    """From the moment at which the bot is shown the view."""

    @property
    def text(self) -> str:
        """What the bot returned, in words."""
        return str(self.said) if isinstance(self.said, Action) else repr(self.said)


@dataclass(frozen=True)
class Failure:
    """A situation in which a bot was wrong."""

    wrong: str
    view: View | None = None
    """None between hands."""
    answer: str = ""
    """The bot's, in words, if it was asked."""
    is_exception: bool = False
    game: str = ""

    def __str__(self) -> str:
        if self.view is None:
            return f"between hands of {self.game}\n  {self.wrong}"
        answer = f"answered {self.answer}: " if self.answer else ""
        return f"{place(self.view)}\n  {self.view}\n  {answer}{self.wrong}"


@dataclass(frozen=True)
class CheckResult:
    """What one check has found."""

    name: str
    promise: str
    """What the check holds a bot to."""
    situations: int
    failures: tuple[Failure, ...] = ()
    """The first ones in each game, where the check then ends."""
    slowest: BotAnswer | None = None
    """From the check of the time."""
    not_judged: str = ""
    """Why nothing can be said, if so."""

    @property
    def passed(self) -> bool:
        """Whether the bot keeps the promise, as far as can be seen."""
        return not self.failures and not self.not_judged

    def __str__(self) -> str:
        lines = [f"{self.name}: {self._verdict()}", f"  {self.promise}"]
        if self.slowest is not None:
            answer = self.slowest
            lines += [f"  The slowest took {answer.seconds:.2g} s:", *_indented(place(answer.view))]
            lines += _indented(f"  {answer.view}")
        if self.failures:
            lines.append(f"  Failed in {', '.join(dict.fromkeys(failure.game for failure in self.failures))}:")
        for failure in self.failures[:_SHOWN_FAILURES]:
            lines += _indented(str(failure))
        more = len(self.failures) - _SHOWN_FAILURES
        return "\n".join([*lines, f"    and {more} more"] if more > 0 else lines)

    def _verdict(self) -> str:
        if self.not_judged:
            return f"NOT JUDGED, {self.not_judged}"
        if self.failures:
            return f"FAILED, {self.situations:,} situations"
        return f"passed in {self.situations:,} situations" if self.situations else "passed, there is nothing to check"


@dataclass(frozen=True)
class BotReport:
    """What all checks have found. The same bot, games, hands and seed give the same report, but for the times."""

    bot: str
    games: tuple[str, ...]
    hands: int
    seed: int
    results: tuple[CheckResult, ...]

    @property
    def passed(self) -> bool:
        """Whether the bot has passed every check."""
        return all(result.passed for result in self.results)

    def __str__(self) -> str:
        title = f"{self.bot}: {len(self.results)} checks, {self.hands:,} hands, seed {self.seed}"
        games = f"games: {', '.join(self.games)}"
        wrong = [result.name for result in self.results if not result.passed]
        verdict = f"not passed: {', '.join(wrong)}" if wrong else "all checks passed"
        return "\n\n".join([f"{title}\n{games}", *map(str, self.results), verdict])


def place(view: View) -> str:
    """Where a bot was, in words: the hand, its position, the cards that it saw."""
    board = f" on {format_cards(view.board)}" if view.board else ""
    cards = f"{format_cards(view.hole_cards)}{board}"
    return f"hand {view.hand} of {game_label(view.game)}, position {view.position} with {cards}"


def game_label(game: GameDefinition) -> str:
    """What people call the game."""
    return game.name or "the game"


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()]
