"""Judges the payoffs that a log states: by the rules where the cards are known, else by what the betting allows."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.formats.action_codes import encode_actions
from railbird.formats.fields import format_chips, format_values
from railbird.formats.lines import Problem
from railbird.formats.payoff_checks import _kernels
from railbird.formats.payoff_checks._kernels import HIDDEN_CARDS, SOUND
from railbird.games.payoffs import chips_of
from railbird.games.state_array import array_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.formats.columns import HandColumns
    from railbird.formats.logs import Log
    from railbird.games.hand_record import HandRecord
    from railbird.games.payoffs import Chips
    from railbird.games.state import State


def payoff_verdicts(hands: HandColumns) -> NDArray[np.int64]:
    """The verdict on the payoffs of each hand: `SOUND`, `HIDDEN_CARDS`, or one that `is_doubtful`."""
    if hands.verdicts is not None:
        return hands.verdicts
    verdicts = np.empty(len(hands), dtype=np.int64)
    rakes = np.zeros(len(hands), dtype=np.int64) if hands.rakes is None else hands.rakes
    has_odd_chips = hands.game.chips_per_unit > 1  # nobody splits a cent
    _kernels.judge_payoffs(array_of(hands.game), hands.arrays, hands.parts, rakes, has_odd_chips, verdicts)
    return verdicts


def problems_with_payoffs(path: Path, hands: HandColumns, verdicts: NDArray[np.int64]) -> Iterator[Problem]:
    """Yield what is wrong with the payoffs of hands, from the verdicts on them."""
    for place in np.flatnonzero(is_doubtful(verdicts)).tolist():
        record = hands.record(place)
        yield Problem(path, record.line, doubt_about(record, verdicts.item(place)))


def sound_records(log: Log) -> Iterator[HandRecord]:
    """The hands of a log whose payoffs can be right. The others become problems of the log."""
    for hands in log.columns():
        verdicts = payoff_verdicts(hands)
        log.problems.extend(problems_with_payoffs(log.path, hands, verdicts))
        yield from hands.where(~is_doubtful(verdicts))


class JudgedHands(NamedTuple):
    """The verdicts on the payoffs of hands."""

    numbers: NDArray[np.int64]
    lines: NDArray[np.int64]
    verdicts: NDArray[np.int64]
    problems: Sequence[Problem]
    """What is wrong with the payoffs."""

    @classmethod
    def of(cls, hands: Sequence[tuple[int, int, int]], problems: Sequence[Problem]) -> JudgedHands:
        """Hands by number, line and verdict."""
        columns = np.array(hands, dtype=np.int64)
        return cls(columns[:, 0], columns[:, 1], columns[:, 2], problems)


def judged_hands(path: Path, hands: HandColumns) -> JudgedHands:
    """The verdicts on the payoffs of hands in columns, with what is wrong."""
    verdicts = payoff_verdicts(hands)
    lines = np.zeros_like(hands.numbers) if hands.lines is None else hands.lines
    return JudgedHands(hands.numbers, lines, verdicts, list(problems_with_payoffs(path, hands, verdicts)))


def payoffs_of_shown(final: State, mucked: frozenset[int]) -> tuple[Chips, ...]:
    """The payoffs of a showdown if the hands in these positions lose to all hands that are shown."""
    game, deal = final.game, final.deal
    hands = [() if position in mucked else hand for position, hand in enumerate(deal.hole_cards)]
    cards = [*chain.from_iterable(hand or (0,) * game.hole_cards for hand in hands), *deal.board]
    payoffs = np.empty(game.players, dtype=np.int64)
    _kernels.settle_shown(
        array_of(game),
        np.array(encode_actions(final.actions), dtype=np.int64),
        np.array(cards, dtype=np.uint8),
        sum(1 << position for position in mucked),
        payoffs,
    )
    return tuple(map(chips_of, payoffs.tolist()))


def is_doubtful(verdicts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which verdicts are against the payoffs."""
    return verdicts > HIDDEN_CARDS


def doubt_about(record: HandRecord, verdict: int) -> str:
    """Say what is wrong with the payoffs of a hand; empty if nothing is."""
    if verdict in (SOUND, HIDDEN_CARDS):
        return ""
    if verdict == _kernels.UNPLAYABLE:
        return f"hand {record.number} is not legal, or not over"
    states = f"hand {record.number} states the payoffs {format_values(record.payoffs)}"
    if verdict == _kernels.UNBALANCED:
        right = f"the rake, {format_chips(-record.rake)}" if record.rake else "0"
        return f"{states}, which add up to {format_chips(sum(record.payoffs))}: they must add up to {right}"
    final = record.final_state()
    if verdict == _kernels.WRONG:
        rake = f" before a rake of {format_chips(record.rake)}" if record.rake else ""
        return f"{states}, but they are {format_values(final.payoffs())}{rake}"
    antes = record.game.antes_by_position
    chips = format_values([final.spent(position) + ante for position, ante in enumerate(antes)])
    if verdict == _kernels.TOO_MUCH_RAKE:
        rake = format_chips(record.rake)
        return f"{states}, a rake of {rake} where the players put in {chips}: a rake is at most a quarter of the pot"
    cannot = "win more than the others" if verdict == _kernels.TOO_HIGH else "lose more than they"
    return f"{states}, but nobody can {cannot} put in, and the players put in {chips}"
