"""Variations of an experiment: `{name}` in the spec of an entrant or shadow stands for each value of a list in turn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from railbird.errors import ExperimentError
from railbird.strict_toml import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_VALUE = re.compile(r"[A-Za-z0-9.+-]+")

Setting: TypeAlias = "Mapping[str, str]"
"""A value for each varied name."""


@dataclass(frozen=True)
class Variation:
    """The specs of the entrants and of their shadows, with placeholders, and the values of the placeholders."""

    specs: Mapping[str, str]
    shadows: Mapping[str, str]
    """The specs of shadows by entrant, as far as entrants have one."""
    values: Mapping[str, Sequence[str]]

    @classmethod
    def of(
        cls,
        specs: Mapping[str, str],
        values: Mapping[str, Sequence[str]],
        *,
        place: str,
        shadows: Mapping[str, str] | None = None,
    ) -> Variation:
        """Check that every placeholder has values and that every list of values has a placeholder."""
        shadows = shadows or {}
        used = {name for spec in (*specs.values(), *shadows.values()) for name in _PLACEHOLDER.findall(spec)}
        for name, listed in values.items():
            if name not in used:
                raise ExperimentError(f"{place}: no spec of an entrant has {{{name}}}")
            wrong = [value for value in listed if not _VALUE.fullmatch(value)]
            if wrong or not listed or len({*listed}) < len(listed):
                raise ExperimentError(f"{place}: {name} needs different values, each a number or a word")
        for name in sorted(used - {*values}):
            raise ExperimentError(f"{place}: {{{name}}} has no values: {nearest(name, values)}")
        return cls(specs, shadows, values)

    def settings(self, bots: Iterable[str]) -> list[dict[str, str]]:
        """All combinations of values for these entrants; a single empty setting if nothing is varied."""
        names = self._names(bots)
        return [dict(zip(names, chosen, strict=True)) for chosen in product(*(self.values[name] for name in names))]

    def name(self, base: str, bots: Iterable[str], setting: Setting) -> str:
        """The name of a line-up or figure with these entrants, such as `main reactions=40`."""
        return " ".join([base, *(f"{name}={setting[name]}" for name in self._names(bots))])

    def spec(self, bot: str, setting: Setting) -> str:
        """The spec of an entrant with the values substituted."""
        return _substituted(self.specs[bot], setting)

    def shadow(self, bot: str, setting: Setting) -> str:
        """The spec of the shadow of an entrant with the values substituted; empty if it has none."""
        return _substituted(self.shadows.get(bot, ""), setting)

    def _names(self, bots: Iterable[str]) -> list[str]:
        """The varied names in the specs of these entrants and their shadows, in the order of the file."""
        specs = [spec for bot in bots for spec in (self.specs[bot], self.shadows.get(bot, ""))]
        used = {name for spec in specs for name in _PLACEHOLDER.findall(spec)}
        return [name for name in self.values if name in used]


def _substituted(spec: str, setting: Setting) -> str:
    return _PLACEHOLDER.sub(lambda match: setting[match[1]], spec)
