"""Translates the answer of a two-player bot back to the table for three."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots.legal import nearest_legal
from railbird.games.action import raise_to

if TYPE_CHECKING:
    from railbird.games import Action, View


def translated(answer: Action, *, mapped: View, real: View, rescale: bool) -> Action:
    """The legal action at the table for three that is nearest to a legal answer in the mapped hand.

    A raise keeps its total, as in Lilienthal 2019. With `rescale` it keeps its size relative to the pot after a call;
    all-in stays all-in.
    """
    if rescale and answer.is_raise:
        answer = _rescaled(answer, mapped, real)
    return nearest_legal(answer, real)


def _rescaled(answer: Action, mapped: View, real: View) -> Action:
    if answer.total == mapped.legal_actions().highest_raise:
        return raise_to(real.legal_actions().highest_raise)
    size = (answer.total - mapped.bet) / _pot_after_call(mapped)
    return raise_to(real.bet + round(size * _pot_after_call(real)))


def _pot_after_call(view: View) -> int:
    return view.pot + view.to_call(view.position)
