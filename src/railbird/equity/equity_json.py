"""Equities for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.equity.result import EquityResult, PlayerEquity


def equity_as_json(result: EquityResult) -> dict[str, object]:
    """The equities of all players, and how they were computed."""
    return {
        "players": [_player_as_json(player, result) for player in result.players],
        "method": result.method,
        "samples": result.samples,
        "seed": result.seed,
    }


def _player_as_json(player: PlayerEquity, result: EquityResult) -> dict[str, object]:
    fields: dict[str, object] = {
        "hand": player.hand,
        "equity": player.equity,
        "win": player.win,
        "tie": player.tie,
        "ties": {str(winners): share for winners, share in enumerate(player.ties, start=2)},
        "method": result.method,
    }
    if result.method == "sampled":
        fields |= {"standard_error": player.standard_error, "interval": list(player.interval)}
    return fields
