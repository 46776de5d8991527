"""The entrants of line-ups and their shadows, whose specs may refer to strategies and files of the experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.arena import Entrant, read_entrants, with_shadows
from railbird.bots import parse_spec
from railbird.errors import ExperimentError
from railbird.experiments.strategy_references import references_in, with_files
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path


def has_references(entrant: Entrant) -> bool:
    """Whether the spec of an entrant or of its shadow refers to a strategy or file."""
    return bool(_references(entrant))


def built_entrant(entrant: Entrant, files: Mapping[str, Path]) -> Entrant:
    """The entrant with paths in the place of references. Raise BotError if a bot cannot be built."""
    name = entrant.name
    built = read_entrants([f"{name}={with_files(entrant.spec, files)}"])
    return with_shadows(built, [f"{name}={with_files(entrant.shadow, files)}"] if entrant.shadow else [])[0]


def checked_entrant(entrant: Entrant, *, strategies: Collection[str], files: Mapping[str, Path], place: str) -> Entrant:
    """Check an entrant, and build it if its specs refer to nothing.

    One that plays a strategy cannot be built before the strategy is solved. One with files is built only as a check: as
    long as it has references, the experiment is the same wherever its folder is.
    """
    references = _references(entrant)
    for name in references:
        if name not in strategies and name not in files:
            spec = entrant.spec if name in references_in(entrant.spec) else entrant.shadow
            hint = nearest(name, [*strategies, *files])
            raise ExperimentError(f"{place}: {spec!r}: no strategy or file is called {name!r}: {hint}")
    if {*references}.isdisjoint(strategies):
        built = built_entrant(entrant, files)
        return entrant if references else built
    for spec in filter(None, (entrant.spec, entrant.shadow)):
        parse_spec(spec).check_options()
    return entrant


def _references(entrant: Entrant) -> list[str]:
    return references_in(entrant.spec) + references_in(entrant.shadow)
