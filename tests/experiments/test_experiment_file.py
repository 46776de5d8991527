"""The files of experiments: what is read from them, and what is refused, in one line that names the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.small import written_experiment
from railbird.errors import ExperimentError
from railbird.experiments import ExperimentFolder, find_experiment, list_experiments, read_experiment

PROJECT = Path(__file__).parent.parent.parent
SHIPPED = sorted((PROJECT / "experiments").glob("*.toml"))


def test_what_a_file_says(tmp_path: Path) -> None:
    experiment = read_experiment(written_experiment(tmp_path))
    assert experiment.name == "small"
    assert experiment.source.place == "Nobody 1999, section 1.2, table 3"
    assert experiment.source.differences == ("it was never played there",)
    plan = experiment.plans()["plain"]
    assert (plan.seed, plan.hands, plan.matches, plan.seat_orders) == (7, 40, 2, "all")
    assert [entrant.spec for entrant in plan.entrants] == ["call", "random:fold=0,raise=3"]
    assert experiment.figures["lead"].minus is not None
    assert experiment.theirs["caller"].tolerance == 5000
    assert not experiment.theirs["caller"].has_interval
    assert experiment.theirs["caller"].hands == 80


def test_what_is_varied_is_a_line_up_and_a_figure_for_each_value(tmp_path: Path) -> None:
    experiment = read_experiment(written_experiment(tmp_path))
    assert list(experiment.lineups) == ["plain", "wild fold=0", "wild fold=0.5"]
    assert experiment.lineups["wild fold=0.5"][1].spec == "random:fold=0.5"
    assert list(experiment.figures) == [
        *("caller", "lead", "wild fold=0", "wild fold=0.5", "gain fold=0", "gain fold=0.5", "won")
    ]
    gain = experiment.figures["gain fold=0.5"]
    assert gain.of.lineup == "wild fold=0.5"
    assert gain.minus is not None
    assert gain.minus.lineup == "plain"


def test_two_varied_options_are_combined(tmp_path: Path) -> None:
    changes = [("random:fold={fold}", "random:fold={fold},raise={raise}"), ("[varied]", "[varied]\nraise = [1, 2]")]
    experiment = read_experiment(written_experiment(tmp_path, *changes, ('"wild fold=0.5"', '"wild raise=2 fold=0.5"')))
    assert len([lineup for lineup in experiment.lineups if lineup.startswith("wild")]) == 4
    assert experiment.lineups["wild raise=2 fold=0.5"][1].spec == "random:fold=0.5,raise=2"


def test_a_margin_is_an_interval_that_the_source_does_not_give(tmp_path: Path) -> None:
    path = written_experiment(tmp_path, ("value = 0\ntolerance = 5000", "value = 10\nmargin = 4"))
    theirs = read_experiment(path).theirs["caller"]
    assert (theirs.value, theirs.measurement.low, theirs.measurement.high) == (10, 6, 14)
    assert theirs.is_estimated
    assert theirs.has_interval
    assert theirs.tolerance == 0


def test_samples_have_an_interval_by_student(tmp_path: Path) -> None:
    """1, 2, 3: the mean is 2, its standard error 1/sqrt(3), and Student's quantile for 2 degrees is 4.3027."""
    theirs = read_experiment(written_experiment(tmp_path)).theirs["wild fold=0.5"]
    assert theirs.value == 2
    assert theirs.measurement.low == pytest.approx(2 - 4.302653 / 3**0.5, abs=1e-5)


def test_the_quick_version_has_fewer_hands_and_another_fingerprint(tmp_path: Path) -> None:
    experiment = read_experiment(written_experiment(tmp_path))
    assert (experiment.hands, experiment.quick().hands) == (3 * 2 * 2 * 40, 3 * 2 * 10)
    assert experiment.quick().fingerprint() != experiment.fingerprint()


