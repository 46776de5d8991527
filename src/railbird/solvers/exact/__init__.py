"""Solvers that look at every deal: the family of counterfactual regret minimisation, fictitious play, best response."""
