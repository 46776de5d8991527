"""`railbird imitate rank`: which attributes say most about a player's decisions."""

from __future__ import annotations

from typing import Annotated

import typer

from railbird.cli.imitate_learning_commands import (
    DEFAULT_CLASS,
    ClassAttribute,
    Inputs,
    Json,
    Seed,
    Source,
    Streets,
    dataset_streets,
)


def rank_command(
    source: Source,
    street: Streets = None,
    class_attribute: ClassAttribute = DEFAULT_CLASS,
    inputs: Inputs = "all",
    top: Annotated[int, typer.Option(min=1, help="Places of the rankings that count as mentions.")] = 10,
    share: Annotated[float, typer.Option(min=0.000001, max=1, help="Share of the decisions to use.")] = 1.0,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Rank the attributes by information gain, symmetrical uncertainty and correlation-based subsets.

    The merged lists at the end have the attributes that at least one method chooses, and the others.
    """
    from railbird.cli.screen_tables import print_json, print_table
    from railbird.cli.terminal import Terminal
    from railbird.errors import DatasetError
    from railbird.imitation.dataset import Dataset
    from railbird.imitation.evaluation.examples import examples_of
    from railbird.imitation.selection.ranking import merged_table, rank_attributes, ranking_table
    from railbird.statistics import table_as_json

    dataset = Dataset.open(source)
    rankings, empty = [], []
    with Terminal().showing() as terminal:
        for name in dataset_streets(dataset, street):
            examples = examples_of(dataset, name, class_attribute=class_attribute, inputs=inputs)
            if examples.rows.is_empty():
                empty.append(name)
                continue
            examples = examples.sample(share, seed=seed)
            rankings.append(rank_attributes(examples.rows, examples.target, street=name, top=top, progress=terminal))
    if empty:
        message = f"no decisions on the streets {', '.join(empty)}, which have no ranking"
        if not rankings:
            raise DatasetError(f"{source}: {message}")
        typer.echo(f"railbird: {message}", err=True)
    tables = [ranking_table(ranking) for ranking in rankings]
    if json:
        merged = {r.street: {"important": r.important, "unimportant": r.unimportant} for r in rankings}
        print_json({"rankings": [table_as_json(table) for table in tables], "merged": merged})
        return
    for table in tables:
        typer.echo(f"{table.title}:")
        print_table(table)
        typer.echo()
    print_table(merged_table(rankings))
