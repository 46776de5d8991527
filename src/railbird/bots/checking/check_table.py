"""The table at which a bot is checked: hands whose other players act at random, and the seat of the bot."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from railbird.bots.checking.bot_report import BotAnswer, Failure
from railbird.bots.failures import told
from railbird.bots.follower import Follower
from railbird.games import CALL, FOLD, Action, HandSeats, State, raise_to, rotating_seats, seeded_deals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from railbird.bots.bot import Bot
    from railbird.games import Deal, GameDefinition, LegalActions, View


class BotMaker(Protocol):
    """Builds a bot; bots of the same seed are the same."""

    def __call__(self, *, seed: int) -> Bot:
        """A new bot."""


class Mood(NamedTuple):
    """How all players act in a hand, so that hands of every kind come up."""

    fold: float
    raise_: float
    power: float
    """Of a draw between the least raise and the greatest: 0 for the greatest, many for the least."""


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
"""So many have draws of their own, more than hands but for a very few have; then they come again."""
_CHOICE, _SIZE, _OTHER = range(3)


@dataclass(frozen=True)
class Hand:
    """A hand to be played."""

    game: GameDefinition
    seats: HandSeats
    deal: Deal
    position: int
    """The bot's."""
    mood: Mood
    draws: NDArray[np.float64]
    """By turn: numbers from 0 up to 1 for the choice of an action, its size, and whatever a check draws."""
    last_street: int
    """The bot sees nothing of later rounds, nor a showdown, unless this is beyond the last round of the game."""

    def start(self) -> State:
        """The cards are dealt."""
        return State.start_unchecked(self.game, self.deal, self.seats)

    def drawn(self, turn: int, what: int = _OTHER) -> float:
        """A number from 0 up to 1, the same whatever has been drawn before."""
        return self.draws.item(turn % _TURNS, what)

    def action(self, legal: LegalActions, turn: int) -> Action:
        """What is drawn for the acting player."""
        fold, raise_, power = self.mood
        choice = self.drawn(turn, _CHOICE)
        if choice < fold and legal.fold:
            return FOLD
        if choice < 1 - raise_ or not legal.can_raise:
            return CALL
        low, high = legal.lowest_raise, legal.highest_raise
        return raise_to(min(low + int((high - low + 1) * self.drawn(turn, _SIZE) ** power), high))

    def course(self) -> Iterator[State]:
        """Every state of the hand if the bot's actions are drawn as well."""
        state = self.start()
        yield state
        for turn in count():
            if state.is_over:
                return
            state = state.apply(self.action(state.legal_actions(), turn))
            yield state


def deal_hands(game: GameDefinition, drawing: np.random.Generator, *, hands: int) -> Iterator[Hand]:
    """The hands of a match, in which the bot keeps its seat and the button moves on.

    Only the cards of the hand that is played are in memory, so that a bot that searches it for cards finds these.
    """
    seat = int(drawing.integers(game.players))
    deals = seeded_deals(game, int(drawing.integers(2**32)))
    moods = drawing.integers(len(_MOODS), size=hands)
    draws = drawing.random((hands, _TURNS, 3))

    def hand(number: int, deal: Deal) -> Hand:
        seats = rotating_seats(number, game.players)
        position = seats.seats.index(seat)
        return Hand(game, seats, deal, position, _MOODS[moods.item(number)], draws[number], game.rounds)

    # A loop, or a zip, would hold on to its last deal.
    return map(hand, range(hands), deals)


class BlamedError(Exception):
    """A bot raised an exception, or could not be built: a check ends here."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.wrong)
        self.failure = failure


@contextmanager
def blaming(view: View | None = None) -> Iterator[None]:
    """Turn whatever a bot raises into a failure of it."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BlamedError(Failure(f"raised {told(error)}", view, is_exception=True)) from error


class Player:
    """A bot in its seat: told what happens, asked, and timed."""

    lent: View
    """What the bot was given last, and may have changed."""
    kept: View
    """The same in the hands of the kit."""

    def __init__(self, make: BotMaker, *, seed: int) -> None:
        with blaming():
            self.bot = make(seed=seed)
        self.bot.generator_seed = seed
        self.sit_down()

    def sit_down(self) -> None:
        """At a new table."""
        with blaming():
            self._follower = Follower(self.bot)
        self._has_begun = False

    def wants(self, state: State) -> bool:
        """Whether the dealer would tell the bot of a state."""
        return self._follower.wants(state)

    def show(self, state: State, position: int) -> float:
        """Tell the bot what is new in a state; returns the seconds that it takes, 0 for preparing for the match."""
        self.lent, self.kept = state.view(position), state.view(position)
        started = perf_counter()
        with blaming(self.kept):
            self._follower.see(self.lent)
        seconds = perf_counter() - started if self._has_begun else 0.0
        self._has_begun = True
        return seconds

    def ask(self, state: State, position: int, *, shown_in: float = 0.0) -> BotAnswer:
        """Ask for an action; the time for being shown the state counts, as it does in a match."""
        self.lent, self.kept = state.view(position), state.view(position)
        started = perf_counter()
        with blaming(self.kept):
            said: object = self.bot.act(self.lent)
        seconds = shown_in + perf_counter() - started
        objection = objection_to(said, state.legal_actions())
        action = said if isinstance(said, Action) and not objection else CALL
        return BotAnswer(self.kept, said, action, objection, seconds)

    def reset(self) -> None:
        """Tell the bot that another match begins."""
        with blaming():
            self.bot.reset()


def objection_to(said: object, legal: LegalActions) -> str:
    """Why a bot's answer cannot be played; empty if it can."""
    if type(said) is not Action or type(said.kind) is not int or type(said.total) is not int:
        return "no action, those are FOLD, CALL and raise_to(total) of railbird.games"
    if said.is_raise:
        is_legal = legal.can_raise and legal.lowest_raise <= said.total <= legal.highest_raise
    else:
        is_legal = said == CALL or (said == FOLD and legal.fold)
    return "" if is_legal else f"not legal, view.legal_actions() is {legal}"


def answers(player: Player, hands: Iterable[Hand]) -> Iterator[BotAnswer]:
    """Play hands as the dealer does: what the bot answers is played, what the others do is drawn."""
    for hand in hands:
        yield from play(player, hand)


def play(player: Player, hand: Hand) -> Iterator[BotAnswer]:
    """The same for one hand."""
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
