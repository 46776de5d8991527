"""Strategies: probabilities by information set, kept in files that are opened without reading all of them."""
