"""The limit mappings: what each adds to a decision, with the nearest state for each opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.measure import Measurement, paced
from benchmarks.yardsticks import PYTHON
from railbird.bots import make_bot
from railbird.games import game_named
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import View

GAME = "holdem.limit.3p"
FAIR = "all-in-equity"


def measure() -> Iterator[Measurement]:
    """A bot that only calls answers at once, so its mapped decisions cost what the mapping costs."""
    views = _decisions(hands=500)
    note = f"{len(views):,} decisions against two fair bots"
    for mapping in (1, 2, 3, 4):
        mapped = make_bot(f"map-limit:mapping={mapping},bot=[call]")
        mapped.match_starts(game_named(GAME), 0)
        seconds, pace = paced(lambda bot=mapped: [bot.act(view) for view in views], PYTHON, repeat=5)  # type: ignore[misc]
        name = f"mapped decision, mapping {mapping}"
        yield Measurement(name, "ms", 1000 * seconds / len(views), goal=1, pace=pace, note=note)


def _decisions(*, hands: int) -> list[View]:
    """What the default mapped bot sees when it acts, in a match against two fair bots."""
    bot = make_bot("map-limit", seed=1)
    views: list[View] = []
    act = bot.act
    bot.act = lambda view: (views.append(view), act(view))[1]  # type: ignore[method-assign, func-returns-value]
    play_match([bot, make_bot(FAIR), make_bot(FAIR)], GAME, hands=hands, seed=2)
    return views
