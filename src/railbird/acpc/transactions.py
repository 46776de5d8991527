"""The transaction log: every action with its times, from which an interrupted match can be resumed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.errors import FormatError, MatchError
from railbird.formats.fields import format_names
from railbird.formats.transaction_lines import COMMENT, Transaction, format_transaction, read_transaction
from railbird.play import MatchObserver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

    from railbird.acpc.dealer_seats import TimedSeat
    from railbird.games import Action, State
    from railbird.play import Match, MatchPlan


class TransactionLog:
    """A transaction log. Each line is in the file before players are shown the action.

    A comment in the first line names the players and whether seats are fixed, so that a match is resumed only with
    these. The reference dealer ignores the comment when it resumes a match.
    """

    def __init__(self, plan: MatchPlan, *, append: bool) -> None:
        """Open the log of a match; raise MatchError if it has a log of other players or seats to append to."""
        self._path = Path(f"{plan.name}.tlog")
        self._game = plan.game
        self._seating = f"{'fixed' if plan.fixed_seats else 'rotating'} seats {format_names(plan.names)}"
        if append and self._path.exists():
            self._check_seating()
            _remove_incomplete_line(self._path)
        self._file: TextIO = self._path.open("a" if append else "w", encoding="utf-8")
        self._is_empty = self._file.tell() == 0

    def _check_seating(self) -> None:
        with self._path.open(encoding="utf-8", errors="replace") as file:
            _, _, seating = file.readline().partition(COMMENT)
        if seating.endswith("\n") and seating.rstrip("\n") != self._seating:
            raise MatchError(
                f"{self._path} is of another match, with {seating.rstrip()}, not {self._seating}: "
                "resume with the same order of names, and with -f if the match was begun with it"
            )

    def add(self, transaction: Transaction) -> None:
        """Append a transaction."""
        comment = COMMENT + self._seating if self._is_empty else ""
        self._is_empty = False
        self._file.write(format_transaction(transaction, self._game) + comment + "\n")
        self._file.flush()

    def read(self) -> Iterator[Transaction]:
        """The transactions in the file so far; a FormatError names the first invalid line."""
        with self._path.open(encoding="utf-8", errors="replace") as file:
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
