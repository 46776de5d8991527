"""Deciders by name, built from the options of a spec or a team file."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from railbird.ensemble.simple_deciders import FixedTransition, MajorityVote, RandomDecider, RoundingVote
from railbird.errors import BotError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.ensemble.decider import Decider

DECIDERS: Mapping[str, type[Decider]] = {
    "random": RandomDecider,
    "majority": MajorityVote,
    "rounding": RoundingVote,
    "fixed": FixedTransition,
}


def make_decider(name: str, options: Mapping[str, object]) -> Decider:
    """Build the decider of this name; raise BotError if the name, or an option, is unknown or impossible."""
    decider = DECIDERS.get(name)
    if decider is None:
        raise BotError(f"no decider is called {name!r}: {nearest(name, DECIDERS)}")
    known = inspect.signature(decider).parameters
    for option in options:
        if option not in known:
            raise BotError(f"decider {name} has no option {option!r}: its options are {', '.join(known) or 'none'}")
    missing = [key for key, parameter in known.items() if parameter.default is parameter.empty and key not in options]
    if missing:
        raise BotError(f"decider {name}: {missing[0]} is missing")
    return decider(**options)
