"""Processes that play the same cards in step share the work on equities."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count, pairwise
from typing import TYPE_CHECKING

import pytest

from railbird.equity import all_in, shared_answers
from railbird.equity.all_in import look_ahead, share_answers, unchecked_equity
from railbird.equity.shared_answers import SharedAnswers, table_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.equity.shared_answers import Answer, Question

QUESTIONS: list[Question] = [((card, card + 1), (card + 2, card + 3, card + 4), 0) for card in range(40)]


def value_of(question: Question) -> Answer:
    return question[0][0] / 7, -question[1][0] / 3


class Process:
    """What one process does, counting what it computes."""

    def __init__(self, memory: bytearray, seconds: float = 0) -> None:
        self.answers = SharedAnswers(memoryview(memory))
        self.computed: Counter[Question] = Counter()
        self._seconds = seconds

    def compute(self, question: Question) -> Answer:
        self.computed[question] += 1
        time.sleep(self._seconds)
        return value_of(question)

    def ask(self, question: Question) -> Answer:
        return self.answers.answer(question, self.compute)

    def ask_all(self) -> list[Answer]:
        """All questions in order, the next one being what may come next."""
        following = dict(pairwise(QUESTIONS))
        answers = []
        for question in QUESTIONS:
            self.answers.questions_ahead = lambda now=question: [following[now]] if now in following else []
            answers.append(self.ask(question))
        return answers


@pytest.fixture
def memory() -> bytearray:
    return bytearray(table_bytes(len(QUESTIONS)))


def test_an_answer_is_computed_once(memory: bytearray) -> None:
    first, second = Process(memory), Process(memory)
    assert [first.ask(question) for question in QUESTIONS] == [*map(value_of, QUESTIONS)]
    assert [second.ask(question) for question in QUESTIONS] == [*map(value_of, QUESTIONS)]
    assert first.computed == Counter(QUESTIONS)
    assert not second.computed


def test_14_9_processes_in_step_compute_different_answers(memory: bytearray, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without claims, both would compute all 40."""
    monkeypatch.setattr(shared_answers, "_LONGEST_WAIT", 10)
    both = [Process(memory, seconds=0.004) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        assert [*threads.map(Process.ask_all, both)] == [[*map(value_of, QUESTIONS)]] * 2
    assert sum((process.computed for process in both), Counter()).total() < 1.25 * len(QUESTIONS)
    assert min(process.computed.total() for process in both) > len(QUESTIONS) / 4


def test_the_claim_of_a_process_that_has_died_is_ignored(memory: bytearray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_answers, "_LONGEST_WAIT", 5)
    monkeypatch.setattr(shared_answers, "monotonic", partial(next, count()))

    class DiedError(Exception):
        pass

    def die(question: Question) -> Answer:
        raise DiedError

    other = Process(memory)
    with pytest.raises(DiedError):
        SharedAnswers(memoryview(memory)).answer(QUESTIONS[0], die)
    other.answers.questions_ahead = lambda: QUESTIONS[1:3]
    assert other.ask(QUESTIONS[0]) == value_of(QUESTIONS[0])
    # Instead of waiting, it had already computed what was to come.
    assert [*other.computed] == [QUESTIONS[1], QUESTIONS[2], QUESTIONS[0]]


def test_a_slot_that_two_processes_wrote_at_once_is_empty(memory: bytearray) -> None:
    process = Process(memory)
    process.ask(QUESTIONS[0])
    words = memoryview(memory).cast("Q")
    (first, *_), other = [place for place, word in enumerate(words) if word], value_of(QUESTIONS[1])
    memoryview(memory).cast("d")[first + 1] = other[0]
    assert process.ask(QUESTIONS[0]) == value_of(QUESTIONS[0])
    assert process.computed[QUESTIONS[0]] == 2


def test_answers_beyond_the_size_of_a_table_are_computed_again() -> None:
    process = Process(bytearray(table_bytes(1)))
    many: list[Question] = [((a, b), (50, 51, c), 0) for a in range(10) for b in range(10, 30) for c in range(30, 50)]
    assert [process.ask(question) for question in many] == [*map(value_of, many)]
    assert [process.ask(question) for question in many] == [*map(value_of, many)]


@pytest.fixture
def sharing() -> Iterator[bytearray]:
    memory = bytearray(table_bytes(100))
    all_in._exact_equities.cache_clear()
    all_in._sampled_equity.cache_clear()
    share_answers(memoryview(memory))
    yield memory
    share_answers(None)


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("board", [(1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)])
def test_14_9_shared_equities_are_the_same_to_the_bit(
    board: tuple[int, ...], opponents: int, sharing: bytearray
) -> None:
    shared = unchecked_equity((50, 51), board, opponents)
    all_in._exact_equities.cache_clear()
    all_in._sampled_equity.cache_clear()
    again = unchecked_equity((50, 51), board, opponents)
    assert any(sharing)
    alone = all_in._computed(((50, 51), board, opponents if opponents > 2 else 0))
    assert shared == again == alone[opponents - 1 if opponents <= 2 else 0]


def test_hands_ahead_become_questions(sharing: bytearray) -> None:
    look_ahead(lambda: [((1, 2), (3, 4, 5), 2), ((1, 2), (3, 4, 5), 4)])
    assert all_in._shared is not None
    assert [*all_in._shared.questions_ahead()] == [((1, 2), (3, 4, 5), 0), ((1, 2), (3, 4, 5), 4)]
