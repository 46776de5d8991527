"""Builds bots from specs: `call`, `random:fold=0.1,raise=0.3`, `my_bot.py:MyBot`, `my_team.toml`, an executable."""

from __future__ import annotations

import inspect
import os
import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard

from railbird.bots.bot import Bot
from railbird.bots.bot_modules import imported_files
from railbird.bots.failures import describe_error
from railbird.bots.named_bots import bot_names, named_bots
from railbird.bots.python_files import file_part, run_file
from railbird.bots.spec_text import (
    is_number,
    option_name,
    quoted,
    replace_bots,
    split_outside_brackets,
    unquoted,
    with_brackets,
)
from railbird.bots.spec_tree import SpecTree, read_spec
from railbird.errors import BotError, RailbirdError
from railbird.rng import derived_seed
from railbird.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from importlib.metadata import EntryPoint
    from types import ModuleType

_BOT_TYPE = re.compile(r"\bBot\b")
_COLLECTING = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_PATH_TYPE = re.compile(r"\bPath\b")
_TYPE_NAME = re.compile(r"\w+")
_NUMBERS = {"int", "float", "tuple", "Sequence", "None"}
"""The words in the annotations of options that are numbers or several numbers."""


@dataclass(frozen=True)
class BotSpec:
    """The bot that a spec names: a bot class with its options, or an executable."""

    text: str
    bot_class: type[Bot] | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    """Values are numbers, strings, specs of other bots, and tuples of these."""
    executable: Path | None = None
    sources: tuple[Path, ...] = ()
    """The TOML files that contain the spec, and the Python file or executable that it names."""

    def build(self, *, seed: int | None = None) -> Bot:
        """A new bot. It gets the seed if it takes one; members get derived seeds.

        A seed among its options is mixed with `seed`, so that matches with different seeds never repeat its draws.
        Without `seed`, a match seeds the generator of the bot.
        """
        if self.bot_class is None:
            raise BotError(f"{self.text} is an executable, which can play only over a connection")
        parameters = _parameters_of(self.bot_class)
        options = dict(self.options)
        own_seed = _own_seed(options, seed)
        has_members = bool(self.members)
        if "seed" in parameters:
            options["seed"] = own_seed
        elif has_members:
            options.pop("seed", None)  # the seed is only for the members
        _check_options(self.text, options, parameters)
        base = own_seed if _is_seed(own_seed) else None
        if has_members:
            if base is None:
                raise BotError(f"bot {self.text!r}: seed={own_seed}: a seed must be a whole number of at least 0")
            seeds = (derived_seed(base, place) for place in count())
            options = {name: _build_members(value, seeds) for name, value in options.items()}
        bot = self._construct(self.bot_class, options)
        bot.generator_seed = base if "seed" in self.options and base is not None else seed
        return bot

    def check_options(self) -> None:
        """Raise BotError if an option is unknown or missing, here or in a member, without building the bot."""
        if self.bot_class is not None:
            parameters = _parameters_of(self.bot_class)
            options = {name: value for name, value in self.options.items() if name != "seed" or name in parameters}
            _check_options(self.text, options, parameters)
        for member in self.members:
            member.check_options()

    @property
    def members(self) -> list[BotSpec]:
        """The specs of other bots among the options."""
        values = (value if isinstance(value, tuple) else (value,) for value in self.options.values())
        return [item for items in values for item in items if isinstance(item, BotSpec)]

    def files(self) -> list[Path]:
        """All files that the bot is made of, with those of its members, without duplicates.

        These are its TOML files, its Python file or executable, the modules that the file imports (see
        `imported_files`), and files and folders that its options name.
        """
        sources = [*self.sources, *self._imported(), *self._files_in_options()]
        return [*dict.fromkeys([*sources, *(file for member in self.members for file in member.files())])]

    def _imported(self) -> list[Path]:
        if self.bot_class is None:
            return []
        if self.sources and self.sources[-1].suffix == ".py":
            return imported_files(self.sources[-1])
        package = self.bot_class.__module__.partition(".")[0]
        file = inspect.getsourcefile(self.bot_class)
        if package == "railbird" or file is None:
            return []
        return [Path(file).resolve(), *imported_files(Path(file), package=package)]

    def _files_in_options(self) -> Iterator[Path]:
        for name, value in self.options.items():
            for item in value if isinstance(value, tuple) else (value,):
                if self.names_file(name, item):
                    path = Path(file_part(str(item))).resolve()
                    yield from sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]

    def names_file(self, option: str, value: object, *, folders: Sequence[Path] = (Path(),)) -> bool:
        """Whether a value of an option is the path of a file, or of a folder if the bot takes a Path there.

        Text for an option that need not be a path counts as the path of a file if it looks like one: `model.npz`, or
        the name of a class in a file, `rules.py:MyRule`. Relative paths are looked up in `folders`.
        """
        if not isinstance(value, str) or self.bot_class is None:
            return False
        path = existing_path(file_part(value), folders)
        if path is None:
            return False
        parameters = _parameters_of(self.bot_class)
        if option in parameters and _PATH_TYPE.search(str(parameters[option].annotation)):
            return True
        named = Path(file_part(value))
        return bool(len(named.parts) > 1 or named.suffix) and path.is_file()

    def _construct(self, bot_class: type[Bot], options: Mapping[str, object]) -> Bot:
        try:
            return bot_class(**options)
        except RailbirdError as error:
            raise BotError(f"bot {self.text!r} cannot be built: {error}") from error
        except Exception as error:  # a constructor may raise anything
            _check_missing(self.text, options, _parameters_of(bot_class))
            _check_numbers(self.text, options, _parameters_of(bot_class))
            raise BotError(f"bot {self.text!r} cannot be built: {describe_error(error)}") from error


