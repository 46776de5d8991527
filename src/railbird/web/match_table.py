"""A table whose match is dealt here: people, bots and programs on its seats."""

from __future__ import annotations

import logging
from contextlib import ExitStack, closing
from io import StringIO
from typing import TYPE_CHECKING

from railbird.acpc.seating import program_seat
from railbird.bots.legal import nearest_legal
from railbird.errors import ConflictError, MatchError
from railbird.files import temporary_folder
from railbird.games import FOLD
from railbird.play import BotSeat, LogWriter, Match, MatchObserver, MatchPlan, Seat, TimeLimits, log_header
from railbird.web.bot_thread import ThreadedSeat
from railbird.web.live_table import EVERYTHING, PUBLIC, LiveTable
from railbird.web.sight import sight_of_everything, sight_of_player, sight_of_spectator
from railbird.web.watched_decisions import DecisionRecorder

if TYPE_CHECKING:
    from railbird.games import Action, Chips, State, View
    from railbird.play import Attention
    from railbird.statistics.json_values import JsonValue
    from railbird.web.audience import Person
    from railbird.web.table_setup import TableSetup

BOT_SECONDS = 30.0
"""Seconds that a bot or a program has for a decision."""
_PROGRAM_LIMITS = TimeLimits(response=int(1000 * BOT_SECONDS), hand=10**9, per_hand=10**9)
_LONGEST_LABEL = 28
_log = logging.getLogger(__name__)


class MatchTable(LiveTable):
    """Deals a match to its seats, at a pace that people can follow."""

    def __init__(self, name: str, setup: TableSetup) -> None:
        super().__init__(name, setup.game, seconds=setup.seconds)
        self.setup = setup
        self.failures: dict[int, str] = {}
        """What went wrong with the bots of seats."""
        self.decisions: DecisionRecorder | None = None
        """What was decided, at a table of bots only: there is nobody from whom cards are hidden."""
        self._log = StringIO()

    @property
    def person_seats(self) -> list[int]:
        return [seat for seat, spec in enumerate(self.setup.bots) if spec is None]

    def player_name(self, seat: int) -> str:
        if seat in self.people:
            return self.people[seat].name
        spec = self.setup.bots[seat]
        text = (
            "Open seat" if spec is None else self.setup.names[seat] if spec.executable is None else spec.executable.name
        )
        return text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"

    def details(self) -> dict[str, JsonValue]:
        failures: dict[str, JsonValue] = {str(seat): text for seat, text in self.failures.items()}
        return {"hands_planned": self.setup.hands, "failures": failures, "is_remote": False}

    @property
    def log(self) -> str:
        """The log of the match, with all cards; only once it is over."""
        if not self.is_over:
            raise ConflictError("the log has everybody's cards: it can be had when the match has ended")
        return self._log.getvalue()

    def play(self) -> str:
        self.wait_until(lambda: not self.open_seats)
        self.tell_everybody()
        with ExitStack() as stack:
            match = self._match(stack)
            while not match.is_over:
                if not self.setup.has_people:
                    self.wait_for_audience()
                match.step()
                if not match.is_over and match.acting_seat not in self.people:
                    self.wait_until(lambda: False, seconds=self.speed)
        return "The match is over."

    def fail(self, seat: int, message: str) -> None:
        """A bot has failed: from now on the rule plays for it."""
        _log.warning("table %s: %s", self.name, message)
        with self.changed:
            self.failures[seat] = message
        self.tell_everybody()

    def _match(self, stack: ExitStack) -> Match:
        plan = MatchPlan(
            name=f"table-{self.name}",
            game=self.game,
            game_file=f"{'_'.join(self.game.name.split())}.game",  # a log names it in one word
            hands=self.setup.hands,
            seed=self.setup.seed,
            names=tuple(f"p{seat + 1}" for seat in range(self.game.players)),
        )
        seats = [self._seat(seat, seed, stack) for seat, seed in enumerate(plan.bot_seeds())]
        self._log.write(log_header(plan, TimeLimits()))
        observers: list[MatchObserver] = [LogWriter(self._log, plan.names), _Watcher(self)]
        if not self.setup.has_people:
            self.decisions = DecisionRecorder(plan)
            observers.insert(0, self.decisions)
        return Match(plan, seats, observers=observers)

    def _seat(self, seat: int, seed: int, stack: ExitStack) -> Seat:
        spec = self.setup.bots[seat]
        if spec is None:
            return _PersonSeat(self, self.people[seat])
        try:
            if spec.executable is None:
                bot = ThreadedSeat(BotSeat(spec.build(seed=seed)), seconds=BOT_SECONDS)
                return _GuardedSeat(stack.enter_context(closing(bot)), self, seat)
            outputs = stack.enter_context(temporary_folder())
            program = program_seat(spec.executable, limits=_PROGRAM_LIMITS, hands=self.setup.hands, outputs=outputs)
            return _GuardedSeat(stack.enter_context(program), self, seat)
        except MatchError as error:
            raise MatchError(f"{self.player_name(seat)} cannot take its seat: {error}") from error


class _PersonSeat(Seat):
    """The seat of a person: shows the views to the person's browsers, and waits for their answer."""

    def __init__(self, table: MatchTable, person: Person) -> None:
        self._table = table
        self._person = person

    def show(self, view: View) -> None:
        if view.acting == view.position:
            return  # it is shown with the question
        payoffs = view.payoffs() if view.is_over else None
        self._table.publish(self._person.seat, sight_of_player(view), payoffs)

    def answer(self, view: View) -> Action:
        return self._table.ask(self._person, view)


class _GuardedSeat(Seat):
    """The seat of a bot or program. If it fails, the table goes on: the rule checks or folds for it."""

    def __init__(self, seat: Seat, table: MatchTable, number: int) -> None:
        self.attention: Attention = seat.attention
        self._seat = seat
        self._table = table
        self._number = number
        self._has_failed = False

    def show(self, view: View) -> None:
        if not self._has_failed:
            try:
                self._seat.show(view)
            except MatchError as error:
                self._fail(error)

    def answer(self, view: View) -> Action | None:
        if not self._has_failed:
            try:
                return self._seat.answer(view)
            except MatchError as error:
                self._fail(error)
        return nearest_legal(FOLD, view)

    def _fail(self, error: MatchError) -> None:
        self._has_failed = True
        self._table.fail(self._number, f"{error}. From now on it checks or folds.")


class _Watcher(MatchObserver):
    """Shows the match to spectators, counts results, and keeps the pace of people between hands."""

    def __init__(self, table: MatchTable) -> None:
        self._table = table

    def hand_starts(self, state: State) -> None:
        if state.hand > 0:
            self._wait()
        self._show(state)

    def action_played(self, seat: int, action: Action, *, before: State, after: State) -> None:  # noqa: ARG002
        if not after.is_over:
            self._show(after)

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:
        self._table.count(payoffs, seats)
        self._show(state, payoffs)
        self._table.tell_everybody()

    def _wait(self) -> None:
        table = self._table
        if table.setup.has_people:
            table.wait_for_next_hand()
        else:
            table.wait_until(lambda: False, seconds=2 * table.speed)

    def _show(self, state: State, payoffs: tuple[Chips, ...] | None = None) -> None:
        self._table.publish(PUBLIC, sight_of_spectator(state), payoffs)
        if not self._table.setup.has_people:
            self._table.publish(EVERYTHING, sight_of_everything(state), payoffs)
