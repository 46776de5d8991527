"""Plays the hands of a check: opponents act at random, and the bot is shown views, asked and timed."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from railbird.bots.checking.bot_report import BotAnswer, Failure
from railbird.bots.failures import describe_error
from railbird.bots.follower import Follower
from railbird.bots.watchdog import NEVER, TooSlowError
from railbird.games import CALL, FOLD, Action, HandSeats, State, raise_to, rotating_seats, seeded_deals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from railbird.bots.bot import Bot
    from railbird.bots.watchdog import Watchdog
    from railbird.games import Deal, GameDefinition, LegalActions, View


class BotMaker(Protocol):
    """Builds a bot; bots built with the same seed are identical."""

    def __call__(self, *, seed: int) -> Bot:
        """Build a new bot."""


class Mood(NamedTuple):
    """Tendencies of all players in a hand; several moods together produce hands of every kind."""

    fold: float
    raise_: float
    power: float
    """Exponent of the draw between the smallest and the largest raise: 0 gives the largest, 60 nearly the smallest."""


_MOODS = (
    Mood(fold=0.25, raise_=0.15, power=4),
    Mood(fold=0.65, raise_=0.30, power=4),
    Mood(fold=0.02, raise_=0.45, power=4),
    Mood(fold=0.02, raise_=0.93, power=60),  # until the cap is reached
    Mood(fold=0.15, raise_=0.40, power=1),
    Mood(fold=0.05, raise_=0.30, power=0.1),  # leaves stacks too short for another full raise
    Mood(fold=0.45, raise_=0.20, power=0),
)
_TURNS = 64
"""Number of turns with their own draws; the few hands with more turns use the draws again."""
_CHOICE, _SIZE, _OTHER = range(3)


@dataclass(frozen=True)
class Hand:
    """A hand to play: its cards, seats and random draws."""

    game: GameDefinition
    seats: HandSeats
    deal: Deal
    position: int
    """The bot's position."""
    mood: Mood
    draws: NDArray[np.float64]
    """Uniform numbers in [0, 1) by turn: for the kind of action, its size, and the checks' own draws."""
    last_street: int
    """The bot sees no later round and no showdown, unless this is past the last round of the game."""

    def start(self) -> State:
        """The state after the deal."""
        return State.start_unchecked(self.game, self.deal, self.seats)

    def drawn(self, turn: int, purpose: int = _OTHER) -> float:
        """A uniform number in [0, 1) that does not depend on earlier draws."""
        return self.draws.item(turn % _TURNS, purpose)

    def action(self, legal: LegalActions, turn: int) -> Action:
        """Draw the acting player's action."""
        fold, raise_, power = self.mood
        choice = self.drawn(turn, _CHOICE)
        if choice < fold and legal.fold:
            return FOLD
        if choice < 1 - raise_ or not legal.can_raise:
            return CALL
        low, high = legal.lowest_raise, legal.highest_raise
        return raise_to(min(low + int((high - low + 1) * self.drawn(turn, _SIZE) ** power), high))

    def course(self) -> Iterator[State]:
        """Every state of the hand when the bot's actions are drawn as well."""
        state = self.start()
        yield state
        for turn in count():
            if state.is_over:
                return
            state = state.apply(self.action(state.legal_actions(), turn))
            yield state


def deal_hands(game: GameDefinition, drawing: np.random.Generator, *, hands: int) -> Iterator[Hand]:
    """The hands of a match, in which the bot keeps its seat and the button moves.

    Only the cards of the current hand are in memory, so that a bot that searches memory for cards finds those.
    """
    seat = int(drawing.integers(game.players))
    deals = seeded_deals(game, int(drawing.integers(2**32)))
    moods = drawing.integers(len(_MOODS), size=hands)
    draws = drawing.random((hands, _TURNS, 3))

    def hand(number: int, deal: Deal) -> Hand:
        seats = rotating_seats(number, game.players)
        position = seats.seats.index(seat)
        return Hand(game, seats, deal, position, _MOODS[moods.item(number)], draws[number], game.rounds)

    # A loop or a zip would keep a reference to the last deal.
    return map(hand, range(hands), deals)


