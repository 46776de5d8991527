"""Counts of how a player played each of the 169 starting hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from railbird.analysis.counters import CLASS_HANDS, CLASS_NET, CLASS_RAISED, CLASS_VOLUNTARY, CLASS_WALKS
from railbird.cards.hands import CLASS_COUNT, class_name
from railbird.games.definition import SHARES
from railbird.statistics import CHIPS, COUNT, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.analysis.tally import Tally
    from railbird.statistics import Cell


@dataclass(frozen=True, kw_only=True)
class StartingHand:
    """A class of starting hands, such as AKs, and how a player played the known hands of the class."""

    name: str
    hands: int
    walks: int
    """Hands in which all others folded before the player could act, so there was no decision."""
    played: int
    """Hands in which the player put in chips voluntarily before the flop."""
    raised: int
    """Hands that the player raised before the flop."""
    chips: float
    """Chips won or lost."""


def starting_hands(tally: Tally, player: int) -> list[StartingHand]:
    """The 169 starting hands of a player, in the order of their classes."""
    return [_starting_hand(number, counts) for number, counts in enumerate(tally.by_class(player).tolist())]


def held_hands(tally: Tally, player: int) -> list[StartingHand]:
    """Those of the 169 that the player is known to have held: of very many players, each has held few."""
    classes, counts = tally.held_classes(player)
    return [*map(_starting_hand, classes.tolist(), counts.tolist())]


def _starting_hand(number: int, counts: list[int]) -> StartingHand:
    return StartingHand(
        name=_class_names()[number],
        hands=counts[CLASS_HANDS],
        walks=counts[CLASS_WALKS],
        played=counts[CLASS_VOLUNTARY],
        raised=counts[CLASS_RAISED],
        chips=counts[CLASS_NET] / SHARES,
    )


@cache
def _class_names() -> list[str]:
    return [class_name(number) for number in range(CLASS_COUNT)]


def starting_hands_table(tally: Tally, players: Sequence[str]) -> Table:
    """Table of the starting hands that these players are known to have held."""
    columns = [
        Column("player"),
        Column("hand", TEXT, "s for suited, o for offsuit"),
        Column("hands", COUNT, "hands in which the player is known to have held it"),
        Column(
            "walks",
            COUNT,
            "hands in which all others folded before the player could act; not counted in shares",
        ),
        Column("played", COUNT, "hands with a call or raise before the flop"),
        Column("raised", COUNT, "hands with a raise before the flop"),
        Column("chips", CHIPS, "chips won or lost"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (player, hand.name, hand.hands, hand.walks, hand.played, hand.raised, hand.chips)
        for player in players
        for hand in held_hands(tally, tally.row(player))
    ]
    return Table("starting-hands", "Starting hands", columns, rows)
