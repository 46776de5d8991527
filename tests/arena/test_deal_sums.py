"""Sums of chips over the orders of seats, also where there are very many orders."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from railbird.arena import RunPlan, read_entrants
from railbird.arena.deal_sums import DealSums
from railbird.games import game_named

PLAYERS = 9
ORDERS = 70_000
"""More than two bytes can count."""


def plan() -> RunPlan:
    three = game_named("holdem.limit.3p")
    game = replace(three, stacks=three.stacks[:1] * PLAYERS, blinds=(5, 10, *[0] * (PLAYERS - 2)))
    bots = [f"bot{place}=call" for place in range(PLAYERS)]
    return RunPlan(game, read_entrants(bots), hands=1, seed=1, seat_orders=ORDERS)


def stored(orders: int) -> pl.DataFrame:
    """A deal in which the player in position p wins p - 4 chips, always in the same places."""
    columns: dict[str, list[object]] = {name: [0] * orders for name in ("table", "match", "hand")}
    for position in range(PLAYERS):
        columns[f"player_{position}"] = [f"bot{position}"] * orders
        columns[f"remembers_{position}"] = [position == 3] * orders
        columns[f"payoff_{position}"] = columns[f"expected_{position}"] = [float(position - 4)] * orders
    return pl.DataFrame(columns)


def test_all_orders_of_seats_are_counted() -> None:
    sums = DealSums(plan())
    sums.add(stored(ORDERS - 1))
    assert not sums.are_complete
    sums.add(stored(1))
    assert sums.are_complete
    assert sums.into_means()["payoff"][0, :, 0].tolist() == [position - 4 for position in range(PLAYERS)]
    assert sums.remembering == {3}


def test_hands_of_another_run_are_left_out() -> None:
    sums = DealSums(plan())
    sums.add(stored(ORDERS).with_columns(player_0=pl.lit("stranger")))
    assert not sums.are_complete


def test_more_orders_than_planned_are_noticed() -> None:
    sums = DealSums(plan())
    sums.add(stored(ORDERS + 1))
    assert not sums.are_complete
