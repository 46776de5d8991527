"""Deciders by name, built from the options of a spec or a team file."""

from __future__ import annotations

import inspect
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.python_files import file_part, run_file
from railbird.ensemble.bandit_deciders import UCB1, Hedge
from railbird.ensemble.decider import Decider
from railbird.ensemble.rated_deciders import MaxValue, Probabilistic
from railbird.ensemble.rating_book import RatingBook
from railbird.ensemble.rating_options import RatingOptions
from railbird.ensemble.simple_deciders import FixedTransition, MajorityVote, RandomDecider, RoundingVote
from railbird.errors import BotError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    """Build the decider of this name, or of a class in a Python file, such as `my_decider.py:Cautious`.

    Raise BotError if the name, or an option, is unknown or impossible.

    A decider that takes `ratings` also has the options of `RatingOptions`.
    """
    decider = _decider_class(name)
    own, rating = _own_and_rating_options(decider)
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


def decider_options(name: str) -> list[str]:
    """The options of a decider; raise BotError if there is no such decider."""
    own, rating = _own_and_rating_options(_decider_class(name))
    return [*own, *rating]


def _own_and_rating_options(decider: type[Decider]) -> tuple[dict[str, inspect.Parameter], list[str]]:
    own = dict(inspect.signature(decider).parameters)
    has_ratings = own.pop(_RATINGS, None) is not None
    return own, [field.name for field in fields(RatingOptions)] if has_ratings else []


def _decider_class(name: str) -> type[Decider]:
    if name in DECIDERS:
        return DECIDERS[name]
    file = file_part(name)
    if file == name:
        raise BotError(f"no decider is called {name!r}: {nearest(name, DECIDERS)}")
    decider = getattr(run_file(Path(file), where=f"decider {name}"), name.removeprefix(file + ":"), None)
    if not (inspect.isclass(decider) and issubclass(decider, Decider) and not inspect.isabstract(decider)):
        raise BotError(f"decider {name}: there is no such class derived from Decider with a method choose")
    return decider
