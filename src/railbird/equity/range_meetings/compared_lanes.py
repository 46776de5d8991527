"""Comparing many strengths with one in compiled code: sixteen side by side, as vectors of the processor.

Numba vectorises such loops too, but checks before each of them whether its arrays overlap, which takes longer than the
comparisons of a short range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Sequence

LANES = 16
_VECTOR = ir.VectorType(ir.IntType(16), LANES)
_ALIGNMENT = 2
"""Bytes: vectors may begin anywhere."""


@intrinsic  # type: ignore[untyped-decorator]
def count_lanes(
    _: object,
    strengths: types.Array,
    place: types.Integer,  # noqa: ARG001
    best: types.Integer,  # noqa: ARG001
    copies: types.Integer,  # noqa: ARG001
    lower: types.Array,
    equal: types.Array,
    counter: types.Integer,  # noqa: ARG001
) -> tuple[object, object]:
    """Add `copies` to the counters in `lower` and `equal` of strengths that are lower than the best, or equal to it.

    Sixteen strengths from `place` on, and as many counters from `counter` on; all arrays are contiguous.
    """

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
        def address(array: int, place: Any) -> Any:
            data = context.make_array(signature.args[array])(context, builder, arguments[array]).data
            return builder.bitcast(builder.gep(data, [place]), _VECTOR.as_pointer())

        strength = builder.load(address(0, arguments[1]), align=_ALIGNMENT)
        best_lanes, copied = _in_all_lanes(builder, arguments[2]), _in_all_lanes(builder, arguments[3])
        for array, comparison in ((4, "<"), (5, "==")):
            counters = address(array, arguments[6])
            is_counted = builder.icmp_unsigned(comparison, strength, best_lanes)
            counted = builder.select(is_counted, copied, ir.Constant(_VECTOR, [0] * LANES))
            before = builder.load(counters, align=_ALIGNMENT)
            builder.store(builder.add(before, counted), counters, align=_ALIGNMENT)
        return context.get_dummy_value()

    return types.void(strengths, types.intp, types.uint16, types.uint16, lower, equal, types.intp), generate


def _in_all_lanes(builder: ir.IRBuilder, number: Any) -> Any:
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.IntType(32)(0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, places)
