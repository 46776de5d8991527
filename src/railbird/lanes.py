"""Vectors in compiled code: the same arithmetic on several problems side by side, one in each lane.

Numba vectorises loops, but has to check before each of them whether its arrays overlap, which takes longer than a loop
over a few lanes. Vectors as values need no such checks. A kernel loads them from the rows of arrays with `LANES`
columns, and stores them there; between, it adds, subtracts and multiplies them like numbers.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, overload, register_model

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LANES = 32
"""Lanes of a vector: a few registers of the processor."""
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_ALIGNMENT = 8
"""Bytes: rows may begin anywhere."""


class Lanes(types.Type):
    """The type of vectors in compiled code."""

    def __init__(self) -> None:
        super().__init__(name=f"lanes({LANES})")


_LANES = Lanes()


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    """How the compiler represents them."""

    def __init__(self, manager: Any, kind: Lanes) -> None:
        super().__init__(manager, kind, _VECTOR)


def _address(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
    """Where a row begins."""
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    place = builder.mul(arguments[1], ir.Constant(arguments[1].type, LANES))
    return builder.bitcast(builder.gep(data, [place]), _VECTOR.as_pointer())


@intrinsic  # type: ignore[untyped-decorator]
def load_lanes(_: object, rows: types.Array, row: types.Integer) -> tuple[object, object]:  # noqa: ARG001
    """The vector in a row of a contiguous array."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
        return builder.load(_address(context, builder, signature, arguments), align=_ALIGNMENT)

    return _LANES(rows, types.intp), generate


@intrinsic  # type: ignore[untyped-decorator]
def store_lanes(_: object, rows: types.Array, row: types.Integer, vector: Lanes) -> tuple[object, object]:  # noqa: ARG001
    """Write a vector into a row of a contiguous array."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
        builder.store(arguments[2], _address(context, builder, signature, arguments), align=_ALIGNMENT)
        return context.get_dummy_value()

    return types.void(rows, types.intp, _LANES), generate


@intrinsic  # type: ignore[untyped-decorator]
def same_lanes(_: object, number: types.Number) -> tuple[object, object]:  # noqa: ARG001
    """The vector with the same number in all lanes."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
        nothing = ir.Constant(_VECTOR, ir.Undefined)
        first = builder.insert_element(nothing, arguments[0], ir.IntType(32)(0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return builder.shuffle_vector(first, nothing, places)

    return _LANES(types.float64), generate


@intrinsic  # type: ignore[untyped-decorator]
def lanes_above(_: object, left: Lanes, right: Lanes, vector: Lanes) -> tuple[object, object]:  # noqa: ARG001
    """A vector in the lanes where `left` is greater than `right`, and 0 in the others."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
        is_above = builder.fcmp_ordered(">", arguments[0], arguments[1])
        return builder.select(is_above, arguments[2], ir.Constant(_VECTOR, [0.0] * LANES))

    return _LANES(_LANES, _LANES, _LANES), generate


def _define(python_operator: Callable[[Any, Any], Any], instruction: str) -> None:
    """Let an operator of Python apply an instruction to two vectors."""

    @intrinsic  # type: ignore[untyped-decorator]
    def apply(_: object, left: Lanes, right: Lanes) -> tuple[object, object]:  # noqa: ARG001
        def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:  # noqa: ARG001
            return getattr(builder, instruction)(*arguments)

        return _LANES(_LANES, _LANES), generate

    @overload(python_operator, inline="always", strict=False)  # type: ignore[untyped-decorator]
    def of_lanes(left: types.Type, right: types.Type) -> Callable[[Any, Any], Any] | None:
        if isinstance(left, Lanes) and isinstance(right, Lanes):
            return lambda left, right: apply(left, right)  # noqa: PLW0108 (Numba compiles functions alone)
        return None


_define(operator.add, "fadd")
_define(operator.sub, "fsub")
_define(operator.mul, "fmul")
