"""The contract of a bot: it answers with actions, and hooks report the events of the match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np

    from railbird.bots.explanation import Explanation
    from railbird.games import Action, Chips, GameDefinition, View

HOOKS = (
    "reset",
    "match_starts",
    "hand_starts",
    "street_starts",
    "action_played",
    "hand_ends",
    "hands_played",
)


class Bot(ABC):
    """A player. A subclass must implement `act`; the other methods are hooks that report events, and do nothing here.

    A bot must not assume that its answer was played: `action_played` reports the action that was. All random draws
    come from `generator`, or from a seed that the constructor takes as `seed`.
    """

    every = 0
    """`hands_played` is called after every `every` hands; 0 means never."""
    memoryless: bool | None = None
    """Whether no hand depends on earlier hands or on a choice made for the whole match. With None a run detects it.

    Set it to True if the bot keeps state that does not change how it plays, such as a cache, and to False if it
    remembers where a run cannot see it, such as in a variable of its module.
    """
    remembers_answers = False
    """Whether the bot learns while it is asked, so that a run that retells stored hands to it asks it again."""
    keeps_notes = False
    """Whether the bot calls `keep_note`, which a run then sets."""
    keep_note: Callable[[int, str], None] | None = None
    """Keeps a text with the hand of a number, such as what the bot's decisions came from."""
    leaves_traces = False
    """Whether its play is recorded outside the match, so that it must not play hands that do not count."""
    trace_options: tuple[str, ...] = ()
    """Options with which its play is recorded outside the match, if it is not always."""
    generator_seed: int | None = None
    """Seed of `generator`, set by the code that builds the bot; the seed of the match is mixed in."""
    _generator: np.random.Generator | None = None

    @property
    def generator(self) -> np.random.Generator:
        """The bot's own random generator, created anew at the start of every match."""
        if self._generator is None:
            raise BotError("the bot has no generator before a match starts; call use_generator to give it one")
        return self._generator

    def use_generator(self, generator: np.random.Generator) -> None:
        """Draw from this generator from now on; a match calls this before it starts."""
        self._generator = generator

    @property
    def listens_to(self) -> frozenset[str]:
        """Names of the hooks that the bot listens to: those that its class overrides.

        The other hooks are never called, which saves the work of preparing views for them. A bot that passes hooks on
        to other bots includes the hooks of those bots; see `DelegatingBot`.
        """
        return frozenset(name for name in HOOKS if getattr(type(self), name) is not getattr(Bot, name))

    @abstractmethod
    def act(self, view: View) -> Action:
        """The action to take; it is the turn of `view.position`, the bot's own position."""

    def probabilities(self, view: View) -> Mapping[Action, float] | None:  # noqa: ARG002
        """Probability of each action, or None if the bot cannot say; a certain action has probability 1.

        The call has no side effects: it draws no random numbers and changes no state of the bot.
        """
        return None

    def explanation(self, view: View) -> Explanation | None:  # noqa: ARG002
        """What the decision in a view comes from, or None if the bot cannot say; no side effects either.

        A team explains only a decision that it has just made.
        """
        return None

    @classmethod
    def game_of_members(cls, game: GameDefinition) -> GameDefinition:
        """The game that the members of a bot play when it plays `game`: the same, unless it shows them other hands.

        Raise BotError if the bot does not play the game.
        """
        return game

    def reset(self) -> None:
        """Forget everything learned about the players: another match begins."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        """The first hand is about to be dealt, and the bot sits in `seat`."""

    def hand_starts(self, view: View) -> None:
        """The cards of hand number `view.hand` have been dealt.

        A bot that another bot consults may hear the same hand again; the new report replaces the earlier one.
        """

    def street_starts(self, view: View) -> None:
        """New board cards have been dealt, and another betting round starts."""

    def action_played(self, position: int, action: Action, view: View) -> None:
        """A player, perhaps the bot itself, has acted; `view` shows the state after the action."""

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        """The hand is over, with a showdown if `view.is_showdown`; payoffs are by position."""

    def hands_played(self, hands: int) -> None:
        """Another `every` hands have been played; `hands` is the total since the match began."""


class DeterministicBot(Bot):
    """A bot without random draws whose `act` has no side effects: its action has probability 1."""

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return {self.act(view): 1.0}
