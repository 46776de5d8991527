"""Solvers that update all classes of cards of a betting node at once, with joint tables of two players' classes."""
