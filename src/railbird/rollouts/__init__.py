"""Simulation of the rest of a hand: the value of each action against opponents who act by their models."""

from railbird.rollouts._kernels import Policy
from railbird.rollouts.action_values import ActionValue, Effort, action_values, prepare

__all__ = ["ActionValue", "Effort", "Policy", "action_values", "prepare"]
