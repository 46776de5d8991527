"""Asks all members at the same time, and waits for their answers together, with one deadline."""

from __future__ import annotations

import select
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from railbird.games import View
    from railbird.team_server.connected_member import ConnectedMember
    from railbird.team_server.member_counts import Reply


def ask_all(members: Sequence[ConnectedMember], view: View, *, until: float) -> list[Reply]:
    """The replies of all members to the state that they were shown last, in the order of the members.

    `until` is a time of `time.monotonic`. A member that still owes an earlier answer is not waited for once another
    member has answered: otherwise one that hangs would make every decision last until its deadline.
    """
    replies = {
        place: reply for place, member in enumerate(members) if (reply := member.ask(view, until=until)) is not None
    }
    waiting = {place: member for place, member in enumerate(members) if place not in replies}
    while _is_worth_waiting(waiting.values(), replies.values()):
        left = until - monotonic()
        if left <= 0:
            break
        for place in _readable(waiting, left):
            reply = waiting[place].read()
            if reply is not None:
                replies[place] = reply
                del waiting[place]
    for place, member in waiting.items():
        replies[place] = member.give_up()
    return [replies[place] for place in range(len(members))]


def _is_worth_waiting(waiting: Collection[ConnectedMember], replies: Collection[Reply]) -> bool:
    if all(member.owes_answer for member in waiting):
        return bool(waiting) and not any(reply.outcome == "answered" for reply in replies)
    return True


def _readable(waiting: Mapping[int, ConnectedMember], seconds: float) -> list[int]:
    """Wait for the first of these members, and return all from which something has arrived."""
    poll = select.poll()
    connections = {}
    for place, member in waiting.items():
        connection = member.connection
        if connection is not None:
            poll.register(connection, select.POLLIN | (select.POLLOUT if connection.has_unsent else 0))
            connections[connection.fileno()] = place, connection
    readable = []
    for descriptor, event in poll.poll(ceil(seconds * 1000)):
        place, connection = connections[descriptor]
        if event & select.POLLOUT:
            connection.flush()
        if event & ~select.POLLOUT:
            readable.append(place)
    return readable
