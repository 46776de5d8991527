"""Counts of play: against a plain twin, and against the totals of real and made-up logs."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from analysis.histories import CARDS, HEADS_UP, LIMIT, hand, random_records, tally_of
from analysis.plain import counts_in, counts_of
from arena.runs import LIMIT_3P, NOLIMIT, NOLIMIT_3P, plan_of
from games.hands_at_random import random_nolimit
from hand_texts import TextReader
from memory import NOISE, Watched, hand_records, keep_little, phh_text, traced
from railbird.analysis import Tally, all_tables, categories, counters, running_totals, starting_hands, tally
from railbird.arena import RunFolder, export_run, play_run
from railbird.arena.records import run_records
from railbird.formats.acpc_log import format_state
from railbird.formats.lines import open_file
from railbird.formats.logs import open_log
from railbird.games import CALL, FOLD, betting_node, game_named, raise_to

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memory import Game
    from railbird.formats.logs import Log
    from railbird.games import Chips, HandRecord

FIXTURES = Path(__file__).parent.parent / "formats" / "fixtures"
LOGS = ("kuhn_3p.log", "limit_3p.log", "nolimit_2p.log", "oddities_2p.log", "old_doyle_2p.log", "old_limit_3p.log")
PHH = ("heads_up.phh", "limit.phh", "side_pots.phh", "session.phhs")


@pytest.mark.kernels
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (2, 3))])
def test_every_count_is_that_of_the_plain_twin(seed: int) -> None:
    records = list(random_records(random.Random(seed), 1_000))
    counted, plain = tally_of(*records), counts_of(records)
    assert set(counted.names) == set(plain)
    for player, name in enumerate(counted.names):
        assert counts_in(counted, player) == plain[name]
        assert_curve_is_of(counted, player, records)
    _assert_rare_things_happened(plain)


def assert_curve_is_of(counted: Tally, player: int, records: Sequence[HandRecord]) -> None:
    name = counted.names[player]
    blinds = [
        float(record.payoffs[record.players.index(name)]) / max(record.game.blinds)
        for record in records
        if name in record.players
    ]
    squares = sum(amount * amount for amount in blinds)
    assert counted.curves[player].points[-1] == (len(blinds), pytest.approx(sum(blinds)), pytest.approx(squares))


def _assert_rare_things_happened(plain: dict[str, Counter[tuple[object, ...]]]) -> None:
    """Otherwise the comparison would be worth little."""
    together: Counter[tuple[object, ...]] = Counter()
    for counts in plain.values():
        for what, count in counts.items():
            together[what] += count
    for name in categories.NAMES:
        assert together["category", name] > 10
    assert together["3-bets",] > 100
    assert together["showdowns",] - together["showdowns won",] > 100
    for street in range(4):
        assert together["won on", street] > 10
        assert min(together["actions", street, did] for did in ("fold", "check", "call", "raise")) > 20


@pytest.mark.parametrize(
    "actions",
    [
        (),
        (FOLD,),
        (CALL, CALL),
        (CALL, CALL, CALL, *[CALL] * 8),
        (FOLD, FOLD, FOLD),
        (raise_to(21), FOLD, FOLD),
        (raise_to(20), raise_to(30), raise_to(40), raise_to(50), FOLD, FOLD),
    ],
)
def test_hands_that_are_not_legal_or_not_over_count_for_nothing(actions: tuple[object, ...]) -> None:
    good = hand(LIMIT, f"ff:{CARDS}:-5|5|0")
    counted = tally_of(good)
    before = [counted.counts(player).copy() for player in range(3)]
    counted.add_records([replace(good, actions=actions)])  # type: ignore[arg-type]
    assert counted.refused == 1
    assert sum(counted.games.values()) == 1
    for player in range(3):
        assert np.array_equal(counted.counts(player), before[player])
        assert counted.curves[player].hands == 1


@pytest.mark.parametrize("chips", [10**12, 10**15, 10**30, Fraction(10**30, 7)])
def test_hands_that_win_more_chips_than_there_are_count_for_nothing(chips: Chips) -> None:
    good = hand(LIMIT, f"ff:{CARDS}:-5|5|0")
    counted = Tally()
    counted.add_records([replace(good, payoffs=(-chips, chips, 0))])
    counted.add_records([replace(good, payoffs=(-chips, 5, 0))])
    assert (counted.refused, counted.names) == (2, [])


def test_a_player_none_of_whose_hands_can_be_counted_is_in_no_table() -> None:
    good = hand(LIMIT, f"ff:{CARDS}:-5|5|0")
    counted = Tally()
    counted.add_records([replace(good, actions=(FOLD,))])
    assert (counted.refused, counted.names, counted.curves) == (1, [], [])
    assert all(table.rows == [] for table in all_tables(counted))
    counted.add_records([replace(good, players=("Dan", "Ann", "Eve"))])
    counted.add_records([replace(good, players=("Fay", "Ann", "Dan"), actions=(FOLD,))])
    assert counted.names == ["Dan", "Ann", "Eve"]
    assert [int(counted.counts(player)[counters.NET]) / 2520 for player in range(3)] == [-5, 5, 0]


def test_thousands_of_players_cost_no_more_than_their_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows grow by doubling: copying all of them for each new player would take minutes."""
    copies = []
    doubled = tally._doubled
    monkeypatch.setattr(tally, "_doubled", lambda rows: copies.append(len(rows)) or doubled(rows))
    good = hand(HEADS_UP, "f:AsAd|KsKd:50|-50", "Ann|Bob")
    counted = Tally()
    for number in range(1000):
        counted.add_records([replace(good, players=(f"a{number}", f"b{number}"))])
    assert len(counted.names) == 2000
    assert [int(counted.counts(player)[counters.HANDS]) for player in (0, 1, 1998, 1999)] == [1, 1, 1, 1]
    assert len(copies) < 30


