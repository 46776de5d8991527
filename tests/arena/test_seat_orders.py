"""Orders of seats for any number of players."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

import pytest

from arena.runs import LIMIT_3P, plan_of
from railbird.arena import RunFolder, export_run, parse_seat_orders, play_run, read_results
from railbird.arena.seat_orders import have_same_orders
from railbird.errors import GameError

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.arena import RunPlan, SeatOrders

SIX = "holdem.nolimit.6p"
BOTS = [f"{name}=call" for name in "ABCDEF"]


def six(**options: object) -> RunPlan:
    return plan_of(*BOTS, game=SIX, hands=2, **options)  # type: ignore[arg-type]


def orders_of(plan: RunPlan, match: int = 0) -> list[tuple[int, ...]]:
    return [chunk.seats for chunk in plan.chunks() if chunk.match == match]


def test_14_6_all_orders_up_to_three_players_and_rotations_beyond() -> None:
    three = plan_of("call", "raise", "fold", game=LIMIT_3P)
    assert (three.seat_orders, orders_of(three)) == ("all", list(permutations(range(3))))
    assert (six().seat_orders, six().orders) == ("rotations", 6)
    assert orders_of(six())[:2] == [(0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 0)]


@pytest.mark.parametrize(("orders", "count"), [("all", 720), ("rotations", 6), ("single", 1), (12, 12), (720, 720)])
def test_14_6_orders_are_different_and_as_many_as_planned(orders: SeatOrders, count: int) -> None:
    plan = six(seat_orders=orders)
    assert plan.orders == len(orders_of(plan)) == len({*orders_of(plan)}) == count


@pytest.mark.parametrize("orders", ["all", "rotations", 6, 12])
def test_14_6_each_player_has_each_seat_equally_often(orders: SeatOrders) -> None:
    plan = six(seat_orders=orders)
    seats = Counter((player, seat) for order in orders_of(plan) for seat, player in enumerate(order))
    assert {*seats.values()} == {plan.orders / 6}


def test_14_6_orders_are_drawn_anew_for_each_match_from_the_seed() -> None:
    plan = six(seat_orders=12, matches=2)
    assert orders_of(plan) == orders_of(six(seat_orders=12))
    assert {*orders_of(plan)} != {*orders_of(plan, match=1)}
    assert {*orders_of(plan)} != {*orders_of(six(seat_orders=12, seed=2))}


def test_14_6_every_table_of_a_tournament_has_the_same_orders() -> None:
    plan = plan_of(*BOTS, "G=call", game=SIX, seat_orders=7)
    by_table = [
        [[table.index(bot) for bot in chunk.seats] for chunk in plan.chunks() if chunk.table == number]
        for number, table in enumerate(plan.tables)
    ]
    assert all(places == by_table[0] for places in by_table)


def test_14_6_who_can_take_whose_place() -> None:
    first, second = ["A", "B", "C", "D"], ["B", "C", "D", "A"]
    assert [have_same_orders(orders, first, second) for orders in ("all", "rotations", "single", 8)] == [
        True,
        True,
        False,
        False,
    ]
    assert [have_same_orders(orders, first, ["A", "C", "B", "D"]) for orders in ("all", "rotations")] == [True, False]
    assert all(have_same_orders(orders, first, first) for orders in ("all", "rotations", "single", 8))


@pytest.mark.parametrize("orders", ["rotations", 4])
def test_14_6_the_store_the_results_and_the_export_have_the_same_orders(tmp_path: Path, orders: SeatOrders) -> None:
    plan = six(seat_orders=orders, matches=2)
    run = RunFolder.create(tmp_path / "run", plan)
    play_run(run)
    assert RunFolder.open(tmp_path / "run").plan == plan
    assert RunFolder.open(tmp_path / "run").missing() == []
    assert read_results(run).hands_per_bot == 2 * 2 * plan.orders
    assert export_run(run, tmp_path / "logs") == 2 * plan.orders
    for chunk in plan.chunks():
        names = [plan.entrants[bot].name for bot in chunk.seats]
        log = (tmp_path / "logs" / f"table0.match{chunk.match}.{chunk.permutation}.log").read_text(encoding="utf-8")
        assert log.splitlines()[-1].endswith(":" + "|".join(names))


def test_14_6_bad_input_is_refused() -> None:
    for text in ("some", "-1", "1.5", ""):
        with pytest.raises(GameError, match="write all, rotations, single, or a number of orders to draw"):
            parse_seat_orders(text)
    for count in (0, factorial(6) + 1):
        with pytest.raises(GameError, match=f"{count} orders of seats: 6 players have 720, so draw 1 to 720"):
            six(seat_orders=count)
