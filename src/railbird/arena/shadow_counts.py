"""Counts where bots and their shadows differed, from the hands of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.analysis.play_tables import street_names
from railbird.arena.plan import name_of
from railbird.arena.recorder import SHADOW_REMEMBERS
from railbird.arena.shadow import FAILED, SAME
from railbird.games.definition import MOST_ROUNDS
from railbird.statistics import COUNT, SHARE, TEXT, Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from railbird.arena.store import RunFolder
    from railbird.statistics import Cell

_ASKED, _DIFFERENT, _FAILED = range(3)
_COLUMNS = (
    Column("player"),
    Column("shadow", TEXT, "the bot that was also asked, without playing"),
    Column("street"),
    Column("asked", COUNT, "decisions that the player answered, at which the shadow was also asked"),
    Column(
        "different",
        COUNT,
        "decisions at which the shadow would have acted differently; if both give probabilities, their most probable "
        "actions are compared",
    ),
    Column("failed", COUNT, "decisions at which the shadow failed or took too long"),
    Column("share", SHARE, "share of different actions among the decisions that both answered"),
)


def has_shadows(folder: RunFolder) -> bool:
    """Whether any bot of the run has a shadow."""
    return any(entrant.shadow for entrant in folder.plan.entrants)


def shadow_table(folders: Iterable[RunFolder]) -> Table:
    """Table by player and street, and in total, over all runs together (Lilienthal 2019, tables 15 and 16).

    It has no rows if no run has shadows.
    """
    counts: dict[tuple[str, str], NDArray[np.int64]] = {}
    shadowed = [folder for folder in folders if has_shadows(folder)]
    for folder in shadowed:
        _count(folder, counts)
    games = [folder.plan.game for folder in shadowed]
    rounds = max((game.rounds for game in games), default=0)
    streets = street_names(rounds, is_holdem=all(game.hole_cards > 1 for game in games))
    rows: list[tuple[Cell, ...]] = []
    for (player, shadow), by_street in counts.items():
        shown = [by_street.sum(axis=0), *by_street[:rounds]]
        for label, row in zip(("all", *streets), shown, strict=True):
            asked, different, failed = row.tolist()
            share = different / (asked - failed) if asked > failed else None
            rows.append((player, name_of(shadow), label, asked, different, failed, share))
    return Table("shadows", "Differences from shadows", _COLUMNS, rows)


def shadow_failures(folder: RunFolder) -> list[str]:
    """Messages about the shadows of a run that failed."""
    columns = ("player", "shadow", "failed", "asked")
    in_all = shadow_table([folder]).where("street", ["all"])
    return [
        f"the shadow {shadow} of {player} failed at {failed:,} of {asked:,} decisions"
        for player, shadow, failed, asked in zip(*map(in_all.column, columns), strict=True)
        if failed
    ]


def shadow_remembers(folder: RunFolder) -> bool:
    """Whether any shadow of the run may have remembered something, so that its deals depend on each other."""
    hands = folder.hands()
    if SHADOW_REMEMBERS not in hands.collect_schema():
        return True  # older runs do not say
    return bool(hands.select(pl.col(SHADOW_REMEMBERS).any()).collect().item())


def shadow_answers(
    folder: RunFolder, player: str, *, street: int | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By deal, over all tables and orders of seats: decisions that the shadow answered, and where it differed.

    With `street`, from 0, only the decisions on that street are counted.
    """
    streets = slice(None) if street is None else slice(street, street + 1)
    plan = folder.plan
    answered, different = (np.zeros(plan.matches * plan.hands, dtype=np.int64) for _ in range(2))
    players = [f"player_{position}" for position in range(plan.game.players)]
    for table in folder.hands_of_chunks():
        for match, hand, text, *names in table.select("match", "hand", "shadow", *players).iter_rows():
            deal = match * plan.hands + hand
            for token in filter(None, ",".join(text.split("/")[streets]).split(",")):
                if names[int(token[0])] == player and token[1:] != FAILED:
                    answered[deal] += 1
                    different[deal] += token[1:] != SAME
    return answered, different


def _count(folder: RunFolder, counts: dict[tuple[str, str], NDArray[np.int64]]) -> None:
    """Add the hands of a run to the counts by player and shadow, which are by street."""
    of_player = {}
    for entrant in folder.plan.entrants:
        if entrant.shadow:
            nothing = np.zeros((MOST_ROUNDS, 3), dtype=np.int64)
            of_player[entrant.name] = counts.setdefault((entrant.name, entrant.shadow), nothing)
    players = [f"player_{position}" for position in range(folder.plan.game.players)]
    for table in folder.hands_of_chunks():
        for text, *names in table.select("shadow", *players).iter_rows():
            for street, tokens in enumerate(text.split("/")):
                for token in filter(None, tokens.split(",")):
                    count = of_player[names[int(token[0])]][street]
                    count[_ASKED] += 1
                    count[_FAILED] += token[1:] == FAILED
                    count[_DIFFERENT] += token[1:] not in (SAME, FAILED)