def test_players_are_known_by_name_wherever_they_sit() -> None:
    counted = tally_of(
        hand(LIMIT, f"ff:{CARDS}:-5|5|0"),
        hand(LIMIT, f"ff:{CARDS}:-5|5|0", "Bob|Cleo|Ann"),
        hand(HEADS_UP, "f:AsAd|KsKd:50|-50", "Dan|Cleo"),
    )
    assert counted.names == ["Ann", "Bob", "Cleo", "Dan"]
    net = [int(counted.counts(player)[counters.NET]) / 2520 for player in range(4)]
    assert net == [-5, 0, 5 - 50, 50]
    assert [int(counted.counts(player)[counters.HANDS]) for player in range(4)] == [2, 2, 3, 1]
    assert counted.games == {"holdem.limit.3p": 2, "holdem.nolimit.2p.reverse_blinds": 1}


def test_two_of_the_same_name_are_one_player() -> None:
    counted = tally_of(hand(LIMIT, f"ff:{CARDS}:-5|5|0", "Ann|Ann|Cleo"))
    assert counted.names == ["Ann", "Cleo"]
    assert [int(counted.counts(0)[place]) for place in (counters.HANDS, counters.NET)] == [2, 0]


def test_parts_of_chips_are_exact_although_logs_round_them() -> None:
    tied = "AsKs|AdKd|AhKh|7c2d|8c3d|9c4h/QcJd5s/Tc/6h"
    text = f"0:ccffcc/r200ccf/ccc/ccc:{tied}:33.333333|33.333333|33.333333|-100|0|0"
    record = TextReader(game_named("holdem.nolimit.6p")).read(text, "a|b|c|d|e|f", line=0)
    assert sum(record.payoffs) != 0
    counted = tally_of(record)
    assert_totals_agree(counted)
    assert [int(counted.counts(player)[counters.NET]) for player in range(6)] == [84_000] * 3 + [-252_000, 0, 0]


def letters_of(path: Path) -> list[Counter[str]]:
    """By street: how often the log has f, c and r where the betting stands, in old logs and new ones."""
    letters = [Counter[str]() for _ in range(4)]
    with open_file(path) as file:
        for line in file.read().decode().splitlines():
            if line.startswith(("#", "SCORE")) or line.count(":") < 4:
                continue
            for street, betting in enumerate(line.split(":")[2].split("/")):
                letters[street].update(letter for letter in betting if letter in "fcr")
    return letters


