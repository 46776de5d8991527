"""Suit classes, the lossless card abstraction: hands and boards that differ only by a renaming of suits share a class.

No information is lost: a class is everything that a player knows about the cards, up to the names of the suits. In
games without flushes, such as Leduc, suits have no meaning, and the ranks determine the class.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, permutations
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from railbird.abstraction import _kernels
from railbird.abstraction.board_draws import EnumeratedBoards
from railbird.abstraction.card_counts import class_counts, deal_count
from railbird.abstraction.card_enumeration import CardEnumeration
from railbird.abstraction.deals import EnumeratedDeals, ListedDeals
from railbird.cards import check_distinct, deck, format_cards
from railbird.errors import CardError
from railbird.games.showdown_strength import strengths_of, suits_matter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from railbird.abstraction.card_abstraction import CardIdentity, DealSource
    from railbird.cards import Card
    from railbird.games import GameDefinition

_BITS = 6
"""Bits of a card in a code."""
_MOST_LISTED_DEALS = 20_000
"""Up to here, deals are drawn from the list of all: that is three times as fast."""


class CardClasses:
    """The lossless card abstraction: hands and boards that differ only by a renaming of suits share a class.

    Counting classes is fast for any game. Everything else enumerates the cards, which is possible only for small games;
    `class_counts` gives their number.
    """

    kind: ClassVar[str] = "suits"
    """Name of the abstraction."""
    has_perfect_recall = True

    def __init__(self, game: GameDefinition) -> None:
        self.game = game

    @property
    def identity(self) -> CardIdentity:
        """The kind alone: it has no parameters."""
        return {"kind": self.kind}

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Number of classes in each round."""
        return class_counts(self.game)

    @property
    def enumeration(self) -> CardEnumeration:
        """All boards with the class of every hand on them."""
        return self._enumerated[0]

    @cached_property
    def _enumerated(self) -> tuple[CardEnumeration, tuple[NDArray[np.int64], ...]]:
        return _enumerate(self.game, self._suits)

    def class_of(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> int:
        """The class of a hand on a board; raise CardError if the game never deals these cards."""
        cards = [*hole_cards, *board]
        check_distinct(cards)
        street = self._street_of_board.get(len(board))
        if len(hole_cards) != self.game.hole_cards or street is None:
            raise self._never_dealt(hole_cards, board)
        code = _codes(np.array([cards], dtype=np.uint8), groups=self._groups[street], suits=self._suits)
        codes = self._enumerated[1][street]
        number = int(codes.searchsorted(code)[0])
        if number == len(codes) or codes[number] != code[0]:
            raise self._never_dealt(hole_cards, board)
        return number

    @cached_property
    def _street_of_board(self) -> dict[int, int]:
        """The round of each size of the board."""
        return {size: street for street, size in enumerate(self.game.board_sizes)}

    @cached_property
    def _groups(self) -> list[NDArray[np.int64]]:
        """By round: the sizes of the groups of cards that a player knows."""
        return [
            np.array((self.game.hole_cards, *self.game.board_cards[1 : street + 1]), dtype=np.int64)
            for street in range(self.game.rounds)
        ]

    @cached_property
    def _suits(self) -> NDArray[np.uint8]:
        """The renamings of suits that leave a class unchanged."""
        return _renamings(self.game)

    def _never_dealt(self, hole_cards: Sequence[Card], board: Sequence[Card]) -> CardError:
        boards = " or ".join(map(str, self.game.board_sizes))
        return CardError(
            f"{format_cards(hole_cards)} on {format_cards(board) or 'no board'}: "
            f"{self.game.name or 'the game'} deals {self.game.hole_cards} hole cards and {boards} on the board, "
            f"from {self.game.ranks} ranks and {self.game.suits} suits"
        )

    def deals(self) -> DealSource:
        """A source of random deals."""
        if deal_count(self.game) <= _MOST_LISTED_DEALS:
            return ListedDeals(self.enumeration, players=self.game.players)
        return EnumeratedDeals(self.enumeration)

    def boards(self) -> EnumeratedBoards:
        """A source of random boards."""
        return EnumeratedBoards(self.enumeration)


def _enumerate(game: GameDefinition, suits: NDArray[np.uint8]) -> tuple[CardEnumeration, tuple[NDArray[np.int64], ...]]:
    """The card enumeration of a game, and the codes of the classes in each round, ascending."""
    cards = np.array(deck(ranks=game.ranks, suits=game.suits), dtype=np.uint8)
    hands = np.array(list(combinations(cards, game.hole_cards)), dtype=np.uint8)
    boards, probabilities = _boards(game, cards, suits)
    classes, parents, codes = [], [], []
    for street, round_boards in enumerate(boards):
        groups = np.array((game.hole_cards, *game.board_cards[1 : street + 1]), dtype=np.int64)
        hand_codes = _hand_codes(round_boards, hands, groups=groups, suits=suits)
        names, numbers = np.unique(hand_codes, return_inverse=True)
        # Hands that share a card with the board have the code -1, which comes first.
        has_conflicts = int(names[0] < 0)
        classes.append((numbers.reshape(hand_codes.shape) - has_conflicts).astype(np.int32))
        codes.append(names[has_conflicts:])
        before = names[has_conflicts:] >> _BITS * game.board_cards[street]
        parents.append(np.searchsorted(codes[street - 1], before).astype(np.int32) if street else np.empty(0, np.int32))
    strengths = np.zeros((len(boards[-1]), len(hands)), dtype=np.int64)
    for number, board in enumerate(boards[-1]):
        strengths[number] = strengths_of(game, hands, board)
    enumeration = CardEnumeration(
        hands=hands,
        masks=_masks(hands),
        boards=boards,
        board_probabilities=probabilities,
        counts=tuple(map(len, codes)),
        classes=tuple(classes),
        parents=tuple(parents),
        strengths=strengths,
    )
    return enumeration, tuple(codes)


def _masks(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    masks: NDArray[np.int64] = np.bitwise_or.reduce(1 << cards.astype(np.int64), axis=1)
    return masks


def _renamings(game: GameDefinition) -> NDArray[np.uint8]:
    """All renamings of the suits of a deck; a single name for all suits if they have no meaning."""
    if not suits_matter(game):
        return np.zeros((1, 4), dtype=np.uint8)
    unused = range(4 - game.suits)
    return np.array([(*unused, *order) for order in permutations(range(4 - game.suits, 4))], dtype=np.uint8)


def _codes(cards: NDArray[np.uint8], *, groups: NDArray[np.int64], suits: NDArray[np.uint8]) -> NDArray[np.int64]:
    codes = np.zeros(len(cards), dtype=np.int64)
    _kernels.write_canonical_codes(np.ascontiguousarray(cards), groups, suits, codes)
    return codes


def _boards(
    game: GameDefinition, cards: NDArray[np.uint8], suits: NDArray[np.uint8]
) -> tuple[tuple[NDArray[np.uint8], ...], tuple[NDArray[np.float64], ...]]:
    """The boards of each round up to suits, and their probabilities."""
    boards = [np.empty((1, 0), dtype=np.uint8)]
    probabilities: list[NDArray[np.float64]] = [np.ones(1)]
    for street in range(1, game.rounds):
        groups = np.array(game.board_cards[1 : street + 1], dtype=np.int64)
        longer, weights = [], []
        for board, probability in zip(boards[-1], probabilities[-1], strict=True):
            added = np.array(list(combinations(np.setdiff1d(cards, board), game.board_cards[street])), dtype=np.uint8)
            longer.append(np.hstack([np.tile(board, (len(added), 1)), added]))
            weights.append(np.full(len(added), probability / len(added)))
        cards_of = np.vstack(longer)
        _, examples, numbers = np.unique(
            _codes(cards_of, groups=groups, suits=suits), return_index=True, return_inverse=True
        )
        boards.append(cards_of[examples])
        probabilities.append(np.bincount(numbers, weights=np.concatenate(weights)).astype(np.float64))
    return tuple(boards), tuple(probabilities)


def _hand_codes(
    boards: NDArray[np.uint8], hands: NDArray[np.uint8], *, groups: NDArray[np.int64], suits: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """By board and hand: the code of the cards that the player knows, -1 if hand and board share a card."""
    codes = np.full((len(boards), len(hands)), -1, dtype=np.int64)
    masks = _masks(hands)
    for number, board in enumerate(boards):
        free = masks & int(sum(1 << int(card) for card in board)) == 0
        known = np.hstack([hands[free], np.tile(board, (int(free.sum()), 1))])
        codes[number, free] = _codes(known, groups=groups, suits=suits)
    return codes
