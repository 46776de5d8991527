"""Akuma: simulations with opponent models (Thiel 2013, 3.2.7; Kischka 2014, 4.1)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.adaptive.parameters import FAIR_RULE, read_known_after
from railbird.bots.adaptive.simulating_bot import SimulatingBot
from railbird.bots.loaded_files import load_once
from railbird.bots.opponents import opponents_in_hand
from railbird.bots.reference.all_in_equity import AllInEquityBot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, View

PARAMETERS = Path(__file__).parent / "akuma.toml"


class AkumaBot(SimulatingBot):
    """Plays limit hold'em for two to six players, and adapts to its opponents.

    As long as it does not know an opponent in the hand, it plays by the rule of the mathematically fair bot. Then it
    takes the action with the highest expected value: the rest of the hand is simulated with hands that fit the
    opponents' actions, and with opponents who act as they have been seen to. With `model` off it never knows them.
    """

    name = "akuma"
    default_parameters = PARAMETERS
    own_tables = (FAIR_RULE,)

    def set_up(self, parameters: Path) -> None:
        self._known_after = load_once(read_known_after, parameters)
        self._fair = AllInEquityBot()

    def knows_opponents(self, view: View) -> bool:
        """Whether enough is known about every opponent in the hand, since it last changed."""
        models = self.models.by_position(view)
        return all(models[position].actions >= self._known_after for position in opponents_in_hand(view))

    def act(self, view: View) -> Action:
        return self.best_action(view) if self.knows_opponents(view) else self._fair.act(view)

    def probabilities(self, view: View) -> Mapping[Action, float]:
        return {self.act(view): 1.0}
