"""A decider of one's own at a dealer: whatever it does, the team has a choice in time."""

from __future__ import annotations

import logging
from collections import Counter
from concurrent.futures import wait
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from railbird.bots import describe_error
from railbird.ensemble import Decider, checked_choice
from railbird.ensemble.simple_deciders import MajorityVote
from railbird.own_thread import OwnThread
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    import numpy as np

    from railbird.ensemble import PlayedHand, TeamChoice, TeamSituation
    from railbird.games import Action, View

DeciderFault: TypeAlias = Literal["failed", "late"]
"""A method raised an error, or `choose` returned no choice; a decision for which there was no choice in time."""
_Result = TypeVar("_Result")
_log = logging.getLogger(__name__)


class GuardedDecider(Decider):
    """Lets a decider work in a thread of its own. Events are reported to it without waiting.

    If its `choose` fails, or has not returned at the time `until`, the majority of the members decides. While it owes a
    choice, it is not asked again; if it owes one for `patience` seconds, it is left out for the rest of the match.
    """

    def __init__(self, decider: Decider, *, name: str, patience: float) -> None:
        self.name = name
        self.until = 0.0
        """The time of `time.monotonic` at which the next choice is due."""
        self.faults: Counter[DeciderFault] = Counter()
        self.replaced = 0
        """Decisions that the majority made."""
        self._decider = decider
        self._patience = patience
        self._majority = MajorityVote()
        self._thread = OwnThread("decider")
        self._owed: Future[TeamChoice | None] | None = None
        self._owed_since = 0.0
        self._is_left_out = False

    def check_members(self, members: int) -> None:
        self._decider.check_members(members)

    def new_game(self, names: Sequence[str], generator: np.random.Generator) -> None:
        super().new_game(names, generator)
        self._report(partial(self._decider.new_game, names, generator))

    def member_action(self, member: int, action: Action, view: View) -> None:
        self._report(partial(self._decider.member_action, member, action, view))

    def finished(self, hand: PlayedHand) -> None:
        self._report(partial(self._decider.finished, hand))

    def choose(self, situation: TeamSituation) -> TeamChoice:
        choice = None if self._owes_choice() else self._choice_in_time(situation)
        if choice is None:
            self.replaced += 1
            return self._majority.choose(situation)
        return choice

    def account(self) -> str:
        """What it has done wrong in the match, in words."""
        failures, late = number_of(self.faults["failed"], "failure"), number_of(self.faults["late"], "late choice")
        replaced = number_of(self.replaced, "decision")
        return f"decider {self.name}: {failures}, {late}; the majority of the members made {replaced}"

    def close(self) -> None:
        """Let the thread end, unless the decider never returns."""
        self._thread.close()

    def _report(self, event: Callable[[], None]) -> None:
        if not self._is_left_out:
            self._thread.submit(partial(self._guarded, event))

    def _choice_in_time(self, situation: TeamSituation) -> TeamChoice | None:
        choice = self._thread.submit(partial(self._guarded, partial(self._checked_choice, situation)))
        wait([choice], timeout=max(self.until - monotonic(), 0))
        if choice.done():
            return choice.result()
        self._owed, self._owed_since = choice, monotonic()
        self.faults["late"] += 1
        if self.faults["late"] == 1:
            _log.warning(
                "decider %s is late for the first time: the majority of the members decides; "
                "from now on that is only counted",
                self.name,
            )
        return None

    def _owes_choice(self) -> bool:
        """Whether it is busy with an earlier choice, or left out, so that it is late for this one too."""
        if not self._is_left_out and (self._owed is None or self._owed.done()):
            return False
        self.faults["late"] += 1
        if not self._is_left_out and monotonic() - self._owed_since > self._patience:
            self._is_left_out = True
            _log.warning("decider %s is left out: it has not returned for %g seconds", self.name, self._patience)
        return True

    def _checked_choice(self, situation: TeamSituation) -> TeamChoice:
        return checked_choice(self._decider.choose(situation), situation, decider=self._decider)

    def _guarded(self, call: Callable[[], _Result]) -> _Result | None:
        """What a method of the decider returns; None if it fails."""
        try:
            return call()
        except (Exception, SystemExit) as error:  # noqa: BLE001
            self.faults["failed"] += 1
            if self.faults["failed"] == 1:
                _log.warning(
                    "decider %s fails: %s; without its choice the majority of the members decides, "
                    "and from now on that is only counted",
                    self.name,
                    describe_error(error),
                )
            return None
