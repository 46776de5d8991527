"""Builds the core of a team from its settings, the same for a bot in one process and for a team of programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from railbird.ensemble.decider_names import make_decider
from railbird.ensemble.initialiser import StreetInitialiser
from railbird.ensemble.team import Team

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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


def build_team(names: Sequence[str], settings: TeamSettings, *, observers: Iterable[TeamObserver] = ()) -> Team:
    """Build a team of members with these names; raise BotError if a setting is impossible."""
    decider = make_decider(settings.decider, settings.options)
    initialiser = StreetInitialiser(settings.initialise)
    return Team(names, decider, initialiser=initialiser, observers=observers)
