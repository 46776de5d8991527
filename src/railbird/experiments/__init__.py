"""Runs experiments of the literature from TOML files, and compares their figures with those of the source."""

from railbird.experiments.comparison_table import (
    ComparedFigure,
    compare,
    comparison_as_json,
    comparison_table,
    verdict_summary,
)
from railbird.experiments.experiment import Experiment, ExperimentCards, ReportedFigure, SourceFigure, SourceReference
from railbird.experiments.experiment_cost import estimate_cost
from railbird.experiments.experiment_file import find_experiment, list_experiments, read_experiment
from railbird.experiments.experiment_folder import ExperimentFolder, StoredResults
from railbird.experiments.measurement import Measurement
from railbird.experiments.running import play_experiment
from railbird.experiments.solve_record import CurvePoint, SolveRecord
from railbird.experiments.solve_table import solve_table
from railbird.experiments.strategy_solving import estimate_solving, solve_strategies
from railbird.experiments.team_curves import ALL_STREETS, TeamCurve, run_curves, teams_of
from railbird.experiments.verdicts import Verdict, judge

__all__ = [
    "ALL_STREETS",
    "ComparedFigure",
    "CurvePoint",
    "Experiment",
    "ExperimentCards",
    "ExperimentFolder",
    "Measurement",
    "ReportedFigure",
    "SolveRecord",
    "SourceFigure",
    "SourceReference",
    "StoredResults",
    "TeamCurve",
    "Verdict",
    "compare",
    "comparison_as_json",
    "comparison_table",
    "estimate_cost",
    "estimate_solving",
    "find_experiment",
    "judge",
    "list_experiments",
    "play_experiment",
    "read_experiment",
    "run_curves",
    "solve_strategies",
    "solve_table",
    "teams_of",
    "verdict_summary",
]
