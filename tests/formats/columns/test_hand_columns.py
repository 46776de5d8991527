"""Hands in columns: what a compiled pass over lines reads is what they say, and is written back to the letter."""

from __future__ import annotations

import gzip
import random
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from games.hands_at_random import random_nolimit, random_states
from hand_texts import TextReader
from railbird.errors import ActionError, FormatError
from railbird.formats import lines
from railbird.formats.acpc_log import AcpcLog, format_state, format_states
from railbird.formats.columns import HIDDEN, HandColumns, hand_columns
from railbird.formats.logs import open_log
from railbird.formats.old_log import OldLog, format_old_hand, old_game
from railbird.games import CALL, FOLD, Action, HandRecord, game_named, raise_to, random_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from railbird.games import GameDefinition

    Written = Callable[..., Path]

EXAMPLE = "STATE:7:frc/rc/rc/rc:AdJd|6dQc|5cQs/As6s2c/Ah/8d:70|-70|0:Alice|Bob|Charlie"
GAMES = (
    "holdem.limit.2p.reverse_blinds",
    "holdem.limit.3p",
    "holdem.nolimit.3p",
    "holdem.nolimit.6p",
    "kuhn.limit.3p",
    "leduc.limit.2p",
)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def random_hands(rng: random.Random, game: GameDefinition, hands: int) -> Iterator[HandRecord]:
    """Random play by players who change seats; some folded hands are not known."""
    generator = np.random.default_rng(rng.randrange(2**32))
    for number in range(hands):
        final = random_states(rng, game, random_deal(game, generator))[-1]
        record = HandRecord.of(final, tuple(rng.sample(NAMES, game.players)))
        shown = [
            () if final.has_folded(position) and rng.random() < 0.3 else cards
            for position, cards in enumerate(record.hole_cards)
        ]
        yield replace(record, number=7 * number, hole_cards=tuple(shown))


def rounded(record: HandRecord) -> HandRecord:
    """With the six decimals that a log has."""
    payoffs = [
        chips if isinstance(chips, int) else Fraction(round(chips * 1_000_000), 1_000_000) for chips in record.payoffs
    ]
    return replace(record, payoffs=tuple(payoffs))


@pytest.mark.parametrize("name", GAMES)
def test_a_log_is_read_as_the_records_from_which_it_was_written(written: Written, name: str) -> None:
    records = list(random_hands(random.Random(name), game_named(name), 300))
    path = written("\n".join(map(format_state, records)) + "\n")
    log = AcpcLog(path, game_named(name))
    assert list(log) == list(map(rounded, records))
    assert [record.line for record in log] == list(range(1, 301))
    assert log.problems == []


@pytest.mark.parametrize("game", [old_game(2), old_game(3), old_game(2, doyle=True)], ids=lambda game: game.name)
def test_an_old_log_is_read_as_the_records_from_which_it_was_written(written: Written, game: GameDefinition) -> None:
    records = list(random_hands(random.Random(3), game, 300))
    log = OldLog(written("\n".join(map(format_old_hand, records)) + "\n"))
    assert list(log) == records
    assert log.problems == []


def test_old_logs_may_change_between_games_and_notations(written: Written) -> None:
    rng = random.Random(4)
    kinds = [random_hands(rng, game, 200) for game in (old_game(2), old_game(3), old_game(2, doyle=True))]
    records = [next(rng.choice(kinds)) for _ in range(150)]
    assert list(OldLog(written("\n".join(map(format_old_hand, records)) + "\n"))) == records


@pytest.mark.parametrize("name", GAMES)
def test_columns_are_written_as_their_records_are(name: str) -> None:
    records = list(random_hands(random.Random(name), game_named(name), 300))
    (columns,) = HandColumns.of_records(records)
    assert format_states(columns).decode().splitlines() == list(map(format_state, records))


def test_a_batch_that_is_longer_than_the_buffer_is_written_whole() -> None:
    """Names that take up the room of many hands."""
    records = [
        replace(record, players=("ä" * 20_000, "b" * 20_000, "c" * 20_000))
        for record in random_hands(random.Random(1), game_named("holdem.limit.3p"), 20)
    ]
    (columns,) = HandColumns.of_records(records)
    assert format_states(columns).decode().splitlines() == list(map(format_state, records))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2520, "1"),
        (-2520, "-1"),
        (840, "0.333333"),
        (-1680, "-0.666667"),
        (1260, "0.5"),
        (0, "0"),
        (25201, "10.000397"),
    ],
)
def test_values_are_written_with_up_to_six_decimals(value: int, text: str) -> None:
    (columns,) = HandColumns.of_records([next(random_hands(random.Random(1), game_named("kuhn.limit.3p"), 1))])
    changed = replace(columns, payoffs=np.full_like(columns.payoffs, value))
    assert format_states(changed).decode().split(":")[4] == "|".join([text] * 3)


