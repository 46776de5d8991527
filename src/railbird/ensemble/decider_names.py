"""Deciders by name, built from the options of a spec or a team file."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import TYPE_CHECKING

from railbird.ensemble.bandit_deciders import UCB1, Hedge
from railbird.ensemble.rated_deciders import MaxValue, Probabilistic
from railbird.ensemble.rating_book import RatingBook
from railbird.ensemble.rating_options import RatingOptions
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
    "ucb1": UCB1,
    "max-value": MaxValue,
    "probabilistic": Probabilistic,
    "hedge": Hedge,
}
_RATINGS = "ratings"


def make_decider(name: str, options: Mapping[str, object]) -> Decider:
    """Build the decider of this name; raise BotError if the name, or an option, is unknown or impossible.

    A decider that takes `ratings` also has the options of `RatingOptions`.
    """
    decider = DECIDERS.get(name)
    if decider is None:
        raise BotError(f"no decider is called {name!r}: {nearest(name, DECIDERS)}")
    own = dict(inspect.signature(decider).parameters)
    rating = [field.name for field in fields(RatingOptions)] if own.pop(_RATINGS, None) is not None else []
    known = [*own, *rating]
    for option in options:
        if option not in known:
            raise BotError(f"decider {name} has no option {option!r}: its options are {', '.join(known) or 'none'}")
    missing = [key for key, parameter in own.items() if parameter.default is parameter.empty and key not in options]
    if missing:
        raise BotError(f"decider {name}: {missing[0]} is missing")
    arguments = {key: value for key, value in options.items() if key in own}
    if rating:
        chosen = {key: value for key, value in options.items() if key in rating}
        arguments[_RATINGS] = RatingBook(RatingOptions(**chosen))  # type: ignore[arg-type]  # it checks them itself
    return decider(**arguments)
