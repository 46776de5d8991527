"""A small experiment that solves its strategies, as text: Leduc by two algorithms, and a bot without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

RECIPE = """
title = "Leduc"
game = "leduc.limit.2p"
iterations = 200
"""
SOLVING = """
title = "Leduc by two algorithms"
question = "Which algorithm plays better after the same iterations?"
game = "leduc.limit.2p"

[source]
work = "Nobody 2001"

[strategies.plus]
recipe = "recipes/leduc.toml"

[strategies.sampled]
recipe = "recipes/leduc.toml"
algorithm = "external-sampling"
seed = 3
iterations = 300

[entrants]
plus = "strategy:file=@plus"
other = "strategy:file=@{strategy}"
caller = "call"

[varied]
strategy = ["plus", "sampled"]

[lineups]
both = ["plus", "other"]
calling = ["plus", "caller"]

[cards]
seed = 7
hands = 40

[quick]
hands = 10
iterations = 20

[figures.gain]
title = "plus against the other"
measure = "win rate"
lineup = "both"
bot = "plus"
unit = "mbb/hand"

[figures.exploitability]
title = "plus: exploitability"
measure = "exploitability"
strategy = "plus"
unit = "mbb/hand"

[figures.seconds]
title = "plus: seconds"
measure = "seconds"
strategy = "plus"

[theirs.exploitability]
value = 0
tolerance = 50
"""


def written_solving_experiment(folder: Path, *changes: tuple[str, str], recipe: str = RECIPE) -> Path:
    """The file of the experiment, with parts of it replaced, beside its recipe."""
    text = SOLVING
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "recipes").mkdir(exist_ok=True)
    (folder / "recipes" / "leduc.toml").write_text(recipe)
    path = folder / "solving.toml"
    path.write_text(text)
    return path
