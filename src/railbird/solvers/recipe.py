"""Recipes: everything that determines a solve, from the command line or from a TOML file.

A file names the game, its cards and bets, the algorithm, and when to stop:

    title = "Limit hold'em with five buckets a round"
    game = "holdem.limit.2p.reverse_blinds"
    algorithm = "cfr+"
    iterations = 500

    [cards]
    kind = "percentile"
    buckets = [5, 5, 5, 5]

The game is a built-in one, or a `.game` file, whose path is relative to the recipe.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from math import inf
from typing import TYPE_CHECKING, TypedDict

from railbird.abstraction.abstract_game import abstract_game
from railbird.abstraction.bucket_kinds import make_cards
from railbird.abstraction.card_classes import CardClasses
from railbird.abstraction.menu import BetMenu
from railbird.abstraction.menu_file import menu_as_json, read_menu
from railbird.abstraction.merged_tree import WHOLE_HAND, check_recall
from railbird.errors import RailbirdError, SolverError
from railbird.games import format_game, read_game
from railbird.rng import new_seed
from railbird.solvers.algorithms import check_algorithm, choose_algorithm, is_sampled
from railbird.solvers.solve_goal import MOST_ITERATIONS, SolveGoal, parse_exploitability
from railbird.strict_toml import StrictTable, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from railbird.abstraction.abstract_game import PokerGame
    from railbird.abstraction.card_abstraction import CardAbstraction
    from railbird.games import GameDefinition

_GOAL_KEYS = ("iterations", "minutes", "until")
CHANGEABLE_KEYS = (
    "cards",
    "bets",
    "recall",
    "algorithm",
    *_GOAL_KEYS,
    "seed",
    "linear",
    "threads",
    "exploration",
    "compact",
    "packed",
)
"""The keys of a recipe that can be changed without making it a recipe for another game."""
_KEYS = ("title", "game", *CHANGEABLE_KEYS)


class SolverOptions(TypedDict, total=False):
    """Options of `new_solver`."""

    seed: int
    linear: bool
    threads: int | None
    exploration: int


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """A solve: the abstract game, the algorithm with its options, and the goal."""

    cards: CardAbstraction
    goal: SolveGoal
    algorithm: str
    algorithm_reason: str = ""
    """Why the algorithm was chosen; empty if the recipe names it."""
    menu: BetMenu = field(default_factory=BetMenu)
    recall: str = WHOLE_HAND
    """What players remember of the betting; see `railbird.abstraction.merged_tree`."""
    seed: int | None = None
    """None for a new seed."""
    linear: bool = False
    threads: int | None = None
    exploration: int = 0
    """Percentage of walks in which the others play at random."""
    is_compact: bool = False
    """Whether the strategy is stored in a byte for each choice."""
    is_packed: bool = False
    """Whether its probabilities are rounded to fifteenths, and its file is compressed."""

    def __post_init__(self) -> None:
        if not is_sampled(self.algorithm) and (self.seed is not None or self.linear):
            raise SolverError(f"a seed and linear weights are for sampling algorithms, not for {self.algorithm}")
        check_recall(self.recall, self.definition)
        check_algorithm(self.algorithm, recall=self.recall, exploration=self.exploration)

    @property
    def definition(self) -> GameDefinition:
        """The rules of the game."""
        return self.cards.game

    def solver_options(self, earlier: Mapping[str, int]) -> SolverOptions:
        """The options of the solver; those that are not given come from the options of an earlier solve."""
        if not is_sampled(self.algorithm):
            return {"threads": self.threads}
        exploration = self.exploration or int(earlier.get("exploration", 0))
        return {
            "seed": int(earlier.get("seed", new_seed())) if self.seed is None else self.seed,
            "linear": self.linear or bool(earlier.get("linear", False)),
            "threads": int(earlier.get("threads", 1)) if self.threads is None else self.threads,
            **({"exploration": exploration} if exploration else {}),
        }

    def game(self) -> PokerGame:
        """The game as solvers see it."""
        return abstract_game(self.cards, self.menu, recall=self.recall)

    def fingerprint(self) -> str:
        """A hash of everything that determines the strategy."""
        parts = {
            "game": format_game(self.definition),
            "cards": dict(self.cards.identity),
            "bets": menu_as_json(self.menu),
            "algorithm": self.algorithm,
            "goal": asdict(self.goal),
            "options": [self.seed, self.linear, self.threads, self.is_compact],
            **({} if self.recall == WHOLE_HAND else {"recall": self.recall}),
            **({"packed": True} if self.is_packed else {}),
            **({"exploration": self.exploration} if self.exploration else {}),
        }
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def read_recipe(path: Path, changes: Mapping[str, object] | None = None) -> Recipe:
    """Read a recipe from a TOML file; a SolverError says where the file is wrong.

    `changes` are values for keys of the file, instead of its own. With a goal among them, the file's goals do not
    count.
    """
    content = _changed(read_toml(path, error=SolverError), changes or {})
    table = StrictTable(content, str(path), error=SolverError, keys=_KEYS)
    table.text("title")
    try:
        return _recipe(table, folder=path.parent)
    except SolverError as error:
        raise error if str(error).startswith(str(path)) else SolverError(f"{path}: {error}") from None
    except RailbirdError as error:
        raise SolverError(f"{path}: {error}") from None


def _changed(content: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    dropped = _GOAL_KEYS if {*_GOAL_KEYS} & {*changes} else ()
    return {key: value for key, value in content.items() if key not in dropped} | dict(changes)


def _recipe(table: StrictTable, *, folder: Path) -> Recipe:
    game = read_game(table.text("game"), folder=folder)
    if "bets" in table and game.is_limit:
        table.refuse("bets", f"{game.name} is a limit game, where raises have one size")
    cards, recall = _cards(table, game), table.text("recall", WHOLE_HAND)
    choice = choose_algorithm(cards, recall=recall, given=table.text("algorithm") if "algorithm" in table else None)
    return Recipe(
        cards=cards,
        goal=_goal(table, game),
        algorithm=choice.algorithm,
        algorithm_reason=choice.reason,
        menu=read_menu(table.text("bets")) if "bets" in table else BetMenu(),
        recall=recall,
        seed=table.integer("seed") if "seed" in table else None,
        linear=table.boolean("linear", default=False),
        threads=table.integer("threads", least=1) if "threads" in table else None,
        exploration=table.integer("exploration", 0),
        is_compact=table.boolean("compact", default=False),
        is_packed=table.boolean("packed", default=False),
    )


def _cards(table: StrictTable, game: GameDefinition) -> CardAbstraction:
    cards = table.table("cards", keys=("kind", "buckets", "boards", "seed"), required=False)
    buckets, boards = (
        tuple(int(count) for count in cards.numbers(name)) if name in cards else None for name in ("buckets", "boards")
    )
    seed = cards.integer("seed") if "seed" in cards else None
    return make_cards(cards.text("kind", CardClasses.kind), game, buckets, boards=boards, seed=seed)


def _goal(table: StrictTable, game: GameDefinition) -> SolveGoal:
    if not {*_GOAL_KEYS} & {*table}:
        raise SolverError(f"{table.place}: the solve has no end: give iterations, minutes or until")
    return SolveGoal(
        iterations=table.integer("iterations", MOST_ITERATIONS, least=1),
        seconds=60 * table.number("minutes") if "minutes" in table else inf,
        exploitability=parse_exploitability(table.text("until"), game) if "until" in table else None,
    )
