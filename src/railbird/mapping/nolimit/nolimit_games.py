"""The two-player game that three-player no-limit hands are mapped to."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from railbird.errors import GameError
from railbird.games import GameDefinition, game_named

_THREE = game_named("holdem.nolimit.3p")
_TWO = game_named("holdem.nolimit.2p.reverse_blinds")


@lru_cache
def two_player_game(game: GameDefinition) -> GameDefinition:
    """The game for two with the blinds and stacks of a game for three; raise GameError if there is none.

    The game for three must have the rules of `holdem.nolimit.3p`, with any blinds and with equal stacks.
    """
    name = game.name or "this game"
    if game.players != 3:
        raise GameError(f"only hands of three players can be mapped, but {name} has {game.players}: play {_THREE.name}")
    if game.is_limit:
        raise GameError(f"only no-limit hands can be mapped, but {name} is a limit game: play {_THREE.name}")
    if len({*game.stacks}) > 1:
        raise GameError(f"only hands with equal stacks can be mapped, but those of {name} differ: play {_THREE.name}")
    small, big, button = game.blinds
    rules = replace(_THREE, stacks=game.stacks, blinds=game.blinds, smallest_chip=game.smallest_chip, name=game.name)
    if button or not 0 <= small <= big or game != rules:
        raise GameError(f"the rules of {name} are not those of {_THREE.name}: only blinds and stacks may differ")
    two = replace(_TWO, stacks=game.stacks[:2], blinds=(big, small), smallest_chip=game.smallest_chip)
    return two if two == _TWO else replace(two, name=f"{name}, mapped to two players")
