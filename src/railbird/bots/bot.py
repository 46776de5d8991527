"""The contract of a bot: it is asked for actions, and told what happens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.games import Action, Chips, GameDefinition, View


class Bot(ABC):
    """A player. Only `act` has to be written; the other methods tell what happens, and do nothing here.

    A bot never takes for granted that its answer was played: `action_played` tells. Whatever is drawn at random
    comes from a seed that the constructor takes as `seed`.
    """

    every = 0
    """After so many hands, again and again, `hands_played` is called; 0 for never."""

    @abstractmethod
    def act(self, view: View) -> Action:
        """What to do, being `view.position`, whose turn it is."""

    def probabilities(self, view: View) -> Mapping[Action, float] | None:  # noqa: ARG002
        """How likely each action is here, if the bot can say it.

        To be asked changes nothing: it draws nothing, and keeps nothing in mind.
        """
        return None

    def reset(self) -> None:
        """Another match begins: what was learned of the players before is void."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        """The first hand is about to be dealt, and this is the bot's seat."""

    def hand_starts(self, view: View) -> None:
        """The cards of hand number `view.hand` have been dealt."""

    def street_starts(self, view: View) -> None:
        """New board cards have been dealt, and betting goes on."""

    def action_played(self, position: int, action: Action, view: View) -> None:
        """Somebody, perhaps the bot itself, has acted; the view is the one after it."""

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        """The hand is over, by a showdown if `view.is_showdown`; payoffs are by position."""

    def hands_played(self, hands: int) -> None:
        """Another `every` hands of the match have been played, so many in all."""
