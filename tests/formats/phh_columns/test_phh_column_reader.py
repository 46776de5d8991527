"""Plain PHH hands in a compiled pass: they are what the reader of all hands makes of them, judged alike."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.hands_at_random import random_cards, random_limit, random_nolimit, random_states
from railbird.errors import FormatError
from railbird.formats.lines import LogLines
from railbird.formats.payoff_checks import payoff_verdicts
from railbird.formats.phh import read_phh, split_phhs
from railbird.formats.phh_columns import PhhColumnReader, phh_column_reader
from railbird.formats.phh_records import from_record, to_record
from railbird.formats.phh_writing import format_phh
from railbird.games import HandRecord, game_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from railbird.formats.columns import HandColumns

    Written = Callable[..., Path]

NAMES = ("Ann", "Bob O'Hara", "Cleo", "Dan", "Eve", "Fay")


def random_hand(rng: random.Random, number: int) -> HandRecord:
    """A hand of random play: limit or no-limit, with cents or without, with a rake or without, with hidden cards."""
    players = rng.randint(2, 6)
    game = random_nolimit(rng, players) if rng.random() < 0.8 else random_limit(rng, players)
    if rng.random() < 0.2:
        game = game_named(rng.choice(("holdem.limit.3p", "holdem.nolimit.6p", "holdem.nolimit.2p.reverse_blinds")))
    game = replace(game, chips_per_unit=rng.choice((1, 100)), name="")
    final = random_states(rng, game, random_cards(rng, game))[-1]
    record = HandRecord.of(final, tuple(rng.sample(NAMES, game.players)))
    hands = tuple(hand if rng.random() < 0.7 else () for hand in record.hole_cards)
    payoffs = list(record.payoffs)
    rake = rng.randint(0, max(int(max(payoffs)), 1) // 3) if rng.random() < 0.4 else 0
    payoffs[payoffs.index(max(payoffs))] -= rake
    return replace(record, number=number, hole_cards=hands, payoffs=tuple(payoffs), rake=rake)


def as_archive(text: str) -> str:
    """In one line for each field and in single quotation marks, with more fields, as in a large archive."""
    text = re.sub(r"actions = \[\n(.*?),\n\]", lambda match: f"actions = [{match[1]}]", text, flags=re.S)
    text = text.replace("\n  ", " ").replace("[ ", "[")
    return text if "O'" in text else text.replace('"', "'")


def written_text(rng: random.Random, record: HandRecord) -> str:
    hand = from_record(record)
    actions = list(hand.actions)
    choice = rng.random()
    if choice < 0.3 and hand.finishing_stacks:
        hand = replace(hand, finishing_stacks=())  # by the rules
    if rng.random() < 0.3:
        actions = [action.rpartition(" ")[0] if " sm ????" in action else action for action in actions]
    extras = {"venue": "A room", "day": 1, "table": "T 1", "seats": tuple(range(1, record.game.players + 1))}
    hand = replace(hand, actions=tuple(actions), **(extras if rng.random() < 0.5 else {}))
    text = format_phh(hand, number=record.number)
    return as_archive(text) if rng.random() < 0.5 else text


def slow_records(path: Path) -> Iterator[HandRecord | str]:
    for line, text in split_phhs(LogLines(path)):
        try:
            yield replace(to_record(read_phh(text, first_line=line)), line=line)
        except FormatError as error:
            yield str(error)


@pytest.mark.kernels
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (1, 2, 3))])
def test_plain_hands_are_those_of_the_reader_of_all_hands(
    written: Written, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = random.Random(seed)
    path = written("".join(written_text(rng, random_hand(rng, number)) for number in range(1, 401)), "hands.phhs")
    others: list[str] = []
    read_any = PhhColumnReader._read_any

    def counted(self: PhhColumnReader, text: str, first_line: int) -> Iterator[HandColumns]:
        others.append(text)
        return read_any(self, text, first_line)

    monkeypatch.setattr(phh_column_reader.PhhColumnReader, "_read_any", counted)
    lines = LogLines(path)
    batches = list(PhhColumnReader(lines).batches())
    records = [record for batch in batches for record in batch]
    slow = list(slow_records(path))
    assert records == [record for record in slow if isinstance(record, HandRecord)]
    assert [record.line for record in records] == [record.line for record in slow if isinstance(record, HandRecord)]
    assert [problem.reason for problem in lines.problems] == [text for text in slow if isinstance(text, str)]
    assert len(others) < 100
    for batch in batches:
        again = replace(batch, verdicts=None)
        assert payoff_verdicts(again).tolist() == payoff_verdicts(batch).tolist()


def test_every_byte_replaced_gives_what_the_reader_of_all_hands_gives(written: Written) -> None:
    rng = random.Random(8)
    text = as_archive(format_phh(from_record(replace(random_hand(rng, 1), rake=0)), number=1))
    for place in range(0, len(text), 3):
        for letter in "0p'#]\n\x01":
            path = written(text[:place] + letter + text[place + 1 :] + "[2]\n", "hand.phhs")
            lines = LogLines(path)
            records = [record for batch in PhhColumnReader(lines).batches() for record in batch]
            slow = list(slow_records(path))
            assert records == [record for record in slow if isinstance(record, HandRecord)]
            assert len(lines.problems) == len(slow) - len(records) + (letter == "\x01" and not slow)
