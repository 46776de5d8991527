"""The modules that a bot's file imports: their files, and a fresh import where a module has changed or is another's."""

from __future__ import annotations

import ast
import sys
import sysconfig
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_OWN = "railbird"
_loaded: dict[str, tuple[Path, tuple[int, int]]] = {}
"""Modules that files of bots have imported from their folders, with the state of their files at that time."""


def imported_files(file: Path, *, package: str = "") -> list[Path]:
    """The files that a Python file imports, directly or through others: those in its folder, and others not installed.

    Imports are read from the source, so that imports within functions count too. Of installed modules, only those of
    `package` are listed: the package that the file belongs to.
    """
    start = file.resolve()
    root = start.parent if not package else _root_of(start, package)
    files: dict[Path, None] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        for name in _imported_names(path, root):
            for imported in _files_of(name, root, package=package):
                if imported != start and imported not in files:
                    files[imported] = None
                    waiting.append(imported)
    return sorted(files)


def _root_of(file: Path, package: str) -> Path:
    """The folder that contains the package of a file."""
    return next((folder.parent for folder in file.parents if folder.name == package), file.parent)


def _imported_names(path: Path, root: Path) -> Iterator[str]:
    """The dotted names of the modules that a file may import; some are names within modules."""
    if path.suffix != ".py":
        return
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return  # running it gives the error
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base_of(node, path, root)
            yield from (f"{base}.{alias.name}" if base else alias.name for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__") and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield name.value


def _base_of(node: ast.ImportFrom, path: Path, root: Path) -> str:
    """The module from which names are imported, as seen from the root."""
    module = node.module or ""
    if not node.level:
        return module
    folder = path.parents[node.level - 1] if node.level <= len(path.parents) else path.parent
    parts = folder.relative_to(root).parts if folder.is_relative_to(root) else ()
    return ".".join([*parts, *filter(None, [module])])


def _called(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _files_of(name: str, root: Path, *, package: str) -> Iterator[Path]:
    """The files of a module and of the packages around it; none for modules that are installed."""
    parts = name.removesuffix(".*").split(".")
    if parts[0] == _OWN or not all(parts):
        return
    for length in range(1, len(parts) + 1):
        path = root.joinpath(*parts[:length])
        candidates = [path.with_name(f"{path.name}.py"), path / "__init__.py"]
        file = next((candidate for candidate in candidates if candidate.is_file()), None)
        if file is None:
            module = sys.modules.get(".".join(parts[:length]))
            text = getattr(module, "__file__", None)
            file = Path(text) if text else None
        if file is not None and (parts[0] == package or not _is_installed(file)):
            yield file.resolve()
    if name.endswith(".*"):
        yield from (file.resolve() for file in root.joinpath(*parts).glob("*.py"))


def _is_installed(file: Path) -> bool:
    folders = (sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return any(file.resolve().is_relative_to(Path(folder).resolve()) for folder in folders)


@contextmanager
def importing_from(folder: Path) -> Iterator[None]:
    """Let a file import its neighbours, as it could if it were run as a program.

    Modules of the same name from the folders of other bots, and modules whose files have changed, are imported again.
    """
    stale = {name.partition(".")[0] for name in _loaded if _is_stale(name, folder)}
    for name in [name for name in _loaded if name.partition(".")[0] in stale]:
        sys.modules.pop(name, None)
        del _loaded[name]
    before = {*sys.modules}
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in sys.modules.keys() - before:
            text = getattr(sys.modules[name], "__file__", None)
            if text and Path(text).is_relative_to(folder):
                _loaded[name] = Path(text), _state_of(Path(text))


def _is_stale(name: str, folder: Path) -> bool:
    file, state = _loaded[name]
    if file.is_relative_to(folder):
        return _state_of(file) != state
    path = folder.joinpath(name.partition(".")[0])
    return path.with_name(f"{path.name}.py").is_file() or path.is_dir()


def _state_of(file: Path) -> tuple[int, int]:
    try:
        state = file.stat()
    except OSError:
        return 0, 0
    return state.st_size, state.st_mtime_ns