def assert_totals_agree(counted: Tally) -> None:
    """Each hand is in one category, and won, lost or neither; all chips go from one player to another."""
    net = 0
    for player in range(len(counted.names)):
        row = counted.counts(player).tolist()
        assert sum(row[counters.CATEGORY_HANDS : counters.CATEGORY_HANDS + counters.CATEGORIES]) == row[counters.HANDS]
        assert sum(row[counters.CATEGORY_NET : counters.CATEGORY_NET + counters.CATEGORIES]) == row[counters.NET]
        assert sum(row[counters.NET_BY_END : counters.NET_BY_END + 5]) == row[counters.NET]
        assert (
            row[counters.WON] + row[counters.LOST] + row[counters.CATEGORY_HANDS + counters.NO_WIN]
            == row[counters.HANDS]
        )
        assert row[counters.SEEN] == row[counters.HANDS] == counted.curves[player].hands
        assert row[counters.SHOWDOWNS_WON] <= row[counters.SHOWDOWNS] <= row[counters.HANDS]
        assert row[counters.SHOWDOWNS_AFTER_FLOP] <= min(row[counters.SHOWDOWNS], row[counters.SEEN + 1])
        assert row[counters.THREE_BETS] <= row[counters.THREE_BET_CHANCES]
        assert row[counters.RAISED_FIRST_STREET] <= row[counters.VOLUNTARY] <= row[counters.HANDS]
        net += row[counters.NET]
    assert net == 0


def assert_actions_are_the_letters(counted: Tally, letters: list[Counter[str]]) -> None:
    for street in range(4):
        start = counters.ACTIONS + counters.ACTION_KINDS * street
        kinds = [
            sum(int(counted.counts(player)[start + kind]) for player in range(len(counted.names))) for kind in range(4)
        ]
        assert kinds[counters.FOLDS] == letters[street]["f"]
        assert kinds[counters.CHECKS] + kinds[counters.CALLS] == letters[street]["c"]
        assert kinds[counters.RAISES] == letters[street]["r"]


def counted_log(path: Path) -> Tally:
    log = open_log(path)
    counted = tally_of(*log)
    assert log.problems == []
    return counted


@pytest.mark.parametrize("name", [*LOGS, *PHH])
def test_totals_of_logs_agree(name: str) -> None:
    counted = counted_log(FIXTURES / name)
    assert_totals_agree(counted)
    if name in LOGS:
        assert_actions_are_the_letters(counted, letters_of(FIXTURES / name))


def count_all(counted: Tally, log: Log) -> None:
    for columns in log.columns():
        counted.add(columns)


@pytest.mark.sample_data
@pytest.mark.parametrize("folder", ["acpc", "old"])
def test_totals_of_all_sample_logs_agree(sample_data: Path, folder: str) -> None:
    paths = sorted((sample_data / folder).glob("*.log"))
    assert paths
    together = Tally()
    letters = [Counter[str]() for _ in range(4)]
    for path in paths:
        counted = counted_log(path)
        assert_totals_agree(counted)
        assert_actions_are_the_letters(counted, letters_of(path))
        count_all(together, open_log(path))
        letters = [before + more for before, more in zip(letters, letters_of(path), strict=True)]
    assert_totals_agree(together)
    assert_actions_are_the_letters(together, letters)


