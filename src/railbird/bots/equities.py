"""Preparation for bots that use equities, so that their first action does not wait for tables or compilation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.equity import all_in
from railbird.errors import BotError, EquityError
from railbird.games.view import check_equity

if TYPE_CHECKING:
    from railbird.games import GameDefinition


def prepare(game: GameDefinition) -> None:
    """Prepare `view.equity()` for a game; raise BotError if the game has no equities."""
    try:
        check_equity(game)
    except EquityError as error:
        raise BotError(str(error)) from None
    all_in.prepare(opponents=game.players - 1)
