"""A table of what became of the questions to each member of a team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.statistics import AMOUNT, COUNT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.statistics import Cell
    from railbird.team_server.connected_member import ConnectedMember

_COLUMNS = (
    Column("member"),
    Column("asked", COUNT, "decisions of the team"),
    Column("answered", COUNT, "legal answers in time"),
    Column("late", COUNT, "no answer in time"),
    Column("wrong", COUNT, "illegal actions, and lines that are no answers"),
    Column("absent", COUNT, "decisions while the member was lost, starting again, or dropped"),
    Column("restarted", COUNT),
    Column("chosen", COUNT, "decisions in which the team played the member's answer"),
    Column("mean_ms", AMOUNT, "mean time of an answer, in milliseconds", "mean ms"),
    Column("at_the_end", shown_as="at the end"),
)


def member_table(members: Sequence[ConnectedMember]) -> Table:
    """A row for each member."""
    return Table("team-members", "The members of the team", _COLUMNS, [_row(member) for member in members])


def _row(member: ConnectedMember) -> tuple[Cell, ...]:
    counts = member.counts
    mean = counts.mean_seconds
    return (
        member.name,
        counts.asked,
        counts.outcomes["answered"],
        counts.outcomes["late"],
        counts.outcomes["wrong"],
        counts.outcomes["absent"],
        counts.restarted,
        counts.chosen,
        None if mean is None else 1000 * mean,
        member.status,
    )
