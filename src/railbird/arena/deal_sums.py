"""Adds up the chips of each bot in each deal over the orders of seats, from the stored hands of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
import polars as pl

from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.arena.plan import RunPlan

_GRID = 1000 * SHARES
"""Parts of a chip to which sums are rounded. Payoffs stay exact, and rounding errors of equities are removed."""
Kind = Literal["payoff", "expected"]
"""Chips as won, or all-in adjusted: without the luck of the last cards in all-in hands."""
_KINDS: tuple[Kind, ...] = get_args(Kind)


class DealSums:
    """Sums of the chips of each bot by table, place at the table, and deal.

    They are added in the order in which the hands are stored, so that the same run always gives the same sums.
    """

    def __init__(self, plan: RunPlan) -> None:
        shape = (len(plan.tables), plan.game.players, plan.matches * plan.hands)
        self._plan = plan
        self._positions = range(plan.game.players)
        self._sums = {kind: np.zeros(shape) for kind in _KINDS}
        self._orders = np.zeros(shape, dtype=np.min_scalar_type(plan.orders + 1))
        """The number of orders of seats that have been added."""
        self._bots = {entrant.name: bot for bot, entrant in enumerate(plan.entrants)}
        self._places = np.full((len(plan.tables), len(plan.entrants)), -1)
        """The place of each bot at each table."""
        for number, table in enumerate(plan.tables):
            self._places[number, table] = range(len(table))
        self.remembering: set[int] = set()
        """The bots that may have remembered earlier hands."""

    @property
    def columns(self) -> list[str]:
        """The columns of stored hands that are needed."""
        of_each = [f"{name}_{place}" for name in ("player", "remembers", *_KINDS) for place in self._positions]
        return ["table", "match", "hand", *of_each]

    def add(self, hands: pl.DataFrame) -> None:
        """Add stored hands of the plan's tables.

        If a deal is not of the plan, none of them are added; if a bot is not, none in its position are.
        """
        deals = (hands["match"].cast(pl.Int64) * self._plan.hands + hands["hand"]).to_numpy()
        if not len(deals) or deals.max() >= self._plan.matches * self._plan.hands:
            return
        tables = hands["table"].to_numpy()
        for position in self._positions:
            bots = hands[f"player_{position}"].replace_strict(self._bots, default=-1, return_dtype=pl.Int64)
            self.remembering |= {*bots.filter(hands[f"remembers_{position}"]).unique()}
            if bots.min() != -1:
                cells = (tables, self._places[tables, bots.to_numpy()], deals)
                np.add.at(self._orders, cells, 1)
                for kind, chips in self._sums.items():
                    np.add.at(chips, cells, hands[f"{kind}_{position}"].to_numpy())

    @property
    def are_complete(self) -> bool:
        """Whether every deal has been added in all its orders of seats, each with a payoff."""
        is_played = bool((self._orders == self._plan.orders).all())
        return is_played and not any(np.isnan(chips).any() for chips in self._sums.values())

    def into_means(self) -> dict[Kind, NDArray[np.float64]]:
        """Round the sums, divide them by the number of orders of seats, and return them; nothing can be added then."""
        for chips in self._sums.values():
            _divide(chips, self._plan.orders)
        return self._sums


def _divide(chips: NDArray[np.float64], orders: int) -> None:
    """Round sums and divide them, in place: in long runs there is no memory for another copy."""
    chips *= _GRID
    np.round(chips, out=chips)
    chips /= _GRID
    chips /= orders
