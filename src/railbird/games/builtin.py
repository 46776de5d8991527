"""The built-in games: those of the ACPC (Annual Computer Poker Competition), and small games of the literature."""

from __future__ import annotations

from railbird.errors import GameError
from railbird.games.definition import UNLIMITED, UNLIMITED_RAISES, GameDefinition
from railbird.wording import did_you_mean


def _holdem_limit(name: str, blinds: tuple[int, ...], opener: int) -> GameDefinition:
    return GameDefinition(
        name=name,
        betting="limit",
        stacks=(UNLIMITED,) * len(blinds),
        blinds=blinds,
        raise_sizes=(10, 10, 20, 20),
        first_players=(opener, 0, 0, 0),
        max_raises=(3, 4, 4, 4),
        suits=4,
        ranks=13,
        hole_cards=2,
        board_cards=(0, 3, 1, 1),
    )


def _holdem_nolimit(name: str, blinds: tuple[int, ...], opener: int, *, stack: int = 20_000) -> GameDefinition:
    return GameDefinition(
        name=name,
        betting="nolimit",
        stacks=(stack,) * len(blinds),
        blinds=blinds,
        raise_sizes=(),
        first_players=(opener, 0, 0, 0),
        max_raises=(UNLIMITED_RAISES,) * 4,
        suits=4,
        ranks=13,
        hole_cards=2,
        board_cards=(0, 3, 1, 1),
    )


def _kuhn(name: str, players: int, *, stack: int = UNLIMITED) -> GameDefinition:
    return GameDefinition(
        name=name,
        betting="limit",
        stacks=(stack,) * players,
        blinds=(1,) * players,
        raise_sizes=(1,),
        first_players=(0,),
        max_raises=(1,),
        suits=1,
        ranks=players + 1,
        hole_cards=1,
        board_cards=(0,),
    )


def _leduc(name: str, players: int) -> GameDefinition:
    return GameDefinition(
        name=name,
        betting="limit",
        stacks=(UNLIMITED,) * players,
        blinds=(1,) * players,
        raise_sizes=(2, 4),
        first_players=(0, 0),
        max_raises=(2, 2),
        suits=2,
        ranks=players + 1,
        hole_cards=1,
        board_cards=(0, 1),
    )


def _holdem_small(name: str, *, ranks: int) -> GameDefinition:
    """Two-round limit hold'em with the highest ranks of the deck."""
    return GameDefinition(
        name=name,
        betting="limit",
        stacks=(UNLIMITED,) * 2,
        blinds=(10, 5),
        raise_sizes=(10, 20),
        first_players=(1, 0),
        max_raises=(2, 2),
        suits=4,
        ranks=ranks,
        hole_cards=2,
        board_cards=(0, 3),
    )


def _rhode_island(name: str) -> GameDefinition:
    """Rhode Island hold'em, introduced by Shi and Littman (2001) and solved by Gilpin and Sandholm (2005).

    The antes of 5 are modelled as blinds, as in Leduc: there is nothing to call, and a first bet of 10 is a raise
    to 15.
    """
    return GameDefinition(
        name=name,
        betting="limit",
        stacks=(UNLIMITED,) * 2,
        blinds=(5, 5),
        raise_sizes=(10, 20, 20),
        first_players=(0, 0, 0),
        max_raises=(3, 3, 3),
        suits=4,
        ranks=13,
        hole_cards=1,
        board_cards=(0, 1, 1),
        three_card_hands=True,
    )


_GAMES = {
    game.name: game
    for game in (
        _holdem_limit("holdem.limit.2p.reverse_blinds", (10, 5), 1),
        _holdem_limit("holdem.limit.3p", (5, 10, 0), 2),
        _holdem_nolimit("holdem.nolimit.2p.reverse_blinds", (100, 50), 1),
        _holdem_nolimit("holdem.nolimit.3p", (50, 100, 0), 2),
        _holdem_nolimit("holdem.nolimit.6p", (50, 100, 0, 0, 0, 0), 2),
        _holdem_nolimit("pluribus.nolimit.6p", (50, 100, 0, 0, 0, 0), 2, stack=10_000),
        _kuhn("kuhn.limit.2p", 2),
        _kuhn("kuhn.limit.3p", 3, stack=2),
        _leduc("leduc.limit.2p", 2),
        _leduc("leduc.limit.3p", 3),
        _rhode_island("rhode-island.limit.2p"),
        _holdem_small("holdem20.limit.2p", ranks=5),
        _holdem_small("holdem24.limit.2p", ranks=6),
    )
}
GAME_NAMES = tuple(_GAMES)


def game_named(name: str) -> GameDefinition:
    """The built-in game with a name."""
    game = _GAMES.get(name)
    if game is None:
        hint = did_you_mean(name, GAME_NAMES) or f"the games are {', '.join(GAME_NAMES)}"
        raise GameError(f"no game is called {name!r}: {hint}")
    return game
