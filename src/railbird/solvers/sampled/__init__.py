"""Sampling solvers, which traverse one random deal at a time."""
