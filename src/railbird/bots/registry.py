"""From a spec to a bot: `call`, `random:fold=0.1,raise=0.3`, `my_bot.py:MyBot`, or the path of an executable."""

from __future__ import annotations

import importlib.util
import inspect
import keyword
import os
import sys
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from railbird.bots.bot import Bot
from railbird.bots.failures import told
from railbird.errors import BotError, RailbirdError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint
    from types import ModuleType

_GROUP = "railbird.bots"


@dataclass(frozen=True)
class BotSpec:
    """What a spec names: a class of bots and its options, or an executable."""

    text: str
    bot_class: type[Bot] | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    executable: Path | None = None

    def build(self, *, seed: int = 0) -> Bot:
        """A new bot; those that draw at random get the seed, unless their options have one."""
        if self.bot_class is None:
            raise BotError(f"{self.text} is an executable, which plays over a connection only")
        options = dict(self.options)
        if "seed" in inspect.signature(self.bot_class).parameters:
            options.setdefault("seed", seed)
        self._check_options(options)
        try:
            return self.bot_class(**options)
        except RailbirdError as error:
            raise BotError(f"bot {self.text!r} cannot be built: {error}") from error
        except Exception as error:  # whatever its constructor does
            raise BotError(f"bot {self.text!r} cannot be built: {type(error).__name__}: {error}") from error

    def _check_options(self, options: Mapping[str, object]) -> None:
        """A BotError that names the options, if there are others than those, or fewer than needed."""
        parameters = inspect.signature(self.bot_class).parameters if self.bot_class is not None else {}
        if any(option.kind is inspect.Parameter.VAR_KEYWORD for option in parameters.values()):
            return
        named = {
            name: option for name, option in parameters.items() if option.kind is not inspect.Parameter.VAR_POSITIONAL
        }
        wrong = [name for name in options if name not in named]
        missing = [name for name, option in named.items() if option.default is option.empty and name not in options]
        if wrong or missing:
            complaint = f"no option {wrong[0].rstrip('_')}" if wrong else f"{missing[0].rstrip('_')} is missing"
            names = ", ".join(name.rstrip("_") for name in named) or "none"
            raise BotError(f"bot {self.text!r}: {complaint}; its options are {names}")


def make_bot(spec: str, *, seed: int = 0) -> Bot:
    """The bot that a spec names."""
    return parse_spec(spec).build(seed=seed)


def bot_names() -> list[str]:
    """The bots that are known by name, those of other packages too."""
    return sorted(_entry_points())


@cache
def _entry_points() -> dict[str, EntryPoint]:
    """Looked up once a process: it means reading a file of every installed package."""
    return {entry.name: entry for entry in reversed(tuple(entry_points(group=_GROUP)))}


def parse_spec(text: str) -> BotSpec:
    """Find out what a spec names, without building it."""
    first, *rest = text.split(":")
    if first.endswith(".py") and (rest or not os.access(first, os.X_OK)):
        if not rest or not rest[0]:
            raise BotError(f"bot {text!r}: name the class in the file, like {first}:MyBot")
        return BotSpec(text, _class_in_file(Path(first), rest[0], text), _options(":".join(rest[1:]), text))
    entry = _entry_points().get(first)
    if entry is not None:
        return BotSpec(text, _checked(_loaded(entry, text), text), _options(":".join(rest), text))
    path = Path(text)
    if path.is_file():
        if not os.access(path, os.X_OK):
            raise BotError(f"bot {text!r} is a file that cannot be executed")
        return BotSpec(text, executable=path)
    near = get_close_matches(first, bot_names(), n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise BotError(
        f"no bot is called {text!r}{hint}: give one of {', '.join(bot_names())}, a class in a Python file like "
        "my_bot.py:MyBot, or the path of an executable"
    )


def _loaded(entry: EntryPoint, text: str) -> object:
    try:
        return entry.load()
    except Exception as error:  # whatever another package does
        raise BotError(f"bot {text!r}: {entry.value} cannot be loaded: {told(error)}") from error


def _class_in_file(path: Path, name: str, text: str) -> type[Bot]:
    """Run a Python file and take a class out of it."""
    # Files of one name in several folders are several modules.
    spec = importlib.util.spec_from_file_location(f"bot_file_{crc32(str(path.resolve()).encode()):x}_{path.stem}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise BotError(f"bot {text!r}: there is no file {path}")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look up the module of their annotations.
    sys.modules[spec.name] = module
    # As when it is run as a program, a file finds its neighbours.
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever the file does
        del sys.modules[spec.name]
        raise BotError(f"bot {text!r}: {path} cannot be run: {told(error)}") from error
    finally:
        sys.path.remove(str(path.resolve().parent))
    found = getattr(module, name, None)
    if found is None:
        classes = [key for key, value in vars(module).items() if inspect.isclass(value) and _is_written(value, module)]
        raise BotError(f"bot {text!r}: {path} has no {name}; it has {', '.join(classes) or 'no bot'}")
    return _checked(found, text)


def _is_written(found: type, module: ModuleType) -> bool:
    return issubclass(found, Bot) and found.__module__ == module.__name__


def _checked(found: object, text: str) -> type[Bot]:
    if not (inspect.isclass(found) and issubclass(found, Bot)):
        raise BotError(f"bot {text!r}: {found!r} is no class derived from railbird.bots.Bot")
    if inspect.isabstract(found):
        raise BotError(f"bot {text!r}: {found.__name__} has no method act")
    return found


def _options(text: str, spec: str) -> dict[str, object]:
    """Options such as `fold=0.1,raise=0.3`: numbers where they are numbers, words otherwise."""
    options: dict[str, object] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name:
            raise BotError(f"bot {spec!r}: {part!r} is no option like name=value")
        name = f"{name}_" if keyword.iskeyword(name) else name
        if name in options:
            raise BotError(f"bot {spec!r}: {part!r} stands after another value of that option")
        options[name] = _value(value)
    return options


def _value(text: str) -> object:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
