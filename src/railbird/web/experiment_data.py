"""Experiments as the page shows them: the source's figures beside ours, with intervals and verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.spec_tree import names_code, read_spec
from railbird.errors import ExperimentError, NotFoundError, RailbirdError
from railbird.experiments import (
    ExperimentFolder,
    Verdict,
    compare,
    list_experiments,
    read_experiment,
    verdict_summary,
)
from railbird.reports.experiment_section import make_experiment_report
from railbird.web.analysis_data import report_as_json
from railbird.web.served_files import served_path

if TYPE_CHECKING:
    from pathlib import Path

    from railbird.experiments import Experiment, StoredResults
    from railbird.statistics.json_values import JsonValue

FOLDER = "experiments"
_ORDER = (Verdict.AGREES, Verdict.UNDECIDED, Verdict.DIFFERS)


def experiments_as_json(folder: Path) -> dict[str, JsonValue]:
    """All experiments of the served folder, with the verdicts on those whose results are stored."""
    place = folder / FOLDER
    files = list_experiments(served_path(folder, FOLDER)) if place.is_dir() else []
    return {"folder": str(place.resolve()), "experiments": [_entry_as_json(file) for file in files]}


def _entry_as_json(file: Path) -> dict[str, JsonValue]:
    try:
        experiment = read_experiment(file, builds_bots=False)
        stored = {name: _verdicts(file, version) for name, version in _versions(experiment).items()}
    except (RailbirdError, OSError) as error:
        return {"name": file.stem, "title": file.stem, "problem": str(error)}
    return {
        "name": experiment.name,
        "title": experiment.title,
        "source": experiment.source.place,
        "hands": experiment.hands,
        "problem": None,
        "versions": {name: verdicts for name, verdicts in stored.items() if verdicts},
        "run_command": f"railbird experiment run {experiment.name}",
    }


def _versions(experiment: Experiment) -> dict[str, Experiment]:
    return {"full": experiment, "quick": experiment.quick()}


def _verdicts(file: Path, experiment: Experiment) -> dict[str, JsonValue] | None:
    """The number of each verdict; None if no results are stored that have all figures of this version."""
    results = ExperimentFolder.beside(file, quick=experiment.is_quick).stored_results()
    if results is None or not experiment.figures.keys() <= results.figures.keys():
        return None
    compared = compare(experiment, results)
    judged = [str(figure.verdict) for figure in compared if figure.verdict is not None]
    counts: dict[str, JsonValue] = {
        str(verdict): judged.count(str(verdict)) for verdict in _ORDER if str(verdict) in judged
    }
    return {"counts": counts, "summary": verdict_summary(compared)}


def experiment_as_json(folder: Path, name: str, *, quick: bool) -> dict[str, JsonValue]:
    """The report on an experiment. Raise NotFoundError if there is none, ExperimentError if it has no results."""
    try:
        file = served_path(folder, f"{FOLDER}/{name}.toml")
    except NotFoundError:
        raise NotFoundError(f"no experiment is called {name!r}: the page Experiments lists them all") from None
    experiment = read_experiment(file, builds_bots=False)
    version = _versions(experiment)["quick" if quick else "full"]
    stored = ExperimentFolder.beside(file, quick=quick)
    results = stored.stored_results()
    if results is None:
        raise NotFoundError(f"{name} has no stored results: play it with railbird experiment run {name}")
    if not version.figures.keys() <= results.figures.keys():
        raise ExperimentError(f"{stored.results_path.name} of {name} lacks figures that the experiment has now")
    command = f"railbird experiment report {name}{' --quick' * quick}"
    report = make_experiment_report(version, results, command=command, curves=stored.team_curves())
    facts = report.introductions[0].facts
    return {
        **report_as_json(report),
        "facts": {title: text for title, text in facts.items() if not _is_told(title)},
        "name": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "work": experiment.source.place,
        "differences": list(experiment.source.differences),
        "quick": quick,
        "is_changed": _is_changed(version, results),
        "versions": [key for key, each in _versions(experiment).items() if _verdicts(file, each)],
    }


def _is_told(fact: str) -> bool:
    """Whether the page says this elsewhere."""
    return fact == "Source" or fact.startswith("Unlike the source")


def _is_changed(experiment: Experiment, results: StoredResults) -> bool:
    """Whether the results belong to another version of the experiment; unknown, and so False, if files play in it."""
    entrants = [entrant for lineup in experiment.lineups.values() for entrant in lineup]
    specs = [spec for entrant in entrants for spec in (entrant.spec, entrant.shadow) if spec]
    if any("/" in spec or ".toml" in spec or names_code(read_spec(spec)) for spec in specs):
        return False
    return results.fingerprint != experiment.fingerprint()
