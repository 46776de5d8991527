"""Which attributes are worth learning from: named sets, rankings, subsets."""

from railbird.imitation.selection.input_sets import DEFAULT_INPUTS, INPUT_SETS, choose_inputs

__all__ = ["DEFAULT_INPUTS", "INPUT_SETS", "choose_inputs"]
