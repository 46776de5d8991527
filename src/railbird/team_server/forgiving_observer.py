"""An observer of a team that may fail, as logs do on a full disk, without ending the match."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from railbird.bots import describe_error
from railbird.ensemble import TeamObserver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from railbird.ensemble import PlayedHand, TeamDecision

_log = logging.getLogger(__name__)


class ForgivingObserver(TeamObserver):
    """Passes events on to an observer until that fails, which is said once."""

    def __init__(self, observer: TeamObserver) -> None:
        self._observer = observer
        self._has_failed = False

    def game_starts(self, names: Sequence[str]) -> None:
        self._pass_on(partial(self._observer.game_starts, names))

    def member_answered(self, hand: int, street: int, name: str, seconds: float) -> None:
        self._pass_on(partial(self._observer.member_answered, hand, street, name, seconds))

    def decided(self, hand: int, decision: TeamDecision, seconds: float) -> None:
        self._pass_on(partial(self._observer.decided, hand, decision, seconds))

    def waited(self, hand: int, street: int, seconds: float) -> None:
        self._pass_on(partial(self._observer.waited, hand, street, seconds))

    def hand_over(self, hand: PlayedHand) -> None:
        self._pass_on(partial(self._observer.hand_over, hand))

    def close(self) -> None:
        self._pass_on(self._observer.close)

    def _pass_on(self, event: Callable[[], None]) -> None:
        if self._has_failed:
            return
        try:
            event()
        except Exception as error:  # noqa: BLE001 (whatever it is, the team has to answer)
            self._has_failed = True
            _log.warning("%s ends, and the team plays on: %s", type(self._observer).__name__, describe_error(error))
            with suppress(Exception):
                self._observer.close()
