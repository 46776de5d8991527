"""Exact solvers, which traverse every deal: variants of CFR, fictitious play, and best responses."""
