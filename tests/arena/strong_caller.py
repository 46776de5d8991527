"""A bot against which the all-in bot has an expectation that can be worked out exactly."""

import numpy as np

from railbird.bots import Bot
from railbird.cards.hands import CLASS_OF_HAND, hand_numbers
from railbird.equity.preflop import class_equities
from railbird.games import CALL, FOLD, Action, View

STRONG = 0.55


class StrongCaller(Bot):
    """Calls with hands that have enough equity against a random one, and folds all others."""

    def act(self, view: View) -> Action:
        if not view.to_call(view.position):
            return CALL
        number = hand_numbers(np.array([view.hole_cards], dtype=np.uint8))[0]
        return CALL if class_equities(1)[CLASS_OF_HAND[number]] >= STRONG else FOLD
