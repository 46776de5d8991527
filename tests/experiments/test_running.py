"""Experiments that are played: their figures against what the runs say, resuming, what is stored, what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from experiments.small import written_experiment
from railbird.arena import RunFolder, read_results, shadow_answers, shadow_remembers, shadow_table
from railbird.errors import ExperimentError
from railbird.experiments import (
    Experiment,
    ExperimentFolder,
    StoredResults,
    Verdict,
    compare,
    comparison_as_json,
    comparison_table,
    estimate_cost,
    play_experiment,
    read_experiment,
    running,
    verdict_summary,
)

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

FAILING = """
from railbird.bots import Bot


class Failing(Bot):
    def act(self, view):
        raise KeyError("lost")
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Experiment, ExperimentFolder, StoredResults]:
    folder = tmp_path_factory.mktemp("experiment")
    experiment = read_experiment(written_experiment(folder))
    kept = ExperimentFolder(folder / "small")
    return experiment, kept, play_experiment(experiment, kept)


def samples(folder: ExperimentFolder, lineup: str, bot: int) -> np.ndarray:
    return read_results(RunFolder.open(folder.path / "runs" / lineup)).samples_of(bot)


def test_win_rates_and_differences_are_in_their_units(
    played: tuple[Experiment, ExperimentFolder, StoredResults],
) -> None:
    """A big blind is 10 chips here."""
    _, folder, results = played
    caller, raiser = samples(folder, "plain", 0), samples(folder, "plain", 1)
    wild = samples(folder, "wild fold=0.5", 0)
    assert results.figures["caller"].value == pytest.approx(caller.mean() * 1000 / 10)
    assert results.figures["caller"].samples == 80
    assert results.figures["lead"].value == pytest.approx((caller - raiser).mean())
    assert results.figures["wild fold=0.5"].value == pytest.approx(wild.mean() * 100 / 10)


def test_line_ups_are_compared_deal_by_deal(played: tuple[Experiment, ExperimentFolder, StoredResults]) -> None:
    _, folder, results = played
    difference = (samples(folder, "wild fold=0", 0) - samples(folder, "plain", 0)) * 10
    gain = results.figures["gain fold=0"]
    assert gain.value == pytest.approx(difference.mean())
    error = difference.std(ddof=1) / 80**0.5
    assert gain.high - gain.value == pytest.approx(1.99045 * error, rel=1e-4)


def test_different_actions_are_counted_with_an_interval_from_deals(tmp_path: Path) -> None:
    """The caller never folds; its shadow folds where it can, and checks elsewhere."""
    changes = [
        ("[quick]", '[shadows]\ncaller = "random:fold={share},raise=0"\n[quick]'),
        ("fold = [0, 0.5]", "fold = [0, 0.5]\nshare = [0, 1000]"),
        ('measure = "matches won"', 'measure = "different actions"'),
        ("[theirs.won]\nsuccesses = 3\ntrials = 6", ""),
        ("[theirs.caller]\nvalue = 0\ntolerance = 5000\nhands = 80", ""),
        ('[theirs."wild fold=0.5"]\nsamples = [1, 2, 3]', ""),
    ]
    experiment = read_experiment(written_experiment(tmp_path, *changes))
    folder = ExperimentFolder(tmp_path / "small")
    figures = play_experiment(experiment, folder).figures
    assert (figures["won share=0"].value, figures["won share=0"].has_interval) == (0, False)
    run = RunFolder.open(folder.path / "runs" / "plain share=1000")
    row = shadow_table([run]).where("street", ["all"])
    [asked], [different] = row.column("asked"), row.column("different")
    assert 0 < different < asked
    share = figures["won share=1000"]
    assert (share.value, share.samples) == (pytest.approx(100 * different / asked), 80)
    answered, differed = shadow_answers(run, "caller")
    assert (answered.sum(), differed.sum(), len(answered)) == (asked, different, 80)
    residuals = differed - different / asked * answered
    error = 100 * residuals.std(ddof=1) / 80**0.5 / answered.mean()
    assert share.high - share.value == pytest.approx(1.99045 * error, rel=1e-4)


