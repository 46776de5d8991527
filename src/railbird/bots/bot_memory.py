"""Detects whether a bot carries anything from hand to hand, which makes the results of its hands depend on each other.

A bot is memoryless if after a match it is in the same state as a new bot that has heard only that a match starts. The
new bot has another seed, so that a bot that chooses a style when it is built or when a match starts is noticed too.
"""

from __future__ import annotations

import io
import pickle
import random
from types import FunctionType
from typing import TYPE_CHECKING

import numpy as np

from railbird.bots.bot import Bot
from railbird.bots.follower import Follower
from railbird.bots.loaded_files import is_loaded

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import ReadableBuffer

    from railbird.games import GameDefinition

_MOST_BYTES = 2**20
_GENERATORS = (
    np.random.Generator,
    np.random.BitGenerator,
    np.random.SeedSequence,
    np.random.RandomState,
    random.Random,
)


class _NotComparableError(Exception):
    """The state of a bot is too large to be compared, or a bot within it says that it remembers."""


def state_of(bot: Bot) -> bytes | None:
    """The state of a bot without its random generators and seeds; None if it is too large or cannot be pickled.

    Equal states have equal bytes. Variables of modules and classes are not part of the state.
    """
    file = _SmallFile()
    try:
        _StatePickler(file).dump(bot)
    except Exception:  # noqa: BLE001 (the methods of a bot's objects may raise anything)
        return None
    return file.getvalue()


def may_remember(bot: Bot, build: Callable[[int], Bot], *, game: GameDefinition, seat: int, seeds: list[int]) -> bool:
    """Whether a bot that has played a match may have remembered something from hand to hand.

    `build` builds such a bot with a seed; `seeds` are those of the new bots that `bot` is compared with. A class that
    says whether it is `memoryless` is believed.
    """
    if bot.memoryless is not None:
        return not bot.memoryless
    state = state_of(bot)
    if state is None:
        return True  # no new bot is built: it might open the files and connections of this one again
    return any(_new_state(build(seed), game=game, seat=seat, seed=seed) != state for seed in seeds)


def _new_state(bot: Bot, *, game: GameDefinition, seat: int, seed: int) -> bytes | None:
    Follower(bot, seed=seed)  # which gives it a generator
    bot.match_starts(game, seat)
    return state_of(bot)


class _SmallFile(io.BytesIO):
    def write(self, data: ReadableBuffer, /) -> int:
        if self.tell() + len(memoryview(data)) > _MOST_BYTES:
            raise _NotComparableError
        return super().write(data)


class _StatePickler(pickle.Pickler):
    """Replaces what does not count as memory by a word: generators, seeds, shared files and code."""

    def __init__(self, file: _SmallFile) -> None:
        super().__init__(file, protocol=5)
        self.fast = True  # without references to equal objects, which would depend on their identity
        self._seeds: set[int] = set()

    def persistent_id(self, value: object) -> object:
        if isinstance(value, Bot):
            if value.memoryless is False:
                raise _NotComparableError
            if value.memoryless:
                return "memoryless"
            if value.generator_seed is not None:
                self._seeds.add(value.generator_seed)
        elif type(value) is int:
            return "seed" if value in self._seeds else None
        elif isinstance(value, _GENERATORS):
            return "generator"
        elif isinstance(value, type) or (isinstance(value, FunctionType) and value.__closure__ is None):
            return "code", value.__module__, value.__qualname__
        elif is_loaded(value):
            return "loaded", id(value)
        return None

    def reducer_override(self, value: object) -> tuple[type[Follower], tuple[Bot]]:
        if isinstance(value, Follower):
            return Follower, (value.bot,)  # the place in the match, which a bot that consults another keeps
        return NotImplemented  # type: ignore[no-any-return]
