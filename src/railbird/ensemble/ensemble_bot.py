"""The bot that is a team of bots in one process: all members are asked at every decision, and a decider chooses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from railbird.bots.delegating import DelegatingBot
from railbird.bots.explanation import Explanation
from railbird.ensemble.played_hand import decision_as_json
from railbird.ensemble.team_building import TeamSettings, build_team
from railbird.ensemble.team_logs import TeamLogs, check_folder, team_hand_line
from railbird.errors import BotError
from railbird.formats.team_log_lines import format_team_hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from railbird.bots.bot import Bot
    from railbird.games import Action, Chips, GameDefinition, View


class EnsembleBot(DelegatingBot):
    """A team of bots (Thiel 2013). Every member hears the match as if it played, and is asked at every decision.

    `decider` names the rule by which the team chooses; the remaining options are those of the decider. In a spec:
    `ensemble:members=[call]+[raise],names=caller+raiser,decider=random`. In a TOML file members are tables; see
    `team_file`.
    """

    memoryless = False
    remembers_answers = True
    keeps_notes = True
    trace_options = ("logs",)

    def __init__(
        self,
        *,
        members: Bot | Sequence[Bot],
        decider: str,
        names: str | Sequence[str] = (),
        initialise: int = 0,
        alike: float = 0,
        rest: bool = False,
        probabilities: bool = False,
        logs: str | Path = "",
        **options: object,
    ) -> None:
        """For `initialise`, `alike`, `rest` and `probabilities` see `TeamSettings`.

        With `logs`, the three logs of each match are written into that folder (see `team_logs`).
        """
        bots = [*members] if isinstance(members, Sequence) else [members]
        super().__init__(bots)
        if len(self.members) != len(bots):
            raise BotError("a member is listed twice: build each member of its own")
        named = names.split("+") if isinstance(names, str) else [*names]
        settings = TeamSettings(
            decider, options, initialise=initialise, alike=alike, rest=rest, probabilities=probabilities
        )
        self._decider = decider
        self._asks_probabilities = bool(probabilities)
        self.team = build_team(named or _class_names(bots), settings)
        if len(self.team.names) != len(bots):
            raise BotError(f"{len(self.team.names)} names for {len(bots)} members: give each its own, like a+b")
        self._last_decision: tuple[int, int, float] | None = None
        """Its hand and street, and when it was made."""
        self._logs = Path(logs) if logs else None
        if self._logs is not None:
            check_folder(self._logs)

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        super().match_starts(game, seat)
        self._last_decision = None
        if self._logs is not None:
            # In a run, matches at the same time each have a seed of their own.
            seed = self.generator_seed
            self.team.observe(TeamLogs(self._logs if seed is None else self._logs / f"{seed:08x}"))
            self._logs = None
        self.team.new_game(self.generator)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        super().hand_ends(view, payoffs)
        hand = self.team.end_hand(view, payoffs)
        if self.keep_note is not None:
            line = team_hand_line(hand, self.team.names, earnings=self.team.earnings)
            self.keep_note(view.hand, format_team_hand(line))

    def act(self, view: View) -> Action:
        started = perf_counter()
        if self._last_decision is not None:
            hand, street, ended = self._last_decision
            self.team.waited(hand, street, started - ended)
        resting = self.team.resting(view.hand)
        answers: list[Action | None] = []
        probabilities: list[Mapping[Action, float] | None] = []
        for place, member in enumerate(self.members):
            if place in resting:
                answers.append(None)
                probabilities.append(None)
                continue
            answers.append(member.act(view))
            probabilities.append(member.probabilities(view) if self._asks_probabilities else None)
            ended = perf_counter()
            self.team.member_answered(view, place, ended - started)
            started = ended
        action = self.team.decide(view, answers, probabilities=probabilities)
        self._last_decision = view.hand, view.street, perf_counter()
        return action

    def explanation(self, view: View) -> Explanation | None:
        decision = self.team.decision_in(view)
        if decision is None:
            return None
        return Explanation("team", {**decision_as_json(decision, self.team.names), "decider": self._decider})


def _class_names(bots: Iterable[Bot]) -> list[str]:
    """Names of the members' classes, with numbers where a class has several."""
    names = [type(bot).__name__ for bot in bots]
    return [
        f"{name}{names[: place + 1].count(name)}" if names.count(name) > 1 else name for place, name in enumerate(names)
    ]
