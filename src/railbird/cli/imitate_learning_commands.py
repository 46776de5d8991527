"""`railbird imitate train`, `evaluate` and `show`: models of a player, how well they predict it, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.imitation.dataset import Dataset
    from railbird.imitation.evaluation.cross_validation import LearnerScore

Source = Annotated[Path, typer.Argument(metavar="DATASET", help="A folder that `railbird imitate convert` wrote.")]
Streets = Annotated[
    list[str] | None, typer.Option("--street", help="Only this street; may be repeated (default: all streets).")
]
ClassAttribute = Annotated[
    str, typer.Option("--class", help="The class attribute to predict: the action taken, or CLASS_TO_INVEST.")
]
Inputs = Annotated[
    str,
    typer.Option(
        help="Attributes to learn from: important (without table 7 of Kischka 2014), all, without-base (6.3.2), "
        "simplified (table 11), hole-cards-a, hole-cards-b or hole-cards-c (6.3.1), or names with commas between them."
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed for random shares of the data.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DEFAULT_CLASS = "CLASS_HERO_ACTION_TAKEN"
_ARFF = ".arff"


def train_command(
    source: Source,
    out: Annotated[Path, typer.Option(help="The folder to write the model to.")],
    learner: Annotated[str, typer.Option(help="The learner and its parameters, like tree:confidence=0.25.")] = "tree",
    street: Streets = None,
    class_attribute: ClassAttribute = DEFAULT_CLASS,
    inputs: Inputs = "important",
    share: Annotated[
        str, typer.Option(help="Share of the decisions to train on, or one for each street: 0.66,0.36,0.41,0.52.")
    ] = "1",
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Train a model for each street of a dataset, and store them in a folder."""
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.cli.terminal import Terminal
    from railbird.imitation.dataset import Dataset
    from railbird.imitation.models.training import train_model, training_table

    dataset = Dataset.open(source)
    streets = dataset_streets(dataset, street)
    with Terminal().showing() as terminal:
        trained = train_model(
            dataset,
            learner,
            streets=dict(zip(streets, _shares(share, streets), strict=True)),
            class_attribute=class_attribute,
            inputs=inputs,
            seed=seed,
            out=out,
            progress=terminal,
        )
    table = training_table(trained)
    if json:
        from railbird.statistics import table_as_json

        print_json({"model": str(out), "streets": table_as_json(table)})
        return
    print_table(table)
    typer.echo(f"The model is in {out}.")


