"""A second bot is asked at every decision of the first without playing, to see where they differ.

Where both say how likely their actions are, their most probable ones are compared (Lilienthal 2019, 6.4), so that what
they draw makes no difference; elsewhere what they would play.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from railbird.acpc.answers import corrected
from railbird.analysis import Table
from railbird.analysis.tables import STREETS
from railbird.errors import MatchError
from railbird.formats.betting import action_text

if TYPE_CHECKING:
    from railbird.acpc.hand import Hand
    from railbird.acpc.seats import Attention, BotSeat
    from railbird.analysis.tables import Cell
    from railbird.arena.recorder import Recorder
    from railbird.arena.store import RunFolder
    from railbird.bots import Bot
    from railbird.games import Action, View

SAME, FAILED = "=", "?"


class ShadowedSeat:
    """The seat of a bot, with the one that another bot would have there. What that one does wrong is no incident."""

    attention: Attention = "actions"
    shown_at = answered_at = 0.0

    def __init__(self, bot: Bot, seat: BotSeat, *, shadow: Bot, shadow_seat: BotSeat, recorder: Recorder) -> None:
        self._bot, self._seat = bot, seat
        self._shadow, self._shadow_seat = shadow, shadow_seat
        self._recorder = recorder

    def show(self, hand: Hand, position: int) -> None:
        with suppress(MatchError):
            self._shadow_seat.show(hand, position)
        self._seat.show(hand, position)

    follow = show

    def answer(self, hand: Hand, position: int) -> Action:
        played = self._seat.answer(hand, position)
        view = hand.state.view(position)
        try:
            answered = self._shadow_seat.answer(hand, position)
            mine, theirs = most_probable(self._bot, view), most_probable(self._shadow, view)
            if mine is None or theirs is None:
                mine, theirs = played, answered
            legal, is_limit = view.legal_actions(), hand.game.is_limit
            mine, theirs = (corrected(action, legal, is_limit=is_limit)[0] for action in (mine, theirs))
            token = SAME if mine == theirs else action_text(theirs, hand.game)
        except MatchError:
            token = FAILED
        self._recorder.shadow_answered(hand, position, token)
        return played


def most_probable(bot: Bot, view: View) -> Action | None:
    """The action that a bot says to be the likeliest, if it says so."""
    probabilities = bot.probabilities(view)
    return max(probabilities, key=lambda action: probabilities[action]) if probabilities else None


def shadow_table(folder: RunFolder) -> Table:
    """By player and street, and in all: where bots and their shadows differed (Lilienthal 2019, tables 15 and 16).

    Without rows if the run has no shadows.
    """
    columns = {
        "player": "",
        "shadow": "the bot that was asked too, without playing",
        "street": "",
        "asked": "decisions of the player",
        "different": "those at which the shadow would have done something else",
        "share": "of decisions that differ",
    }
    shadows = {entrant.name: entrant.shadow for entrant in folder.plan.entrants if entrant.shadow}
    counts: dict[tuple[str, int], list[int]] = {}
    players = [f"player_{position}" for position in range(folder.plan.game.players)]
    for table in folder.hands_by_chunk() if shadows else ():
        for text, *names in table.select("shadow", *players).iter_rows():
            for street, tokens in enumerate(text.split("/")):
                for token in filter(None, tokens.split(",")):
                    count = counts.setdefault((names[int(token[0])], street), [0, 0])
                    count[0] += 1
                    count[1] += token[1:] != SAME
    rows: list[tuple[Cell, ...]] = []
    for name, shadow in shadows.items():
        by_street = [counts.get((name, street), [0, 0]) for street in range(folder.plan.game.rounds)]
        for label, (asked, different) in zip(
            ("all", *STREETS), ([sum(part) for part in zip(*by_street, strict=True)], *by_street), strict=False
        ):
            rows.append((name, shadow, label, asked, different, different / asked if asked else None))
    return Table("shadows", "Differences from shadows", columns, rows)