def test_the_fingerprint_is_of_what_determines_our_figures(tmp_path: Path) -> None:
    fingerprint = read_experiment(written_experiment(tmp_path)).fingerprint()

    def changed(old: str, new: str) -> bool:
        return read_experiment(written_experiment(tmp_path, (old, new))).fingerprint() != fingerprint

    assert not changed("Calling and raising", "Raising and calling")
    assert not changed("tolerance = 5000", "tolerance = 1")
    assert changed("seed = 7", "seed = 8")
    assert changed('caller = "call"', 'caller = "fold"')
    assert changed('unit = "mbb/hand"', 'unit = "bb/100"')


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title =", "titel =", "small.toml: unknown key 'titel': did you mean title?"),
        ("matches = 2", "matchs = 2", "small.toml, cards: unknown key 'matchs': did you mean matches?"),
        ("minus_bot =", "minusbot =", "figures, lead: unknown key 'minusbot': did you mean minus_bot?"),
        ("tolerance =", "xyz =", "theirs, caller: unknown key 'xyz': give one of value, interval, margin"),
        ("[theirs.won]", "[theirs.win]", "theirs: 'win' is not one of the figures: did you mean won?"),
        ("[theirs.won]", '[theirs."wild"]', "theirs: 'wild' is not one of the figures: did you mean wild fold=0"),
        (
            "tolerance = 5000",
            "",
            "theirs, caller: a value without an interval needs a margin, which you estimate, or a tolerance",
        ),
        ("tolerance = 5000", "margin = 0", "margin = 0: write half the width of the interval, a number above 0"),
        ("value = 0", "value = 0\ninterval = [-1, 2]\nmargin = 2", "margin = 2: it is estimated only if the source"),
        ("successes = 3", "successes = 3\nmargin = 2", "margin = 2: only a value has this key"),
        ("tolerance = 5000", "tolerance = -1", "tolerance = -1: write a number of at least 0"),
        ("value = 0", "value = 0\nsamples = [1, 2]", "give one of value, samples, or successes with trials"),
        ("value = 0", "value = 0\ninterval = [1, 2]", "interval = [1, 2]: write the lower and the upper bound, with"),
        ("value = 0", "value = 0\ntrials = 5", "trials = 5: give successes as well"),
        ("value = 0", "value = nan", "value = nan: write a number"),
        ("samples = [1, 2, 3]", "samples = [1]", "samples = [1]: write at least two; a single one is a value"),
        ("successes = 3", "successes = 7", "successes = 7: write at most 6, the number of trials"),
        ("seed = 7", "", "small.toml, cards: seed is missing"),
        ("seed = 7", "seed = 4294967296", "seed = 4294967296: write a whole number of at most 4294967295"),
        ("hands = 40", "hands = 0", "hands = 0: write a whole number of at least 1"),
        ("hands = 40", "hands = 1.5", "hands = 1.5: write a whole number of at least 1"),
        ("matches = 2", "matches = 2\norders = 1.5", "orders = 1.5: write a number or a text"),
        ("matches = 2", "matches = 2\norders = 'some'", "'some': write all, rotations, single, or a number"),
        ("matches = 2", "matches = true", "matches = True: write a whole number of at least 1"),
        ('game = "holdem.limit.2p', 'game = "holdem.limit.9p', "no game is called 'holdem.limit.9p.reverse_blinds'"),
        ('game = "holdem.limit.2p.reverse_blinds"', 'game = "holdem.limit.3p"', "is for 3 players"),
        ('caller = "call"', 'caller = "cal"', "no bot is called 'cal' (did you mean call?)"),
        ('caller = "call"', 'caller = "call:x=1"', "no option x; its options are none"),
        ('caller = "call"', 'caller = ""', "caller = '': write a text in quotes"),
        ('"caller", "raiser"]', '"caller", "raisr"]', "no entrant is called 'raisr': did you mean raiser?"),
        (
            '"caller", "raiser"]',
            '"caller", "raiser", "caller"]',
            "caller, raiser, caller: the bots of a run must have different names",
        ),
        ('plain = ["caller", "raiser"]', 'plain = ["caller", "loose"]', "entrants: raiser is in no line-up"),
        ('plain = ["caller", "raiser"]', 'plain = "caller"', "write a list of texts"),
        ("caller = ", '"a b" = ', "'a b' is not a valid name: use letters, digits, - and _"),
        ("{fold}", "{fould}", "varied: no spec of an entrant has {fold}"),
        ("fold = [0, 0.5]", "", "varied: {fold} has no values"),
        ("fold = [0, 0.5]", "fold = [1, 1]", "varied: fold needs different values, each a number or a word"),
        ("fold = [0, 0.5]", 'fold = ["../x"]', "varied: fold needs different values, each a number or a word"),
        ('measure = "win rate"', 'measure = "winrate"', "measure = 'winrate': did you mean win rate?"),
        ('unit = "mbb/hand"', 'unit = "mbb"', "unit = 'mbb': write bb/100, mbb/hand, chips/hand"),
        ('measure = "matches won"', 'measure = "matches won"\nunit = "%"', "matches won are counted in percent"),
        (
            'measure = "matches won"',
            'measure = "win rate"\nminus_bot = "raiser"',
            "only difference and imagined earnings have this key",
        ),
        ('minus_bot = "raiser"', "", "figures, lead: a difference needs minus_bot, minus_lineup, or both"),
        ('minus_bot = "raiser"', 'minus_bot = "caller"', "this is the difference of caller in plain from itself"),
        ('minus_bot = "raiser"', 'minus_bot = "loose"', "'loose' does not play in line-up plain: give one of"),
        ('lineup = "plain"', 'lineup = "plane"', "lineup = 'plane': no line-up is called that: did you mean plain?"),
        ('unit = "mbb/hand"', 'unit = "mbb/hand"\nfrom_hand = 40', "from_hand = 40: matches, or those of the quick"),
        ("[quick]", "[quick]\nseed = 1", "quick: unknown key 'seed'"),
        (
            "[quick]",
            "[shadows]\ncallr = 'fold'\n[quick]",
            "shadows: no entrant is called 'callr': did you mean",
        ),
        ("[quick]", "[shadows]\ncaller = 'fould'\n[quick]", "no bot is called 'fould'"),
        ("[quick]", "[shadows]\ncaller = 'random:fold={f}'\n[quick]", "varied: {f} has no values"),
        (
            'measure = "matches won"',
            'measure = "different actions"',
            "bot = 'caller': it has no shadow",
        ),
        (
            'measure = "matches won"',
            'measure = "different actions"\nunit = "%"',
            "unit = '%': different actions are counted in percent of the decisions in all hands",
        ),
        ("[quick]", "[files]\nlist = 'none.txt'\n[quick]", "files: list = 'none.txt': there is no such file: give one"),
        ("[quick]", "[files]\nsmall = 'smal.toml'\n[quick]", "there is no such file: did you mean small.toml?"),
        ('caller = "call"', 'caller = "strategy:file=@list"', "no strategy or file is called 'list': give one of none"),
        ("title = ", "title = = ", "this is not TOML"),
    ],
)
def test_what_is_refused_in_one_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(ExperimentError) as refusal:
        read_experiment(written_experiment(tmp_path, (old, new)))
    assert message in str(refusal.value)
    assert "small.toml" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_bot_that_does_not_know_the_game_is_refused(tmp_path: Path) -> None:
    changes = [('"holdem.limit.2p.reverse_blinds"', '"kuhn.limit.2p"'), ('caller = "call"', 'caller = "all-in-equity"')]
    with pytest.raises(ExperimentError, match=r"small\.toml: .*hold'em"):
        read_experiment(written_experiment(tmp_path, *changes))


