"""Definitions of games: players, blinds, stacks, betting, cards, and the rules that differ between servers."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, get_args

from railbird.cards import CARD_COUNT, deck
from railbird.errors import GameError

if TYPE_CHECKING:
    from railbird.cards import Card

Betting = Literal["limit", "nolimit"]

MOST_PLAYERS = 10
MOST_ROUNDS = 4
MOST_ACTIONS_IN_ROUND = 64
MOST_CARDS_IN_HAND = 7
"""The largest number of hole and board cards; the best five count."""
SHARES = 2520
"""The number of parts of a chip: the smallest that 2 to 10 winners can share evenly."""
UNLIMITED = 2**31 - 1
"""The unlimited stack, as in the reference dealer."""
UNLIMITED_RAISES = 255
_HOLDEM_BOARD = (0, 3, 1, 1)


@dataclass(frozen=True, kw_only=True)
class GameDefinition:
    """Everything that is fixed before a hand is dealt. Sequences are by position or by round."""

    betting: Betting
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    raise_sizes: tuple[int, ...]
    """The raise size of each round in limit games; empty in no-limit games."""
    first_players: tuple[int, ...]
    """The position that acts first in each round, counted from 0."""
    max_raises: tuple[int, ...]
    suits: int
    ranks: int
    hole_cards: int
    board_cards: tuple[int, ...]
    """The number of new board cards in each round."""
    antes: tuple[int, ...] = ()
    """The ante of each position, which counts towards the pot but not towards a bet. Empty if there are none."""
    free_folds: bool = False
    """Whether a player with nothing to call may fold."""
    smallest_chip: int = 0
    """The unit in which pots are split; the winner in the first position gets the odd chips. 0 splits exactly."""
    all_in_players_act: bool = False
    """Whether all-in players are still asked for an action, which can only be a call."""
    three_card_hands: bool = False
    """Whether three-card straights and flushes count, ranked as in three-card poker; for games with three cards."""
    chips_per_unit: int = 1
    """The number of chips in a unit of money: 100 where chips are cents."""
    name: str = ""
    """Games with equal rules and different names are different, so that a hand keeps the name of its game."""

    def __post_init__(self) -> None:
        check_definition(self)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """The cached hash: definitions are looked up for every hand."""
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __getstate__(self) -> dict[str, object]:
        # Cached values are left out: the hash of a string differs between processes.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return len(self.blinds)

    @property
    def rounds(self) -> int:
        """The number of betting rounds."""
        return len(self.board_cards)

    @property
    def is_limit(self) -> bool:
        """Whether raises have a fixed size."""
        return self.betting == "limit"

    @cached_property
    def is_holdem(self) -> bool:
        """Whether it is Texas hold'em with all cards: two hole cards, four streets, a deck of 52."""
        return self.hole_cards == 2 and self.board_cards == _HOLDEM_BOARD and self.suits * self.ranks == CARD_COUNT

    @property
    def antes_by_position(self) -> tuple[int, ...]:
        """The ante of each position, 0 if there is none."""
        return self.antes or (0,) * self.players

    @property
    def big_blind(self) -> int:
        """The largest blind."""
        return max(self.blinds)

    @cached_property
    def unit(self) -> int:
        """The unit of results: the big blind, or a chip if there is no blind."""
        return max(self.big_blind, 1)

    @cached_property
    def board_sizes(self) -> tuple[int, ...]:
        """The number of visible board cards in each round."""
        return tuple(accumulate(self.board_cards))

    @cached_property
    def deck(self) -> frozenset[Card]:
        """The cards of the game."""
        return frozenset(deck(ranks=self.ranks, suits=self.suits))

    @cached_property
    def dealt_cards(self) -> int:
        """The number of cards in a complete deal, including the board."""
        return self.players * self.hole_cards + sum(self.board_cards)


def check_definition(game: GameDefinition) -> None:
    """Raise GameError if a definition is inconsistent."""
    players, rounds = game.players, game.rounds
    if game.betting not in get_args(Betting):
        raise GameError(f"betting {game.betting!r}: give one of {', '.join(get_args(Betting))}")
    if not 2 <= players <= MOST_PLAYERS:
        raise GameError(f"a game for {players} players: give 2 to {MOST_PLAYERS}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise GameError(f"a game with {rounds} rounds: give 1 to {MOST_ROUNDS}")
    _check_length("stacks", game.stacks, length=players, per="player")
    _check_length("antes", game.antes_by_position, length=players, per="player")
    _check_length("raise sizes", game.raise_sizes, length=rounds if game.is_limit else 0, per="round")
    _check_length("first players", game.first_players, length=rounds, per="round")
    _check_length("maximum raises", game.max_raises, length=rounds, per="round")
    _check_chips(game)
    _check_betting(game)
    _check_cards(game)


def _check_length(what: str, values: tuple[int, ...], *, length: int, per: str) -> None:
    if len(values) != length:
        raise GameError(f"{len(values)} {what} for {length} {per}s: give one for each {per}")


def _check_chips(game: GameDefinition) -> None:
    chips = zip(game.stacks, game.blinds, game.antes_by_position, strict=True)
    for position, (stack, blind, ante) in enumerate(chips):
        if not 1 <= stack <= UNLIMITED:
            raise GameError(
                f"position {position} has {stack} chips: stacks run from 1 to {UNLIMITED}, which is unlimited"
            )
        if min(blind, ante) < 0:
            raise GameError(
                f"position {position} posts a blind of {blind} and an ante of {ante}: both must be 0 or more"
            )
        if blind + ante > stack:
            raise GameError(
                f"position {position} has {stack} chips and posts {blind + ante}: it needs at least that many"
            )


def _check_betting(game: GameDefinition) -> None:
    for first in game.first_players:
        if not 0 <= first < game.players:
            raise GameError(f"player {first + 1} acts first, but the players are 1 to {game.players}")
    if any(size < 1 for size in game.raise_sizes) or any(most < 0 for most in game.max_raises):
        raise GameError(
            f"raise sizes {game.raise_sizes}, maximum raises {game.max_raises}: "
            "sizes must be above 0, maximum raises 0 or more"
        )


def _check_cards(game: GameDefinition) -> None:
    if any(cards < 0 for cards in game.board_cards):
        raise GameError(f"board cards {game.board_cards}: no number can be negative")
    if not (1 <= game.suits <= 4 and 1 <= game.ranks <= 13):
        raise GameError(f"a deck of {game.suits} suits and {game.ranks} ranks: give 1 to 4 suits and 1 to 13 ranks")
    if game.hole_cards < 1 or game.dealt_cards > game.suits * game.ranks:
        raise GameError(
            f"{game.players} hands of {game.hole_cards} and a board of {sum(game.board_cards)} cards "
            f"cannot be dealt from a deck of {game.suits * game.ranks}"
        )
    if game.hole_cards + sum(game.board_cards) > MOST_CARDS_IN_HAND:
        raise GameError("hands of more than seven cards cannot be evaluated: use at most seven hole and board cards")
    if game.three_card_hands and game.hole_cards + sum(game.board_cards) != 3:
        raise GameError(
            f"three-card hands of {game.hole_cards + sum(game.board_cards)} cards: they need 3 hole and board cards"
        )
    if game.board_cards[0] != 0 or not all(game.board_cards[1:]):
        # The ACPC notations infer the round from the board.
        raise GameError(f"board cards {game.board_cards}: the first round has none, every later round at least one")
