"""Cards as they are dealt: every hand on every board is a class of its own, suits included.

For players who may treat the same cards in other suits differently, such as bots written by hand.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.card_counts import dealt_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NO_RENAMING = np.arange(4, dtype=np.uint8)[None]


class DealtCards(CardClasses):
    """The cards without any abstraction: hands and boards are merged only if they have the same cards."""

    kind = "cards"

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Number of classes in each round."""
        return dealt_counts(self.game)

    @cached_property
    def _suits(self) -> NDArray[np.uint8]:
        return _NO_RENAMING
