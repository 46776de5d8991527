"""Figures about members of teams, against what the notes of the run say, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl
import pytest

from railbird.arena import RunFolder, TeamNotes, read_results, team_notes
from railbird.errors import ExperimentError, StoreError
from railbird.experiments import ExperimentFolder, StoredResults, play_experiment, read_experiment
from railbird.experiments.team_figures import hands_to_switch

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


def test_hands_until_a_member_is_preferred() -> None:
    """Both answer the same up to hand 3; then the second is followed at last from hand 6 on."""
    answers = [("c", "c")] * 3 + [("c", "r")] * 6
    chosen = [True] * 3 + [True, False, False, False, True, False]
    rows = {
        "table": 0,
        "match": [0] * 9,
        "permutation": 0,
        "hand": [*range(9)],
        "answer_a": [first for first, _ in answers],
        "answer_b": [second for _, second in answers],
        "chosen_b": [not is_first for is_first in chosen],
    }
    size = {name: values if isinstance(values, list) else [values] * 9 for name, values in rows.items()}
    notes = TeamNotes(("a", "b"), pl.DataFrame(size), pl.DataFrame())
    assert hands_to_switch(notes, "b").mean == 2
    never = notes.decisions.with_columns(chosen_b=pl.lit(value=False))
    assert hands_to_switch(TeamNotes(("a", "b"), never, pl.DataFrame()), "b").mean == 6
    same = notes.decisions.with_columns(answer_b=pl.col("answer_a"))
    with pytest.raises(ExperimentError, match="b never answers unlike all other members"):
        hands_to_switch(TeamNotes(("a", "b"), same, pl.DataFrame()), "b")


def test_the_switch_in_a_run(played: tuple[TeamNotes, Path, StoredResults]) -> None:
    notes, _, results = played
    delays = []
    for _, game in notes.decisions.group_by("match", "permutation", maintain_order=True):
        rows = [*game.select("hand", "answer_loose", "answer_caller", "chosen_caller").iter_rows()]
        start = next(place for place, row in enumerate(rows) if row[1] != row[2])
        lead, last = 0, rows[start][0] - 1
        for hand, _, _, is_chosen in rows[start:]:
            lead += 1 if is_chosen else -1
            if lead <= 0:
                last = hand
        delays.append(last + 1 - rows[start][0])
    assert results.figures["switch"].value == pytest.approx(np.mean(delays))


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
