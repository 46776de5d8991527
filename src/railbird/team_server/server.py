"""A team at a dealer: a server for its members, and a player for the dealer (Thiel 2013, 3.3.2)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.acpc.processes import end_together
from railbird.bots import Bot
from railbird.ensemble import TeamObserver, build_decider, build_team
from railbird.formats.match_state import MatchStateWriter
from railbird.team_server.asking import ask_all
from railbird.team_server.connected_member import ConnectedMember, MemberRules
from railbird.team_server.forgiving_observer import ForgivingObserver
from railbird.team_server.guarded_decider import GuardedDecider
from railbird.team_server.member_starts import ClientStart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from railbird.ensemble import TeamDecision, TeamFile
    from railbird.games import Action, Chips, GameDefinition, View
    from railbird.team_server.member_starts import MemberStart

START_LIMIT = 60.0
"""Seconds that a program has to connect."""
_LOOK_AGAIN = 0.01
_RESERVED_SHARE = 0.1
_LONGEST_RESERVE = 0.25
"""Of the time limit, this share is reserved for deciding and sending, but not more than these seconds.

As much again is reserved for a decider of one's own.
"""


class TeamServer(Bot):
    """Plays at a dealer what its members answer. Every member is shown all states, and asked at every decision.

    Members are started when the context is entered, and end with it. The team answers within the time limit of its
    file, whatever its members and a decider of one's own do; if nobody answers, it checks or folds.
    """

    memoryless = False

    def __init__(
        self,
        file: TeamFile,
        starts: Mapping[str, MemberStart],
        *,
        start_limit: float = START_LIMIT,
        observers: Iterable[TeamObserver] = (),
    ) -> None:
        """`starts` has a start for each member of the file."""
        rules = MemberRules(
            time_limit=file.time_limit,
            start_limit=start_limit,
            most_failures=file.most_failures,
            restarts=file.failures == "restart",
        )
        self.members = [ConnectedMember(name, starts[name], rules=rules) for name in file.names]
        self.own_decider = _own_decider(file)
        self.team = build_team(
            file.names,
            file.settings,
            decider=self.own_decider,
            observers=[_Chosen(self.members), *map(ForgivingObserver, observers)],
        )
        self.longest_decision = 0.0
        """Seconds of the decision that took longest."""
        reserve = min(_RESERVED_SHARE * file.time_limit, _LONGEST_RESERVE)
        self._decider_patience = file.time_limit - reserve
        self._patience = self._decider_patience if self.own_decider is None else self._decider_patience - reserve
        self._writer = MatchStateWriter()
        self._shown_at = 0.0
        self._decided: tuple[int, int, float] | None = None
        """Hand, street and time of the last decision."""

    def __enter__(self) -> Self:
        try:
            for member in self.members:
                member.begin()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def ports(self) -> dict[str, int]:
        """By name, the ports to which members have to connect that the team does not start."""
        starts = ((member.name, member.start) for member in self.members)
        return {name: start.port for name, start in starts if isinstance(start, ClientStart)}

    def wait_for_members(self) -> None:
        """Wait until all members are ready; raise MatchError if one of them does not start."""
        while starting := [member for member in self.members if member.status == "starting"]:
            for member in starting:
                member.go_on_starting()
            time.sleep(_LOOK_AGAIN)

    def close(self) -> None:
        """Close the connections, end all programs that the team has started, and close the logs."""
        for member in self.members:
            member.close()
        processes = [process for member in self.members if (process := member.start.release()) is not None]
        try:
            end_together(processes)
        finally:
            if self.own_decider is not None:
                self.own_decider.close()
            self.team.close()

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self._decided = None
        self.team.new_game(self.generator)

    def hand_starts(self, view: View) -> None:
        self._show(view)

    def action_played(self, position: int, action: Action, view: View) -> None:  # noqa: ARG002
        self._show(view)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self.team.end_hand(view, payoffs)

    def act(self, view: View) -> Action:
        if self._decided is not None:
            hand, street, decided_at = self._decided
            self.team.waited(hand, street, self._shown_at - decided_at)
        replies = ask_all(self.members, view, until=self._shown_at + self._patience)
        for place, reply in enumerate(replies):
            if reply.action is not None:
                self.team.member_answered(view, place, reply.seconds)
        if self.own_decider is not None:
            self.own_decider.until = self._shown_at + self._decider_patience
        action = self.team.decide(view, [reply.action for reply in replies])
        decided_at = time.monotonic()
        self.longest_decision = max(self.longest_decision, decided_at - self._shown_at)
        self._decided = view.hand, view.street, decided_at
        return action

    def _show(self, view: View) -> None:
        self._shown_at = time.monotonic()
        line = self._writer.line(view)
        for member in self.members:
            member.show(line)


def _own_decider(file: TeamFile) -> GuardedDecider | None:
    """The decider of a team if it is a class of the user; like a member, it is given up after `most_failures`."""
    settings = file.settings
    if not settings.has_own_decider:
        return None
    patience = file.most_failures * file.time_limit
    return GuardedDecider(build_decider(settings), name=Path(settings.decider).name, patience=patience)


class _Chosen(TeamObserver):
    """Counts how often each member was chosen."""

    def __init__(self, members: Sequence[ConnectedMember]) -> None:
        self._members = members

    def decided(self, hand: int, decision: TeamDecision, seconds: float) -> None:  # noqa: ARG002
        for member in decision.chosen:
            self._members[member].counts.chosen += 1
