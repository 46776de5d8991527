"""The card enumeration that exact solvers require, and the check that a game has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.abstraction.abstract_game import PokerGame
from railbird.abstraction.card_abstraction import identity_text
from railbird.abstraction.merged_tree import WHOLE_HAND
from railbird.errors import SolverError

if TYPE_CHECKING:
    from railbird.abstraction.abstract_game import AbstractGame
    from railbird.abstraction.card_enumeration import CardEnumeration


def enumeration_of(game: AbstractGame) -> CardEnumeration | None:
    """The card enumeration of a game, None without cards; raise SolverError if it cannot be solved exactly."""
    if game.cards is None:
        return None
    _check_perfect_recall(game)
    enumeration = game.cards.enumeration
    if enumeration is None:
        raise _refusal(game, "cannot list all boards")
    return enumeration


def _check_perfect_recall(game: AbstractGame) -> None:
    """Raise SolverError if the players of a game forget cards or betting."""
    if game.cards is not None and not game.cards.has_perfect_recall:
        raise _refusal(game, "has imperfect recall")
    check_betting_recall(game)


def check_betting_recall(game: AbstractGame) -> None:
    """Raise SolverError if the players of a game forget the betting of earlier rounds."""
    if isinstance(game, PokerGame) and game.recall != WHOLE_HAND:
        raise SolverError(
            f"{game.name}: its players remember the betting of the {game.recall} only, but exact solvers and best "
            "responses need perfect recall; sampling algorithms such as external-sampling do not"
        )


def _refusal(game: AbstractGame, reason: str) -> SolverError:
    identity = "" if game.cards is None else identity_text(game.cards.identity)
    return SolverError(
        f"{game.name}: its card abstraction {identity} {reason}, but exact solvers and best responses need perfect "
        "recall and a list of all boards; sampling algorithms such as external-sampling need neither"
    )
