"""The part of a hand that everybody sees: the betting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.errors import GameError
from railbird.games.state_array import BET, FOLDED, PLAYING, RAISES, SHOWDOWN, SPENT, STACKS, STREET_START

if TYPE_CHECKING:
    from railbird.games.action import Action
    from railbird.games.betting_node import BettingNode, LegalActions
    from railbird.games.definition import GameDefinition
    from railbird.games.hand_seats import HandSeats


class PublicState:
    """Chips, actions and turns; no cards."""

    __slots__ = ("_node", "_seats")

    _node: BettingNode
    _seats: HandSeats

    @property
    def hand(self) -> int:
        """The number of the hand in its match, from 0."""
        return self._seats.hand

    def seat_of(self, position: int) -> int:
        """The seat of the player in a position: positions change from hand to hand, seats do not."""
        if not 0 <= position < self._node.tree.players:
            raise no_position(position, self._node.tree.game)
        return self._seats.seats[position]

    def position_of(self, seat: int) -> int:
        """The position of the player on a seat in this hand."""
        if seat not in self._seats.seats:
            raise GameError(f"no seat {seat}: the seats are 0 to {self.game.players - 1}")
        return self._seats.seats.index(seat)

    @property
    def game(self) -> GameDefinition:
        """The game that is played."""
        return self._node.tree.game

    @property
    def street(self) -> int:
        """The round of betting, counted from 0; the last one once the hand has come to a showdown."""
        return self._node.street

    @property
    def acting(self) -> int:
        """The position whose turn it is, -1 if the hand is over."""
        return self._node.acting

    @property
    def is_over(self) -> bool:
        """Whether no more actions follow."""
        return self._node.outcome != PLAYING

    @property
    def is_showdown(self) -> bool:
        """Whether the hand ended with cards shown."""
        return self._node.outcome == SHOWDOWN

    @property
    def bet(self) -> int:
        """The largest total that a player has put in."""
        return self._node.numbers[BET]

    @property
    def raises(self) -> int:
        """The bets and raises in this round."""
        return self._node.numbers[RAISES]

    @property
    def pot(self) -> int:
        """All chips that have been put in, antes included."""
        return sum(self._node.spent()) + sum(self.game.antes)

    @property
    def board_size(self) -> int:
        """How many board cards are on the table."""
        return self.game.board_sizes[self._node.street]

    def spent(self, position: int) -> int:
        """What a player has put in over the whole hand, the ante apart."""
        node = self._node
        if not 0 <= position < node.tree.players:
            raise no_position(position, node.tree.game)
        return node.numbers[SPENT + position]

    def spent_this_street(self, position: int) -> int:
        """What a player has put in in this round."""
        return self.spent(position) - self._node.numbers[STREET_START + position]

    def to_call(self, position: int) -> int:
        """What a player has to put in to stay in the hand."""
        spent = self.spent(position)
        return min(self.bet, self._node.numbers[STACKS + position]) - spent

    def has_folded(self, position: int) -> bool:
        """Whether a player has given up."""
        node = self._node
        if not 0 <= position < node.tree.players:
            raise no_position(position, node.tree.game)
        return bool(node.numbers[FOLDED] >> position & 1)

    @property
    def in_hand(self) -> list[int]:
        """The positions of those who have not folded."""
        node = self._node
        folded = node.numbers[FOLDED]
        return [position for position in range(node.tree.players) if not folded >> position & 1]

    def legal_actions(self) -> LegalActions:
        """What the acting player may do; nothing once the hand is over."""
        return self._node.legal

    @property
    def last_action(self) -> Action | None:
        """The action that led here."""
        return self._node.action

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return self._node.actions

    def __str__(self) -> str:
        return str(self._node)


def no_position(position: int, game: GameDefinition) -> GameError:
    """The error for a position that nobody has: beyond them the array goes on with other things."""
    return GameError(f"no position {position}: the positions are 0 to {game.players - 1}")
