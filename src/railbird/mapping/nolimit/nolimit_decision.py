"""A decision at a table for three beside the mapped hand, for people and programs to inspect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.formats.betting import format_betting
from railbird.formats.match_state import format_match_state
from railbird.mapping.nolimit.mapping_losses import Situation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, View
    from railbird.mapping.nolimit.nolimit_hands import MappedHand
    from railbird.mapping.nolimit.nolimit_variants import Variant


@dataclass(frozen=True)
class NoLimitDecision:
    """What a mapped bot was asked, and what it answers."""

    variant: Variant
    view: View
    mapped: MappedHand
    answers: Mapping[Action, float] | None
    """Probabilities of the two-player bot in the mapped hand; None if it does not say them."""
    probabilities: Mapping[Action, float] | None
    """The same for the actions at the table for three."""

    @property
    def real(self) -> Situation:
        """The situation at the table for three."""
        return Situation.of(self.view)

    @property
    def asked(self) -> Situation:
        """The situation in the mapped hand."""
        return Situation.of(self.mapped.view)

    def as_json(self) -> dict[str, object]:
        """The decision for programs."""
        return {
            "variant": str(self.variant),
            "real": {**_hand_as_json(self.view), **self.real._asdict()},
            "mapped": {**_hand_as_json(self.mapped.view), **self.asked._asdict()},
            "lost": self.real.differences(self.asked),
            "deviations": self.mapped.deviations._asdict(),
            "answers": _by_name(self.answers),
            "probabilities": _by_name(self.probabilities),
        }


def _hand_as_json(view: View) -> dict[str, object]:
    return {
        "match_state": format_match_state(view),
        "betting": format_betting(view.game, view.actions),
        "position": view.position_name(view.position),
    }


def _by_name(probabilities: Mapping[Action, float] | None) -> dict[str, float] | None:
    return None if probabilities is None else {str(action): share for action, share in probabilities.items()}
