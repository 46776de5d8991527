"""Parameters of the adaptive bots, from small TOML files."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
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
    caution: float = 0.0
    """Standard errors by which the value of an action is reduced before actions are compared."""

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
        {name: table.number(name, default) for name, default in defaults.items()}
        for table, defaults in (
            (file.table("models", keys=[*_defaults(ModelParameters)]), _defaults(ModelParameters)),
            (file.table("rollouts", keys=[*_defaults(RolloutParameters)]), _defaults(RolloutParameters)),
        )
    )
    return AdaptiveParameters(models=ModelParameters(**models), rollouts=RolloutParameters(**rollouts))


def _defaults(parameters: type[ModelParameters | RolloutParameters]) -> dict[str, float | None]:
    """The names of the parameters; their values are None where a file must give them."""
    return {field.name: None if field.default is MISSING else field.default for field in fields(parameters)}