def test_an_experiment_is_found_by_its_name_or_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ExperimentError, match=r"there is no experiment experiments/small\.toml: name the file"):
        find_experiment("small")
    with pytest.raises(ExperimentError, match="there is no folder experiments here"):
        list_experiments()
    (tmp_path / "experiments").mkdir()
    file = written_experiment(tmp_path / "experiments")
    assert find_experiment("small").resolve() == file
    assert find_experiment(str(file)) == file
    with pytest.raises(ExperimentError, match=r"there is no experiment experiments/smal\.toml: did you mean small\?"):
        find_experiment("smal")


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_a_file_of_the_project_can_be_planned_in_full_and_quickly(file: Path) -> None:
    experiment = read_experiment(file)
    # What has no figures in the source says why.
    assert experiment.theirs or experiment.strategies or experiment.source.differences
    assert experiment.quick().hands * 10 <= experiment.hands
    for plan in experiment.quick().plans().values():
        assert plan.chunks()


@pytest.mark.parametrize(
    "file", [file for file in SHIPPED if file.with_suffix("").is_dir()], ids=lambda file: file.stem
)
def test_the_stored_results_of_the_project_belong_to_its_files(file: Path) -> None:
    experiment = read_experiment(file)
    results = ExperimentFolder.beside(file, quick=False).results_of(experiment, run_command="run it")
    assert list(results.figures) == list(experiment.figures)
    assert not results.incidents


def test_the_project_has_experiments() -> None:
    assert {file.stem for file in SHIPPED} >= {"thiel-table-6-1", "lilienthal-table-10"}
