"""Python objects in compiled code: sequences of numbers that it reads, and functions of one object that Python calls.

Numba's own calls unpack and convert every argument by itself, which takes longer than the evaluation of a hand. These
functions get the object as it is, and ask CPython's public interface for what they need.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, TypeAlias

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Address: TypeAlias = int
"""The address of an object."""

_ONE_OBJECT = 0x0008
"""CPython's METH_O."""


class _Definition(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("code", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("documentation", ctypes.c_char_p),
    )


def function_of_object(kernel: Any) -> Callable[[object], object]:
    """A Python function of one object from an `object_kernel`, whose code is compiled or read from the cache."""
    kernel.compile((types.intp, types.intp))
    (code,) = kernel.overloads.values()
    address = code.library.get_pointer_to_function(code.fndesc.llvm_cfunc_wrapper_name)
    definition = _Definition(kernel.__name__.encode(), address, _ONE_OBJECT, None)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    # The function refers to its definition, which therefore has to live as long: so it is what the function belongs to.
    function: Callable[[object], object] = make(ctypes.addressof(definition), definition, None)
    return function


@intrinsic  # type: ignore[untyped-decorator]
def length_of(_: object, sequence: types.Integer) -> tuple[object, object]:  # noqa: ARG001
    """The length of a sequence; -1, with an error set, of anything else."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
        api = context.get_python_api(builder)
        return _call(api, "PySequence_Size", api.py_ssize_t, _object(api, arguments[0]))

    return types.intp(types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def number_at(_: object, sequence: types.Integer, place: types.Integer) -> tuple[object, object]:  # noqa: ARG001
    """The integer at a place of a sequence; -1, with an error set, if there is none."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
        api = context.get_python_api(builder)
        # Without an item, CPython turns the null pointer into -1 as well.
        item = _call(api, "PySequence_GetItem", api.pyobj, _object(api, arguments[0]), arguments[1])
        number = _call(api, "PyLong_AsLongLong", api.longlong, item)
        api.decref(item)
        return number

    return types.int64(types.intp, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def as_object(_: object, number: types.Integer) -> tuple[object, object]:  # noqa: ARG001
    """A new Python integer, for the caller of the function."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
        api = context.get_python_api(builder)
        return builder.ptrtoint(api.long_from_longlong(arguments[0]), api.py_ssize_t)

    return types.intp(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def forget_error(_: object) -> tuple[object, object]:
    """Clear the error that is set, if any."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
        context.get_python_api(builder).err_clear()
        return context.get_dummy_value()

    return types.void(), generate


def _object(api: Any, address: Any) -> Any:
    return api.builder.inttoptr(address, api.pyobj)


def _call(api: Any, name: str, result: Any, *arguments: Any) -> Any:
    """Call a function of CPython's interface."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return api.builder.call(api._get_function(kind, name), arguments)
