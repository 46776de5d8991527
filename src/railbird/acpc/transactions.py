"""The transaction log: every action that was played, with its times, from which a match can be taken up again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from railbird.errors import FormatError
from railbird.formats.transaction_lines import Transaction, format_transaction, read_transaction
from railbird.play import MatchObserver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from railbird.acpc.dealer_seats import TimedSeat
    from railbird.games import Action, GameDefinition, State
    from railbird.play import Match


class TransactionLog:
    """Written line by line; each is in the file before players are shown the action."""

    def __init__(self, path: Path, game: GameDefinition, *, append: bool) -> None:
        self._path = path
        self._game = game
        if append and path.exists():
            _cut_half_line(path)
        self._file: TextIO = path.open("a" if append else "w", encoding="ascii")

    def add(self, transaction: Transaction) -> None:
        """Write an action down."""
        self._file.write(format_transaction(transaction, self._game) + "\n")
        self._file.flush()

    def read(self) -> Iterator[Transaction]:
        """What is in the file so far; a FormatError names a line that cannot be read."""
        with self._path.open(encoding="ascii", errors="replace") as file:
            for number, line in enumerate(file, start=1):
                try:
                    yield read_transaction(line.rstrip("\n"), self._game)
                except FormatError as error:
                    raise FormatError(f"{self._path}:{number}: {error}") from None

    def close(self) -> None:
        """No more."""
        self._file.close()


class TransactionWriter(MatchObserver):
    """Writes every action of a match into a transaction log."""

    def __init__(self, log: TransactionLog, seats: Sequence[TimedSeat]) -> None:
        self._log = log
        self._seats = seats

    def action_played(self, seat: int, action: Action, *, before: State, after: State) -> None:  # noqa: ARG002
        player = self._seats[seat]
        self._log.add(Transaction(action, before.hand, player.shown_at, player.answered_at))


def take_up(match: Match, transactions: Iterable[Transaction], seats: Sequence[TimedSeat]) -> None:
    """Play what has been played before; its time is charged to the seats."""
    for transaction in transactions:
        hand = match.plan.hands if match.is_over else match.state.hand
        seat = match.acting_seat
        if transaction.hand != hand or seat is None:
            raise FormatError(f"a transaction of hand {transaction.hand} where hand {hand} is: it is damaged")
        seats[seat].clock.charge(transaction.answered_at - transaction.asked_at, seat=seat, hand=hand)
        match.replay(transaction.action)


def _cut_half_line(path: Path) -> None:
    """A dealer that was killed may have left half a line; its action was not played."""
    with path.open("rb+") as file:
        content = file.read()
        end = content.rfind(b"\n") + 1
        if end < len(content):
            file.truncate(end)
            os.fsync(file.fileno())
