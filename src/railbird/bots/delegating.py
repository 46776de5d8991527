"""Bots that delegate to member bots, and pass on every hook that the members listen to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.bot import HOOKS, Bot
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from railbird.games import Action, Chips, GameDefinition, View


class DelegatingBot(Bot):
    """A bot with members. Each member hears the match as if it played every hand itself.

    A subclass chooses the acting member in `act`. If it overrides a hook, it also calls this class's hook. A member
    that is listed several times hears each event once. Each member has its own generator, and `hands_played` is called
    according to its own `every`.
    """

    def __init__(self, members: Iterable[Bot]) -> None:
        self.members = tuple(dict.fromkeys(members))
        wrong = next((member for member in self.members if not isinstance(member, Bot)), None)
        if wrong is not None:
            raise BotError(f"{wrong!r} is not a bot: in a spec, write a bot within a bot in brackets, like bot=[call]")
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
        if any(member.every for member in self.members):
            self._hands += 1
        for member in self.members:
            member.hand_ends(view, payoffs)
            if member.every and self._hands % member.every == 0:
                member.hands_played(self._hands)
