"""Equities that processes share in memory, so that each is computed by one of them only.

Processes that play the same cards in step need the same equity at the same time. A process therefore claims an equity
before it computes it, and one that meets the claim of another computes equities that will be needed next, instead of
waiting. There are no locks. A slot stores its key combined with its values by exclusive or, so that a slot that two
processes write at the same time is read as empty (Hyatt and Mann 2002, "A lock-less transposition-table
implementation for parallel search"). At worst an equity is computed twice, with the same result.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from railbird.giving_way import give_way

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from railbird.cards import Card

    Question = tuple[tuple[Card, ...], tuple[Card, ...], int]
    """A hand, a board, and the number of opponents; 0 stands for one and two at once."""
    Answer = tuple[float, float]

_WORDS = 4
"""Of a slot: key combined with the values, two values, key of a claim."""
_WORD = 8
_MULTIPLIER = 0x9E3779B97F4A7C15
_ALL_BITS = 0xFFFFFFFFFFFFFFFF
_MOST = 20
_LEAST = 10
_LONGEST_WAIT = 0.001
"""Seconds after which a claim is ignored. Computing takes less: the process that made it waits for a core, or died."""


def table_bytes(answers: int) -> int:
    """The size of a table in which this number of answers is sparse, up to 32 MB. Older answers are overwritten."""
    return _WORDS * _WORD << min(max((4 * answers).bit_length(), _LEAST), _MOST)


class SharedAnswers:
    """The answers in a piece of memory that is shared between processes, whose size `table_bytes` gave."""

    def __init__(self, memory: memoryview) -> None:
        self._words = memory.cast("B").cast("Q")
        self._values = memory.cast("B").cast("d")
        self._shift = 64 - (len(self._words) // _WORDS - 1).bit_length()
        self.questions_ahead: Callable[[], Iterable[Question]] = tuple
        """Called while another process computes what is needed now: questions that are likely to be asked next."""

    def answer(self, question: Question, compute: Callable[[Question], Answer]) -> Answer:
        """The answer to a question: shared, or computed here."""
        key, slot = self._place(question)
        known = self._known(key, slot)
        if known is not None:
            return known
        if self._claim(key, slot):
            return self._store(key, slot, compute(question))
        until = monotonic() + _LONGEST_WAIT
        ahead = iter(self.questions_ahead())
        while monotonic() < until:
            if not self._work_ahead(ahead, compute):
                give_way()
            known = self._known(key, slot)
            if known is not None:
                return known
        return self._store(key, slot, compute(question))

    def _work_ahead(self, ahead: Iterator[Question], compute: Callable[[Question], Answer]) -> bool:
        """Answer the next of the questions ahead that no process has claimed; return False if there is none left."""
        for question in ahead:
            key, slot = self._place(question)
            if self._known(key, slot) is None and self._claim(key, slot):
                self._store(key, slot, compute(question))
                return True
        return False

    def _known(self, key: int, slot: int) -> Answer | None:
        words, values = self._words, self._values
        for first in (slot, slot ^ _WORDS):
            if words[first] ^ words[first + 1] ^ words[first + 2] == key:
                answer = values[first + 1], values[first + 2]
                # Another process may have written between the two readings.
                if words[first] ^ words[first + 1] ^ words[first + 2] == key:
                    return answer
        return None

    def _claim(self, key: int, slot: int) -> bool:
        """Claim a question; return False if it is already claimed."""
        if self._words[slot + 3] == key:
            return False
        self._words[slot + 3] = key
        return True

    def _store(self, key: int, slot: int, answer: Answer) -> Answer:
        words = self._words
        # Two slots are possible. The first one is better, but an answer in it is kept if the second one is empty.
        first = slot if not words[slot] or words[slot ^ _WORDS] else slot ^ _WORDS
        self._values[first + 1], self._values[first + 2] = answer
        words[first] = key ^ words[first + 1] ^ words[first + 2]
        if words[slot + 3] == key:
            words[slot + 3] = 0
        return answer

    def _place(self, question: Question) -> tuple[int, int]:
        """The key of a question, at most eight bytes and never 0, and its first slot."""
        hand, board, opponents = question
        key = int.from_bytes(bytes((opponents + 1, *hand, *board)), "big")
        return key, ((key * _MULTIPLIER & _ALL_BITS) >> self._shift) * _WORDS
