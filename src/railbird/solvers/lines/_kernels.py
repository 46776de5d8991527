"""Reach and value of every line of betting in sampled deals, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from railbird.compiled import kernel

REACH, REACH_SQUARED, WON, WON_SQUARED, REACH_TIMES_WON = range(5)
"""Columns of `sums`; what is won is weighted with the reach."""


@kernel
def add_lines(
    player: NDArray[np.int8],
    street: NDArray[np.int8],
    first_edge: NDArray[np.int64],
    slot: NDArray[np.int32],
    child: NDArray[np.int32],
    terminal_row: NDArray[np.int32],
    payoffs: NDArray[np.float64],
    base: NDArray[np.int64],
    width: NDArray[np.int64],
    stored: NDArray[np.float64] | NDArray[np.float32] | NDArray[np.uint8],
    scale: float,
    classes: NDArray[np.int32],
    order: NDArray[np.int32],
    reach: NDArray[np.float64],
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Add to the sums by edge what each deal gives. `reach` and `values` are workspaces by node, and by player."""
    for deal in range(len(order)):
        reach[:] = 0.0
        reach[0] = 1.0
        for node in range(len(player)):
            acting, now = player[node], street[node]
            first = base[acting, now] + np.int64(classes[deal, acting, now]) * width[acting, now] + slot[node]
            for edge in range(first_edge[node], first_edge[node + 1]):
                if child[edge] >= 0:
                    # A merged node is reached in several ways.
                    reach[child[edge]] += reach[node] * stored[first + edge - first_edge[node]] * scale
        for node in range(len(player) - 1, -1, -1):
            acting, now = player[node], street[node]
            first = base[acting, now] + np.int64(classes[deal, acting, now]) * width[acting, now] + slot[node]
            values[node] = 0.0
            for edge in range(first_edge[node], first_edge[node + 1]):
                share = stored[first + edge - first_edge[node]] * scale
                below = child[edge]
                won = values[below] if below >= 0 else payoffs[terminal_row[-1 - below], order[deal]]
                for position in range(values.shape[1]):
                    values[node, position] += share * won[position]
                chosen = reach[node] * share
                earned = chosen * won[acting]
                sums[edge, REACH] += chosen
                sums[edge, REACH_SQUARED] += chosen * chosen
                sums[edge, WON] += earned
                sums[edge, WON_SQUARED] += earned * earned
                sums[edge, REACH_TIMES_WON] += chosen * earned
