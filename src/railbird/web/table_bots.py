"""The bots that visitors may name: all that are registered, and files and programs only by permission."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots import parse_spec
from railbird.bots.game_check import check_game, leaves_traces
from railbird.bots.python_files import file_part
from railbird.bots.spec_tree import SpecTree, read_spec
from railbird.errors import BotError, NotAllowedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.bots import BotSpec
    from railbird.games import GameDefinition
    from railbird.web.settings import WebSettings

LONGEST_SPEC = 1000
_CODE_FILE = re.compile(r"\.(toml|py)\b", re.IGNORECASE)


def permitted_bot(text: str, game: GameDefinition, settings: WebSettings) -> BotSpec:
    """The bot that a spec names; raise if it does not play the game, or if visitors may not use it."""
    if len(text) > LONGEST_SPEC:
        raise BotError(f"a spec of {len(text):,} characters: write at most {LONGEST_SPEC:,}")
    if not settings.programs:
        _check_permitted(text, settings.folder.resolve())
    spec = parse_spec(text)
    if not settings.programs and leaves_traces(spec):
        raise _refusal(text, "it writes files")
    if spec.executable is None:
        spec.check_options()
        check_game(spec, game)
    return spec


def _check_permitted(text: str, folder: Path) -> None:
    """Raise if a spec names a program, code, or a file outside the served folder. Nothing is loaded for it."""
    if _CODE_FILE.search(text):
        raise _refusal(text, "it is a file")
    tree = read_spec(text)
    if any(part.file is not None for part in _parts(tree)):
        raise _refusal(text, "it is a file")
    for value in _texts(tree):
        path = Path(file_part(value))
        is_path = len(path.parts) > 1 or path.exists()
        if is_path and not path.resolve().is_relative_to(folder):
            raise NotAllowedError(f"bot {text!r} names a file outside the served folder: {value!r}")


def _refusal(text: str, reason: str) -> NotAllowedError:
    return NotAllowedError(f"bot {text!r} is not permitted, because {reason}: start the server with --allow-programs")


def _parts(tree: SpecTree) -> Iterator[SpecTree]:
    """A spec and all specs within it."""
    yield tree
    for value in _values(tree):
        if isinstance(value, SpecTree):
            yield from _parts(value)


def _texts(tree: SpecTree) -> Iterator[str]:
    for part in _parts(tree):
        yield from (value for value in _values(part) if isinstance(value, str))


def _values(tree: SpecTree) -> Iterator[object]:
    for value in tree.options.values():
        yield from value if isinstance(value, tuple) else (value,)