@lru_cache
def _parameters_of(bot_class: type[Bot]) -> Mapping[str, inspect.Parameter]:
    """The parameters of the constructor. Reading them takes longer than all else that building a simple bot needs."""
    return inspect.signature(bot_class).parameters


def _own_seed(options: Mapping[str, object], seed: int | None) -> object:
    """The seed of a bot in a match: the seed of the match, mixed with the seed that its options set."""
    given = options.get("seed")
    if given is None:
        return 0 if seed is None else seed
    return derived_seed(seed, given) if seed is not None and _is_seed(given) else given


def _is_seed(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and value >= 0


def _build_members(value: object, seeds: Iterator[int]) -> object:
    """The value of an option with its bot specs built, each with the next seed."""
    if isinstance(value, tuple):
        return tuple(_build_members(item, seeds) for item in value)
    return value.build(seed=next(seeds)) if isinstance(value, BotSpec) else value


def _check_options(text: str, options: Mapping[str, object], parameters: Mapping[str, inspect.Parameter]) -> None:
    """Raise if an option is unknown or missing, or if a bot is given without brackets."""
    for name, value in options.items():
        if name in parameters and _BOT_TYPE.search(str(parameters[name].annotation)):
            _check_bots(text, name, value)
    if any(option.kind is inspect.Parameter.VAR_KEYWORD for option in parameters.values()):
        return
    named = {name: option for name, option in parameters.items() if option.kind is not inspect.Parameter.VAR_POSITIONAL}
    wrong = [name for name in options if name not in named]
    missing = [name for name, option in named.items() if option.default is option.empty and name not in options]
    if wrong or missing:
        complaint = f"no option {wrong[0].rstrip('_')}" if wrong else f"{missing[0].rstrip('_')} is missing"
        names = [name.rstrip("_") for name in named]
        question = did_you_mean(wrong[0].rstrip("_"), names) if wrong else ""
        hint = f" ({question})" if question else ""
        raise BotError(f"bot {text!r}: {complaint}; its options are {', '.join(names) or 'none'}{hint}")


def _check_missing(text: str, options: Mapping[str, object], parameters: Mapping[str, inspect.Parameter]) -> None:
    """Raise if an option that the bot cannot do without was not given."""
    for name, parameter in parameters.items():
        is_optional = parameter.default is not parameter.empty or parameter.kind in _COLLECTING
        if not is_optional and name not in options:
            raise BotError(f"bot {text!r}: the option {name.rstrip('_')} is missing") from None


def _check_numbers(text: str, options: Mapping[str, object], parameters: Mapping[str, inspect.Parameter]) -> None:
    """Raise if an option is a word where the constructor takes numbers only."""
    for name, parameter in parameters.items():
        value = options.get(name)
        words = [item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, str)]
        if words and {*_TYPE_NAME.findall(inspect.formatannotation(parameter.annotation))} <= _NUMBERS:
            option = name.rstrip("_")
            if is_number(words[0]):
                raise BotError(f'bot {text!r}: {option}="{words[0]}" is text: write {option}={words[0]}') from None
            raise BotError(f"bot {text!r}: {option}={words[0]} is not a number: write one, like {option}=1") from None


def _check_bots(text: str, name: str, value: object) -> None:
    """Raise if a string or a number is given where a bot is expected."""
    words = [item for item in (value if isinstance(value, tuple) else (value,)) if not isinstance(item, BotSpec)]
    if words:
        if str(words[0]).lstrip().startswith("["):
            raise BotError(
                f'bot {text!r}: {name}="{words[0]}" is text: in a spec, leave out the quotation marks; in a TOML '
                "file, write a table with its type for each bot"
            )
        right = with_brackets(str(words[0]), text)
        raise BotError(
            f"bot {text!r}: {name}={words[0]} is a bot without brackets: write {name}={right}, or in a TOML file a "
            "table with its type"
        )


def make_bot(spec: str, *, seed: int | None = None) -> Bot:
    """Build the bot that a spec names."""
    return parse_spec(spec).build(seed=seed)


def parse_spec(text: str, *, toml: Path | None = None) -> BotSpec:
    """Parse a spec and look up its class or file, without building the bot.

    `toml` is the TOML file that contains the spec; paths in the spec are then relative to its folder.
    """
    return _resolve(read_spec(text) if toml is None else read_spec(text, folder=toml.parent, within=(toml.resolve(),)))


