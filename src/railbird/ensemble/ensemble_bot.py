"""The bot that is a team of bots in one process: all members are asked at every decision, and a decider chooses."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.bots.delegating import DelegatingBot
from railbird.ensemble.team_building import TeamSettings, build_team
from railbird.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from railbird.bots.bot import Bot
    from railbird.games import Action, Chips, GameDefinition, View


class EnsembleBot(DelegatingBot):
    """A team of bots (Thiel 2013). Every member hears the match as if it played, and is asked at every decision.

    `decider` names the rule by which the team chooses; the remaining options are those of the decider. In a spec:
    `ensemble:members=[call]+[raise],names=caller+raiser,decider=random`. In a TOML file members are tables; see
    `team_file`.
    """

    memoryless = False

    def __init__(
        self,
        *,
        members: Bot | Sequence[Bot],
        decider: str,
        names: str | Sequence[str] = (),
        initialise: int = 0,
        **options: object,
    ) -> None:
        bots = [*members] if isinstance(members, Sequence) else [members]
        super().__init__(bots)
        if len(self.members) != len(bots):
            raise BotError("a member is listed twice: build each member of its own")
        named = names.split("+") if isinstance(names, str) else [*names]
        settings = TeamSettings(decider, options, initialise)
        self.team = build_team(named or _class_names(bots), settings)
        if len(self.team.names) != len(bots):
            raise BotError(f"{len(self.team.names)} names for {len(bots)} members: give each its own, like a+b")

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        super().match_starts(game, seat)
        self.team.new_game(self.generator)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        super().hand_ends(view, payoffs)
        self.team.end_hand(view, payoffs)

    def act(self, view: View) -> Action:
        answers = []
        for place, member in enumerate(self.members):
            started = perf_counter()
            answers.append(member.act(view))
            self.team.member_answered(view, place, perf_counter() - started)
        return self.team.decide(view, answers)


def _class_names(bots: Iterable[Bot]) -> list[str]:
    """Names of the members' classes, with numbers where a class has several."""
    names = [type(bot).__name__ for bot in bots]
    return [
        f"{name}{names[: place + 1].count(name)}" if names.count(name) > 1 else name for place, name in enumerate(names)
    ]