@pytest.mark.sample_data
def test_totals_of_all_sample_hands_of_phh_agree(sample_data: Path) -> None:
    paths = sorted((sample_data / "phh").rglob("*.phh"))
    assert len(paths) > 71
    for path in paths:
        assert_totals_agree(tally_of(*open_log(path)))


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        (LIMIT_3P, ("A=random:fold=0.2", "B=random:fold=0.1,raise=0.3", "C=call", "D=random:raise=0.5")),
        (NOLIMIT_3P, ("A=random:fold=0.2", "B=all-in", "C=call")),
        (NOLIMIT, ("A=random:fold=0.2", "B=random:raise=0.5", "C=call")),
        ("kuhn.limit.3p", ("A=random", "B=random", "C=random")),
    ],
)
def test_a_run_gives_the_tables_of_its_logs(game: str, bots: tuple[str, ...], tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path / "run", plan_of(*bots, game=game, hands=30, seed=3))
    play_run(run)
    export_run(run, tmp_path / "logs")
    paths = [tmp_path / "logs" / f"{run.plan.match_plan(chunk).name}.log" for chunk in run.plan.chunks()]
    of_run, of_logs = tally_of(*run_records(run)), Tally()
    for path in paths:
        count_all(of_logs, open_log(path))
    assert of_run.names == of_logs.names
    assert of_run.games == of_logs.games == {game: 30 * len(paths)}
    assert all_tables(of_run) == all_tables(of_logs)
    for player in range(len(bots)):
        assert starting_hands(of_run, player) == starting_hands(of_logs, player)
        assert of_run.curves[player].points == of_logs.curves[player].points
    assert_totals_agree(of_run)
    letters = [Counter[str]() for _ in range(4)]
    for path in paths:
        letters = [before + counted for before, counted in zip(letters, letters_of(path), strict=True)]
    assert_actions_are_the_letters(of_run, letters)


@pytest.mark.parametrize(("hands", "rounds"), [(200, 12), pytest.param(1_000, 210, marks=pytest.mark.deep)])
def test_totals_of_210_000_hands_agree(hands: int, rounds: int) -> None:
    """As many as a large run has: different hands, again and again, with everybody in every seat."""
    records = list(random_records(random.Random(5), hands))
    counted = Tally()
    for record in records:
        names = 2 * record.players
        seats = len(record.players)
        others = [replace(record, players=names[place : place + seats]) for place in range(seats)]
        counted.add_records(others[number % seats] for number in range(rounds))
    assert counted.refused == 0
    assert sum(counted.games.values()) == hands * rounds
    assert_totals_agree(counted)
    of_all, of_one_round = Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()
    for player in range(len(counted.names)):
        add(of_all, counts_in(counted, player))
    for counts in counts_of(records).values():
        add(of_one_round, counts)
    assert of_all == {what: rounds * count for what, count in of_one_round.items()}


def add(total: Counter[tuple[object, ...]], counts: Counter[tuple[object, ...]]) -> None:
    """Not `update`, which would take what is negative for a mistake; 0 is left out."""
    for what, count in counts.items():
        total[what] += count
        if not total[what]:
            del total[what]


@pytest.fixture
def small_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """What grows up to a limit is at its limit soon."""
    keep_little(monkeypatch)
    monkeypatch.setattr(running_totals, "MOST_POINTS", 16)
    monkeypatch.setattr(tally, "first_node", lru_cache(maxsize=8)(betting_node.first_node.__wrapped__))
    monkeypatch.setattr(tally, "bounds_of", lru_cache(maxsize=8)(categories.bounds_of.__wrapped__))


@pytest.mark.usefixtures("small_caches")
@pytest.mark.parametrize(
    ("game", "text", "hands"),
    [
        (lambda _: game_named("holdem.nolimit.3p"), format_state, 120),
        (lambda rng: random_nolimit(rng, 3), phh_text, 25),
    ],
    ids=["the same game in every hand", "other stacks in every hand"],
)
def test_ten_times_the_hands_need_no_more_memory(
    tmp_path: Path, game: Game, text: Callable[[HandRecord], str], hands: int
) -> None:
    most = {}
    for seed, count in enumerate((hands, hands, 10 * hands)):
        path = tmp_path / f"{seed}.log"
        path.write_text("\n".join(map(text, hand_records(game, count, seed=seed))) + "\n")
        log = Watched(open_log(path))
        counted = Tally()
        with traced(counted=seed > 0):  # the first fills what is filled once, and loads compiled code
            count_all(counted, log)
        assert sum(counted.games.values()) == count
        most[count] = log.most
    assert most[10 * hands] < most[hands] + NOISE
