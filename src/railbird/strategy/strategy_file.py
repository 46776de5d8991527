"""Strategy files: the probabilities, with the game, the bet menu, the card abstraction and the origin."""

from __future__ import annotations

import errno
import os
import zlib
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from railbird.abstraction.card_registry import check_kind
from railbird.abstraction.menu_file import menu_as_json, menu_from_json
from railbird.abstraction.merged_tree import WHOLE_HAND
from railbird.array_files import ArrayFileKind, open_arrays, write_arrays
from railbird.errors import RailbirdError, StrategyError
from railbird.games import GameDefinition
from railbird.strategy.origin import Origin
from railbird.strategy.shipped_strategies import shipped_strategies, strategy_path
from railbird.strategy.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from railbird.abstraction.card_abstraction import CardIdentity
    from railbird.abstraction.menu import BetMenu

STRATEGY_FILE = ArrayFileKind("strategy", layout=2, error=StrategyError)
_CARDS = "cards/"
"""Before the names of the card abstraction's arrays in a file."""
_PACKED = "packed"
"""The array of compressed probabilities, instead of `probabilities`."""
_STORED = (np.float32, np.float64, np.uint8)


def save_strategy(path: Path, strategy: Strategy, *, packed: bool = False) -> None:
    """Write a strategy to a file atomically; a packed file is compressed, and opening it reads all of it."""
    description = {
        "game": asdict(strategy.definition),
        "menu": menu_as_json(strategy.menu),
        **({} if strategy.recall == WHOLE_HAND else {"recall": strategy.recall}),
        "cards": dict(strategy.cards),
        "origin": asdict(strategy.origin),
    }
    carried = {f"{_CARDS}{name}": array for name, array in strategy.card_arrays.items()}
    stored = {"probabilities": strategy.stored}
    if packed:
        packed_bytes = np.frombuffer(zlib.compress(strategy.stored.tobytes(), level=9), dtype=np.uint8)
        stored, description["packed"] = {_PACKED: packed_bytes}, strategy.stored.dtype.str
    write_arrays(path, STRATEGY_FILE, description, {**stored, **carried})


def open_strategy(file: Path | str) -> Strategy:
    """Open a strategy file, or a shipped strategy by its name, such as "cfr-limit".

    Only the description is read; probabilities are read and checked on demand. Those of a packed file are unpacked.
    """
    path = strategy_path(Path(file))
    if not path.exists():
        problem = f"{os.strerror(errno.ENOENT)}; the shipped strategies are {', '.join(shipped_strategies())}"
        raise FileNotFoundError(errno.ENOENT, problem, str(file))
    description, arrays = open_arrays(path, STRATEGY_FILE)
    with _complaints_about(path):
        strategy = _from_description(description, arrays)
        check_kind(strategy.cards)
    stored = strategy.stored
    if stored.ndim != 1 or stored.dtype not in _STORED:
        raise StrategyError(f"{path} is damaged: its probabilities are {stored.dtype} {stored.shape}")
    return strategy


@dataclass(frozen=True)
class StrategySummary:
    """What a strategy file says about itself."""

    definition: GameDefinition
    menu: BetMenu
    cards: CardIdentity
    origin: Origin
    bytes: int
    """Size of the file."""


def read_summary(path: Path) -> StrategySummary:
    """Read only the description of a strategy file; no probability is read or unpacked."""
    description, _ = open_arrays(path, STRATEGY_FILE)
    with _complaints_about(path):
        return StrategySummary(
            _definition(description["game"]),
            menu_from_json(description["menu"]),
            dict(description["cards"]),
            Origin.from_json(description["origin"]),
            path.stat().st_size,
        )


@contextmanager
def _complaints_about(path: Path) -> Iterator[None]:
    """Raise StrategyError that names the file if its description cannot be read."""
    try:
        yield
    except RailbirdError as error:
        raise StrategyError(f"{path}: {error}") from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise StrategyError(f"{path} is damaged: its description is not that of a strategy ({error})") from None


def _from_description(description: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Strategy:
    return Strategy.from_parts(
        definition=_definition(description["game"]),
        menu=menu_from_json(description["menu"]),
        cards=dict(description["cards"]),
        card_arrays={name.removeprefix(_CARDS): array for name, array in arrays.items() if name.startswith(_CARDS)},
        stored=_unpacked(arrays[_PACKED], description["packed"])
        if "packed" in description
        else arrays["probabilities"],
        origin=Origin.from_json(description["origin"]),
        recall=str(description.get("recall", WHOLE_HAND)),
    )


def _unpacked(packed: NDArray[np.uint8], dtype: str) -> NDArray[Any]:
    try:
        return np.frombuffer(zlib.decompress(packed.tobytes()), dtype=np.dtype(dtype))
    except zlib.error as error:
        raise StrategyError(f"its packed probabilities are damaged ({error})") from None


def _definition(values: Mapping[str, Any]) -> GameDefinition:
    """The definition from JSON. A missing rule is an error, because a default could make it another game."""
    rules: dict[str, Any] = {key: tuple(rule) if isinstance(rule, list) else rule for key, rule in values.items()}
    return GameDefinition(**rules)
