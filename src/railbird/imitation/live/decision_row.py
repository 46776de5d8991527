"""The attributes of a single decision, each computed when a model asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.imitation.attributes import AttributeDefinition
    from railbird.imitation.decisions import Decisions


class DecisionRow(Mapping[str, str | float | None]):
    """Values by the names of attributes; None where a value is missing."""

    def __init__(self, decision: Decisions, definitions: Mapping[str, AttributeDefinition]) -> None:
        self._decision = decision
        self._definitions = definitions
        self._values: dict[str, str | float | None] = {}

    def __getitem__(self, name: str) -> str | float | None:
        if name not in self._values:
            self._values[name] = self._definitions[name].value(self._decision)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._definitions)

    def __len__(self) -> int:
        return len(self._definitions)
