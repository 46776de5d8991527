"""Bots that carry something from hand to hand are told from those that do not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.bots import Bot, Consultation, DelegatingBot, load_once
from railbird.bots.bot_memory import may_remember, state_of
from railbird.games import CALL, game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Callable

    from railbird.games import Action, GameDefinition, View

GAME = "kuhn.limit.2p"
SEEDS = [*range(100, 108)]


class Calling(Bot):
    """Calls."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


class Seeded(Calling):
    """Has seeds and generators of every kind."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = self.generator_seed = seed
        self.own = np.random.default_rng(seed)
        self.other = random.Random(seed)
        self.table = np.arange(5)

    def act(self, view: View) -> Action:
        self.own.random()
        self.other.random()
        self.generator.random()
        return super().act(view)


class Counting(Calling):
    """Counts the hands."""

    hands = 0

    def hand_starts(self, view: View) -> None:  # noqa: ARG002
        self.hands += 1


class Settling(Calling):
    """Chooses when a match starts."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.style = self.generator.random() < 0.5


class SettlingWhenBuilt(Seeded):
    """Chooses when it is built."""

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.style = self.own.random() < 0.5


class Knowing(Calling):
    """Knows its seat and the game."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self.place = game, seat


class Loading(Calling):
    """Has a large file that it shares with others of its class."""

    def __init__(self) -> None:
        self.data = load_once(load, Path(__file__))


def load(path: Path) -> list[bytes]:
    return [path.read_bytes()] * 1000


class Large(Calling):
    """Has a large table of its own."""

    def __init__(self) -> None:
        self.data = np.zeros(2**20)


class Unpicklable(Calling):
    """Has an open file, like a log, which a second bot would empty."""

    def __init__(self, path: Path) -> None:
        self.log = path.open("w")
        self.log.write("once\n")
        self.log.flush()


class Caching(Counting):
    """Says that what it keeps is no memory."""

    memoryless = True


class Hiding(Calling):
    """Says that it remembers, where nobody sees it."""

    memoryless = False


class Team(DelegatingBot):
    """The first member plays."""

    def act(self, view: View) -> Action:
        return self.members[0].act(view)


class Consulting(Calling):
    """Consults another bot, whose place in the match it keeps."""

    def __init__(self, member: Bot) -> None:
        self.consultation = Consultation(member)

    def act(self, view: View) -> Action:
        return self.consultation.consult(view)


def remembers(build: Callable[[int], Bot], *, hands: int = 12) -> bool:
    bot = build(1)
    play_match([bot, Calling()], GAME, hands=hands, seed=5)
    return may_remember(bot, build, game=game_named(GAME), seat=0, seeds=SEEDS)


@pytest.mark.parametrize(
    "build",
    [
        lambda _: Calling(),
        lambda seed: Seeded(seed=seed),
        lambda _: Knowing(),
        lambda _: Loading(),
        lambda _: Caching(),
        lambda seed: Team([Seeded(seed=seed), Calling()]),
        lambda _: Team([Caching(), Knowing()]),
        lambda seed: Consulting(Seeded(seed=seed)),
    ],
)
def test_14_2_bots_without_memory(build: Callable[[int], Bot]) -> None:
    assert not remembers(build)


@pytest.mark.parametrize(
    "build",
    [
        lambda _: Counting(),
        lambda _: Settling(),
        lambda seed: SettlingWhenBuilt(seed=seed),
        lambda _: Large(),
        lambda _: Hiding(),
        lambda _: Team([Calling(), Counting()]),
        lambda _: Team([Calling(), Hiding()]),
        lambda _: Consulting(Counting()),
    ],
)
def test_14_2_bots_that_may_remember(build: Callable[[int], Bot]) -> None:
    assert remembers(build)


def test_a_bot_that_cannot_be_compared_is_not_built_again(tmp_path: Path) -> None:
    built = []

    def build(seed: int) -> Bot:
        built.append(seed)
        return Unpicklable(tmp_path / "log")

    assert remembers(build)
    assert built == [1]


def test_equal_states_have_equal_bytes_whichever_objects_are_the_same() -> None:
    first, second = Calling(), Calling()
    word = "".join(["a", "b"])
    first.words = [word, word]  # type: ignore[attr-defined]
    second.words = ["".join(["a", "b"]), "".join(["a", "b"])]  # type: ignore[attr-defined]
    assert state_of(first) == state_of(second) is not None
