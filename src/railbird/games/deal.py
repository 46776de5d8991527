"""The cards of a hand, dealt at random or as the ACPC reference dealer deals them from a seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from railbird.cards import as_cards, card, check_distinct, deck, format_cards
from railbird.errors import GameError, SeedError
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from railbird.cards import Card, Cards
    from railbird.games.definition import GameDefinition

    Hands = tuple[tuple[Card, ...], ...]

_LARGEST_SEED = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Deal:
    """The hole cards by position, empty where unknown, and the whole board, including cards not yet visible."""

    hole_cards: Hands
    board: tuple[Card, ...]
    _cards: NDArray[np.uint8] | None = field(default=None, init=False, repr=False, compare=False)
    _own_hands: tuple[Hands, ...] | None = field(default=None, init=False, repr=False, compare=False)
    _dealt_for: GameDefinition | None = field(default=None, init=False, repr=False, compare=False)
    """The game from whose deck it was dealt here; None for cards from elsewhere, which have to be checked."""

    @classmethod
    def of(cls, hole_cards: Sequence[Cards], board: Cards) -> Deal:
        """A deal from cards as text or numbers: `Deal.of(["AsKd", "2c7h"], "Qs Jh 2d 9c 9d")`.

        The constructor takes tuples of numbers as they are, since a deal is made for every hand of a match.
        """
        return cls(tuple(map(as_cards, hole_cards)), as_cards(board))

    @property
    def cards(self) -> NDArray[np.uint8]:
        """All known cards in an array, hole cards first."""
        cards = self._cards
        if cards is None:
            cards = np.frombuffer(bytearray(chain(*self.hole_cards, self.board)), dtype=np.uint8)
            object.__setattr__(self, "_cards", cards)
        return cards

    @property
    def own_hands(self) -> tuple[Hands, ...]:
        """For each position, all hands as that player sees them: the other hands are empty."""
        hands = self._own_hands
        if hands is None:
            hidden = ((),) * len(self.hole_cards)
            hands = tuple(
                [(*hidden[:position], hand, *hidden[position + 1 :]) for position, hand in enumerate(self.hole_cards)]
            )
            object.__setattr__(self, "_own_hands", hands)
        return hands


def check_deal(game: GameDefinition, deal: Deal) -> None:
    """Raise an error if the deal does not fit the game."""
    if deal._dealt_for is game or _is_whole(game, deal):
        return
    _check_cards(game, [*chain(*deal.hole_cards, deal.board)])
    if [*map(len, deal.hole_cards)] != [game.hole_cards] * game.players:
        raise GameError(f"hole cards {deal.hole_cards}: {game.players} players hold {game.hole_cards} each")
    if len(deal.board) != game.board_sizes[-1]:
        raise GameError(f"a board of {number_of(len(deal.board), 'card')}: the game has {game.board_sizes[-1]}")


def _is_whole(game: GameDefinition, deal: Deal) -> bool:
    """Whether every card that the game deals is known, and is dealt once: the quick check of most hands."""
    hands, size = deal.hole_cards, game.hole_cards
    for hand in hands:
        if len(hand) != size:
            return False
    try:
        cards = sum(hands, deal.board)
        return len(hands) == game.players and len(game.deck.intersection(cards)) == len(cards) == game.dealt_cards
    except TypeError:  # other sequences than tuples
        return False


def check_known_cards(game: GameDefinition, own: Sequence[Card], board: Sequence[Card], *, board_size: int) -> None:
    """Refuse cards that one player cannot see when `board_size` board cards are on the table."""
    _check_cards(game, [*own, *board])
    if len(own) != game.hole_cards:
        raise GameError(f"hole cards {_text(own)}: a player of {game.name or 'the game'} holds {game.hole_cards}")
    if len(board) != board_size:
        raise GameError(f"the board {_text(board)}: there are {board_size} board cards on this street")


def _check_cards(game: GameDefinition, cards: Sequence[Card]) -> None:
    if _are_different_cards_of(game.deck, cards):
        return
    check_distinct(cards)
    outside = {*cards} - game.deck
    raise GameError(f"{_text(sorted(outside))} is not in the deck of {game.name or 'the game'}")


def _are_different_cards_of(game_deck: frozenset[Card], cards: Sequence[Card]) -> bool:
    try:
        return len(game_deck.intersection(cards)) == len(cards)
    except TypeError:  # a list among them, for instance
        return False


def _text(cards: Sequence[Card]) -> str:
    return format_cards(cards, separator=" ") or "(none)"


def random_deal(game: GameDefinition, generator: np.random.Generator) -> Deal:
    """Deal a hand at random."""
    cards = np.array(deck(ranks=game.ranks, suits=game.suits))
    return _deal_of(game, generator.choice(cards, size=game.dealt_cards, replace=False).tolist())


def seeded_deals(game: GameDefinition, seed: int) -> Iterator[Deal]:
    """The endless sequence of deals that the reference dealer makes from a seed.

    The dealer seeds a Mersenne Twister once, and draws the whole board even if a hand ends early.
    """
    if not 0 <= seed <= _LARGEST_SEED:
        raise SeedError(f"seed {seed}: the dealer's seeds run from 0 to {_LARGEST_SEED}")
    return _deals_from(game, seed)


def _deals_from(game: GameDefinition, seed: int) -> Iterator[Deal]:
    twister = np.random.MT19937()
    twister._legacy_seeding(seed)
    full_deck = _dealer_deck(game)
    while True:
        cards = full_deck.copy()
        words = twister.random_raw(game.dealt_cards).tolist()
        yield _deal_of(game, [_draw(cards, word) for word in words])


def _draw(cards: list[Card], word: int) -> Card:
    """Remove a card; the last card takes its place."""
    place = word % len(cards)
    drawn, cards[place] = cards[place], cards[-1]
    cards.pop()
    return drawn


def _dealer_deck(game: GameDefinition) -> list[Card]:
    """The deck in the dealer's order: suit by suit, with ascending ranks."""
    return [card(rank, suit) for suit in range(4 - game.suits, 4) for rank in range(13 - game.ranks, 13)]


def _deal_of(game: GameDefinition, cards: list[Card]) -> Deal:
    size = game.hole_cards
    hands = tuple(tuple(cards[size * position : size * (position + 1)]) for position in range(game.players))
    deal = Deal(hands, tuple(cards[size * game.players :]))
    object.__setattr__(deal, "_dealt_for", game)
    return deal