class BlamedError(Exception):
    """A bot raised an exception or could not be built, which ends a check."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.wrong)
        self.failure = failure


@contextmanager
def blaming(view: View | None = None, *, watchdog: Watchdog | None = None) -> Iterator[None]:
    """Turn any exception of a bot into a failure; with a watchdog, also that it does not return."""
    try:
        if watchdog is not None:
            watchdog.until = perf_counter() + watchdog.seconds
        yield
    except TooSlowError:
        wrong = "did not return, and was interrupted"
        raise BlamedError(Failure(wrong, view, is_exception=True, is_late=True)) from None
    except (Exception, SystemExit) as error:
        raise BlamedError(Failure(f"raised {describe_error(error)}", view, is_exception=True)) from error
    finally:
        if watchdog is not None:
            watchdog.until = NEVER


class CheckedBot:
    """A bot in its seat: it is shown states, asked for actions, and timed."""

    lent: View
    """The last view that the bot was given, and may have changed."""
    kept: View
    """The kit's own copy of that view."""

    def __init__(self, make: BotMaker, *, seed: int, watchdog: Watchdog | None = None) -> None:
        """A watchdog interrupts a bot that does not return. The bot may take any time to prepare for the match."""
        self.watchdog = watchdog
        with blaming():
            self.bot = make(seed=seed)
        self.bot.generator_seed = seed
        self.sit_down()

    def sit_down(self) -> None:
        """Start at a new table."""
        with blaming():
            self._follower = Follower(self.bot)
        self._has_begun = False

    def wants(self, state: State) -> bool:
        """Whether the dealer would show this state to the bot."""
        return self._follower.wants(state)

    def show(self, state: State, position: int) -> float:
        """Show the bot a state; return the seconds that it takes, or 0 while it prepares for the match."""
        self.lent, self.kept = state.view(position), state.view(position)
        started = perf_counter()
        with blaming(self.kept, watchdog=self.watchdog if self._has_begun else None):
            self._follower.see(self.lent)
        seconds = perf_counter() - started if self._has_begun else 0.0
        self._has_begun = True
        return seconds

    def ask(self, state: State, position: int, *, shown_in: float = 0.0) -> BotAnswer:
        """Ask for an action; as in a match, the time for being shown the state counts."""
        self.lent, self.kept = state.view(position), state.view(position)
        started = perf_counter()
        with blaming(self.kept, watchdog=self.watchdog):
            answer: object = self.bot.act(self.lent)
        seconds = shown_in + perf_counter() - started
        objection = objection_to(answer, state.legal_actions())
        action = answer if isinstance(answer, Action) and not objection else CALL
        return BotAnswer(self.kept, answer, action, objection, seconds)

    def reset(self) -> None:
        """Reset the bot for another match."""
        with blaming():
            self.bot.reset()


def objection_to(answer: object, legal: LegalActions) -> str:
    """Why a bot's answer is not legal; empty if it is."""
    if type(answer) is not Action or type(answer.kind) is not int or type(answer.total) is not int:
        return "not an action, which is FOLD, CALL or raise_to(total) of railbird.games"
    if answer.is_raise:
        is_legal = legal.can_raise and legal.lowest_raise <= answer.total <= legal.highest_raise
    else:
        is_legal = answer == CALL or (answer == FOLD and legal.fold)
    return "" if is_legal else f"not legal, view.legal_actions() is {legal}"


def answers(player: CheckedBot, hands: Iterable[Hand]) -> Iterator[BotAnswer]:
    """Play hands as the dealer does: the bot's answers are played, its opponents' actions are drawn."""
    for hand in hands:
        yield from play(player, hand)


def play(player: CheckedBot, hand: Hand) -> Iterator[BotAnswer]:
    """Play one hand as the dealer does."""
    position = hand.position
    state = hand.start()
    for turn in count():
        if _is_beyond(state, hand):
            return
        shown_in = player.show(state, position) if player.wants(state) else 0.0
        if state.is_over:
            return
        if state.acting == position:
            answer = player.ask(state, position, shown_in=shown_in)
            yield answer
            action = answer.action
        else:
            action = hand.action(state.legal_actions(), turn)
        state = state.apply(action)


def _is_beyond(state: State, hand: Hand) -> bool:
    return state.street > hand.last_street or (state.is_showdown and hand.last_street < hand.game.rounds)
