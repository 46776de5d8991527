"""Records the hands of a match as they are played, and makes tables of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.arena.all_in_expectation import expected_payoffs, is_supported
from railbird.arena.hand_table import hand_columns_of
from railbird.arena.incidents import Incidents, StrictIncidents
from railbird.games.definition import UNLIMITED
from railbird.play import MatchObserver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.arena.plan import Chunk, RunPlan
    from railbird.games import Chips, GameDefinition, State, View
    from railbird.games.betting_node import BettingNode
    from railbird.play import Correction

MATCH_KEYS = {"table": pl.UInt32, "match": pl.UInt32, "permutation": pl.UInt32}
"""The columns that tell the matches of a run apart."""
SHADOW_REMEMBERS = "remembers_shadow"
"""The column that says whether any shadow may have remembered something from hand to hand."""
INCIDENT_SCHEMA = {
    **MATCH_KEYS,
    "player": pl.String,
    "kind": pl.String,
    "hand": pl.UInt32,
    "count": pl.UInt32,
    "message": pl.String,
}
NOTE_SCHEMA = {**MATCH_KEYS, "hand": pl.UInt32, "player": pl.String, "note": pl.String}


class Recorder(MatchObserver):
    """Observes a match of a run."""

    def __init__(self, plan: RunPlan, chunk: Chunk, *, strict: bool = False) -> None:
        """With `strict`, the first incident raises FaultError."""
        stored = chunk.stored
        self._stored = None if stored is None else stored.hand_table()
        self._names = plan.match_plan(chunk).names
        first_hand = 0 if self._stored is None else self._stored.height
        self.incidents = (
            StrictIncidents(self._names, first_hand=first_hand) if strict else Incidents(first_hand=first_hand)
        )
        if stored is not None:
            stored.restore_incidents(self.incidents, self._names)
        self._chunk = chunk
        self._knows_expectation = is_supported(plan.game) and _can_be_all_in(plan.game)
        self._game = plan.game
        # States are not kept: thousands of objects would keep the garbage collector busy.
        self._numbers: list[int] = []
        self._nodes: list[BettingNode] = []
        self._cards = bytearray()
        """All cards dealt in each hand, hole cards first."""
        self._seats: list[tuple[int, ...]] = []
        self._payoffs: list[Sequence[Chips]] = []
        self._expected: dict[int, Sequence[float]] = {}
        """By number of hands before: the expected payoffs of hands that were all-in before the last street."""
        self._has_shadows = any(entrant.shadow for entrant in plan.entrants)
        self._shadow: list[str] = []
        self._answers: list[list[str]] = []
        """The answers of shadows in the current hand, by street."""
        self._notes: list[tuple[int, str, str]] = []

    def action_corrected(self, seat: int, state: State, correction: Correction) -> None:
        self.incidents.add(seat, state.hand, kind="illegal", message=correction.warning)

    def answer_unreadable(self, view: View, warning: str) -> None:
        """Record that the answer of a program was unreadable or not requested."""
        self.incidents.add(view.seat, view.hand, kind="illegal", message=warning)

    def shadow_answered(self, view: View, *, token: str) -> None:
        """Record what the shadow of a player would have done; for tokens see `shadow_counts`."""
        while len(self._answers) <= view.street:
            self._answers.append([])
        self._answers[view.street].append(f"{view.position}{token}")

    def keep_note(self, seat: int, hand: int, text: str) -> None:
        """Keep a text about a hand, from the player in a seat."""
        self._notes.append((hand, self._names[seat], text))

    @property
    def has_notes(self) -> bool:
        """Whether a player has kept a note."""
        return bool(self._notes)

    def hand_over(self, state: State, payoffs: tuple[Chips, ...], seats: tuple[int, ...]) -> None:
        expected = self._expectation(state) if self._knows_expectation else None
        if expected is not None:
            self._expected[len(self._numbers)] = expected
        self._numbers.append(state.hand)
        self._nodes.append(state.node)
        self._cards += state.deal.cards.data
        self._seats.append(seats)
        self._payoffs.append(payoffs)
        if self._has_shadows:
            self._shadow.append("/".join([",".join(answers) for answers in self._answers]))
            self._answers = []

    def _expectation(self, state: State) -> Sequence[float] | None:
        """The expected payoffs if betting ended before the last street, otherwise None."""
        if not (state.is_showdown and _is_betting_over(state)):
            return None
        street = state.history[-1].street if state.actions else 0
        if street == state.street:
            return None
        return expected_payoffs(state, state.board[: self._game.board_sizes[street]])

    def hands(self, *, remembers: Sequence[bool], shadow_remembers: bool) -> pl.DataFrame:
        """A table with a row for each hand. Columns with a number at the end of their names are by position.

        `remembers` says by seat whether the player may have remembered something from hand to hand, and
        `shadow_remembers` whether any shadow may have.
        """
        columns = [pl.Series("hand", self._numbers, pl.UInt32), *hand_columns_of(self._nodes, self._cards)]
        for position, seats in enumerate(zip(*self._seats, strict=True)):
            columns.append(pl.Series(f"player_{position}", [self._names[seat] for seat in seats]))
            columns.append(pl.Series(f"remembers_{position}", [remembers[seat] for seat in seats]))
        payoffs = np.array(self._payoffs, dtype=np.float64)
        expected = payoffs.copy()
        for row, chips in self._expected.items():
            expected[row] = chips
        for name, rows in (("payoff", payoffs), ("expected", expected)):
            columns.extend(pl.Series(f"{name}_{position}", chips) for position, chips in enumerate(rows.T))
        if self._has_shadows:
            # Shadows of bots that are retold stored hands are not asked about them again.
            stored = [] if self._stored is None else self._stored["shadow"][: len(self._numbers)].to_list()
            columns.append(pl.Series("shadow", stored + self._shadow[len(stored) :]))
            columns.append(pl.Series(SHADOW_REMEMBERS, [shadow_remembers] * len(self._numbers)))
        return pl.DataFrame(columns).select(*self._keys(), pl.all())

    def incident_table(self) -> pl.DataFrame:
        """A table with a row for each incident kept, and rows without a hand for those only counted."""
        rows = [
            {
                "player": self._names[incident.seat],
                "kind": incident.kind,
                "hand": incident.hand,
                "count": 1,
                "message": incident.message,
            }
            for incident in self.incidents.kept
        ]
        kept = [(incident.seat, incident.kind) for incident in self.incidents.kept]
        for (seat, kind), count in self.incidents.counts.items():
            more = count - kept.count((seat, kind))
            if more:
                rows.append({"player": self._names[seat], "kind": kind, "hand": None, "count": more, "message": ""})
        return pl.DataFrame(
            rows, schema={name: INCIDENT_SCHEMA[name] for name in INCIDENT_SCHEMA if name not in MATCH_KEYS}
        ).select(*self._keys(), pl.all())

    def note_table(self) -> pl.DataFrame:
        """A table with a row for each note."""
        schema = {name: NOTE_SCHEMA[name] for name in NOTE_SCHEMA if name not in MATCH_KEYS}
        return pl.DataFrame(self._notes, schema=schema, orient="row").select(*self._keys(), pl.all())

    def _keys(self) -> list[pl.Expr]:
        return [pl.lit(getattr(self._chunk, name), dtype=kind).alias(name) for name, kind in MATCH_KEYS.items()]


def _can_be_all_in(game: GameDefinition) -> bool:
    return not game.is_limit or min(game.stacks) < UNLIMITED


def _is_betting_over(state: State) -> bool:
    """Whether at most one player who has not folded has chips left."""
    game = state.game
    with_chips = [
        position
        for position in state.in_hand
        if state.spent(position) < game.stacks[position] - game.antes_by_position[position]
    ]
    return len(with_chips) <= 1
