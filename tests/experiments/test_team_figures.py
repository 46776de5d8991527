"""Figures about members of teams, against what the notes of the run say, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest

from railbird.arena import RunFolder, TeamNotes, read_results, team_notes
from railbird.errors import ExperimentError, StoreError
from railbird.experiments import ExperimentFolder, StoredResults, play_experiment, read_experiment
from railbird.experiments.team_figures import hands_to_switch, rise

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
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[TeamNotes, Path, StoredResults]:
    folder = tmp_path_factory.mktemp("experiment")
    (folder / "team.toml").write_text(TEXT)
    results = play_experiment(read_experiment(folder / "team.toml"), ExperimentFolder(folder / "team"))
    runs = folder / "team" / "runs"
    return team_notes(RunFolder.open(runs / "team"), "team"), runs, results


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
    """A match with a decision in each hand: the answers of b, whose rival a always calls, and whether b is chosen."""
    hands = len(answers)
    columns = {
        **{key: [0] * hands for key in ("table", "match", "permutation")},
        "hand": [*range(hands)],
        "answer_a": ["c"] * hands,
        "answer_b": [*answers],
        "chosen_b": [mark == "b" for mark in chosen],
    }
    return TeamNotes(("a", "b"), pl.DataFrame(columns), pl.DataFrame())


def test_hands_until_the_team_switches_to_a_member() -> None:
    assert hands_to_switch(game_of("ccc" + "r" * 9, "aba" + "aba" + "bbbbab"), "b").mean == 3
    assert hands_to_switch(game_of("ccc" + "r" * 6, "a" * 9), "b").mean == 6  # it never does
    with pytest.raises(ExperimentError, match="b never answers unlike all other members"):
        hands_to_switch(game_of("cccc", "abab"), "b")


def test_the_rise_is_where_a_change_is_most_likely() -> None:
    """A plain twin: the likelihood of every split, with the shares before and after it."""
    draw = np.random.default_rng(3)
    for _ in range(20):
        is_chosen = np.concatenate([draw.random(60) < 0.4, draw.random(40) < 0.8])
        best, found = -np.inf, 0
        for split in range(30, 100):
            parts = is_chosen[:split], is_chosen[split:]
            shares = [float(part.mean()) for part in parts]
            chances = [np.where(part, share, 1 - share) for part, share in zip(parts, shares, strict=True)]
            likelihood = float(sum(np.log(part).sum() for part in chances))
            if shares[1] > shares[0] and likelihood > best:
                best, found = likelihood, split
        assert rise(is_chosen, 30) == found - 30


def test_the_switch_in_a_run(played: tuple[TeamNotes, Path, StoredResults]) -> None:
    switch = played[2].figures["switch"]
    assert (switch.samples, 0 <= switch.value <= 60) == (3, True)


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