def located(text: str, *, folders: Sequence[Path] = (Path(),)) -> str:
    """The spec with absolute paths: of its file, of files that its options name, and in its nested specs.

    Relative paths are looked up in `folders`, and the first that is there is taken.
    """
    first, colon, rest = text.partition(":")
    start = first + colon
    if unquoted(first) not in named_bots():
        program = existing_path(text, folders)
        if colon and program is not None and program.is_file():
            return str(program)
        file = existing_path(unquoted(first), folders)
        if file is not None and file.is_file():
            class_name, second_colon, rest = rest.partition(":")
            start = f"{quoted(str(file))}{colon}{class_name}{second_colon}"
    options = [_with_located_bots(part, folders) for part in split_outside_brackets(rest, ",", text)]
    spec = parse_spec(start + ",".join(options))
    if spec.executable is not None:
        return str(spec.executable.resolve())
    return start + ",".join(_located_option(part, spec, folders) for part in options)


def existing_path(text: str, folders: Sequence[Path]) -> Path | None:
    """The file or folder with this path in the first of some folders that has it; None if none has."""
    for folder in folders if text else ():
        with suppress(OSError, ValueError):  # a text that cannot be a path
            if (folder / text).exists():
                return (folder / text).resolve()
    return None


def _with_located_bots(option: str, folders: Sequence[Path]) -> str:
    is_bots = option.partition("=")[2].startswith("[")
    return replace_bots(option, lambda member: located(member, folders=folders)) if is_bots else option


def _located_option(text: str, spec: BotSpec, folders: Sequence[Path]) -> str:
    name, equals, value = text.partition("=")
    file = file_part(unquoted(value))
    path = existing_path(file, folders)
    if path is not None and spec.names_file(option_name(name), unquoted(value), folders=folders):
        return name + equals + quoted(str(path) + unquoted(value).removeprefix(file))
    return text


def _resolve(tree: SpecTree) -> BotSpec:
    sources = (*tree.toml, *([] if tree.file is None else [tree.file.resolve()]))
    if tree.file is not None and not tree.class_name:
        if not os.access(tree.file, os.X_OK):
            raise BotError(f"bot {tree.text!r} is a file that cannot be executed")
        return BotSpec(tree.text, executable=tree.file, sources=sources)
    bot_class = _class_in_file(tree.file, tree.class_name, tree.text) if tree.file is not None else _named_class(tree)
    options = {name: _resolve_value(value) for name, value in tree.options.items()}
    if tree.toml:
        options = _with_absolute_paths(options, bot_class, tree.toml[-1].parent)
    return BotSpec(tree.text, bot_class, options, sources=sources)


def _resolve_value(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_resolve_value, value))
    return _resolve(value) if isinstance(value, SpecTree) else value


def _with_absolute_paths(options: Mapping[str, object], bot_class: type[Bot], folder: Path) -> dict[str, object]:
    """Resolve options that are paths against the folder of the TOML file that sets them."""
    parameters = _parameters_of(bot_class)
    return {
        name: _within(folder, value)
        if name in parameters and _PATH_TYPE.search(str(parameters[name].annotation))
        else value
        for name, value in options.items()
    }


def _within(folder: Path, value: object) -> object:
    if isinstance(value, tuple):
        return tuple(_within(folder, item) for item in value)
    return str(folder / value) if isinstance(value, str) else value


def _named_class(tree: SpecTree) -> type[Bot]:
    entry = named_bots().get(tree.name)
    if entry is not None:
        return _check_class(_load(entry, tree.text), tree.text)
    question = did_you_mean(tree.name, bot_names())
    hint = f" ({question})" if question else ""
    where = f"bot {tree.text!r}: no bot is called {tree.name!r}" if tree.toml else f"no bot is called {tree.text!r}"
    raise BotError(
        f"{where}{hint}: give one of {', '.join(bot_names())}, a class in a Python file like my_bot.py:MyBot, a TOML "
        "file, or the path of an executable"
    )


def _load(entry: EntryPoint, text: str) -> object:
    try:
        return entry.load()
    except Exception as error:  # a package may raise anything
        raise BotError(f"bot {text!r}: {entry.value} cannot be loaded: {describe_error(error)}") from error


def _class_in_file(path: Path, name: str, text: str) -> type[Bot]:
    """Run a Python file and return one of its bot classes."""
    module = run_file(path, where=f"bot {text!r}")
    bot_class = getattr(module, name, None)
    if bot_class is None:
        classes = [key for key, value in vars(module).items() if inspect.isclass(value) and _is_own_bot(value, module)]
        raise BotError(f"bot {text!r}: {path} has no {name}; it has {', '.join(classes) or 'no bot'}")
    return _check_class(bot_class, text)


def _is_own_bot(candidate: type, module: ModuleType) -> bool:
    return issubclass(candidate, Bot) and candidate.__module__ == module.__name__


def _check_class(candidate: object, text: str) -> type[Bot]:
    if not (inspect.isclass(candidate) and issubclass(candidate, Bot)):
        raise BotError(f"bot {text!r}: {candidate!r} is not a class derived from railbird.bots.Bot")
    if inspect.isabstract(candidate):
        raise BotError(f"bot {text!r}: {candidate.__name__} has no method act")
    return candidate