def evaluate_command(
    source: Annotated[
        Path, typer.Argument(metavar="DATASET", help="A folder that `railbird imitate convert` wrote, or an ARFF file.")
    ],
    learner: Annotated[
        list[str] | None, typer.Option(help="A learner with its parameters; may be repeated (default: tree).")
    ] = None,
    model: Annotated[
        Path | None, typer.Option(help="Test this trained model on all rows, without cross-validation (default: none).")
    ] = None,
    street: Streets = None,
    class_attribute: ClassAttribute = DEFAULT_CLASS,
    inputs: Inputs = "important",
    folds: Annotated[int, typer.Option(min=2, help="Folds of the cross-validation, by sets of cards.")] = 7,
    share: Annotated[
        str, typer.Option(help="Shares of the training data, with commas between them: 0.01,0.1,1 is a learning curve.")
    ] = "1",
    leak_check: Annotated[
        bool, typer.Option("--leak-check", help="Also split by row, which leaks, and show that score beside.")
    ] = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Test how well learners predict the decisions of a dataset: cross-validation by sets of cards, never by row."""
    from railbird.cli.terminal import Terminal
    from railbird.imitation.dataset import Dataset
    from railbird.imitation.evaluation.comparing import compare_learners
    from railbird.imitation.learners.learner_registry import make_learner

    if model is not None:
        _print_scores(_scores_of_model(model, source, street), [], json=json)
        return
    dataset, specs = Dataset.open(source), learner or ["tree"]
    for spec in specs:
        make_learner(spec)
    with Terminal().showing() as terminal:
        scores, by_row = compare_learners(
            dataset,
            specs,
            streets=dataset_streets(dataset, street),
            class_attribute=class_attribute,
            inputs=inputs,
            folds=folds,
            shares=_numbers(share, "--share"),
            leak_check=leak_check,
            seed=seed,
            progress=terminal,
        )
    _print_scores(scores, by_row, json=json)


def show_command(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A folder that `railbird imitate train` wrote.")],
    street: Streets = None,
    lines: Annotated[int, typer.Option(min=1, help="The most lines to print of each street.")] = 100,
    leaves: Annotated[
        bool, typer.Option("--leaves", help="Count the leaves of trees by the number of their examples instead.")
    ] = False,
    figure: Annotated[
        Path | None, typer.Option(help="Draw the tree of one street into this SVG file instead (default: no drawing).")
    ] = None,
    depth: Annotated[int, typer.Option(min=1, help="Depth to which the tree is drawn.")] = 5,
) -> None:
    """Print the trees or rules of a model with their counts."""
    from railbird.cli.screen_tables import print_table
    from railbird.files import written_whole
    from railbird.imitation.learners.tree.leaf_counts import leaf_table
    from railbird.imitation.models import open_model
    from railbird.imitation.models.model_text import learner_text, tree_of
    from railbird.reports.tree_figure import tree_svg

    opened = open_model(model)
    streets = street or list(opened.learners)
    for name in streets:
        opened.learner(name)
    if figure is not None:
        if len(streets) != 1:
            raise typer.BadParameter("a drawing has one street: choose it with --street", param_hint="--figure")
        with written_whole(figure) as file:
            file.write(tree_svg(tree_of(opened.learner(streets[0])), depth=depth).encode())
        typer.echo(f"The tree is drawn in {figure}.")
        return
    for number, name in enumerate(streets):
        typer.echo("\n" * bool(number) + f"{name}:")
        if leaves:
            print_table(leaf_table(tree_of(opened.learner(name))))
        else:
            typer.echo(learner_text(opened.learner(name), most_lines=lines))


def dataset_streets(dataset: Dataset, chosen: list[str] | None) -> list[str]:
    """The chosen streets of a dataset (default: all); raise if it does not have one of them."""
    for street in chosen or ():
        dataset.schema(street)
    return chosen or dataset.streets


def _numbers(text: str, option: str) -> list[float]:
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = [0.0]
    if not all(0 < number <= 1 for number in numbers):
        raise typer.BadParameter(f"{text!r}: give shares above 0 and up to 1", param_hint=option)
    return numbers


def _shares(text: str, streets: Sequence[str]) -> list[float]:
    shares = _numbers(text, "--share")
    if len(shares) not in (1, len(streets)):
        raise typer.BadParameter(f"{text!r}: give 1 share or {len(streets)}", param_hint="--share")
    return shares * len(streets) if len(shares) == 1 else shares


def _scores_of_model(model: Path, source: Path, streets: list[str] | None) -> list[LearnerScore]:
    from railbird.imitation.dataset import AttributeSchema, Dataset
    from railbird.imitation.evaluation.cross_validation import score_on
    from railbird.imitation.evaluation.examples import examples_of_arff
    from railbird.imitation.evaluation.model_scores import model_scores
    from railbird.imitation.learners.learner_registry import learner_spec
    from railbird.imitation.models import open_model

    opened = open_model(model)
    if source.suffix != _ARFF:
        for street in streets or ():
            opened.learner(street)
        return model_scores(opened, Dataset.open(source), place=f"{model} for {source}", streets=streets)
    if len(streets or opened.learners) > 1:
        raise typer.BadParameter("an ARFF file has one street: say which", param_hint="--street")
    (street,) = streets or opened.learners
    learner = opened.learner(street)
    expected = AttributeSchema((*learner.attributes_, opened.class_attribute))
    examples = examples_of_arff(source, street, expected=expected, class_attribute=opened.class_attribute.name)
    return [score_on(learner, examples, spec=learner_spec(learner))]


def _print_scores(scores: list[LearnerScore], by_row: list[LearnerScore], *, json: bool) -> None:
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.imitation.evaluation.score_tables import (
        accuracy_table,
        confusion_table,
        error_table,
        score_as_json,
    )

    if json:
        print_json({"scores": [score_as_json(score) for score in (*scores, *by_row)]})
        return
    print_table(accuracy_table(scores, by_row=by_row))
    if scores[0].is_regression:
        typer.echo()
        print_table(error_table(scores))
        return
    for score in scores:
        table = confusion_table(score)
        typer.echo(f"\n{table.title}")
        print_table(table)
