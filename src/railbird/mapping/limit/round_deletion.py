"""Mapping 1: betting rounds of three players turned into rounds of two by deleting as few actions as possible."""

from __future__ import annotations

from functools import lru_cache

from railbird.mapping.limit.two_player_states import completed_rounds, open_rounds


@lru_cache(maxsize=4096)
def two_player_round(actions: str, *, street: int, is_open: bool) -> str:
    """The longest two-player round after deleting actions; completed rounds stay completed, open rounds stay open.

    If there are several, the one with the most raises is taken, because a raise says more than a call. A round of two
    players is not changed.
    """
    rounds = open_rounds(street) if is_open else completed_rounds(street)
    return max(
        (round_ for round_ in rounds if _is_subsequence(round_, actions)),
        key=lambda round_: (len(round_), round_.count("r")),
    )


def _is_subsequence(part: str, whole: str) -> bool:
    letters = iter(whole)
    return all(letter in letters for letter in part)
