"""How often a mapped bot would have acted as a player did."""

from __future__ import annotations

from railbird.games import CALL, FOLD, raise_to
from railbird.mapping.nolimit.agreement import Agreement, most_probable_kind


def test_raises_of_all_sizes_are_one_kind() -> None:
    probabilities = {FOLD: 0.3, CALL: 0.3, raise_to(300): 0.2, raise_to(900): 0.2}
    assert most_probable_kind(probabilities) == raise_to(1).kind
    assert most_probable_kind({CALL: 0.5, FOLD: 0.5}) == FOLD.kind


def test_decisions_are_counted_by_hand() -> None:
    agreement = Agreement()
    agreement.add(0, {FOLD: 0.2, CALL: 0.8}, CALL)
    agreement.add(0, {CALL: 0.4, raise_to(300): 0.6}, raise_to(20_000))
    agreement.add(4, {CALL: 0.4, raise_to(300): 0.6}, FOLD)
    agreement.add(5, None, CALL)
    assert agreement.asked == {0: 2, 4: 1}
    assert (agreement.agreed[0], agreement.agreed[4]) == (2, 0)
