"""The hands of a run in the notations of the field: a log for each match, or a PHH file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from railbird.arena.records import exact_chips
from railbird.errors import FormatError
from railbird.files import written_whole
from railbird.formats.acpc_log import AcpcLog, format_score
from railbird.formats.converting import convert_log
from railbird.formats.fields import format_chips
from railbird.play import TimeLimits, log_header
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from railbird.arena.plan import Chunk
    from railbird.arena.store import RunFolder
    from railbird.games import Chips, HandRecord
    from railbird.progress import Progress


def export_run(folder: RunFolder, target: Path, *, phh: bool = False, progress: Progress | None = None) -> int:
    """Write a file for each match into a folder, and say how many."""
    hands = folder.hands_by_chunk()
    chunks = folder.plan.chunks()
    with (progress or Silence()).task("Writing matches", total=len(chunks)) as task:
        for chunk, rows in zip(chunks, hands, strict=True):
            text = _log_of(folder, chunk, rows)
            name = folder.plan.match_plan(chunk).name
            if phh:
                _write_phh(text, target / f"{name}.phhs", folder)
            else:
                _write(text, target / f"{name}.log")
            task.advance()
    return len(chunks)


def _log_of(folder: RunFolder, chunk: Chunk, rows: pl.DataFrame) -> str:
    """As the dealer would have written it."""
    plan = folder.plan.match_plan(chunk)
    players = range(plan.game.players)
    totals: dict[str, Chips] = dict.fromkeys(plan.names, 0)
    lines = []
    for row in rows.sort("hand").iter_rows(named=True):
        names = [row[f"player_{position}"] for position in players]
        payoffs = [exact_chips(row[f"payoff_{position}"]) for position in players]
        for name, chips in zip(names, payoffs, strict=True):
            totals[name] += chips
        values = "|".join(map(format_chips, payoffs))
        lines.append(f"STATE:{row['hand']}:{row['betting']}:{row['cards']}:{values}:{'|'.join(names)}\n")
    milliseconds = round(1000 * folder.plan.seconds_per_action)
    return "".join(
        [
            log_header(plan, TimeLimits(response=milliseconds)),
            *lines,
            format_score([totals[name] for name in plan.names], plan.names) + "\n",
        ]
    )


def _write(text: str, path: Path) -> None:
    with written_whole(path) as file:
        file.write(text.encode())


class _ExactLog(AcpcLog):
    """With the payoffs as they are: a log has them with six decimals, which are too few to tell a third by."""

    def __iter__(self) -> Iterator[HandRecord]:
        for record in super().__iter__():
            yield replace(record, payoffs=record.final_state().payoffs())


def _write_phh(text: str, path: Path, folder: RunFolder) -> None:
    """A FormatError if the game is none that PHH can express."""
    with TemporaryDirectory() as temporary:
        log, converted = Path(temporary) / f"{path.stem}.log", Path(temporary) / path.name
        _write(text, log)
        problems = convert_log(_ExactLog(log, folder.plan.game), converted).problems
        if problems:
            raise FormatError(f"{path}: {problems[0].reason}")
        _write(converted.read_text(encoding="utf-8"), path)
