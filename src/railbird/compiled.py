"""Compiled functions: the decorators for kernels, their cache on disk, and the notice of a first compilation."""

from __future__ import annotations

import gc
import hashlib
import logging
import os
import pickle
import re
import shutil
import signal
import threading
import time
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from numba.core import event, types
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.datamodel import default_manager
from numba.core.runtime import rtsys
from numba.core.targetconfig import TargetConfig
from numba.core.types.misc import unliteral

from railbird.file_lock import FileLock
from railbird.files import cache_folder
from railbird.progress import compile_listeners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Function = TypeVar("Function", bound="Callable[..., Any]")

CODE_FOLDER = "compiled"
_PACKAGE = Path(__file__).parent
_MONTH = 30 * 24 * 3600
_PATIENCE = 120.0
"""Seconds to wait for the code of another process; then it is compiled here as well."""
_NUMBA = numba.__version__.split(".")[:2]
_TRIED_NUMBA = ["0", "68"]
"""The version whose internals are relied on; with others, compiling takes longer."""
_log = logging.getLogger(__name__)


def kernel(function: Function) -> Function:
    """Compile `function` to machine code on its first call, and cache the code on disk."""
    return _compiled(function, nogil=True)


def short_kernel(function: Function) -> Function:
    """Like `kernel`, without releasing the GIL, which would add a tenth to calls of less than a microsecond."""
    return _compiled(function, nogil=False)


def object_kernel(function: Function) -> Function:
    """Like `short_kernel`, for a function that `python_objects.function_of_object` makes callable for Python.

    It takes the addresses of two objects: what it belongs to, which it has no use for, and its argument. It returns
    the address of a new object, and raises nothing.
    """
    return _compiled(function, nogil=False, no_cfunc_wrapper=False)


def _compiled(function: Function, *, nogil: bool, no_cfunc_wrapper: bool = True) -> Function:
    compiled = numba.njit(nogil=nogil, error_model="numpy", no_cfunc_wrapper=no_cfunc_wrapper)(function)
    # Kernels that call it are compiled together with its code, and need neither its machine code nor its cache.
    linked = cache(lambda: _linked(function, nogil=nogil))
    compiled.get_call_template = lambda args, kws: linked().get_call_template(args, kws)
    compiled.get_overload = lambda signature: linked().get_overload(signature)
    with _caching_in(_code_folder(Path(function.__code__.co_filename))):
        compiled._cache = _ForgivingCache(function)
    compiled.compile = _uninterrupted(compiled.compile)
    return cast("Function", compiled)


def _uninterrupted(compile_function: Callable[[object], object]) -> Callable[[object], object]:
    def compile_whole(signature: object) -> object:
        with interrupts_wait():
            return compile_function(signature)

    return compile_whole


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let an interrupt from the keyboard wait until the end; a second one does not wait.

    While LLVM hands over code, an interrupt would be printed with a traceback, and lost.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []

    def wait(number: int, _: object) -> None:
        if waiting:
            raise KeyboardInterrupt
        waiting.append(number)

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        signal.raise_signal(signal.SIGINT)


def _linked(function: Callable[..., Any], **options: bool) -> Any:
    """Compile `function` to code for its callers only, which Python cannot call."""
    compiled = numba.njit(
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=_LinkedCompiler if _NUMBA == _TRIED_NUMBA else Compiler,
        **options,
    )(function)
    _ignore_literals(compiled)
    return compiled


