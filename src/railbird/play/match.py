"""The match loop: deals hands from a seed and asks the seats in turn, all at once or step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import ActionError
from railbird.games import State, seeded_deals
from railbird.play.correction import Correction, corrected
from railbird.play.observer import MatchObserver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from railbird.games import Action, Chips, View
    from railbird.play.match_plan import MatchPlan
    from railbird.play.seats import Seat


class Match:
    """Plays a match according to its plan. Seats are shown views; observers hear every event."""

    _state: State
    _seat_of: tuple[int, ...]
    """Seat of each position."""
    _position_of: list[int]
    """Position of each seat."""

    def __init__(self, plan: MatchPlan, seats: Sequence[Seat], *, observers: Iterable[MatchObserver] = ()) -> None:
        self.plan = plan
        self.seats = tuple(seats)
        self.totals: list[Chips] = [0] * plan.game.players
        """Chips that each seat has won or lost so far."""
        self.corrections = [0] * plan.game.players
        """Number of corrected actions of each seat."""
        self.is_over = False
        """Whether the last hand has ended."""
        self._watching = [(seat, number) for number, seat in enumerate(self.seats) if seat.attention != "nothing"]
        self._attentive = [(seat, number) for seat, number in self._watching if seat.attention == "actions"]
        """The seats that want to be shown every action."""
        self._is_limit = plan.game.is_limit
        self._observers: list[MatchObserver] = []
        self._on_action: list[Callable[..., None]] = []
        self._on_correction: list[Callable[..., None]] = []
        for observer in observers:
            self.observe(observer)
        self._deals = seeded_deals(plan.game, plan.seed)
        self._has_started = False
        self._is_shown = False
        """Whether the seats have been shown the current state."""
        self._deal(0)

    def observe(self, observer: MatchObserver) -> None:
        """Add an observer, which hears all later events."""
        self._observers.append(observer)
        self._on_action = self._listeners("action_played")
        self._on_correction = self._listeners("action_corrected")

    @property
    def state(self) -> State:
        """The current hand with all cards; never show it to a player."""
        return self._state

    @property
    def acting_seat(self) -> int | None:
        """The seat that is to act; None if the match is over."""
        acting = self._state.acting
        return None if acting < 0 else self._seat_of[acting]

    def view_of(self, seat: int) -> View:
        """The current hand as a seat sees it."""
        return self._state.view(self._position_of[seat])

    def play(self) -> None:
        """Play to the end, or until a seat has no answer yet; raise MatchError if a player fails."""
        while self.step():
            pass

    def step(self) -> bool:
        """Ask the acting seat and play its answer; return False if it has none yet or the match is over."""
        if not self._is_shown:
            self._show_current()
        state = self._state
        position = state.acting
        if position < 0:
            return False
        seat = self._seat_of[position]
        answer = self.seats[seat].answer(state.view(position))
        if answer is None:
            return False
        action, warning = corrected(answer, state.legal_actions(), is_limit=self._is_limit)
        if warning:
            self.corrections[seat] += 1
            for listener in self._on_correction:
                listener(seat, state, Correction(answer, action, warning))
        self._apply(action)
        if self._state.acting >= 0:
            self._show(self._attentive)
        else:
            self._end_hand()
        return True

    def replay(self, action: Action) -> None:
        """Play an action from the record of an interrupted match that is being resumed.

        Bots in this process hear it as if it were played now.
        """
        if self.is_over:
            raise ActionError(f"cannot replay {action}: the last hand of the match has ended")
        self._start()
        self._follow()
        action, _ = corrected(action, self._state.legal_actions(), is_limit=self._is_limit)
        self._apply(action)
        self._is_shown = False
        if self._state.acting < 0:
            self._end_hand(is_past=True)

    def _start(self) -> None:
        if not self._has_started:
            self._has_started = True
            for observer in self._observers:
                observer.match_starts(self.plan)
            for observer in self._observers:
                observer.hand_starts(self._state)

    def _show_current(self) -> None:
        self._start()
        self._is_shown = True
        if self._state.acting >= 0:
            self._show(self._watching)
        elif not self.is_over:
            # The blinds put every player all-in.
            self._end_hand()

    def _apply(self, action: Action) -> None:
        before = self._state
        self._state = after = before.apply(action)
        if self._on_action:
            seat = self._seat_of[before.acting]
            for listener in self._on_action:
                listener(seat, action, before=before, after=after)

    def _end_hand(self, *, is_past: bool = False) -> None:
        """End the hand and deal on to the next hand in which a player can act."""
        while self._state.acting < 0:
            # Observers come first, so that the log contains everything that players have seen.
            self._settle_hand()
            if is_past:
                self._follow()
            else:
                self._show(self._watching)
            if self._state.hand + 1 == self.plan.hands:
                self._end()
                return
            self._deal(self._state.hand + 1)
            for observer in self._observers:
                observer.hand_starts(self._state)
        if not is_past:
            self._show(self._watching)

    def _settle_hand(self) -> None:
        state = self._state
        payoffs = state.payoffs()
        for seat, chips in zip(self._seat_of, payoffs, strict=True):
            total = self.totals[seat] + chips
            self.totals[seat] = total.numerator if total.denominator == 1 else total
        for observer in self._observers:
            observer.hand_over(state, payoffs, self._seat_of)

    def _end(self) -> None:
        self.is_over = True
        for observer in self._observers:
            observer.match_over(tuple(self.totals))

    def _show(self, watching: Sequence[tuple[Seat, int]]) -> None:
        """Show the current state to these seats, in seat order."""
        state, position_of = self._state, self._position_of
        for seat, number in watching:
            seat.show(state.view(position_of[number]))

    def _follow(self) -> None:
        for seat, number in self._watching:
            seat.follow(self._state.view(self._position_of[number]))

    def _deal(self, hand: int) -> None:
        seats = self.plan.seats(hand)
        self._state = State.start_unchecked(self.plan.game, next(self._deals), seats)
        self._seat_of = seats.seats
        self._position_of = [seats.seats.index(seat) for seat in range(len(self.seats))]

    def _listeners(self, event: str) -> list[Callable[..., None]]:
        """The methods of the observers that override this event; the others are skipped, as actions are frequent."""
        nothing = getattr(MatchObserver, event)
        listening = [observer for observer in self._observers if getattr(type(observer), event) is not nothing]
        return [getattr(observer, event) for observer in listening]
