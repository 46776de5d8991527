"""What a bot can say about one of its decisions, for people who ask why it plays so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

ExplanationKind: TypeAlias = Literal["solver", "mapping-limit", "mapping-nolimit", "team", "model"]


@dataclass(frozen=True)
class Explanation:
    """What a decision comes from. What `content` has, as JSON values, depends on the kind."""

    kind: ExplanationKind
    content: Mapping[str, object]