class _ForgivingCache(FunctionCache):  # type: ignore[misc]
    """A cache that falls back to compiling when it is damaged or not writable.

    Processes that start together need the same kernels: the first compiles, and the others wait for its code.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._lock = FileLock(Path(self.cache_path) / f"{self._impl.filename_base}.lock")

    def load_overload(self, signature: object, target: object) -> object:
        code = self._load(signature, target)
        if code is None:
            self._lock.acquire(patience=_PATIENCE)
            code = self._load(signature, target)
            if code is not None:
                self._lock.release()
        return code

    def _load(self, signature: object, target: object) -> object:
        try:
            if _NUMBA != _TRIED_NUMBA:
                return super().load_overload(signature, target)
            _load_blas_late()
            # Numba would first load all that it needs to compile, which takes longer than to load the code.
            rtsys.initialize(target)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(signature, target)
        except (OSError, EOFError, pickle.UnpicklingError, ValueError, AttributeError) as error:
            _log.warning("compiling again, because the cached code cannot be read: %s", error)
            with suppress(OSError):
                self._cache_file.flush()
            return None

    def save_overload(self, signature: object, data: Any) -> None:
        for environment in data._find_referenced_environments():  # also those of inlined functions
            data.codegen.set_env(environment.env_name, environment)
        try:
            super().save_overload(signature, data)
        except OSError as error:
            _log.warning("cannot cache the compiled code: %s", error)
        finally:
            self._lock.release()


def available_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class EntryPoints:
    """Kernels for calls of a fraction of a microsecond, in which type dispatch would take a third of the time.

    Each kernel is given with example arguments, and accepts only arguments of the same types; numbers are
    converted. It is compiled, or read from the cache, on first use.
    """

    def __init__(self, **kernels: tuple[Callable[..., Any], Sequence[object]]) -> None:
        self._kernels = kernels

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self._kernels:
            raise AttributeError(name)
        function, examples = self._kernels[name]
        types = tuple(map(numba.typeof, examples))
        function.compile(types)  # type: ignore[attr-defined]
        call: Callable[..., Any] = function.overloads[types].entry_point  # type: ignore[attr-defined]
        # As an instance attribute it bypasses __getattr__ from now on.
        setattr(self, name, call)
        return call


def inlined(function: Function) -> Function:
    """Compile `function` into the kernels that call it; it cannot be called from Python.

    For inner loops: a call that is not inlined updates the reference counts of all its arrays, in atomic
    operations that take longer than most of these functions. Inlined functions count no references, because
    their callers hold all arrays meanwhile. So they cannot make arrays or return them, and one that does is not
    compiled.
    """
    compiled = _linked(function, nogil=True, forceinline=True, _nrt=False)
    _refuse_to_return_arrays(compiled)
    return cast("Function", compiled)


class _LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that is only linked into its callers, which optimise it together with theirs.

    Numba would optimise it and translate it to machine code by itself as well, for nothing.
    """

    @property
    def codegen(self) -> _LinkedLibrary:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Leave the environment to the callers, in whose machine code it has an address."""

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _LinkedCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function to code for its callers."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.library = _LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return cast("list[Any]", super().define_pipelines())


def _ignore_literals(dispatcher: Any) -> None:
    """Compile one version of a function for all constants of a type.

    Numba would compile another one for each combination of constant arguments. The machine code is the same:
    constants are propagated where a function is inlined.
    """
    find_template = dispatcher.get_call_template

    def without_literals(args: Sequence[types.Type], kws: Mapping[str, types.Type]) -> object:
        plain = {name: unliteral(value) for name, value in kws.items()}
        return find_template(tuple(map(unliteral, args)), plain)

    dispatcher.get_call_template = without_literals


def _refuse_to_return_arrays(dispatcher: Any) -> None:
    """Raise TypeError when a function is compiled that returns arrays without counting references to them.

    The caller would release them once too often. Numba refuses some of these functions, but not all.
    """
    compile_function = dispatcher.compile

    def compile_checked(signature: Sequence[types.Type]) -> object:
        entry_point = compile_function(signature)
        for code in dispatcher.overloads.values():
            if default_manager.lookup(code.signature.return_type).contains_nrt_meminfo():
                name = dispatcher.py_func.__qualname__
                raise TypeError(f"{name} returns arrays: make it a kernel, or let its caller pass the arrays")
        return entry_point

    dispatcher.compile = compile_checked


def _compare_options_quickly() -> None:
    """Compare the options of two compilations by those that are set, and by all fifty only where these differ.

    Numba looks up every operator by its options, and all options have the same hash. To compare them took a tenth of
    the time of a compilation.
    """
    compare_all = TargetConfig.__eq__

    def is_equal(self: TargetConfig, other: Any) -> Any:
        return (type(self) is type(other) and self._values == other._values) or compare_all(self, other)

    TargetConfig.__eq__, TargetConfig.__hash__ = is_equal, lambda self: hash(type(self))


@cache
def _load_blas_late() -> None:
    """Let Numba load SciPy's linear algebra when a function needs it, and not just to see whether it is there.

    That would take a third of the time in which compiled code is loaded, and no kernel needs it.
    """
    linalg: Any = import_module("numba.np.linalg")
    ensure_blas = linalg.ensure_blas
    if find_spec("scipy") is not None:
        linalg.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure_blas


if _NUMBA == _TRIED_NUMBA:
    _compare_options_quickly()


class _Relay(event.Listener):  # type: ignore[misc]
    """Notifies the listeners of the outermost compilations of this package, which include the inner ones.

    Meanwhile the garbage collector rests: it would traverse the many objects of the compiler again and again.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._collects_garbage = True

    def on_start(self, event: event.Event) -> None:
        self._depth += 1
        if self._depth == 1:
            self._collects_garbage = gc.isenabled()
            gc.disable()
        if self._depth == 1 and _is_ours(event):
            for listener in compile_listeners:
                listener.compiling(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: event.Event) -> None:
        self._depth -= 1
        if self._depth == 0 and self._collects_garbage:
            gc.enable()
        if self._depth == 0 and _is_ours(event):
            for listener in compile_listeners:
                listener.compiled()


def _is_ours(event: event.Event) -> bool:
    return str(event.data["dispatcher"].py_func.__module__).startswith("railbird.")


event.register("numba:compile", _Relay())


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Set Numba's cache folder, which is fixed when a function is decorated, without affecting other packages."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


@cache
def _code_folder(kernels: Path) -> Path:
    """The cache folder of a file of kernels, named by a hash of everything that its compiled code depends on.

    Numba's own cache checks only the file of the called function, not the kernels it calls in other files, nor
    constants and tables, and can therefore be stale.
    """
    sources = sorted({*_sources(kernels), *_PACKAGE.glob("cards/strength/*.npz")})
    digest = hashlib.sha256(b"".join(map(_hash_of, sources)))
    parent = _code_parent()
    folder = parent / digest.hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    folder.touch()
    return folder


@cache
def _hash_of(source: Path) -> bytes:
    return hashlib.sha256(source.read_bytes()).digest()


@cache
def _sources(kernels: Path) -> frozenset[Path]:
    """A file of kernels and the files it imports; for imported kernels, also the files that they import."""
    sources = {kernels}
    for name in re.findall(r"^from railbird\.([\w.]+) import", kernels.read_text(encoding="utf-8"), re.MULTILINE):
        module = _PACKAGE.joinpath(*name.split("."))
        source = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
        sources |= _sources(source) if source.name == kernels.name else {source}
    return frozenset(sources)


@cache
def _code_parent() -> Path:
    """The folder of all compiled code, from which code is removed that has not been used for a month."""
    parent = cache_folder(CODE_FOLDER)
    parent.mkdir(parents=True, exist_ok=True)
    for folder in parent.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > _MONTH:
            _log.info("removing unused compiled code in %s", folder)
            shutil.rmtree(folder, ignore_errors=True)
    return parent
