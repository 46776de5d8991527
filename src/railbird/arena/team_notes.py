"""What a run has kept of a team's decisions: who was followed, how the members rated, what they would have earned.

The notes of a run (`RunFolder.notes`) have a line of the ensemble log for each hand of a team; see
`formats.team_log_lines`. Here they become columns.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from railbird.arena.recorder import MATCH_KEYS
from railbird.errors import StoreError
from railbird.formats.team_log_lines import read_team_hand

if TYPE_CHECKING:
    from railbird.arena.plan import Chunk
    from railbird.arena.store import RunFolder
    from railbird.formats.team_log_lines import TeamHandLine

_WORDS = {"f": "fold", "c": "call", "r": "raise"}


@dataclass(frozen=True)
class TeamNotes:
    """The decisions of a team in a run."""

    names: tuple[str, ...]
    """Names of the members."""
    decisions: pl.DataFrame
    """A row for each decision: `table`, `match`, `permutation`, `hand`, `street`, and for each member the columns
    `answer_NAME` (f, c, r or -), `rating_NAME` and `chosen_NAME`."""
    earnings: pl.DataFrame
    """A row for each hand: `table`, `match`, `permutation`, `hand`, and columns `METHOD_NAME` with what a member would
    have earned; null if it did not answer."""


def team_notes(folder: RunFolder, player: str) -> TeamNotes:
    """Read the notes of a player of a run. Raise StoreError if it kept none."""
    notes = folder.notes().filter(pl.col("player") == player)
    if notes.is_empty():
        raise StoreError(f"{folder.path} has no notes of {player}: only teams of bots keep notes")
    rows: dict[str, list[object]] = defaultdict(list)
    earnings: dict[str, list[object]] = defaultdict(list)
    names: tuple[str, ...] = ()
    for *keys, text in notes.select(*MATCH_KEYS, "note").iter_rows():
        line = read_team_hand(text)
        names = line.names
        hand = {**dict(zip(MATCH_KEYS, keys, strict=True)), "hand": line.hand}
        _add_decisions(rows, hand, line)
        _add(earnings, hand)
        for method, chips in line.earnings.items():
            _add(earnings, {f"{method}_{name}": value for name, value in zip(names, chips, strict=True)})
    return TeamNotes(names, pl.DataFrame(rows, strict=False), pl.DataFrame(earnings, strict=False))


def noted_decision(
    folder: RunFolder, chunk: Chunk, player: str, *, hand: int, decision: int
) -> dict[str, object] | None:
    """One decision of a team, as it noted it: the answer and rating of each member, and who was followed.

    `decision` is its number among the team's decisions in the hand. None if the player kept no note of the hand.
    """
    keys = [pl.col(name) == getattr(chunk, name) for name in MATCH_KEYS]
    notes = folder.notes().filter(pl.col("player") == player, pl.col("hand") == hand, *keys)
    if notes.is_empty():
        return None
    line = read_team_hand(notes["note"][0])
    answers = [answer for street in line.answers for answer in street][decision]
    return {
        "members": [
            {
                "name": name,
                "answer": _words(answers[member]),
                "rating": line.ratings[decision][member],
                "is_chosen": member in line.chosen[decision],
            }
            for member, name in enumerate(line.names)
        ]
    }


def _words(answer: str) -> str | None:
    """An answer of a note in words: `raise`, or `raise to 300`; None if the member did not answer."""
    word = _WORDS.get(answer[0])
    return f"{word} to {answer[1:]}" if len(answer) > 1 else word


def _add_decisions(rows: dict[str, list[object]], hand: dict[str, object], line: TeamHandLine) -> None:
    decisions = [(street, answers) for street, by_street in enumerate(line.answers) for answers in by_street]
    for (street, answers), ratings, chosen in zip(decisions, line.ratings, line.chosen, strict=True):
        _add(rows, {**hand, "street": street})
        for member, name in enumerate(line.names):
            _add(
                rows,
                {
                    f"answer_{name}": answers[member],
                    f"rating_{name}": ratings[member],
                    f"chosen_{name}": member in chosen,
                },
            )


def _add(columns: dict[str, list[object]], values: dict[str, object]) -> None:
    for name, value in values.items():
        columns[name].append(value)
