"""A small experiment, as text: three cheap bots in limit hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SMALL = """
title = "Calling and raising"
question = "Does calling beat raising?"
game = "holdem.limit.2p.reverse_blinds"

[source]
work = "Nobody 1999"
section = "1.2"
table = "3"
differences = ["it was never played there"]

[entrants]
caller = "call"
raiser = "random:fold=0,raise=3"
loose = "random:fold={fold}"

[varied]
fold = [0, 0.5]

[lineups]
plain = ["caller", "raiser"]
wild = ["caller", "loose"]

[cards]
seed = 7
hands = 40
matches = 2

[quick]
hands = 10
matches = 1

[figures.caller]
title = "caller"
measure = "win rate"
lineup = "plain"
bot = "caller"
unit = "mbb/hand"

[figures.lead]
title = "caller minus raiser"
measure = "difference"
lineup = "plain"
bot = "caller"
minus_bot = "raiser"
unit = "chips/hand"

[figures.wild]
title = "caller in the wild"
measure = "win rate"
lineup = "wild"
bot = "caller"
unit = "bb/100"

[figures.gain]
title = "wild minus plain"
measure = "difference"
lineup = "wild"
bot = "caller"
minus_lineup = "plain"
unit = "bb/100"
all_in_adjusted = true

[figures.won]
title = "matches won by the caller"
measure = "matches won"
lineup = "plain"
bot = "caller"

[theirs.caller]
value = 0
tolerance = 5000
hands = 80

[theirs."wild fold=0.5"]
samples = [1, 2, 3]

[theirs.won]
successes = 3
trials = 6
"""


def written_experiment(folder: Path, *changes: tuple[str, str], name: str = "small") -> Path:
    """The file of the small experiment, with parts of it replaced."""
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path