def test_matches_are_the_samples_of_a_shadow_that_learns(tmp_path: Path) -> None:
    changes = [
        ("[quick]", '[shadows]\ncaller = "exploiting"\n[quick]'),
        ('measure = "matches won"', 'measure = "different actions"'),
        ("[theirs.won]\nsuccesses = 3\ntrials = 6", ""),
        ("matches = 2", "matches = 3"),
    ]
    experiment = read_experiment(written_experiment(tmp_path, *changes))
    folder = ExperimentFolder(tmp_path / "small")
    figures = play_experiment(experiment, folder).figures
    assert figures["won"].samples == 3
    # Only the shadow learns, and it does not play.
    assert figures["caller"].samples == 120
    assert shadow_remembers(RunFolder.open(folder.path / "runs" / "plain"))


def test_a_shadow_is_part_of_the_experiment_and_no_shadow_changes_nothing(tmp_path: Path) -> None:
    plain = read_experiment(written_experiment(tmp_path))
    first, second = (
        read_experiment(written_experiment(tmp_path, ("[quick]", f'[shadows]\ncaller = "{bot}"\n[quick]')))
        for bot in ("fold", "raise")
    )
    assert len({plain.fingerprint(), first.fingerprint(), second.fingerprint()}) == 3


BIASED = (
    ('game = "holdem.limit.2p.reverse_blinds"', 'game = "holdem.limit.3p"'),
    ("[entrants]", '[files]\nless-folds = "parts/bias.toml"\n\n[entrants]'),
    ('caller = "call"', 'caller = "map-limit:bot=[call],bias=@less-folds"\nthird = "call"'),
    ('plain = ["caller", "raiser"]', 'plain = ["caller", "raiser", "third"]'),
    ('wild = ["caller", "loose"]', 'wild = ["caller", "loose", "third"]'),
)


def test_files_are_found_beside_the_experiment_wherever_that_is(tmp_path: Path) -> None:
    fingerprints = []
    for name, share in (("here", 0.5), ("there", 0.5), ("changed", 0.25)):
        folder = tmp_path / name
        (folder / "parts").mkdir(parents=True)
        text = f"[hands.Q2o]\nmapped = [0.0, 0.5, 0.5]\nmodel = [{share}, {1 - share}, 0.0]\n"
        (folder / "parts" / "bias.toml").write_text(text)
        experiment = read_experiment(written_experiment(folder, *BIASED))
        fingerprints.append(experiment.fingerprint())
        [plan, *_] = ExperimentFolder(folder / "small").plans(experiment).values()
        assert str(folder / "parts" / "bias.toml") in plan.entrants[0].files
    assert fingerprints[0] == fingerprints[1] != fingerprints[2]
    results = play_experiment(experiment.quick(), ExperimentFolder(folder / "small.quick"))
    assert results.figures["caller"].samples == 10


def test_a_file_that_its_bot_does_not_accept_is_refused(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "bias.toml").write_text("[hands.Q2x]\n")
    with pytest.raises(ExperimentError, match=r"small\.toml: .*Q2x"):
        read_experiment(written_experiment(tmp_path, *BIASED))


def test_matches_won_are_counted_match_by_match(played: tuple[Experiment, ExperimentFolder, StoredResults]) -> None:
    """Two sets of cards in two orders of seats."""
    _, folder, results = played
    won = 0
    files = sorted((folder.path / "runs" / "plain" / "hands").iterdir())
    for file in files:
        hands = pl.read_parquet(file)
        chips = sum(hands.filter(hands[f"player_{place}"] == "caller")[f"payoff_{place}"].sum() for place in range(2))
        won += chips > 0
    assert len(files) == 4
    assert results.figures["won"].value == 25 * won


def test_what_is_stored_is_read_back(played: tuple[Experiment, ExperimentFolder, StoredResults]) -> None:
    experiment, folder, results = played
    assert folder.has_results_of(experiment)
    assert folder.results_of(experiment, run_command="run it") == results
    with pytest.raises(
        ExperimentError, match="belongs to another version of the experiment: play this one with run it"
    ):
        folder.results_of(experiment.quick(), run_command="run it")


def test_what_is_compared(played: tuple[Experiment, ExperimentFolder, StoredResults]) -> None:
    experiment, _, results = played
    compared = compare(experiment, results)
    verdicts = {pair.figure.key: pair.verdict for pair in compared}
    assert verdicts["caller"] is Verdict.AGREES
    assert verdicts["lead"] is None
    table = comparison_table(compared)
    assert table.column("figure")[0] == "caller"
    assert table.column("tolerance")[0] == 5000
    assert table.column("theirs from")[0] is None
    summary = verdict_summary(compared)
    assert summary.startswith("Of 3 figures, ")
    assert "estimate" not in summary
    as_json = comparison_as_json(experiment, results)
    assert as_json["hands"] == 480


