"""Results of checking a bot, as records and as text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.cards import format_cards
from railbird.games import Action
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import GameDefinition, View

_SHOWN_FAILURES = 3


@dataclass(frozen=True)
class BotAnswer:
    """A bot's answer when it was asked for an action."""

    view: View
    said: object
    """The bot's return value, which may be anything."""
    action: Action
    """The action that is played: the bot's answer, or a call if that is not legal."""
    objection: str
    """Why the answer is not legal; empty if it is."""
    seconds: float
    """Time since the bot was shown the view."""

    @property
    def text(self) -> str:
        """The bot's return value as text."""
        return str(self.said) if isinstance(self.said, Action) else repr(self.said)


@dataclass(frozen=True)
class Failure:
    """A situation in which a bot broke the contract."""

    wrong: str
    view: View | None = None
    """None between hands."""
    answer: str = ""
    """The bot's answer as text, if it was asked."""
    is_exception: bool = False
    is_late: bool = False
    """Whether the bot had to be interrupted."""
    game: str = ""

    def __str__(self) -> str:
        if self.view is None:
            return f"between hands of {self.game}\n  {self.wrong}"
        answer = f"answered {self.answer}: " if self.answer else ""
        return f"{place(self.view)}\n  {self.view}\n  {answer}{self.wrong}"


@dataclass(frozen=True)
class CheckResult:
    """Result of one check."""

    name: str
    promise: str
    """The rule that the check enforces."""
    situations: int
    failures: tuple[Failure, ...] = ()
    """The first failures in each game; the check of that game then ends."""
    slowest: BotAnswer | None = None
    """The slowest answer, in the check of the time budget."""
    not_judged: str = ""
    """Why the check could not be judged; empty if it was."""

    @property
    def passed(self) -> bool:
        """Whether the check was judged and had no failures."""
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
            return f"FAILED, {number_of(self.situations, 'situation')}"
        if self.situations:
            return f"passed in {number_of(self.situations, 'situation')}"
        return "passed, there is nothing to check"


@dataclass(frozen=True)
class BotReport:
    """Results of all checks. Except for times, the same bot, games, hands and seed give the same report."""

    bot: str
    games: tuple[str, ...]
    hands: int
    seed: int
    results: tuple[CheckResult, ...]
    skipped: Mapping[str, str] = field(default_factory=dict)
    """The games that the bot refused to play, with its reasons."""

    @property
    def passed(self) -> bool:
        """Whether the bot has passed every check in the games that it plays."""
        return all(result.passed for result in self.results)

    def __str__(self) -> str:
        title = f"{self.bot}: {len(self.results)} checks, {self.hands:,} hands, seed {self.seed}"
        games = "\n".join(
            [
                f"games: {', '.join(self.games)}",
                *(f"skipped {game}: {reason}" for game, reason in self.skipped.items()),
            ]
        )
        wrong = [result.name for result in self.results if not result.passed]
        verdict = f"not passed: {', '.join(wrong)}" if wrong else "all checks passed"
        return "\n\n".join([f"{title}\n{games}", *map(str, self.results), verdict])


def place(view: View) -> str:
    """Description of a situation: the hand, the bot's position, and the cards that it saw."""
    board = f" on {format_cards(view.board)}" if view.board else ""
    cards = f"{format_cards(view.hole_cards)}{board}"
    return f"hand {view.hand} of {game_label(view.game)}, position {view.position} with {cards}"


def game_label(game: GameDefinition) -> str:
    """Name of the game for display."""
    return game.name or "the game"


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in text.splitlines()]
