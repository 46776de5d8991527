"""Builds the core of a team from its settings, the same for a bot in one process and for a team of programs."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.bots import describe_error
from railbird.ensemble.decider_names import DECIDERS, make_decider
from railbird.ensemble.initialiser import StreetInitialiser
from railbird.ensemble.likeness import Likeness
from railbird.ensemble.team import Team
from railbird.errors import BotError, RailbirdError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from railbird.ensemble.decider import Decider
    from railbird.ensemble.team_observer import TeamObserver


@dataclass(frozen=True)
class TeamSettings:
    """How a team decides."""

    decider: str
    """Name of the decider."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Options of the decider."""
    initialise: int = 0
    """Times that every member plays on each street before the decider takes over."""
    alike: float = 0.0
    """Share of equal answers from which on members count as one; 0 for never."""
    rest: bool = False
    """Whether a member that plays like another is asked only now and then."""
    probabilities: bool = False
    """Whether members that know them contribute the probabilities of their actions instead of one action."""

    @property
    def has_own_decider(self) -> bool:
        """Whether the decider is a class of the user."""
        return self.decider not in DECIDERS


def build_decider(settings: TeamSettings) -> Decider:
    """Build the decider of a team; raise BotError if that is impossible."""
    with _naming(settings.decider):
        return make_decider(settings.decider, settings.options)


def build_team(
    names: Sequence[str],
    settings: TeamSettings,
    *,
    decider: Decider | None = None,
    observers: Iterable[TeamObserver] = (),
) -> Team:
    """Build a team of members with these names; raise BotError if a setting is impossible.

    Without a decider, that of the settings is built.
    """
    decider = build_decider(settings) if decider is None else decider
    initialiser = StreetInitialiser(settings.initialise)
    likeness = None
    if settings.alike:
        likeness = Likeness(settings.alike, rest=settings.rest)
    elif settings.rest:
        raise BotError("rest=1: it needs the share of equal answers from which on a member rests, like alike=0.98")
    if settings.probabilities not in (0, 1):
        raise BotError(f"probabilities={settings.probabilities}: give 1 to use those of the members, or 0")
    with _naming(settings.decider):  # it checks the number of members
        return Team(names, decider, initialiser=initialiser, likeness=likeness, observers=observers)


@contextmanager
def _naming(decider: str) -> Iterator[None]:
    """Turn whatever the code of a decider raises while it is built into a BotError that names the decider."""
    try:
        yield
    except RailbirdError:
        raise
    except (Exception, SystemExit) as error:
        raise BotError(f"decider {decider} cannot be built: {describe_error(error)}") from error
