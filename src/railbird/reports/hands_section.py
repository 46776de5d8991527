"""The section on single hands: the biggest pots, and the deals that tell most about the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cards import format_cards
from railbird.formats.betting import format_betting
from railbird.reports.figure import Figure
from railbird.statistics import AMOUNT, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena.notable_hands import NotableHand
    from railbird.games import HandRecord
    from railbird.reports.sources import Source
    from railbird.statistics import Cell

_HAND_COLUMNS = (
    Column("players", TEXT, "from the first position on: cards, if they are known, and big blinds won or lost"),
    Column("board"),
    Column("actions", TEXT, "f is a fold, c a check or call, r a bet or raise; in no-limit with the chips of the hand"),
    Column("match"),
    Column("hand"),
)


def hands_figure(source: Source) -> Figure | None:
    """Lists of hands; None if there are none."""
    tables = [_pots_table(source.biggest_pots)] if source.biggest_pots else []
    if source.telling_deals:
        tables.append(_telling_table(source.telling_deals))
    if not tables:
        return None
    caption = "The hands in which most was won."
    if source.telling_deals:
        caption += (
            " In the most telling deals a player won or lost most over all orders of seats. There the cards cancel "
            "out, because everybody holds every hand once: what is left is how they were played."
        )
    return Figure(key="hands", caption=caption, command=source.hand_command(), tables=tables, shows_tables=True)


def _pots_table(hands: Sequence[NotableHand]) -> Table:
    columns = [Column("pot", AMOUNT, "all chips in the pot, in big blinds"), *_HAND_COLUMNS]
    rows: list[tuple[Cell, ...]] = [(_pot(hand.record), *_cells(hand)) for hand in hands]
    return Table("biggest_pots", "The biggest pots", columns, rows)


def _telling_table(hands: Sequence[NotableHand]) -> Table:
    columns = [
        Column("player"),
        Column(
            "won", AMOUNT, "big blinds that the player won or lost in a hand of this deal, the mean over all orders"
        ),
        *_HAND_COLUMNS,
    ]
    rows: list[tuple[Cell, ...]] = [(hand.player, hand.mean / hand.record.game.unit, *_cells(hand)) for hand in hands]
    return Table("telling_deals", "The most telling deals, each in the order of seats that shows most", columns, rows)


def _cells(hand: NotableHand) -> tuple[Cell, ...]:
    record = hand.record
    board = format_cards(record.board, separator=" ")
    betting = format_betting(record.game, record.actions).replace("/", " / ")
    return _players_text(record), board or None, betting, hand.source, str(record.number)


def _players_text(record: HandRecord) -> str:
    unit = record.game.unit
    return ", ".join(
        f"{name} {format_cards(cards) or '(hidden)'} {float(chips) / unit:+,.1f}"
        for name, cards, chips in zip(record.players, record.hole_cards, record.payoffs, strict=True)
    )


def _pot(record: HandRecord) -> float:
    *_, last = record.states()
    return last.pot / record.game.unit
