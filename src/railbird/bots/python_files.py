"""Runs Python files of users, which define bots or parts of them, as modules of their own."""

from __future__ import annotations

import importlib.util
import re
import sys
from typing import TYPE_CHECKING
from zlib import crc32

from railbird.bots.bot_modules import importing_from
from railbird.bots.failures import describe_error
from railbird.errors import BotError

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

_CLASS_IN_FILE = re.compile(r"(.+\.py):\w+")


def file_part(text: str) -> str:
    """The file in `file.py:Class`; any other text as it is."""
    match = _CLASS_IN_FILE.fullmatch(text)
    return text if match is None else match[1]


def run_file(path: Path, *, where: str) -> ModuleType:
    """Run a Python file and return its module; `where` begins the message if that fails."""
    # Files with the same name in different folders are different modules.
    spec = importlib.util.spec_from_file_location(f"bot_file_{crc32(str(path.resolve()).encode()):x}_{path.stem}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise BotError(f"{where}: there is no file {path}")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up the module of their annotations.
    sys.modules[spec.name] = module
    try:
        with importing_from(path.resolve().parent):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the file may raise anything
        del sys.modules[spec.name]
        raise BotError(f"{where}: {path} cannot be run: {describe_error(error)}") from error
    return module
