"""Hands of teams made up for tests: those of the tables of Thiel 2013, and random ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ensemble.team_views import GAME
from railbird.ensemble import PlayedHand, TeamDecision
from railbird.games import CALL, FOLD, game_named, raise_to

if TYPE_CHECKING:
    import numpy as np

BET = 10
STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_KINDS = {"f": FOLD, "c": CALL, "r": raise_to(100 + BET), "-": None}


def decision(
    street: str | int, letters: str, *, chosen: tuple[int, ...], place: int = 0, invested: int = 0, **more: object
) -> TeamDecision:
    """A decision from the letters of the answers: f, c, r, or - for no answer."""
    answers = tuple(_KINDS[letter] for letter in letters)
    followed = more.pop("action", answers[chosen[0]] if chosen else CALL)
    return TeamDecision(
        place=place,
        street=STREETS[street] if isinstance(street, str) else street,
        answers=answers,
        shares=more.pop("shares", (None,) * len(answers)),
        action=followed,
        chosen=chosen,
        ratings=(),
        values=(),
        invested=invested,
        bet=100,
        raise_size=BET,
        opponents=more.pop("opponents", (1, 2)),
    )


def hand(*decisions: TeamDecision, outcome: float, number: int = 0, position: int = 0, **more: int) -> PlayedHand:
    """A hand with these decisions."""
    return PlayedHand(
        number=number,
        position=position,
        game=game_named(GAME),
        decisions=decisions,
        outcome=outcome,
        pot=more.get("pot", 180),
        invested=more.get("invested", 60),
        hole_cards=(),
        board=(),
    )


@dataclass
class RandomHands:
    """Random hands of a team, with members that often agree and sometimes do not answer."""

    generator: np.random.Generator
    members: int
    has_shares: bool = False

    def next(self, number: int) -> PlayedHand:
        """The hand of this number."""
        draw = self.generator
        decisions, street, invested = [], 0, 5
        for place in range(int(draw.integers(0, 7))):
            street = min(3, street + int(draw.random() < 0.4))
            decisions.append(self._decision(place, street, invested))
            invested += int(draw.integers(0, 3)) * BET
        outcome = float(draw.integers(-120, 240))
        pot = 2 * invested + int(draw.integers(0, 50))
        position = int(draw.integers(0, 3))
        return hand(*decisions, outcome=outcome, number=number, position=position, pot=pot, invested=invested)

    def _decision(self, place: int, street: int, invested: int) -> TeamDecision:
        draw = self.generator
        common = "fcr"[draw.integers(3)]
        letters = "".join(common if draw.random() < 0.5 else "fcr-"[draw.integers(4)] for _ in range(self.members))
        followed = [member for member, letter in enumerate(letters) if letter != "-"]
        lead = int(draw.choice(followed)) if followed else -1
        group = tuple(member for member in followed if letters[member] == letters[lead])
        chosen = () if not followed else group if draw.random() < 0.3 else (lead,)
        shares = tuple(self._shares() if self.has_shares and draw.random() < 0.5 else None for _ in letters)
        opponents = ((1, 2), (1,), (2,))[draw.integers(3)]
        return decision(
            street, letters, chosen=chosen, place=place, invested=invested, opponents=opponents, shares=shares
        )

    def _shares(self) -> tuple[float, ...]:
        weights = self.generator.random(3) * (self.generator.random(3) < 0.7) + 1e-3
        return tuple((weights / weights.sum()).tolist())
