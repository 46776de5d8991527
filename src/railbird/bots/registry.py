"""From a spec to a bot: `call`, `random:fold=0.1,raise=0.3`, `my_bot.py:MyBot`, `my_team.toml`, or an executable."""

from __future__ import annotations

import importlib.util
import inspect
import os
import re
import sys
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import count
from typing import TYPE_CHECKING
from zlib import crc32

from railbird.bots.bot import Bot
from railbird.bots.failures import told
from railbird.bots.named_bots import bot_names, named_bots
from railbird.bots.spec_text import with_brackets
from railbird.bots.spec_tree import SpecTree, read_spec
from railbird.errors import BotError, RailbirdError
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.metadata import EntryPoint
    from pathlib import Path
    from types import ModuleType

_A_BOT = re.compile(r"\bBot\b")
_A_PATH = re.compile(r"\bPath\b")


@dataclass(frozen=True)
class BotSpec:
    """What a spec names: a class of bots and its options, or an executable."""

    text: str
    bot_class: type[Bot] | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    """Values are numbers, words, specs of other bots, and tuples of these."""
    executable: Path | None = None

    def build(self, *, seed: int = 0) -> Bot:
        """A new bot. The seed goes to bots that take one, unless their options have one; bots within have their own."""
        if self.bot_class is None:
            raise BotError(f"{self.text} is an executable, which plays over a connection only")
        parameters = inspect.signature(self.bot_class).parameters
        options = dict(self.options)
        own_seed = options.get("seed", seed)
        has_members = any(_members(options))
        if "seed" in parameters:
            options["seed"] = own_seed
        elif has_members:
            options.pop("seed", None)  # it is the members'
        _check_options(self.text, options, parameters)
        base = own_seed if isinstance(own_seed, int) and own_seed >= 0 else None
        if has_members:
            if base is None:
                raise BotError(f"bot {self.text!r}: seed={own_seed}: a seed is a whole number, 0 or greater")
            seeds = (derived_seed(base, place) for place in count())
            options = {name: _built(value, seeds) for name, value in options.items()}
        bot = self._constructed(self.bot_class, options)
        bot.generator_seed = seed if base is None else base
        return bot

    def _constructed(self, bot_class: type[Bot], options: Mapping[str, object]) -> Bot:
        try:
            return bot_class(**options)
        except RailbirdError as error:
            raise BotError(f"bot {self.text!r} cannot be built: {error}") from error
        except Exception as error:  # whatever its constructor does
            raise BotError(f"bot {self.text!r} cannot be built: {type(error).__name__}: {error}") from error


def _members(options: Mapping[str, object]) -> Iterator[BotSpec]:
    for value in options.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, BotSpec):
                yield item


def _built(value: object, seeds: Iterator[int]) -> object:
    """The value of an option with its bots built, each with the next seed."""
    if isinstance(value, tuple):
        return tuple(_built(item, seeds) for item in value)
    return value.build(seed=next(seeds)) if isinstance(value, BotSpec) else value


def _check_options(text: str, options: Mapping[str, object], parameters: Mapping[str, inspect.Parameter]) -> None:
    """Refuse options that the bot does not have, or that are missing, and bots without their brackets."""
    for name, value in options.items():
        if name in parameters and _A_BOT.search(str(parameters[name].annotation)):
            _check_bots(text, name, value)
    if any(option.kind is inspect.Parameter.VAR_KEYWORD for option in parameters.values()):
        return
    named = {name: option for name, option in parameters.items() if option.kind is not inspect.Parameter.VAR_POSITIONAL}
    wrong = [name for name in options if name not in named]
    missing = [name for name, option in named.items() if option.default is option.empty and name not in options]
    if wrong or missing:
        complaint = f"no option {wrong[0].rstrip('_')}" if wrong else f"{missing[0].rstrip('_')} is missing"
        names = [name.rstrip("_") for name in named]
        near = get_close_matches(wrong[0].rstrip("_"), names, n=1) if wrong else []
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise BotError(f"bot {text!r}: {complaint}; its options are {', '.join(names) or 'none'}{hint}")


def _check_bots(text: str, name: str, value: object) -> None:
    """Refuse words and numbers where bots are expected."""
    words = [item for item in (value if isinstance(value, tuple) else (value,)) if not isinstance(item, BotSpec)]
    if words:
        right = with_brackets(str(words[0]), text)
        raise BotError(
            f"bot {text!r}: {name}={words[0]} is a bot without its bracket: write {name}={right}, or in a TOML file a "
            "table with its type"
        )


def make_bot(spec: str, *, seed: int = 0) -> Bot:
    """The bot that a spec names."""
    return parse_spec(spec).build(seed=seed)


def parse_spec(text: str) -> BotSpec:
    """Find out what a spec names, without building it."""
    return _resolved(read_spec(text))


def _resolved(tree: SpecTree) -> BotSpec:
    if tree.file is not None and not tree.class_name:
        if not os.access(tree.file, os.X_OK):
            raise BotError(f"bot {tree.text!r} is a file that cannot be executed")
        return BotSpec(tree.text, executable=tree.file)
    found = _class_in_file(tree.file, tree.class_name, tree.text) if tree.file is not None else _named_class(tree)
    options = {name: _resolved_value(value) for name, value in tree.options.items()}
    if tree.toml:
        options = _with_whole_paths(options, found, tree.toml[-1].parent)
    return BotSpec(tree.text, found, options)


def _resolved_value(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_resolved_value, value))
    return _resolved(value) if isinstance(value, SpecTree) else value


def _with_whole_paths(options: Mapping[str, object], bot_class: type[Bot], folder: Path) -> dict[str, object]:
    """Options whose parameter is a path are looked for where the TOML file is that they stand in."""
    parameters = inspect.signature(bot_class).parameters
    return {
        name: str(folder / value)
        if isinstance(value, str) and name in parameters and _A_PATH.search(str(parameters[name].annotation))
        else value
        for name, value in options.items()
    }


def _named_class(tree: SpecTree) -> type[Bot]:
    entry = named_bots().get(tree.name)
    if entry is not None:
        return _checked(_loaded(entry, tree.text), tree.text)
    near = get_close_matches(tree.name, bot_names(), n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    where = f"bot {tree.text!r}: no bot is called {tree.name!r}" if tree.toml else f"no bot is called {tree.text!r}"
    raise BotError(
        f"{where}{hint}: give one of {', '.join(bot_names())}, a class in a Python file like my_bot.py:MyBot, a TOML "
        "file, or the path of an executable"
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
