"""Hand-made histories, and hands at random of every sort of game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from games.hands_at_random import nolimit, random_limit, random_nolimit, random_states
from hand_texts import TextReader
from railbird.analysis import Tally, all_tables
from railbird.formats.old_log import old_game
from railbird.games import HandRecord, game_named, random_deal

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from railbird.games import GameDefinition
    from railbird.statistics import Cell

LIMIT = game_named("holdem.limit.3p")
NOLIMIT = game_named("holdem.nolimit.3p")
HEADS_UP = game_named("holdem.nolimit.2p.reverse_blinds")

# Ann has the best hand on this board, Bob the second best, Cleo the third.
CARDS = "AsAd|KsKd|QsQd"
FLOP, TURN, RIVER = "/2c7d9h", "/2c7d9h/Jc", "/2c7d9h/Jc/3s"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def hand(game: GameDefinition, text: str, names: str = "Ann|Bob|Cleo") -> HandRecord:
    """`betting:cards:payoffs`; the payoffs that the test states are those of the rules."""
    record = TextReader(game).read(f"0:{text}", names, line=0)
    assert record.final_state().payoffs() == record.payoffs
    return record


def tally_of(*records: HandRecord) -> Tally:
    """All of them can be counted."""
    tally = Tally()
    tally.add_records(records)
    assert tally.refused == 0
    return tally


def cells(tally: Tally, key: str, column: str) -> dict[tuple[Cell, ...], Cell]:
    """A column of a table, by player, and by street or category where there is one."""
    (table,) = [table for table in all_tables(tally) if table.key == key]
    texts = [key for key in table.keys if key in ("player", "street", "category")]
    rows = [dict(zip(table.keys, row, strict=True)) for row in table.rows]
    return {tuple(row[heading] for heading in texts): row[column] for row in rows}


def of_players(tally: Tally, key: str, column: str) -> dict[Cell, Cell]:
    """A column of a table that has one row for each player."""
    return {player: cell for (player,), cell in cells(tally, key, column).items()}


def of_player(tally: Tally, key: str, column: str, *, player: str) -> dict[Cell, Cell]:
    """One player's part of a column, by street or category, without what is 0."""
    return {label: cell for (name, label), cell in cells(tally, key, column).items() if name == player and cell}


def with_antes(rng: random.Random, players: int) -> GameDefinition:
    """Antes of all, of some or of the big blind, and stacks that may be gone with the blinds."""
    ante = rng.choice((5, 30, 120))
    antes = rng.choice(
        [
            (ante,) * players,
            tuple(rng.choice((0, ante)) for _ in range(players)),
            (0, ante, *[0] * (players - 2)),
        ]
    )
    blinds = (100, 50) if players == 2 else (50, 100, *[0] * (players - 2))
    stacks = [
        max(blind, 1) + posted + rng.choice((0, 0, rng.randint(1, 300), 2_000))
        for blind, posted in zip(blinds, antes, strict=True)
    ]
    return nolimit(*stacks, blinds=blinds, antes=antes)


def random_game(rng: random.Random) -> GameDefinition:
    """Limit and no-limit hold'em for two to six, with short stacks, antes, the old server's rules; Kuhn, Leduc."""
    players = rng.randint(2, 6)
    choice = rng.random()
    if choice < 0.35:
        return random_nolimit(rng, players)
    if choice < 0.55:
        return random_limit(rng, players)
    if choice < 0.8:
        return with_antes(rng, players)
    if choice < 0.9:
        return rng.choice((old_game(2, doyle=True), old_game(3), old_game(3, reverse_blinds=True)))
    return game_named(rng.choice(("kuhn.limit.2p", "kuhn.limit.3p", "leduc.limit.2p", "leduc.limit.3p")))


def random_records(rng: random.Random, hands: int) -> Iterator[HandRecord]:
    """Random play in random games by players who change seats; some folded hands are not known."""
    generator = np.random.default_rng(rng.randrange(2**32))
    for number in range(hands):
        game = random_game(rng)
        final = random_states(rng, game, random_deal(game, generator))[-1]
        names = rng.sample(NAMES, game.players)
        shown = [
            () if final.has_folded(position) and rng.random() < 0.3 else cards
            for position, cards in enumerate(final.deal.hole_cards)
        ]
        yield replace(
            HandRecord(game, number, tuple(names), (), final.board, final.actions, final.payoffs()),
            hole_cards=tuple(shown),
        )
