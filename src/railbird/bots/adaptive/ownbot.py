"""OwnBot: an equilibrium heads-up, and models of the opponents otherwise (Thiel 2013, 3.2.7)."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.adaptive.heads_up_history import heads_up_view, translated_back
from railbird.bots.adaptive.preflop_triple import TABLE, equity_triple, read_preflop, varied_triple
from railbird.bots.adaptive.simulating_bot import SimulatingBot
from railbird.bots.loaded_files import load_once
from railbird.bots.reference.cfr_bots import CFRLimitBot
from railbird.games.action import CALL, FOLD, raise_to
from railbird.rng import uniform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, View

PARAMETERS = Path(__file__).parent / "ownbot.toml"
_PREFLOP = 0


class OwnBot(SimulatingBot):
    """Plays limit hold'em for two to six players, and adapts to its opponents while there are several.

    Before the flop it draws from probabilities that follow from its equity, and that the models of the opponents vary.
    After the flop it simulates the rest of the hand. With one opponent left it plays the strategy of `cfr-limit`. With
    `model` off it does not vary the probabilities either.
    """

    name = "ownbot"
    default_parameters = PARAMETERS
    own_tables = (TABLE,)

    def set_up(self, parameters: Path) -> None:
        self._preflop = load_once(read_preflop, parameters)
        self._heads_up = CFRLimitBot()

    def act(self, view: View) -> Action:
        if len(view.in_hand) > 2 and view.street > _PREFLOP:
            return self.best_action(view)
        probabilities = self.probabilities(view)
        drawn = uniform(self._seed, view.hand, len(view.actions)) * sum(probabilities.values())
        actions = [action for action, probability in probabilities.items() if probability > 0]
        for action, cumulative in zip(actions, accumulate(map(probabilities.__getitem__, actions)), strict=True):
            if drawn < cumulative:
                return action
        return actions[-1]

    def probabilities(self, view: View) -> Mapping[Action, float]:
        if len(view.in_hand) == 2:
            return translated_back(self._heads_up.probabilities(heads_up_view(view)), view)
        return self._before_flop(view) if view.street == _PREFLOP else {self.best_action(view): 1.0}

    def _before_flop(self, view: View) -> dict[Action, float]:
        triple = equity_triple(view, self._preflop)
        if self.models.learns:
            triple = varied_triple(triple, view, self.models.by_position(view), self._preflop)
        legal = {CALL: triple.call}
        if view.to_call(view.position) > 0:
            legal[FOLD] = triple.fold
        if view.legal_actions().can_raise:
            legal[raise_to(view.legal_actions().lowest_raise)] = triple.raise_
        return legal
