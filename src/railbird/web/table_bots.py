"""The bots that visitors may name: all that are registered, and files and programs only by permission."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots import located, parse_spec
from railbird.bots.game_check import check_game, leaves_traces
from railbird.bots.python_files import file_part
from railbird.bots.registry import existing_path
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
    """The bot that a spec names; raise if it does not play the game, or if visitors may not use it.

    Files are looked up in the served folder, then in the folder in which the server was started. The text of the bot
    has their absolute paths.
    """
    if len(text) > LONGEST_SPEC:
        raise BotError(f"a spec of {len(text):,} characters: write at most {LONGEST_SPEC:,}")
    if "\0" in text:
        raise BotError("a spec with a character of code 0, which no name contains")
    if not settings.programs:
        _check_permitted(text, settings)
    spec = parse_spec(located(text, folders=settings.spec_folders))
    if not settings.programs:
        _check_parsed(spec, text, settings.spec_folders[0])
    if spec.executable is None:
        spec.check_options()
        check_game(spec, game)
    return spec


def _check_permitted(text: str, settings: WebSettings) -> None:
    """Raise if a spec names a program, code, or a file outside the served folder. Nothing is loaded for it."""
    if _CODE_FILE.search(text):
        raise _refusal(text, "it is a file")
    folders = settings.spec_folders
    trees = [read_spec(text, folder=folder) for folder in folders]
    if any(part.file is not None for tree in trees for part in _parts(tree)):
        raise _refusal(text, "it is a file")
    for value in _texts(trees[0]):
        file = file_part(value)
        path = existing_path(file, folders)
        if path is None and len(Path(file).parts) > 1:
            path = (folders[0] / file).resolve()
        if path is not None and not path.is_relative_to(folders[0]):
            raise NotAllowedError(f"bot {text!r} names a file outside the served folder: {value!r}")


def _check_parsed(spec: BotSpec, text: str, folder: Path) -> None:
    """Raise if a bot writes files, or would read files that are not in the served folder."""
    if leaves_traces(spec):
        raise _refusal(text, "it writes files")
    for file in spec.files():
        if not file.resolve().is_relative_to(folder):
            raise NotAllowedError(f"bot {text!r} names a file outside the served folder: {str(file)!r}")


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
