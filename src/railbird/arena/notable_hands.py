"""Hands of a run that are worth looking at: where most was won, and where it was not the cards that won it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.arena.hand_table import columns_of

if TYPE_CHECKING:
    from railbird.arena.plan import RunPlan
    from railbird.arena.results import Results
    from railbird.arena.store import RunFolder
    from railbird.games import HandRecord

_KEYS = ("table", "match", "permutation", "hand")


@dataclass(frozen=True)
class NotableHand:
    """A hand of a run or a log."""

    source: str
    """The match of a run, or the line of a log."""
    record: HandRecord
    player: str = ""
    """The player whose result is notable; empty if the whole pot is."""
    mean: float = 0.0
    """Chips a hand that this player won in the deal, over all its orders of seats."""


def biggest_pots(folder: RunFolder, *, most: int) -> list[NotableHand]:
    """The hands in which most was won, the largest first; of each deal only one."""
    hands = folder.hands()
    won = pl.sum_horizontal(
        pl.col(f"payoff_{position}").clip(lower_bound=0) for position in range(folder.plan.game.players)
    )
    largest_first = [True, *(False for _ in _KEYS)]
    biggest = (
        hands.select(*_KEYS, won=won)
        .sort("won", *_KEYS, descending=largest_first)
        .unique(["match", "hand"], keep="first", maintain_order=True)
        .head(most)
        .collect()
    )
    rows = hands.join(biggest.lazy(), on=_KEYS).sort("won", *_KEYS, descending=largest_first).collect()
    return [NotableHand(_match_name(folder, row), _record(folder, row)) for row in rows.iter_slices(1)]


def telling_deals(folder: RunFolder, results: Results, *, most: int) -> list[NotableHand]:
    """The deals in which a player won or lost most over all orders of seats, where everybody holds all cards once.

    Each is shown in the order of seats in which the player won or lost most. Without duplicate sets there are none.
    """
    if not folder.plan.duplicate:
        return []
    means, hands = results.samples["payoff"], folder.hands()
    order = np.argsort(-np.abs(means), axis=None, kind="stable")
    found: dict[int, NotableHand] = {}
    for table, place, deal in zip(*np.unravel_index(order, means.shape), strict=True):
        if len(found) == most or not means[table, place, deal]:
            break
        if int(deal) not in found:
            player = folder.plan.entrants[folder.plan.tables[int(table)][int(place)]].name
            clearest = _clearest(
                hands, folder.plan, player, table=int(table), deal=int(deal), wins=bool(means[table, place, deal] > 0)
            )
            found[int(deal)] = NotableHand(
                _match_name(folder, clearest), _record(folder, clearest), player, float(means[table, place, deal])
            )
    return [*found.values()]


def _clearest(hands: pl.LazyFrame, plan: RunPlan, player: str, *, table: int, deal: int, wins: bool) -> pl.DataFrame:
    """The hand of a deal at a table in which a player won most, or lost most."""
    match, hand = divmod(deal, plan.hands)
    own = pl.sum_horizontal(
        pl.when(pl.col(f"player_{position}") == player).then(pl.col(f"payoff_{position}")).otherwise(0)
        for position in range(plan.game.players)
    )
    of_deal = hands.filter((pl.col("table") == table) & (pl.col("match") == match) & (pl.col("hand") == hand))
    return of_deal.sort(own, descending=wins, maintain_order=True).head(1).collect()


def _record(folder: RunFolder, hand: pl.DataFrame) -> HandRecord:
    names = [entrant.name for entrant in folder.plan.entrants]
    return columns_of(hand, game=folder.plan.game, names=names).record(0)


def _match_name(folder: RunFolder, hand: pl.DataFrame) -> str:
    wanted = tuple(hand[key].item() for key in ("table", "match", "permutation"))
    chunk = next(chunk for chunk in folder.plan.chunks() if (chunk.table, chunk.match, chunk.permutation) == wanted)
    return folder.plan.match_plan(chunk).name
