"""Single hands of runs and logs, found by their addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from railbird.arena import RunFolder, RunPlan, export_run, play_run, read_entrants
from railbird.arena.records import run_records
from railbird.arena.stored_hands import open_hands
from railbird.errors import FormatError, StoreError
from railbird.formats.logs import open_log
from railbird.games import game_named

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.arena.stored_hands import StoredHands

HANDS = 12


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    entrants = read_entrants(["call", "Wild=random:fold=0.1", "Raiser=raise"])
    plan = RunPlan(game_named("holdem.limit.3p"), entrants, hands=HANDS, seed=4)
    folder = RunFolder.create(tmp_path_factory.mktemp("stored") / "run", plan)
    play_run(folder, workers=1)
    return folder


def check_every_hand(hands: StoredHands, records: list[object]) -> None:
    assert len(hands) == len(records)
    places = range(len(hands))
    assert hands.records(places) == records
    for place in places:
        assert hands.place_of(hands.address_of(place)) == place
        assert hands.records([place]) == [records[place]]


def test_every_hand_of_a_run_is_found_by_its_address(run: RunFolder) -> None:
    hands = open_hands(run.path)
    check_every_hand(hands, [*run_records(run)])
    assert hands.address_of(HANDS + 3) == "table0.match0.1:3"
    assert hands.records([HANDS * 5, 2]) == [hands.records([HANDS * 5])[0], hands.records([2])[0]]


def test_every_hand_of_a_log_is_found_by_its_number(run: RunFolder, tmp_path: Path) -> None:
    export_run(run, tmp_path)
    path = sorted(tmp_path.glob("*.log"))[0]
    hands = open_hands(path)
    check_every_hand(hands, [*open_log(path)])
    assert hands.address_of(3) == "3"
    assert hands.place_of(f"line:{hands.records([3])[0].line}") == 3


def test_hands_with_the_same_number_are_found_by_their_lines(run: RunFolder, tmp_path: Path) -> None:
    export_run(run, tmp_path)
    first, second, *_ = sorted(tmp_path.glob("*.log"))
    both = tmp_path / "both.log"
    both.write_bytes(first.read_bytes() + second.read_bytes())
    hands = open_hands(both)
    check_every_hand(hands, [*open_log(both)])
    assert hands.address_of(0).startswith("line:")


def test_the_seatings_of_a_hand_have_its_cards(run: RunFolder) -> None:
    hands = open_hands(run.path)
    places = hands.seatings_of(HANDS * 2 + 7)
    assert places == [HANDS * order + 7 for order in range(6)]
    records = hands.records(places)
    assert len({record.hole_cards for record in records}) == 1
    assert len({record.players for record in records}) == 6


def test_an_unfinished_run_shows_what_is_played(run: RunFolder, tmp_path: Path) -> None:
    begun = RunFolder.create(tmp_path / "begun", run.plan)
    assert len(open_hands(begun.path)) == 0
    (tmp_path / "begun" / "hands").mkdir()
    for number in (1, 4):
        file = run.played_files()[number]
        (tmp_path / "begun" / "hands" / file.name).write_bytes(file.read_bytes())
    hands, whole = open_hands(begun.path), open_hands(run.path)
    assert len(hands) == 2 * HANDS
    assert hands.address_of(HANDS) == "table0.match0.4:0"
    assert hands.records([HANDS]) == whole.records([4 * HANDS])


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("table0.match0.0:12", "match table0.match0.0 has no hand '12': its hands are 0 to 11"),
        ("table9.match0.0:1", "has no hand 'table9.match0.0:1': give a match and a hand, like table0.match0.0:0"),
        ("7", "has no hand '7': give a match and a hand"),
        ("table0.match0.0:-1", "match table0.match0.0 has no hand '-1'"),
    ],
)
def test_a_hand_that_is_not_in_the_run(run: RunFolder, address: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        open_hands(run.path).place_of(address)
    assert message in str(caught.value)


def test_a_hand_that_is_not_in_the_log(run: RunFolder, tmp_path: Path) -> None:
    export_run(run, tmp_path)
    hands = open_hands(sorted(tmp_path.glob("*.log"))[0])
    with pytest.raises(FormatError, match="has no hand 99: it has 12 hands, from 0 to 11"):
        hands.place_of("99")
    with pytest.raises(FormatError, match="hand 'x': give the number of a hand, like 0, or line:18"):
        hands.place_of("x")


def test_a_damaged_file_is_named_and_the_others_are_read(run: RunFolder, tmp_path: Path) -> None:
    copy = RunFolder.create(tmp_path / "copy", run.plan)
    for file in run.played_files().values():
        target = tmp_path / "copy" / "hands" / file.name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(file.read_bytes() + (b"x" if file.name.startswith("000001") else b""))
    hands = open_hands(copy.path)
    assert hands.records([0])
    with pytest.raises(StoreError, match=r"000001-.* is damaged"):
        hands.records([HANDS])
