"""Bots that let other bots play: they pass on to their members whatever these listen to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import HOOKS, Bot
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from railbird.games import Action, Chips, GameDefinition, View


class DelegatingBot(Bot):
    """A bot with members, who hear of the match as if each of them played it.

    A subclass says in `act` who plays. Where it listens to a hook itself, it calls that of this class as well. A member
    that is given several times hears once. Each draws from a generator of its own, and hears `hands_played` when its
    own `every` says so.
    """

    def __init__(self, members: Iterable[Bot]) -> None:
        self.members = tuple(dict.fromkeys(members))
        wrong = next((member for member in self.members if not isinstance(member, Bot)), None)
        if wrong is not None:
            raise BotError(f"{wrong!r} is no bot: in a spec, a bot within a bot stands in brackets, like bot=[call]")
        self._hands = 0

    @property
    def listens_to(self) -> frozenset[str]:
        own = {name for name in HOOKS if getattr(type(self), name) is not getattr(DelegatingBot, name)}
        return frozenset(own).union(*(member.listens_to for member in self.members))

    def use_generator(self, generator: np.random.Generator) -> None:
        super().use_generator(generator)
        for member, own in zip(self.members, generator.spawn(len(self.members)), strict=True):
            member.use_generator(own)

    def reset(self) -> None:
        for member in self.members:
            member.reset()

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self._hands = 0
        for member in self.members:
            member.match_starts(game, seat)

    def hand_starts(self, view: View) -> None:
        for member in self.members:
            member.hand_starts(view)

    def street_starts(self, view: View) -> None:
        for member in self.members:
            member.street_starts(view)

    def action_played(self, position: int, action: Action, view: View) -> None:
        for member in self.members:
            member.action_played(position, action, view)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self._hands += 1
        for member in self.members:
            member.hand_ends(view, payoffs)
            if member.every and self._hands % member.every == 0:
                member.hands_played(self._hands)
