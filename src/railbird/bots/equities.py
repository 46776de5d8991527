"""Readiness of bots that ask for their equity: what the first answers would have to wait for is done beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.equity import all_in
from railbird.errors import BotError, EquityError
from railbird.games.view import check_equity

if TYPE_CHECKING:
    from railbird.games import GameDefinition


def prepare(game: GameDefinition) -> None:
    """Get ready for `view.equity()` in a game; a BotError if its hands have no equity."""
    try:
        check_equity(game)
    except EquityError as error:
        raise BotError(str(error)) from None
    all_in.prepare(opponents=game.players - 1)
