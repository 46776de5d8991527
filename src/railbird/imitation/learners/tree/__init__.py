"""Decision trees as C4.5 grows and prunes them."""

from railbird.imitation.learners.tree.decision_tree import DecisionTree
from railbird.imitation.learners.tree.tree_text import tree_text

__all__ = ["DecisionTree", "tree_text"]
