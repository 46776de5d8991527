"""Parameters of the adaptive bots, from small TOML files."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING

from railbird.errors import BotError
from railbird.rollouts import Policy
from railbird.strict_toml import StrictTable, read_toml

if TYPE_CHECKING:
    from pathlib import Path

FAIR_RULE = "fair_rule"
FEWEST_DEALS = 32
"""The least number of deals in a simulation, whatever the strength."""
_RANGES = {
    "prior_weight": (0.01, 1e6),
    "half_life": (0, 1e6),
    "change_odds": (0, 1e12),
    "deals": (FEWEST_DEALS, 100_000),
    "confidence": (0, 1000),
    "raise_share": (0, 1000),
    "call_share": (0, 1000),
    "raise_part": (0, 1000),
    "width": (0.01, 1),
    "carry": (0, 1),
    "caution": (0, 1000),
}
"""The lowest and highest value of each parameter."""
_LEAST_ODDS = 2


@dataclass(frozen=True, kw_only=True)
class ModelParameters:
    """How a bot learns about its opponents."""

    prior_weight: float
    """Number of observations that the prior of a situation is worth."""
    half_life: float
    """Hands after which an observation counts half; 0 if it always counts the same."""
    change_odds: float
    """Odds at which an opponent counts as changed; 0 for opponents who never do."""


@dataclass(frozen=True, kw_only=True)
class RolloutParameters:
    """How a bot simulates the rest of a hand; see `railbird.rollouts`."""

    deals: float
    """Largest number of deals in a simulation at strength 1. At low strengths it is never below `FEWEST_DEALS`."""
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
    """Read the parameters of a bot; raise BotError if a table or key is missing or unknown, or a number out of range.

    The file may also have tables of the bot's own, which the bot reads itself.
    """
    keys = ("models", "rollouts", *own_tables)
    file = StrictTable(read_toml(path, error=BotError), str(path), error=BotError, keys=keys)
    return AdaptiveParameters(
        models=ModelParameters(**_numbers(file, "models", ModelParameters)),
        rollouts=RolloutParameters(**_numbers(file, "rollouts", RolloutParameters)),
    )


def read_known_after(path: Path) -> float:
    """Number of actions after which an opponent counts as known, for bots that play the fair rule until then."""
    file = StrictTable(read_toml(path, error=BotError), str(path), error=BotError)
    return file.table(FAIR_RULE, keys=["known_after"]).number("known_after", least=0, most=1e9)


def _numbers(file: StrictTable, name: str, parameters: type[ModelParameters | RolloutParameters]) -> dict[str, float]:
    """The numbers of a table of the file, by name; a number may be missing if it has a default."""
    defaults = {field.name: None if field.default is MISSING else field.default for field in fields(parameters)}
    table = file.table(name, keys=[*defaults])
    numbers = {
        key: table.number(key, default, least=_RANGES[key][0], most=_RANGES[key][1])
        for key, default in defaults.items()
    }
    if 0 < numbers.get("half_life", 0) < 1:
        table.refuse("half_life", "write 0, or at least 1 hand")
    if 0 < numbers.get("change_odds", 0) < _LEAST_ODDS:
        table.refuse("change_odds", f"write 0, or at least {_LEAST_ODDS}")
    return numbers