def test_an_estimated_interval_is_named_as_such(
    tmp_path: Path, played: tuple[Experiment, ExperimentFolder, StoredResults]
) -> None:
    path = written_experiment(tmp_path, ("value = 0\ntolerance = 5000", "value = 0\nmargin = 5000"))
    compared = compare(read_experiment(path), played[2])
    table = comparison_table(compared)
    assert (table.column("theirs from")[0], table.column("theirs to")[0]) == (-5000, 5000)
    assert verdict_summary(compared).endswith(
        "The source gives no interval for 1 of them; what is shown is our estimate."
    )


def test_an_experiment_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in its second line-up. What was played before is not played again, and the figures are the same."""
    experiment = read_experiment(written_experiment(tmp_path)).quick()
    whole = play_experiment(experiment, ExperimentFolder(tmp_path / "whole"))
    folder = ExperimentFolder(tmp_path / "stopped")
    real = running.play_run

    def stopped(run: RunFolder, **options: object) -> None:
        if run.path.name != "plain":
            raise KeyboardInterrupt
        real(run, **options)

    monkeypatch.setattr(running, "play_run", stopped)
    with pytest.raises(KeyboardInterrupt):
        play_experiment(experiment, folder)
    assert not folder.has_results_of(experiment)
    monkeypatch.undo()
    assert estimate_cost(experiment, folder, workers=1).hands == 40
    files = {file: file.stat().st_mtime_ns for file in (folder.path / "runs" / "plain" / "hands").iterdir()}
    assert play_experiment(experiment, folder) == whole
    assert {file: file.stat().st_mtime_ns for file in files} == files
    assert estimate_cost(experiment, folder, workers=1).hands == 0


def test_a_run_with_another_plan_is_not_gone_on_with(tmp_path: Path) -> None:
    folder = ExperimentFolder(tmp_path / "small")
    play_experiment(read_experiment(written_experiment(tmp_path)).quick(), folder)
    other = read_experiment(written_experiment(tmp_path, ("seed = 7", "seed = 8"))).quick()
    with pytest.raises(ExperimentError, match=r"runs/plain was begun with another plan .* remove it, or name another"):
        play_experiment(other, folder)


def test_a_figure_that_is_added_later_needs_no_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = ExperimentFolder(tmp_path / "small")
    play_experiment(read_experiment(written_experiment(tmp_path)).quick(), folder)
    more = '[figures.more]\ntitle = "raiser"\nmeasure = "win rate"\nlineup = "plain"\nbot = "raiser"\nunit = "bb/100"\n'
    experiment = read_experiment(written_experiment(tmp_path, ("[figures.won]", f"{more}[figures.won]"))).quick()
    assert not folder.has_results_of(experiment)
    monkeypatch.setattr("railbird.arena.execution.play_chunk", None)
    results = play_experiment(experiment, folder)
    # Of two players, each wins what the other loses.
    assert results.figures["more"].value == pytest.approx(-results.figures["caller"].value / 10)


def test_the_cost_is_that_of_what_is_left(tmp_path: Path) -> None:
    experiment = read_experiment(written_experiment(tmp_path))
    folder = ExperimentFolder(tmp_path / "small")
    cost = estimate_cost(experiment, folder, workers=1)
    assert cost.hands == experiment.hands
    assert 0 < cost.seconds < 60
    play_experiment(experiment, folder)
    size = sum(file.stat().st_size for file in folder.path.rglob("*.parquet"))
    assert size / 2 < cost.bytes < 2 * size


def test_bots_that_fail_are_stored_as_incidents(tmp_path: Path) -> None:
    bot = tmp_path / "failing.py"
    bot.write_text(FAILING)
    change = ('raiser = "random:fold=0,raise=3"', f'raiser = "{bot}:Failing"')
    experiment = read_experiment(written_experiment(tmp_path, change)).quick()
    results = play_experiment(experiment, ExperimentFolder(tmp_path / "small"))
    assert results.incidents["plain"]["raiser"] > 0
    assert "caller" not in results.incidents["plain"]


@pytest.mark.parametrize("text", ["layout = ", "layout = 1\nhands = 3\n", "layout = 2\n"])
def test_damaged_results_are_said_to_be_so(tmp_path: Path, text: str) -> None:
    folder = ExperimentFolder(tmp_path)
    folder.results_path.write_text(text)
    with pytest.raises(ExperimentError, match=r"results\.toml (is damaged|was written by another version)"):
        folder.results_of(read_experiment(written_experiment(tmp_path)), run_command="run it")
