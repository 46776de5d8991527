"""Hints in compiled code to the processor and the compiler, for which Numba has no words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Sequence

_FOR_READING, _KEEP, _DATA = 0, 3, 1


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_: object, array: types.Array, place: types.Integer) -> tuple[object, object]:  # noqa: ARG001
    """Let the processor fetch `array[place]` into its cache, without waiting for it.

    For tables that are larger than the cache, as soon as the place is known.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        builder.call(function, [address, number(_FOR_READING), number(_KEEP), number(_DATA)])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def few_rounds(_: object) -> tuple[object, object]:
    """Within a loop: keep the compiler from vectorising it.

    For loops over the choices of a decision: preparing vectors would take longer than the work.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
        builder.call(ir.InlineAsm(ir.FunctionType(ir.VoidType(), []), "", "", side_effect=True), [])
        return context.get_dummy_value()

    return types.void(), generate
