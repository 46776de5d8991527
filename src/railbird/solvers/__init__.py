"""Solvers: regret minimisation in all its kinds, fictitious play, best responses; on small games and on hold'em."""
