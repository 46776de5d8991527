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
    bests: Sequence[types.Type],
    copies: Sequence[types.Type],
    lower: types.Array,
    equal: types.Array,
    counter: types.Integer,  # noqa: ARG001
) -> tuple[object, object]:
    """Add `copies` to the counters in `lower` and `equal` of strengths that are lower than the best, or equal to it.

    Sixteen strengths from `place` on, and as many counters from `counter` on; all arrays are contiguous. This is done
    for each of `bests` and `copies`, with the strengths a row of the array further on each time.
    """
    if any(kind != types.uint16 for kind in (*bests, *copies)) or len(bests) != len(copies):
        raise TypeError(f"strengths {bests} with copies {copies}: give as many of both, as uint16")

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Sequence[Any]) -> Any:
        def array(number: int) -> Any:
            return context.make_array(signature.args[number])(context, builder, arguments[number])

        def address(number: int, place: Any) -> Any:
            return builder.bitcast(builder.gep(array(number).data, [place]), _VECTOR.as_pointer())

        columns = builder.extract_value(array(0).shape, 1)
        counters = [address(number, arguments[6]) for number in (4, 5)]
        counts = [builder.load(each, align=_ALIGNMENT) for each in counters]
        place = arguments[1]
        for row in range(len(bests)):
            strength = builder.load(address(0, place), align=_ALIGNMENT)
            best, copied = (_in_all_lanes(builder, builder.extract_value(arguments[number], row)) for number in (2, 3))
            for number, comparison in enumerate(("<", "==")):
                is_counted = builder.icmp_unsigned(comparison, strength, best)
                counted = builder.select(is_counted, copied, ir.Constant(_VECTOR, [0] * LANES))
                counts[number] = builder.add(counts[number], counted)
            place = builder.add(place, columns)
        for each, count in zip(counters, counts, strict=True):
            builder.store(count, each, align=_ALIGNMENT)
        return context.get_dummy_value()

    return types.void(strengths, types.intp, bests, copies, lower, equal, types.intp), generate


def _in_all_lanes(builder: ir.IRBuilder, number: Any) -> Any:
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.IntType(32)(0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, places)
