"""The size of a solve, known before anything is allocated: decisions, information sets, memory, time."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.abstraction.betting_tree import MOST_DECISIONS, count_tree
from railbird.abstraction.card_classes import board_counts, class_counts, hand_count
from railbird.errors import GameError, SolverError
from railbird.solvers.algorithms import is_sampled
from railbird.solvers.exact.size_limits import can_be_listed, check_possible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.abstraction.betting_tree import TreeSize
    from railbird.abstraction.menu import BetMenu
    from railbird.games import GameDefinition

# Bytes, at the time when most are needed.
_EXACT_CELL = 8 * 8
"""Regrets, average, strategy, realization plan, values; for an evaluation the average strategy, its plan, values."""
_SAMPLED_CELL = 2 * 4 + 8
"""Regrets and averages; the average strategy."""
_SET_BYTES = 40
_ENTRY_BYTES = 112
_HAND_BYTES = 40
"""A hand on a board, while its class is computed."""
# Nanoseconds, as measured on one core of an ordinary machine; they are for an estimate within a factor of three.
_SET_TIME = 20.0
_ENTRY_TIME = 2.5
_HAND_TIME = 6.0
_VISIT_TIME = 25.0
_QUICKLY_COUNTED = 2_000_000
"""Decisions of games that are proposed instead of one that is too large."""


@dataclass(frozen=True, kw_only=True)
class SolveSize:
    """What solving a game by an algorithm takes."""

    tree: TreeSize
    classes: tuple[int, ...]
    """By round: classes of hand and board."""
    information_sets: tuple[int, ...]
    """By round."""
    cells: int
    bytes: int
    iteration_seconds: float
    """The estimated time of an iteration."""
    evaluation_seconds: float
    """The estimated time of an evaluation of a strategy."""
    obstacle: str = ""
    """Why the algorithm cannot solve the game, whatever the memory."""

    def fits(self, memory: int) -> bool:
        """Whether the solve is possible in `memory` bytes."""
        return not self.obstacle and self.bytes <= memory


def solve_size(
    game: GameDefinition, menu: BetMenu | None = None, *, algorithm: str, most_decisions: int = MOST_DECISIONS
) -> SolveSize:
    """Count, without building anything."""
    tree = count_tree(game, menu, most=most_decisions)
    classes, boards, hands = class_counts(game), board_counts(game)[-1], hand_count(game)
    sets = tuple(int(count) for count in tree.decisions.sum(axis=0) * classes)
    cells = int((tree.choices.sum(axis=0) * classes).sum()) + game.players
    listed = can_be_listed(game, tree.terminals)
    # As many distinct deals as if every board allowed the same number of classes.
    entries = int(game.players * tree.terminals * boards * (classes[-1] / boards) ** game.players) if listed else 0
    needed = tree.bytes + 12 * sum(classes) + _HAND_BYTES * boards * hands
    terminals_time = entries * _ENTRY_TIME if listed else tree.terminals * boards * hands * _HAND_TIME
    exact_time = sum(sets) * _SET_TIME + terminals_time
    if is_sampled(algorithm):
        needed += _SAMPLED_CELL * cells
        visited = tree.decisions.sum() if algorithm == "chance-sampling" else 2 * tree.decisions.sum() ** 0.5
        iteration_time = float(game.players * visited * _VISIT_TIME)
    else:
        needed += _EXACT_CELL * cells + _SET_BYTES * sum(sets) + _ENTRY_BYTES * entries
        iteration_time = exact_time
    return SolveSize(
        tree=tree,
        classes=classes,
        information_sets=sets,
        cells=cells,
        bytes=needed,
        iteration_seconds=iteration_time * 1e-9,
        evaluation_seconds=2 * exact_time * 1e-9,
        obstacle="" if is_sampled(algorithm) else _obstacle(game, terminals=tree.terminals, cells=cells),
    )


def _obstacle(game: GameDefinition, *, terminals: int, cells: int) -> str:
    try:
        check_possible(game, terminals=terminals, cells=cells)
    except SolverError as error:
        return str(error)
    return ""


def available_memory() -> int:
    """Bytes that this process may still take without swapping; a container may have less than its machine."""
    free = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")] if hasattr(os, "sysconf") else []
    meminfo, group = Path("/proc/meminfo"), Path("/sys/fs/cgroup")
    if meminfo.exists():
        lines = dict(line.split(":") for line in meminfo.read_text(encoding="ascii").splitlines())
        free.append(int(lines["MemAvailable"].split()[0]) * 1024)
    limit, used = group / "memory.max", group / "memory.current"
    if limit.exists() and used.exists() and (most := limit.read_text().strip()) != "max":
        free.append(max(0, int(most) - int(used.read_text())))
    return min(free, default=2**33)


def check_fits(
    game: GameDefinition, menu: BetMenu | None = None, *, algorithm: str, memory: int | None = None
) -> SolveSize:
    """The size of a solve; a SolverError with the numbers and the nearest sizes that fit, if it is too large."""
    memory = available_memory() if memory is None else memory
    try:
        size = solve_size(game, menu, algorithm=algorithm)
    except GameError as error:
        raise SolverError(f"{error}{_advice(game, menu, algorithm=algorithm, memory=memory)}") from None
    if size.fits(memory):
        return size
    advice = _advice(game, menu, algorithm=algorithm, memory=memory)
    if size.bytes <= memory:
        raise SolverError(f"{size.obstacle}; sampling algorithms such as external-sampling can solve it{advice}")
    raise SolverError(
        f"{game.name or 'the game'} has {sum(size.information_sets):,} information sets and needs "
        f"{bytes_text(size.bytes)} for {algorithm}, but {bytes_text(memory)} are free{advice}"
    )


def _advice(game: GameDefinition, menu: BetMenu | None, *, algorithm: str, memory: int) -> str:
    """Which smaller games would fit: for each kind of change the largest."""
    proposals = []
    for kind in _changes(game):
        best = ""
        for change, make in kind:
            try:
                size = solve_size(make(), menu, algorithm=algorithm, most_decisions=_QUICKLY_COUNTED)
            except GameError:  # too many decisions still, or no game at all
                size = None
            if size is not None and size.fits(memory):
                best = f"{change} ({bytes_text(size.bytes)})"
            elif best:
                break
        proposals += [best] if best else []
    return f"; it would fit with {', or '.join(proposals)}" if proposals else ""


def _changes(game: GameDefinition) -> Iterator[Iterator[tuple[str, Callable[[], GameDefinition]]]]:
    """Fewer ranks, fewer rounds, fewer raises, fewer ranks and a round less; in each kind the smallest game first."""
    yield _with_fewer_ranks(game, game.rounds)
    yield ((_rounds_text(rounds), partial(_cut, game, rounds)) for rounds in range(1, game.rounds))
    yield (
        (f"at most {most} raise{'s' * (most > 1)} a round", partial(_calmer, game, most))
        for most in range(1, min(max(game.max_raises), 8))
    )
    if game.rounds > 1:
        yield _with_fewer_ranks(game, game.rounds - 1)


def _with_fewer_ranks(game: GameDefinition, rounds: int) -> Iterator[tuple[str, Callable[[], GameDefinition]]]:
    fewer_rounds = f"{_rounds_text(rounds)} and " if rounds < game.rounds else ""
    for ranks in range(2, game.ranks):
        yield f"{fewer_rounds}{ranks} ranks", partial(_cut, game, rounds, ranks=ranks)


def _rounds_text(rounds: int) -> str:
    return f"{rounds} round{'s' * (rounds > 1)}"


def _calmer(game: GameDefinition, most: int) -> GameDefinition:
    """The same game with fewer raises."""
    return replace(game, max_raises=tuple(min(most, own) for own in game.max_raises))


def _cut(game: GameDefinition, rounds: int, *, ranks: int | None = None) -> GameDefinition:
    """The same game without its last rounds, and with fewer ranks if they are given."""
    return replace(
        game,
        ranks=ranks or game.ranks,
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
