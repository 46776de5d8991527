"""Parameters of the adaptive bots, from small TOML files."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from railbird.errors import BotError
from railbird.rollouts import Policy
from railbird.strict_toml import StrictTable, read_toml

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class ModelParameters:
    """How a bot learns about its opponents."""

    prior_weight: float
    """Number of observations that the prior of a situation is worth."""
    half_life: float
    """Hands after which an observation counts half; 0 if it always counts the same."""
    known_after: float
    """Number of observed actions from which an opponent counts as known."""


@dataclass(frozen=True, kw_only=True)
class RolloutParameters:
    """How a bot simulates the rest of a hand; see `railbird.rollouts`."""

    deals: float
    """Largest number of deals in a simulation at strength 1."""
    confidence: float
    raise_share: float
    call_share: float
    raise_part: float
    width: float
    carry: float

    @property
    def policy(self) -> Policy:
        """The policy of the player in the rest of the hand."""
        return Policy(self.raise_share, self.call_share, self.raise_part, self.width, self.carry)


@dataclass(frozen=True, kw_only=True)
class AdaptiveParameters:
    """The parameters of a bot: a file has a table for each field."""

    models: ModelParameters
    rollouts: RolloutParameters


def read_parameters(path: Path, *own_tables: str) -> AdaptiveParameters:
    """Read the parameters of a bot; raise BotError if a table or key is missing, unknown or not a number.

    The file may also have tables of the bot's own, which the bot reads itself.
    """
    keys = ("models", "rollouts", *own_tables)
    file = StrictTable(read_toml(path, error=BotError), str(path), error=BotError, keys=keys)
    models, rollouts = (
        {name: table.number(name) for name in names}
        for table, names in (
            (file.table("models", keys=_names(ModelParameters)), _names(ModelParameters)),
            (file.table("rollouts", keys=_names(RolloutParameters)), _names(RolloutParameters)),
        )
    )
    return AdaptiveParameters(models=ModelParameters(**models), rollouts=RolloutParameters(**rollouts))


def _names(parameters: type[ModelParameters | RolloutParameters]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(parameters))
