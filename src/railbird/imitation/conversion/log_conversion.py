"""Converts the games of a player to a dataset of its decisions, in chunks, on all cores and in constant memory.

Hands are read in order, because the history of a match is; chunks of their decisions are described and written side by
side. A conversion that was interrupted reads the hands again, and describes only the chunks that are missing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from railbird.errors import DatasetError
from railbird.imitation.attributes import ALL_ATTRIBUTES, AttributeSelection, schemas_of
from railbird.imitation.conversion.chunk_workers import on_all_cores
from railbird.imitation.conversion.decision_frames import KeyedDecisions, frames_of
from railbird.imitation.conversion.match_sources import with_different_names
from railbird.imitation.dataset import ACTION_CLASS, CLASS_PREFIX, DatasetWriter
from railbird.imitation.decisions import STREETS, DecisionReader, SkippedHands
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from railbird.formats.columns import HandColumns
    from railbird.games import GameDefinition
    from railbird.imitation.conversion.match_sources import MatchSource
    from railbird.imitation.dataset import Dataset
    from railbird.progress import Progress, Task

_CHUNK = 2**15
"""Decisions in a chunk, about."""
_MOST_PROBLEMS = 100
"""Problems that are kept as text."""


@dataclass
class ConversionReport:
    """What was read, and what was skipped."""

    hands: int = 0
    """Hands with the hero."""
    decisions: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STREETS, 0))
    skipped: dict[str, int] = field(default_factory=lambda: asdict(SkippedHands()))
    """Hands without decisions, by reason: the fields of `SkippedHands`."""
    problems: list[str] = field(default_factory=list)
    """The first lines that could not be read."""
    problem_count: int = 0


def convert_games(
    sources: Sequence[MatchSource],
    *,
    hero: str,
    folder: Path,
    selection: AttributeSelection = ALL_ATTRIBUTES,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> tuple[Dataset, ConversionReport]:
    """Write the dataset of the hero's decisions. If the selection has no class attribute, the action taken is added.

    Raise DatasetError if the hero plays no hand, or if the folder has something else in it.
    """
    named = with_different_names(sources)
    game = _game_of(named, hero)
    writer = DatasetWriter.create(
        folder,
        schemas_of(game, with_class(selection.names(game))),
        about={"hero": hero, "game": game.name, "players": game.players, "matches": [source.match for source in named]},
    )
    report = ConversionReport()
    with (progress or Silence()).task("Converting", total=sum(source.size for source in named)) as task:
        done = writer.written_chunks()
        chunks = _Chunks(named, hero, game, report, task)
        missing = ((name, parts) for name, parts in chunks if name not in done)
        on_all_cores(_Describe(writer, game), missing, workers=workers, cluster=cluster)
    return writer.finish(more={"report": asdict(report)}), report


def with_class(names: Iterable[str]) -> set[str]:
    """The names, with the action taken if there is no class attribute among them."""
    chosen = set(names)
    return chosen if any(name.startswith(CLASS_PREFIX) for name in chosen) else {*chosen, ACTION_CLASS}


def _game_of(sources: Sequence[MatchSource], hero: str) -> GameDefinition:
    """The game of the first hands that the hero plays."""
    names: dict[str, None] = {}
    for source in sources:
        columns = next((columns for columns, _ in source.batches()), None)
        if columns is not None:
            names.update(dict.fromkeys(columns.names))
            if hero in columns.names:
                return columns.game
    if not names:
        raise DatasetError(f"there are no hands in {', '.join(source.match for source in sources[:3]) or 'no logs'}")
    raise DatasetError(f"no hand is played by {hero!r}: the players are {', '.join(map(repr, [*names][:20]))}")


@dataclass(frozen=True)
class _Describe:
    """Describes a chunk and writes it; it can be sent to other processes."""

    writer: DatasetWriter
    game: GameDefinition

    def __call__(self, chunk: tuple[str, list[KeyedDecisions]]) -> None:
        name, parts = chunk
        self.writer.write_chunk(name, frames_of(parts, self.writer.schemas, self.game))


@dataclass
class _Chunks:
    """Reads all sources, and cuts their decisions into chunks, always in the same way."""

    sources: Sequence[MatchSource]
    hero: str
    game: GameDefinition
    report: ConversionReport
    task: Task

    def __iter__(self) -> Iterator[tuple[str, list[KeyedDecisions]]]:
        number = size = 0
        parts: list[KeyedDecisions] = []
        for part in self._parts():
            parts.append(part)
            size += len(part)
            if size >= _CHUNK:
                yield f"{number:06}", parts
                number, size, parts = number + 1, 0, []
        if parts:
            yield f"{number:06}", parts

    def _parts(self) -> Iterator[KeyedDecisions]:
        reader = None
        match = ""
        for source in self.sources:
            if reader is None or source.match != match:
                self._count(reader)
                reader, match = DecisionReader(self.hero), source.match
            read = 0
            for columns, position in source.batches():
                if self._is_same_game(columns.game):
                    yield self._part(source, reader, columns)
                else:
                    reader.skipped.other_game += len(columns)
                self.task.advance(position - read)
                read = position
            self.report.problem_count += len(source.problems)
            self.report.problems += source.problems[: _MOST_PROBLEMS - len(self.report.problems)]
        self._count(reader)

    def _part(self, source: MatchSource, reader: DecisionReader, columns: HandColumns) -> KeyedDecisions:
        decisions = reader.read(columns)
        for street, of_street in zip(STREETS, decisions, strict=True):
            self.report.decisions[street] += len(of_street)
        return KeyedDecisions(source.match, source.card_set, decisions)

    def _is_same_game(self, game: GameDefinition) -> bool:
        """Whether hands of a game have the same attributes."""
        wanted = self.game
        if not game.is_holdem or (game.players, game.is_limit) != (wanted.players, wanted.is_limit):
            return False
        return not game.is_limit or game.max_raises == wanted.max_raises

    def _count(self, reader: DecisionReader | None) -> None:
        if reader is not None:
            self.report.hands += reader.hands
            for reason, hands in asdict(reader.skipped).items():
                self.report.skipped[reason] += hands
