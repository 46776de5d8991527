"""What the players of a hand that is over have won or lost: exact, in fractions if need be."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.compiled import EntryPoints
from railbird.errors import ActionError
from railbird.games import _kernels
from railbird.games.layout import PLAYING, SHOWDOWN, SIZE

if TYPE_CHECKING:
    from railbird.games.deal import Deal
    from railbird.games.moment import Moment

Chips: TypeAlias = int | Fraction

_NO_CARDS = np.empty(0, dtype=np.uint8)
_NUMBERS = np.empty(SIZE, dtype=np.int64)
_direct = EntryPoints(write_payoffs=(_kernels.write_payoffs, (_NUMBERS, _NO_CARDS, _NUMBERS)))


def payoffs_of(moment: Moment, deal: Deal) -> tuple[Chips, ...]:
    """By position; hands that were folded need not be known."""
    if moment.outcome == PLAYING:
        raise ActionError(f"no payoffs yet in {moment}: position {moment.acting} is to act")
    chips = np.empty(moment.game.players, dtype=np.int64)
    cards = deal.cards if moment.outcome == SHOWDOWN else _NO_CARDS
    is_whole = _direct.write_payoffs(moment.array, cards, chips)
    payoffs = chips.tolist()
    return tuple(payoffs if is_whole else map(chips_of, payoffs))


def chips_of(parts: int) -> Chips:
    """From the kernels' parts of a chip."""
    whole, rest = divmod(parts, _kernels.SHARES)
    return Fraction(parts, _kernels.SHARES) if rest else whole