def test_names_and_actions_that_a_log_cannot_have_are_refused() -> None:
    record = TextReader(game_named("kuhn.limit.2p")).read("0:cc:Ks|Qs:1|-1", "Ann|Bob")
    (columns,) = HandColumns.of_records([record])
    with pytest.raises(FormatError, match="could not be read back"):
        format_states(replace(columns, names=["Ann", "B:b"]))
    (columns,) = HandColumns.of_records([replace(record, actions=(CALL, FOLD))])
    with pytest.raises(ActionError, match="fold is not legal"):
        format_states(columns)


def test_records_of_random_games_come_back_from_columns() -> None:
    rng = random.Random(2)
    records = [next(random_hands(rng, random_nolimit(rng, 3), 1)) for _ in range(200)]
    assert [record for columns in HandColumns.of_records(records) for record in columns] == records


def test_a_new_game_begins_new_columns() -> None:
    rng = random.Random(2)
    two, three = (list(random_hands(rng, game_named(f"kuhn.limit.{players}p"), 5)) for players in (2, 3))
    batches = list(HandColumns.of_records([*two, *three, *two]))
    assert [(columns.game.players, len(columns)) for columns in batches] == [(2, 5), (3, 5), (2, 5)]


def test_the_columns_of_the_example(written: Written) -> None:
    hidden = EXAMPLE.replace("STATE:7", "STATE:8").replace("5cQs", "").replace("70|-70|0", "70.5|-70.25|-0.25")
    (columns,) = AcpcLog(written(f"{EXAMPLE}\n{hidden}\n")).columns()
    assert (list(columns.names), columns.game.name) == (["Alice", "Bob", "Charlie"], "holdem.limit.3p")
    assert columns.numbers.tolist() == [7, 8]
    assert columns.lines is not None
    assert columns.lines.tolist() == [1, 2]
    assert columns.players.tolist() == [[0, 1, 2]] * 2
    assert columns.hole_cards[:, 2].tolist() == [[12, 43], [HIDDEN, HIDDEN]]
    assert columns.board.tolist() == [[51, 19, 0, 50, 25]] * 2
    assert columns.offsets.tolist() == [0, 9, 18]
    assert (columns.actions[:9] & 3).tolist() == [0, 2, 1, 2, 1, 2, 1, 2, 1]
    assert (columns.actions[:9] >> 2).tolist() == [0, 20, 0, 30, 0, 50, 0, 70, 0]
    assert (columns.payoffs / columns.parts).tolist() == [[70, -70, 0], [70.5, -70.25, -0.25]]
    assert columns.shares.tolist() == [[176_400, -176_400, 0], [177_660, -177_030, -630]]
    assert columns.record(1).hole_cards[2] == ()
    assert columns.record(1).payoffs == (Fraction(141, 2), Fraction(-281, 4), Fraction(-1, 4))


@pytest.mark.parametrize("millionths", [-333_333, 333_333, 1_000_000, 500_000, -1, 1, 199, 198, 595_238_095_238])
def test_millionths_become_shares_as_fractions_round(written: Written, millionths: int) -> None:
    (columns,) = AcpcLog(written(EXAMPLE)).columns()
    changed = replace(columns, payoffs=np.full_like(columns.payoffs, millionths))
    assert changed.shares.tolist() == [[round(Fraction(millionths, 1_000_000) * 2520)] * 3]


def test_an_invalid_action_stays_illegal_in_columns() -> None:
    game = game_named("holdem.nolimit.2p.reverse_blinds")
    good = TextReader(game).read("0:r300f:AsKs|7d2c:-100|100".replace("-100|100", "-100|100"), "Ann|Bob")
    for action in (Action(4), Action(7, 300), Action(-1), raise_to(-300), raise_to(2**70)):
        (columns,) = HandColumns.of_records([replace(good, actions=(action, FOLD))])
        with pytest.raises(ActionError):
            columns.record(0).final_state()


