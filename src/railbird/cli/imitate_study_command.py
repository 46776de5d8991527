"""`railbird imitate study`: a whole study of a bot, from its games to the comparison in play, by one command."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 (the command line reads the annotations)
from typing import Annotated

import typer


def study_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The TOML file of the study.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for everything that is made (default: beside the file, with its name)."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of worker processes (default: chosen from the expected run time).")
    ] = None,
) -> None:
    """Play games, convert them, cross-validate learners, train a model, and compare it with its original in play.

    What the folder has already is not done again.
    """
    from io import StringIO

    from railbird.cli.imitate_compare_command import print_titled
    from railbird.cli.screen_tables import Screen
    from railbird.cli.screen_width import ENDLESS
    from railbird.cli.terminal import Terminal
    from railbird.imitation.studies.study_file import read_study
    from railbird.imitation.studies.study_running import StudyFolder

    study = read_study(file)
    folder = StudyFolder(out or file.with_suffix(""))
    with Terminal().showing() as terminal:
        results = folder.run(study, workers=workers, progress=terminal)
    printed = StringIO()
    print_titled(results.tables(), Screen(width=ENDLESS, file=printed))  # what is stored is the same on all screens
    text = "\n".join(line.rstrip() for line in printed.getvalue().splitlines()) + "\n"
    folder.store(results, text)
    typer.echo(text, nl=False)
