"""The transaction log: every action with its times, from which an interrupted match can be resumed."""

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
    """A transaction log. Each line is in the file before players are shown the action."""

    def __init__(self, path: Path, game: GameDefinition, *, append: bool) -> None:
        self._path = path
        self._game = game
        if append and path.exists():
            _remove_incomplete_line(path)
        self._file: TextIO = path.open("a" if append else "w", encoding="ascii")

    def add(self, transaction: Transaction) -> None:
        """Append a transaction."""
        self._file.write(format_transaction(transaction, self._game) + "\n")
        self._file.flush()

    def read(self) -> Iterator[Transaction]:
        """The transactions in the file so far; a FormatError names the first invalid line."""
        with self._path.open(encoding="ascii", errors="replace") as file:
            for number, line in enumerate(file, start=1):
                try:
                    yield read_transaction(line.rstrip("\n"), self._game)
                except FormatError as error:
                    raise FormatError(f"{self._path}:{number}: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class TransactionWriter(MatchObserver):
    """Writes every action of a match into a transaction log."""

    def __init__(self, log: TransactionLog, seats: Sequence[TimedSeat]) -> None:
        self._log = log
        self._seats = seats

    def action_played(self, seat: int, action: Action, *, before: State, after: State) -> None:  # noqa: ARG002
        player = self._seats[seat]
        self._log.add(Transaction(action, before.hand, player.shown_at, player.answered_at))


def resume(match: Match, transactions: Iterable[Transaction], seats: Sequence[TimedSeat]) -> None:
    """Replay the recorded actions, and charge their times to the seats."""
    for transaction in transactions:
        hand = match.plan.hands if match.is_over else match.state.hand
        seat = match.acting_seat
        if transaction.hand != hand or seat is None:
            raise FormatError(f"the transaction log is damaged: hand {transaction.hand} is where hand {hand} belongs")
        seats[seat].clock.charge(transaction.answered_at - transaction.asked_at, seat=seat, hand=hand)
        match.replay(transaction.action)


def _remove_incomplete_line(path: Path) -> None:
    """Remove an incomplete last line, which a killed dealer may leave; its action was not played."""
    with path.open("rb+") as file:
        content = file.read()
        end = content.rfind(b"\n") + 1
        if end < len(content):
            file.truncate(end)
            os.fsync(file.fileno())