IRREGULAR = [
    "# a comment",
    "",
    "nonsense",
    "STATE:7",
    EXAMPLE.replace("STATE:", "STATE: "),
    EXAMPLE.replace(":70|", ": 70|"),
    EXAMPLE + " # and why: it is so",
    EXAMPLE.replace("Bob", "Bob Lee"),
    EXAMPLE.replace("Bob", "Bób"),
    EXAMPLE.replace("Bob", "B\0b"),
    EXAMPLE.replace("|Charlie", ""),
    EXAMPLE.replace("frc", "fxc"),
    EXAMPLE.replace("8d", "8x"),
    EXAMPLE.replace("70|-70", "7.0000001|-70"),
    EXAMPLE.replace("STATE:7", f"STATE:{'0' * 20}7"),
    EXAMPLE + "\r",
    EXAMPLE.replace("Charlie", "C" * 70_000),
    "SCORE:1|2|3:Alice|Bob|Charlie",
    "SCORE:1|2",
]


def read_alone(path: Path) -> tuple[list[HandRecord], list[str]]:
    """Line by line, each as a log of its own."""
    records, problems = [], []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], start=1):
        alone = path.with_name("alone.log")
        alone.write_bytes(line + b"\n")
        log = AcpcLog(alone, game_named("holdem.limit.3p"))
        records += [replace(record, line=number) for record in log]
        problems += [f"{number}: {problem.reason}" for problem in log.problems]
    return records, problems


@pytest.mark.parametrize("block", [100, 1_000, lines.BLOCK])
@pytest.mark.parametrize("batch", [1, 7, hand_columns.BATCH])
def test_good_and_odd_lines_mixed_are_read_as_each_alone(
    written: Written, monkeypatch: pytest.MonkeyPatch, block: int, batch: int
) -> None:
    """Whatever stands between them, however much is read at once, and however short batches are."""
    rng = random.Random(block + batch)
    hands = [format_state(record) for record in random_hands(rng, game_named("holdem.limit.3p"), 60)]
    mixed = [rng.choice(IRREGULAR) if rng.random() < 0.3 else rng.choice(hands) for _ in range(120)] + IRREGULAR
    path = written(
        "\n".join(mixed).encode("utf-8") + b"\n\xff\n" + EXAMPLE.replace("Bob", "B\xf6b").encode("latin1") + b"\n"
    )
    records, problems = read_alone(path)
    monkeypatch.setattr(lines, "BLOCK", block)
    monkeypatch.setattr(hand_columns, "BATCH", batch)
    log = AcpcLog(path, game_named("holdem.limit.3p"))
    assert list(log) == records
    assert [record.line for record in log] == [record.line for record in records]
    assert [f"{problem.line}: {problem.reason}" for problem in log.problems] == problems


def test_thousands_of_players_are_kept_apart(written: Written) -> None:
    names = [f"{first}|p{number}|q{number % 77}" for number in range(6_000) for first in (number,)]
    path = written("".join(EXAMPLE.replace("Alice|Bob|Charlie", field) + "\n" for field in [*names, *reversed(names)]))
    assert ["|".join(record.players) for record in AcpcLog(path)] == [*names, *reversed(names)]


def test_a_compressed_log_that_is_cut_gives_the_hands_before_the_cut(written: Written) -> None:
    whole = gzip.compress("".join(f"{EXAMPLE.replace(':7:', f':{number}:')}\n" for number in range(5_000)).encode())
    log = open_log(written(whole[: len(whole) // 2], "cut.gz"))
    numbers = [record.number for record in log]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 100
    (problem,) = log.problems
    assert problem.line == len(numbers) + 1
    assert "cannot be read any further" in problem.reason


def test_no_hand_comes_after_a_score_that_follows_it(written: Written) -> None:
    """Whoever adds hands up compares them with the score as soon as it is there."""
    score = "SCORE:70|-70|0:Alice|Bob|Charlie"
    log = AcpcLog(written(f"{EXAMPLE}\n{EXAMPLE}\n{score}\n{EXAMPLE}\n{score}\n"))
    assert [len(log.scores) for _ in log] == [0, 0, 1]
    assert len(log.scores) == 2


def test_hands_are_found_by_index_and_by_consecutive_slices() -> None:
    records = list(random_hands(random.Random(1), game_named("holdem.limit.3p"), 5))
    (columns,) = HandColumns.of_records(records)
    assert [columns.record(hand) for hand in (0, 4, -1)] == [records[0], records[4], records[-1]]
    assert list(columns[1:3]) == records[1:3]
    assert list(columns[3:1]) == []
    with pytest.raises(IndexError):
        columns.record(5)
    with pytest.raises(FormatError, match="steps of 2: a slice must contain consecutive hands"):
        columns[::2]
