"""How large a solve is, known before anything is allocated: decisions, information sets, memory, time."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.abstraction.betting_tree import count_tree
from railbird.abstraction.card_classes import board_counts, class_counts, hand_count
from railbird.errors import GameError, SolverError
from railbird.solvers.algorithms import is_sampled
from railbird.solvers.exact.ends import MOST_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.abstraction.betting_tree import TreeSize
    from railbird.abstraction.menu import BetMenu
    from railbird.games import GameDefinition

_TABLES = {"exact": 5 * 8, "sampled": 2 * 4}
"""Bytes a cell: regrets, averages, strategy, plan and values in double precision; regrets and averages in single."""
_SET_BYTES = 10
_ENTRY_BYTES = 12
_HAND_BYTES = 40
"""A hand on a board, while its class is being found."""
# Nanoseconds, as measured on one core of an ordinary machine; they are for an estimate within a factor of three.
_SET_TIME = 20.0
_ENTRY_TIME = 2.5
_HAND_TIME = 6.0
_VISIT_TIME = 25.0


@dataclass(frozen=True, kw_only=True)
class SolveSize:
    """What a solve of a game by an algorithm takes."""

    tree: TreeSize
    classes: tuple[int, ...]
    """By round: classes of hand and board."""
    information_sets: tuple[int, ...]
    """By round."""
    cells: int
    bytes: int
    iteration_seconds: float
    """About so long an iteration takes."""
    is_possible: bool
    """Whether the algorithm can do it: exact ones do large games for two players only."""


def solve_size(game: GameDefinition, menu: BetMenu | None = None, *, algorithm: str) -> SolveSize:
    """Count, without building anything."""
    tree = count_tree(game, menu)
    classes, boards, hands = class_counts(game), board_counts(game), hand_count(game)
    sets = tuple(int(count) for count in tree.decisions.sum(axis=0) * classes)
    cells = int((tree.choices.sum(axis=0) * classes).sum()) + game.players
    # So many distinct deals there are at most, if every board allows the same number of classes.
    deals = boards[-1] * (classes[-1] / boards[-1]) ** game.players
    entries = int(game.players * tree.ends * deals)
    needed = tree.bytes + 12 * sum(classes) + _HAND_BYTES * boards[-1] * hands
    listed = entries <= MOST_ENTRIES
    if is_sampled(algorithm):
        needed += _TABLES["sampled"] * cells
        visited = tree.decisions.sum() if algorithm == "chance-sampling" else 2 * tree.decisions.sum() ** 0.5
        nanoseconds = game.players * visited * _VISIT_TIME
    else:
        needed += _TABLES["exact"] * cells + _SET_BYTES * sum(sets)
        needed += _ENTRY_BYTES * entries if listed else 0
        ends_time = entries * _ENTRY_TIME if listed else tree.ends * boards[-1] * hands * _HAND_TIME
        nanoseconds = sum(sets) * _SET_TIME + ends_time
    return SolveSize(
        tree=tree,
        classes=classes,
        information_sets=sets,
        cells=cells,
        bytes=needed,
        iteration_seconds=float(nanoseconds) * 1e-9,
        is_possible=is_sampled(algorithm) or listed or game.players == 2,
    )


def available_memory() -> int:
    """Bytes that a process may still take without swapping."""
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        for line in meminfo.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def fits(game: GameDefinition, menu: BetMenu | None = None, *, algorithm: str) -> bool:
    """Whether the memory is enough, and the algorithm can do it."""
    size = solve_size(game, menu, algorithm=algorithm)
    return size.is_possible and size.bytes <= available_memory()


def check_fits(
    game: GameDefinition, menu: BetMenu | None = None, *, algorithm: str, memory: int | None = None
) -> SolveSize:
    """The size of a solve; a SolverError with the numbers and the nearest sizes that fit, if it is too large."""
    room = available_memory() if memory is None else memory
    size = solve_size(game, menu, algorithm=algorithm)
    if size.is_possible and size.bytes <= room:
        return size
    smaller = [
        f"{change} ({bytes_text(found.bytes)})"
        for change, found in _that_fit(game, menu, algorithm=algorithm, room=room)
    ]
    advice = f"; it would fit with {', or '.join(smaller)}" if smaller else ""
    name, sets = game.name or "the game", sum(size.information_sets)
    if not size.is_possible:
        raise SolverError(
            f"{name} has {sets:,} information sets, too many deals for {algorithm} with {game.players} players; "
            f"sampling algorithms such as external-sampling look at some of them{advice}"
        )
    raise SolverError(
        f"{name} has {sets:,} information sets and needs {bytes_text(size.bytes)} for {algorithm}, "
        f"but {bytes_text(room)} are free{advice}"
    )


def _that_fit(
    game: GameDefinition, menu: BetMenu | None, *, algorithm: str, room: int
) -> Iterator[tuple[str, SolveSize]]:
    """For each kind of change the largest game that fits."""
    for kind in _changes(game):
        for change, smaller in kind:
            try:
                size = solve_size(smaller, menu, algorithm=algorithm)
            except GameError:  # nothing to decide, or too many decisions to count
                continue
            if size.is_possible and size.bytes <= room:
                yield change, size
                break


def _changes(game: GameDefinition) -> Iterator[Iterator[tuple[str, GameDefinition]]]:
    """Fewer ranks, fewer rounds, fewer raises, and fewer ranks and rounds together; the smallest change first."""
    yield _fewer_ranks(game)
    yield ((f"{rounds} round{'s' * (rounds > 1)}", _cut(game, rounds)) for rounds in range(game.rounds - 1, 0, -1))
    yield (
        (f"at most {most} raise{'s' * (most > 1)} a round", replace(game, max_raises=(most,) * game.rounds))
        for most in range(min(max(game.max_raises), 8) - 1, 0, -1)
    )
    yield (
        (f"{rounds} round{'s' * (rounds > 1)} and {change}", smaller)
        for rounds in range(game.rounds - 1, 0, -1)
        for change, smaller in _fewer_ranks(_cut(game, rounds))
    )


def _fewer_ranks(game: GameDefinition) -> Iterator[tuple[str, GameDefinition]]:
    for ranks in range(game.ranks - 1, 1, -1):
        if ranks * game.suits >= game.dealt_cards:
            yield f"{ranks} ranks", replace(game, ranks=ranks)


def _cut(game: GameDefinition, rounds: int) -> GameDefinition:
    """The same game without its last rounds."""
    return replace(
        game,
        raise_sizes=game.raise_sizes[:rounds],
        first_players=game.first_players[:rounds],
        max_raises=game.max_raises[:rounds],
        board_cards=game.board_cards[:rounds],
    )


def bytes_text(count: float) -> str:
    """Bytes for people."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if count < 1000:
            return f"{count:,.0f} {unit}" if unit == "bytes" else f"{count:,.1f} {unit}"
        count /= 1000
    return f"{count:,.1f} PB"
