"""Figures about members of teams, against what the notes of the run say, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest

from railbird.arena import RunFolder, TeamNotes, read_results, team_notes
from railbird.errors import ExperimentError, StoreError
from railbird.experiments import ExperimentFolder, StoredResults, TeamCurve, play_experiment, read_experiment
from railbird.experiments.team_figures import TeamSwitches, switch

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
title = "A team"
question = "Whom does it follow?"
game = "holdem.limit.3p"

[source]
work = "Nobody 1999"

[entrants]
team = "ensemble:members=[random]+[call],names=loose+caller,decider=probabilistic,watched=simple,initialise=2"
caller = "call"
first = "random"
second = "random:fold=0"

[lineups]
team = ["team", "first", "second"]
alone = ["caller", "first", "second"]

[cards]
seed = 7
hands = 60
matches = 3

[quick]
hands = 50
matches = 1

[figures.chosen]
title = "followed"
measure = "chosen"
lineup = "team"
bot = "team"
member = "caller"

[figures.later]
title = "followed later"
measure = "chosen"
lineup = "team"
bot = "team"
member = "caller"
from_hand = 20
to_hand = 40

[figures.imagined]
title = "imagined"
measure = "imagined earnings"
lineup = "team"
bot = "team"
member = "caller"
method = "simple"
unit = "chips/hand"

[figures.wrong]
title = "imagined minus real"
measure = "imagined earnings"
lineup = "team"
bot = "team"
member = "caller"
method = "combined"
minus_lineup = "alone"
minus_bot = "caller"
unit = "bb/100"

[figures.switch]
title = "switch"
measure = "hands to switch"
lineup = "team"
bot = "team"
member = "caller"

[figures.switches]
title = "switches"
measure = "games with a switch"
lineup = "team"
bot = "team"
member = "caller"

[figures.lead]
title = "lead"
measure = "hands to lead"
lineup = "team"
bot = "team"
member = "caller"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[TeamNotes, Path, StoredResults]:
    folder = tmp_path_factory.mktemp("experiment")
    (folder / "team.toml").write_text(TEXT)
    results = play_experiment(read_experiment(folder / "team.toml"), ExperimentFolder(folder / "team"))
    runs = folder / "team" / "runs"
    return team_notes(RunFolder.open(runs / "team"), "team"), runs, results


@pytest.mark.deep
def test_the_share_of_decisions_at_which_a_member_was_followed(
    played: tuple[TeamNotes, Path, StoredResults],
) -> None:
    notes, _, results = played
    decisions = notes.decisions
    assert results.figures["chosen"].value == pytest.approx(100 * decisions["chosen_caller"].mean())  # type: ignore[operator]
    later = decisions.filter(pl.col("hand").is_in([*range(20, 40)]))["chosen_caller"]
    assert results.figures["later"].value == pytest.approx(100 * later.mean())  # type: ignore[operator]
    assert results.figures["chosen"].samples == 3


def test_imagined_earnings_and_how_far_they_are_from_the_real_ones(
    played: tuple[TeamNotes, Path, StoredResults],
) -> None:
    notes, runs, results = played
    assert notes.earnings.height == 60 * 3 * 6
    simple, combined = (notes.earnings[f"{method}_caller"].to_numpy() for method in ("simple", "combined"))
    assert results.figures["imagined"].value == pytest.approx(simple.mean())
    real = read_results(RunFolder.open(runs / "alone")).samples_of(0)
    assert results.figures["wrong"].value == pytest.approx((combined.mean() - real.mean()) * 100 / 10)


def game_of(answers: str, chosen: str) -> TeamNotes:
    """A match with a decision in each hand: the answers of b, whose rival a always calls, and whom the team follows."""
    hands = len(answers)
    columns = {
        **{key: [0] * hands for key in ("table", "match", "permutation")},
        "hand": [*range(hands)],
        "answer_a": ["c"] * hands,
        "answer_b": [*answers],
        "chosen_a": [mark in "a+" for mark in chosen],
        "chosen_b": [mark in "b+" for mark in chosen],
    }
    return TeamNotes(("a", "b"), pl.DataFrame(columns), pl.DataFrame())


@pytest.mark.parametrize(
    ("chosen", "hands", "is_switch"),
    [
        ("bab" + "aba" + "bbbbab", 3, True),  # from then on b is ahead at every point
        ("aaa" + "bbbbbb", 0, True),
        ("aaa" + "ab++bb", 1, True),  # both followed counts for neither
        ("bbb" + "abab", 4, False),  # as often as a: all hands that were left count
        ("aaa" + "aaaaab", 6, False),
    ],
)
def test_hands_until_the_team_switches_to_a_member(chosen: str, hands: int, is_switch: bool) -> None:
    found = TeamSwitches.of(game_of("ccc" + "r" * (len(chosen) - 3), chosen), "b")
    assert (found.delay.mean, found.counts) == (hands, (is_switch, 1))


@pytest.mark.parametrize(
    ("chosen", "hands"),
    [
        ("aba" + "bbbb", 1),  # one behind: the second decision makes it lead
        ("aab" + "abbaabbb", 7),  # the first lead does not last
        ("ab+" + "bbb", 0),  # as often as a, and ahead from then on
        ("aaa" + "aaaaab", 6),  # never ahead: all hands that were left count
    ],
)
def test_hands_until_a_member_leads_over_the_whole_match(chosen: str, hands: int) -> None:
    assert TeamSwitches.of(game_of("ccc" + "r" * (len(chosen) - 3), chosen), "b").lead.mean == hands


def test_a_member_that_leads_before_it_answers_differently() -> None:
    with pytest.raises(ExperimentError, match="the member leads in every game before"):
        _ = TeamSwitches.of(game_of("cccrrr", "bbabbb"), "b").lead


def test_the_lead_in_a_run(played: tuple[TeamNotes, Path, StoredResults]) -> None:
    """A plain twin: the hands of each match are followed from its first to its last."""
    waits: dict[int, list[int]] = {}
    for game in played[0].decisions.partition_by("match", "permutation", maintain_order=True):
        balance, first, led = 0, None, None
        for row in game.iter_rows(named=True):
            if first is None and row["answer_caller"] != row["answer_loose"]:
                first, is_ahead = row["hand"], balance > 0
            balance += row["chosen_caller"] - row["chosen_loose"]
            led = None if balance <= 0 else row["hand"] if led is None else led
        if first is not None and not is_ahead:
            waits.setdefault(row["match"], []).append(max((row["hand"] + 1 if led is None else led) - first, 0))
    assert waits
    means = [np.mean(of_match) for of_match in waits.values()]
    assert played[2].figures["lead"].value == pytest.approx(np.mean(means))


def test_a_member_that_always_answers_like_others() -> None:
    with pytest.raises(ExperimentError, match="b never answers unlike all other members"):
        TeamSwitches.of(game_of("cccc", "abab"), "b")


def test_the_switch_is_where_a_lead_begins_that_lasts() -> None:
    """A plain twin: every decision is tried, and from it every later point of the game."""
    draw = np.random.default_rng(3)
    for _ in range(200):
        gains = np.where(draw.random(60) < draw.uniform(0.3, 0.8), 1, -1) * (draw.random(60) < 0.9)
        starts = [
            start
            for start in range(len(gains))
            if all(gains[start : end + 1].sum() > 0 for end in range(start, len(gains)))
        ]
        assert switch(gains) == (starts[0] if gains.sum() > 0 else None)


def test_the_switch_in_a_run(played: tuple[TeamNotes, Path, StoredResults]) -> None:
    hands, games = (played[2].figures[key] for key in ("switch", "switches"))
    assert (hands.samples, 0 <= hands.value <= 60) == (3, True)
    switches = TeamSwitches.of(played[0], "caller")
    assert (games.samples, games.value) == (18, pytest.approx(100 * switches.counts[0] / 18))
    assert hands.value == pytest.approx(switches.games["hands"].mean())


def curve_of(folder: ExperimentFolder, *key: str) -> TeamCurve:
    (found,) = [curve for curve in folder.team_curves() if (curve.lineup, curve.kind, curve.name, curve.detail) == key]
    return found


def test_stored_curves_of_a_team(played: tuple[TeamNotes, Path, StoredResults]) -> None:
    """Sixty hands are forty stretches; the first is the first two hands, of which a half is rounded up."""
    notes, runs, _ = played
    folder, decisions = ExperimentFolder(runs.parent), notes.decisions
    followed = curve_of(folder, "team", "followed", "caller", "flop")
    assert (len(followed.hands), followed.hands[0], followed.hands[-1]) == (40, 2, 60)
    for kind, column in (("followed", "chosen_caller"), ("rating", "rating_caller")):
        curve = curve_of(folder, "team", kind, "caller", "flop")
        starts = (0, *curve.hands)
        for start, end, value in zip(starts, curve.hands, curve.values, strict=False):
            rows = decisions.filter((pl.col("street") == 1) & pl.col("hand").is_between(start, end - 1))
            mean = rows[column].cast(pl.Float64).mean()
            assert value == (None if mean is None else pytest.approx(mean, rel=1e-3))
    imagined = curve_of(folder, "team", "imagined", "caller", "simple")
    assert imagined.values[-1] == pytest.approx(60 * notes.earnings["simple_caller"].mean(), rel=1e-3)  # type: ignore[operator]
    alone = curve_of(folder, "alone", "won", "caller", "")
    real = read_results(RunFolder.open(runs / "alone")).samples_of(0)
    assert alone.values[-1] == pytest.approx(real.sum() / 3, rel=1e-3)
    switches = TeamSwitches.of(notes, "caller")
    assert curve_of(folder, "team", "differs", "caller", "").values[0] == pytest.approx(
        switches.games["first"].mean(), rel=1e-3
    )


def test_damaged_curves(tmp_path: Path) -> None:
    (tmp_path / "teams.jsonl").write_text('{"lineup": "a"}\n')
    with pytest.raises(ExperimentError, match=r"teams.jsonl is damaged: .*: run the experiment again"):
        ExperimentFolder(tmp_path).team_curves()


def test_a_bot_that_is_no_team_has_no_notes(played: tuple[TeamNotes, Path, StoredResults]) -> None:
    with pytest.raises(StoreError, match="has no notes of first: only teams of bots keep notes"):
        team_notes(RunFolder.open(played[1] / "team"), "first")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('member = "caller"', 'member = "call"', "figures, chosen: team has no member 'call': did you mean caller?"),
        ('bot = "team"', 'bot = "first"', "first is not a team of bots, so it has no member 'caller'"),
        ('method = "simple"', 'method = "river"', "team does not imagine earnings by 'river': give one of combined"),
        ('member = "caller"\n', "", "figures, chosen: member is missing"),
        ('method = "simple"\n', "", "figures, imagined: method is missing"),
        ("from_hand = 20", 'unit = "bb/100"', "chosen does not have this key; it is for other figures"),
        ('measure = "hands to switch"', 'measure = "matches won"', "it is for a figure about a member of a team"),
        (
            "from_hand = 20\nto_hand = 40",
            "from_hand = 50",
            "from_hand = 50: matches, or those of the quick version, have 50 hands",
        ),
        ("to_hand = 40", "to_hand = 20", "to_hand = 20: write a hand after from_hand"),
        ('measure = "chosen"\n', 'measure = "chosen"\nminus_bot = "first"\n', "only difference and imagined earnings"),
    ],
)
def test_what_is_refused_in_one_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in TEXT
    path = tmp_path / "team.toml"
    path.write_text(TEXT.replace(old, new, 1))
    with pytest.raises(ExperimentError) as refusal:
        read_experiment(path)
    assert message in str(refusal.value)
