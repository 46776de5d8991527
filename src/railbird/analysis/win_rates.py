"""Win rates of the players of counted hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.statistics import Estimate, estimate_from_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.analysis.tally import Tally


def rates_by_player(tally: Tally, players: Sequence[str] | None = None) -> dict[str, Estimate]:
    """Win rates by name in big blinds a hand, taking the hands as independent (default: of all players)."""
    names = tally.names if players is None else players
    curves = {name: tally.curves[tally.row(name)] for name in names}
    return {name: estimate_from_sums(curve.total, curve.squares, samples=curve.hands) for name, curve in curves.items()}
