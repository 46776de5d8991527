"""The public state of a hand: chips, actions, and whose turn it is."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.errors import GameError
from railbird.games.definition import UNLIMITED
from railbird.games.position_names import position_names
from railbird.games.state_array import BET, FOLDED, PLAYING, RAISES, SHOWDOWN, SPENT, STACKS, STREET_START

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from railbird.games.action import Action
    from railbird.games.betting_node import BettingNode, LegalActions
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_seats import HandSeats


class PlayedAction(NamedTuple):
    """An action with the position of the player, and the street on which it was played."""

    position: int
    action: Action
    street: int


class PublicState:
    """The public state of a hand, without cards."""

    __slots__ = ("_node", "_seats")

    _node: BettingNode
    _seats: HandSeats

    @property
    def hand(self) -> int:
        """The number of the hand in its match, from 0."""
        return self._seats.hand

    @property
    def node(self) -> BettingNode:
        """The node of the game's betting tree. Hands with the same actions share it, as long as the tree keeps it."""
        return self._node

    def seat_of(self, position: int) -> int:
        """The seat of the player in a position. Positions change from hand to hand; seats do not."""
        if not 0 <= position < self._node.tree.players:
            raise no_position(position, self._node.tree.game)
        return self._seats.seats[position]

    def position_of(self, seat: int) -> int:
        """The position of a seat in this hand."""
        if seat not in self._seats.seats:
            raise GameError(f"no seat {seat}: the seats are 0 to {self.game.players - 1}")
        return self._seats.seats.index(seat)

    def position_name(self, position: int) -> str:
        """What players call a position: `button`, `small blind`, `under the gun`.

        Heads-up with reverse blinds, where the button posts the small blind, it is called `button`.
        """
        if not 0 <= position < self._node.tree.players:
            raise no_position(position, self._node.tree.game)
        return position_names(self.game)[position]

    @property
    def game(self) -> GameDefinition:
        """The game that is played."""
        return self._node.tree.game

    @property
    def street(self) -> int:
        """The betting round, counted from 0; the last round after a showdown."""
        return self._node.street

    @property
    def acting(self) -> int:
        """The position that is to act; -1 if the hand is over."""
        return self._node.acting

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self._node.outcome != PLAYING

    @property
    def is_showdown(self) -> bool:
        """Whether the hand ended in a showdown."""
        return self._node.outcome == SHOWDOWN

    @property
    def bet(self) -> int:
        """The largest total that a player has put in."""
        return self._node.numbers[BET]

    @property
    def raises(self) -> int:
        """Number of bets and raises in this round."""
        return self._node.numbers[RAISES]

    @property
    def pot(self) -> int:
        """All chips in the pot, including antes."""
        return sum(self._node.spent()) + sum(self.game.antes)

    @property
    def board_size(self) -> int:
        """Number of board cards dealt so far."""
        return self.game.board_sizes[self._node.street]

    def spent(self, position: int) -> int:
        """Chips that a player has put in during the hand, without the ante."""
        node = self._node
        if not 0 <= position < node.tree.players:
            raise no_position(position, node.tree.game)
        return node.numbers[SPENT + position]

    def stack(self, position: int) -> int:
        """Chips that a player has left; `UNLIMITED` if the game does not limit them."""
        spent = self.spent(position)
        is_unlimited = self.game.stacks[position] == UNLIMITED
        return UNLIMITED if is_unlimited else self._node.numbers[STACKS + position] - spent

    def spent_this_street(self, position: int) -> int:
        """Chips that a player has put in during this round."""
        return self.spent(position) - self._node.numbers[STREET_START + position]

    def to_call(self, position: int) -> int:
        """Chips that a player must put in to call."""
        spent = self.spent(position)
        return min(self.bet, self._node.numbers[STACKS + position]) - spent

    def has_folded(self, position: int) -> bool:
        """Whether a player has folded."""
        node = self._node
        if not 0 <= position < node.tree.players:
            raise no_position(position, node.tree.game)
        return bool(node.numbers[FOLDED] >> position & 1)

    @property
    def in_hand(self) -> list[int]:
        """Positions of the players who have not folded."""
        node = self._node
        folded = node.numbers[FOLDED]
        return [position for position in range(node.tree.players) if not folded >> position & 1]

    def legal_actions(self) -> LegalActions:
        """The legal actions of the acting player; none once the hand is over."""
        return self._node.legal

    @property
    def last_action(self) -> Action | None:
        """The last action, or None before the first."""
        return self._node.action

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return self._node.actions

    @property
    def history(self) -> tuple[PlayedAction, ...]:
        """All actions so far, each with its position and street."""
        line = [*self._node.line()]
        return tuple(
            PlayedAction(before.acting, node.action, before.street)
            for node, before in zip(reversed(line[:-1]), reversed(line[1:]), strict=True)
            if node.action is not None
        )

    def without_cards(self) -> PublicState:
        """The same state without any card, for people who only watch."""
        state = PublicState()
        state._node = self._node
        state._seats = self._seats
        return state

    def array(self) -> NDArray[np.int64]:
        """The public state as an array for compiled functions, in the layout of `games.state_array`."""
        return np.array(self._node.numbers)

    def __str__(self) -> str:
        return str(self._node)

    def _summary(self, *parts: str) -> str:
        """A one-line summary of the hand for `repr`; `parts` describe the known cards."""
        streets = [
            ", ".join(str(played.action) for played in group)
            for _, group in groupby(self.history, key=lambda played: played.street)
        ]
        chips = [f"pot {self.pot}"]
        if self.acting >= 0:
            chips.append(f"{self.position_name(self.acting)} to act, {self.to_call(self.acting)} to call")
        else:
            chips.append("showdown" if self.is_showdown else "all but one folded")
        name = self.game.name or "unnamed game"
        betting = " / ".join(streets) or "no action yet"
        return f"<{type(self).__name__} of {'; '.join([f'{name}, hand {self.hand}', *parts, betting, *chips])}>"


def no_position(position: int, game: GameDefinition) -> GameError:
    """The error for an invalid position, which must be checked because the array goes on with other values."""
    return GameError(f"no position {position}: the positions are 0 to {game.players - 1}")
