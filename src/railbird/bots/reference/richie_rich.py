"""The fixed-limit bot that imitation models were trained on."""

from __future__ import annotations

from railbird.bots.reference.all_in_equity import AllInEquityBot


class TunedFixedRichieRich(AllInEquityBot):
    """Raises if e x players still in the hand > 1; calls if e x pot > amount to call + 0.01, or if it owes nothing.

    Otherwise it folds; e is its all-in equity (Kischka 2014, 7.1).
    """

    margin = 0.01
