"""The contract of a bot: it is asked for actions, and hears what happens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

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
    """A player. Only `act` has to be written; the other methods say what happens, and do nothing here.

    A bot never takes for granted that its answer was played: `action_played` says what was. Whatever is drawn at random
    comes from `generator`, or from a seed that the constructor takes as `seed`.
    """

    every = 0
    """`hands_played` is called each time this number of hands has been played; 0 for never."""
    generator_seed = 0
    """What `generator` is made from; whoever builds the bot for a match, or plays the match, sets it."""
    _generator: np.random.Generator | None = None

    @property
    def generator(self) -> np.random.Generator:
        """The bot's own source of random numbers: a new one at the start of every match, from `generator_seed`."""
        if self._generator is None:
            raise BotError("the bot has no generator before a match starts, which calls use_generator")
        return self._generator

    def use_generator(self, generator: np.random.Generator) -> None:
        """Draw from this generator from now on; a match calls it before it starts."""
        self._generator = generator

    @property
    def listens_to(self) -> frozenset[str]:
        """The hooks that the bot wants to hear, by name: those that its class has written.

        Nobody calls the others, which saves the work of showing it what happens. A bot that passes hooks on to other
        bots says here what these listen to; see `DelegatingBot`.
        """
        return frozenset(name for name in HOOKS if getattr(type(self), name) is not getattr(Bot, name))

    @abstractmethod
    def act(self, view: View) -> Action:
        """What to do, being `view.position`, whose turn it is."""

    def probabilities(self, view: View) -> Mapping[Action, float] | None:  # noqa: ARG002
        """How likely each action is here, if the bot can say it; an action that is certain has probability 1.

        To be asked changes nothing: it draws nothing, and keeps nothing in mind.
        """
        return None

    def reset(self) -> None:
        """Another match begins: what was learned of the players before is void."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        """The first hand is about to be dealt, and this is the bot's seat."""

    def hand_starts(self, view: View) -> None:
        """The cards of hand number `view.hand` have been dealt.

        A bot that is consulted by another may hear of the same hand again: what it has heard of that hand is void.
        """

    def street_starts(self, view: View) -> None:
        """New board cards have been dealt, and betting goes on."""

    def action_played(self, position: int, action: Action, view: View) -> None:
        """Somebody, perhaps the bot itself, has acted; the view is the one after it."""

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        """The hand is over, by a showdown if `view.is_showdown`; payoffs are by position."""

    def hands_played(self, hands: int) -> None:
        """Another `every` hands have been played; `hands` is their number since the match began."""


class DeterministicBot(Bot):
    """A bot that draws nothing, and whose `act` changes nothing: what it does has probability 1."""

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return {self.act(view): 1.0}
